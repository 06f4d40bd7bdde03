/** One value of a vector as a stack of contributions, with a mark at their sum. */
import { formatNumber } from '../format';
import { kText, textAt, type Shape } from '../scene/scene';
import type { SheetColors } from '../scene/sheet';

/** Minimum distance between stacks, in pixels, for sums to be written as numbers. */
export const kNumberedPitch = 46;

export interface Contribution {
  readonly color: string;
  readonly values: ArrayLike<number>;
}

interface Stack {
  readonly bars: readonly { color: string; from: number; to: number }[];
  readonly low: number;
  readonly high: number;
}

/** Positive values go up from 0, negative values down. */
export function stackOf(parts: readonly Contribution[], i: number): Stack {
  let [low, high] = [0, 0];
  const bars = parts.flatMap(({ color, values }) => {
    const value = values[i]!;
    if (!Number.isFinite(value) || value === 0) return [];
    const from = value < 0 ? low : high;
    if (value < 0) low += value;
    else high += value;
    return [{ color, from, to: from + value }];
  });
  return { bars, low, high };
}

interface Column {
  readonly middle: number;
  readonly pitch: number;
  readonly levelOf: (value: number) => number;
  readonly colors: SheetColors;
  /** Write the sum as a number even below `kNumberedPitch`. */
  readonly numbered: boolean;
}

/** A line across the stack at its sum, and the sum as a number where there is room. */
export function sumMarks(value: number, { low, high }: Stack, column: Column): Shape[] {
  const { middle, pitch, levelOf, colors, numbered } = column;
  if (!Number.isFinite(value)) return [];
  const half = Math.min(pitch * 0.42, 36);
  const y = levelOf(value);
  const line = (reach: number, height: number, fill: string): Shape => {
    return { kind: 'rect', x: middle - reach, y: y - height / 2, width: reach * 2, height, fill };
  };
  const shapes = [line(half + 1, 5, colors.paper), line(half, 2.5, colors.ink)];
  if (pitch < kNumberedPitch && !numbered) return shapes;
  // Place the number beyond the end of the stack, so that it hides no bar.
  const end = value < 0 ? levelOf(Math.min(low, value)) + 15 : levelOf(Math.max(high, value)) - 6;
  const look = { size: kText, fill: colors.ink, halo: colors.paper, anchor: 'middle' } as const;
  return [...shapes, textAt(middle, end, formatNumber(value, 2), look)];
}
