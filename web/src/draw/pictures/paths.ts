/** One line per sentence over the layers, in two colors for two groups. */
import { formatShort } from '../format-short';
import { placeSideBySide, flow, label } from '../scene/parts';
import { baselineFor, kText, textAt, type Part, type Shape } from '../scene/scene';
import type { Heading, Sheet, SheetColors } from '../scene/sheet';
import { dashesOf, lineOf } from './dashes';

export interface PathsPicture extends Heading {
  readonly paths: readonly Path[];
  readonly groups: readonly [string, string];
  /** One tick label per layer, and the name of this axis. */
  readonly ticks: readonly string[];
  readonly axis: string;
  /** The path that is drawn boldly. */
  readonly chosen: number | null;
}

export interface Path {
  readonly group: 0 | 1;
  /** One for each layer. */
  readonly values: readonly number[];
}

const kWidth = 720;
const kHeight = 260;
const kLeft = 48;
const kRight = 12;
const kTop = 8;

export function pathsParts(picture: PathsPicture, sheet: Sheet): Part[] {
  const keys = picture.groups.map((name, group) => {
    const stroke = pathColor(group, sheet.colors);
    const shape: Shape = { kind: 'path', x: 0, y: 8, d: 'M0 0h18', stroke, lineWidth: 2 };
    return placeSideBySide(6, { width: 18, height: 16, shapes: [shape] }, label(sheet, name));
  });
  return [flow(keys, kWidth, 18, 4), pathsPart(picture, kWidth, sheet.colors)];
}

/** The second group is dashed, so that color is not the only difference. */
export function pathsPart(
  { paths, ticks, axis, chosen }: Pick<PathsPicture, 'paths' | 'ticks' | 'axis' | 'chosen'>,
  width: number,
  colors: SheetColors,
): Part {
  const largest = Math.max(...paths.flatMap(({ values }) => values.map(Math.abs)), 1e-6);
  const room = width - kLeft - kRight;
  const x = (layer: number) => kLeft + (room * layer) / Math.max(1, ticks.length - 1);
  const y = (value: number) => kTop + (kHeight / 2) * (1 - value / largest);
  const small = { size: kText, fill: colors.muted } as const;
  const levels = [largest, 0, -largest].flatMap((value): Shape[] => [
    { kind: 'path', x: kLeft, y: y(value), d: `M0 0h${room}`, stroke: colors.line, lineWidth: 1 },
    textAt(kLeft - 6, baselineFor(y(value), kText), formatShort(value), {
      ...small,
      anchor: 'end',
    }),
  ]);
  const layers = ticks.map((text, i) =>
    textAt(x(i), kTop + kHeight + 20, text, {
      ...small,
      anchor: i > 0 && i === ticks.length - 1 ? 'end' : 'middle',
    }),
  );
  const name = textAt(kLeft + room / 2, kTop + kHeight + 38, axis, { ...small, anchor: 'middle' });
  const lines = paths.map(({ group, values }, i): Shape => {
    const points = values.map((value, layer) => ({ x: x(layer), y: y(value) }));
    const stroke = pathColor(group, colors);
    const d = group === 0 ? lineOf(points) : dashesOf(points);
    return { kind: 'path', x: 0, y: 0, d, stroke, lineWidth: i === chosen ? 4 : 1.5 };
  });
  return { width, height: kTop + kHeight + 46, shapes: [...levels, ...layers, name, ...lines] };
}

export const pathColor = (group: number, colors: SheetColors) =>
  group === 0 ? colors.arc : colors.query;
