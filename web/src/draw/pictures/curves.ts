/** Curves over an axis of steps or layers, with values up to 1. */
import { dashesOf, lineOf } from './dashes';
import { formatNumber } from '../format';
import { placeSideBySide, flow, label } from '../scene/parts';
import { baselineFor, kText, textAt, type Part, type Shape } from '../scene/scene';
import type { Heading, Sheet } from '../scene/sheet';

export interface CurvesPicture extends Heading {
  readonly lines: readonly CurveLine[];
  /** The lower end of the vertical axis, 0 by default; its upper end is 1. */
  readonly lowest?: number;
  /** Ticks of the horizontal axis. */
  readonly ticks: readonly { readonly at: number; readonly text: string }[];
}

export interface CurveLine {
  readonly label: string;
  readonly color: string;
  readonly width: number;
  readonly dashed?: boolean;
  /** Points with x from 0 to 1, and y from the lower end of its axis to 1. */
  readonly points: readonly { readonly x: number; readonly y: number }[];
}

const kWidth = 720;
const kHeight = 260;
const kLeft = 18;

export function curvesParts({ lines, ticks, lowest = 0 }: CurvesPicture, sheet: Sheet): Part[] {
  const { colors } = sheet;
  const small = { size: kText, fill: colors.muted } as const;
  const level = `M0 0h${kWidth}`;
  const heightOf = (value: number) => ((1 - value) / (1 - lowest)) * kHeight;
  const axes = [lowest, 1].flatMap((value): Shape[] => {
    const y = heightOf(value);
    return [
      { kind: 'path', x: kLeft, y, d: level, stroke: colors.line, lineWidth: 1 },
      textAt(kLeft - 8, baselineFor(y, kText), axisText(value), { ...small, anchor: 'end' }),
    ];
  });
  const steps = ticks.map(({ at, text }) =>
    textAt(kLeft + at * kWidth, kHeight + 18, text, { ...small, anchor: 'middle' }),
  );
  const lineShapes = lines.flatMap(({ points, color, width, dashed }): Shape[] => {
    if (points.length < 2) return [];
    const placed = points.map(({ x, y }) => ({ x: x * kWidth, y: heightOf(y) }));
    const d = dashed ? dashesOf(placed) : lineOf(placed);
    return [{ kind: 'path', x: kLeft, y: 0, d, stroke: color, lineWidth: width }];
  });
  const chart: Part = {
    width: kLeft + kWidth + 16,
    height: kHeight + 24,
    shapes: [...axes, ...steps, ...lineShapes],
  };
  return [legend(lines, chart.width, sheet), chart];
}

function legend(lines: readonly CurveLine[], room: number, sheet: Sheet): Part {
  const keys = lines.map(({ label: name, color, width, dashed }) => {
    const shape: Shape = {
      kind: 'path',
      x: 0,
      y: 8,
      d: dashed ? 'M0 0h4m3 0h4m3 0h4' : 'M0 0h18',
      stroke: color,
      lineWidth: width,
    };
    return placeSideBySide(6, { width: 18, height: 16, shapes: [shape] }, label(sheet, name));
  });
  return flow(keys, room, 18, 4);
}

/** Formats 0 and 1 as integers, other values with one decimal. */
const axisText = (value: number) =>
  Number.isInteger(value) ? String(value) : formatNumber(value, 1);
