/** Lines over a logarithmic axis of steps, all from 0 to 1. */
import { beside, flow, label } from '../scene/parts';
import { baselineFor, kSmall, short, textAt, type Part, type Shape } from '../scene/scene';
import type { Heading, Sheet } from '../scene/sheet';

export interface CurvesPicture extends Heading {
  readonly lines: readonly CurveLine[];
  /** Along the axis of steps. */
  readonly ticks: readonly { readonly at: number; readonly text: string }[];
}

export interface CurveLine {
  readonly label: string;
  readonly color: string;
  readonly width: number;
  /** From 0 to 1 along both axes. */
  readonly points: readonly { readonly x: number; readonly y: number }[];
}

const kWidth = 720;
const kHeight = 260;
const kLeft = 18;

export function curvesParts({ lines, ticks }: CurvesPicture, sheet: Sheet): Part[] {
  const { colors } = sheet;
  const small = { size: kSmall, fill: colors.muted } as const;
  const level = `M0 0h${kWidth}`;
  const axes = [0, 1].flatMap((value): Shape[] => {
    const y = (1 - value) * kHeight;
    return [
      { kind: 'path', x: kLeft, y, d: level, stroke: colors.line, lineWidth: 1 },
      textAt(kLeft - 8, baselineFor(y, kSmall), String(value), { ...small, anchor: 'end' }),
    ];
  });
  const steps = ticks.map(({ at, text }) =>
    textAt(kLeft + at * kWidth, kHeight + 18, text, { ...small, anchor: 'middle' }),
  );
  const drawn = lines.flatMap(({ points, color, width }): Shape[] =>
    points.length < 2
      ? []
      : [{ kind: 'path', x: kLeft, y: 0, d: pathOf(points), stroke: color, lineWidth: width }],
  );
  const chart: Part = {
    width: kLeft + kWidth + 16,
    height: kHeight + 24,
    shapes: [...axes, ...steps, ...drawn],
  };
  return [legend(lines, chart.width, sheet), chart];
}

function legend(lines: readonly CurveLine[], room: number, sheet: Sheet): Part {
  const keys = lines.map(({ label: name, color, width }) => {
    const shape: Shape = {
      kind: 'path',
      x: 0,
      y: 8,
      d: 'M0 0h18',
      stroke: color,
      lineWidth: width,
    };
    return beside(6, { width: 18, height: 16, shapes: [shape] }, label(sheet, name));
  });
  return flow(keys, room, 18, 4);
}

function pathOf(points: CurveLine['points']): string {
  return points
    .map(({ x, y }, i) => `${i ? 'L' : 'M'}${short(x * kWidth)} ${short((1 - y) * kHeight)}`)
    .join('');
}
