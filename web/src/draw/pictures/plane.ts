/** Paths in a plane, each from a dot to a disk or a ring (for two groups). Both axes have the same scale. */
import type { Point } from '../../geometry/point';
import { placeSideBySide, flow, label } from '../scene/parts';
import { baselineFor, kText, textAt, type Part, type Shape } from '../scene/scene';
import type { Heading, Sheet, SheetColors } from '../scene/sheet';
import { lineOf } from './dashes';
import { pathColor } from './paths';

export interface PlanePicture extends Heading {
  readonly paths: readonly PlanePath[];
  readonly groups: readonly [string, string];
  /** The labels of the axes. */
  readonly axes: readonly [string, string];
  /** The paths that are drawn boldly, with a number at each layer. */
  readonly chosen: readonly number[];
}

export interface PlanePath {
  readonly group: 0 | 1;
  /** One for each layer. */
  readonly points: readonly Point[];
}

const kWidth = 560;
const kHeight = 300;
const kMargin = 24;
const kEnd = 4.5;

export function planeParts(picture: PlanePicture, sheet: Sheet): Part[] {
  const keys = picture.groups.map((name, group) => {
    const shape = endShape({ x: 6, y: 8 }, group, sheet.colors, kEnd);
    return placeSideBySide(6, { width: 14, height: 16, shapes: [shape] }, label(sheet, name));
  });
  return [flow(keys, kWidth, 18, 4), planePart(picture, kWidth, sheet.colors)];
}

export function planePart(
  { paths, axes, chosen }: Pick<PlanePicture, 'paths' | 'axes' | 'chosen'>,
  width: number,
  colors: SheetColors,
): Part {
  const points = paths.flatMap((path) => path.points);
  const spread = (values: readonly number[]) => {
    const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)];
    return { low, size: Math.max(high - low, 1e-6) };
  };
  const [across, down] = [spread(points.map(({ x }) => x)), spread(points.map(({ y }) => y))];
  const unit = Math.min((width - 2 * kMargin) / across.size, (kHeight - 2 * kMargin) / down.size);
  const left = (width - unit * across.size) / 2;
  const top = (kHeight - unit * down.size) / 2;
  const place = ({ x, y }: Point) => ({
    x: left + unit * (x - across.low),
    y: top + unit * (down.size - (y - down.low)),
  });
  const zero = place({ x: 0, y: 0 });
  const small = { size: kText, fill: colors.muted } as const;
  const lines: Shape[] = [
    { kind: 'path', x: 0, y: zero.y, d: `M0 0h${width}`, stroke: colors.line, lineWidth: 1 },
    { kind: 'path', x: zero.x, y: 0, d: `M0 0v${kHeight}`, stroke: colors.line, lineWidth: 1 },
    // The labels are above and below the paths, which do not reach into the margins.
    textAt(width, kHeight - 4, axes[0], { ...small, anchor: 'end' }),
    textAt(Math.min(zero.x + 6, width - 120), 12, axes[1], small),
  ];
  const order = [...paths.keys()].sort(
    (a, b) => Number(chosen.includes(a)) - Number(chosen.includes(b)),
  );
  const numbered: Point[] = [];
  const pathShapesInOrder = order.flatMap((i) => {
    const { group, points: own } = paths[i]!;
    const look = { group, colors, numbered: chosen.includes(i) ? numbered : undefined };
    return pathShapes(own.map(place), look);
  });
  return { width, height: kHeight, shapes: [...lines, ...pathShapesInOrder] };
}

interface PathStyle {
  readonly group: number;
  readonly colors: SheetColors;
  /** The points whose layers are written, for a chosen path. */
  readonly numbered: Point[] | undefined;
}

/** Two numbers that are nearer than this in both directions would overlap. */
const kClear = 12;

function pathShapes(points: readonly Point[], { group, colors, numbered }: PathStyle): Shape[] {
  const isChosen = numbered !== undefined;
  const stroke = pathColor(group, colors);
  const d = lineOf(points);
  const line: Shape = { kind: 'path', x: 0, y: 0, d, stroke, lineWidth: isChosen ? 2.5 : 0.6 };
  const end = endShape(points.at(-1)!, group, colors, isChosen ? 7 : kEnd);
  if (!isChosen) return [line, end];
  const numbers = points.slice(0, -1).flatMap(({ x, y }, layer) => {
    if (numbered.some((at) => Math.max(Math.abs(at.x - x), Math.abs(at.y - y)) < kClear)) return [];
    numbered.push({ x, y });
    return [
      textAt(x + 7, baselineFor(y - 8, kText), `${layer}`, {
        size: kText,
        fill: colors.ink,
        anchor: 'middle',
      }),
    ];
  });
  return [line, end, ...numbers];
}

/** A disk for the first group, a ring for the second. */
function endShape({ x, y }: Point, group: number, colors: SheetColors, radius: number): Shape {
  const stroke = pathColor(group, colors);
  return {
    kind: 'rect',
    x: x - radius,
    y: y - radius,
    width: 2 * radius,
    height: 2 * radius,
    radius,
    fill: group === 0 ? stroke : colors.paper,
    stroke,
    lineWidth: 1.5,
  };
}
