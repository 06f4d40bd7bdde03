/** One value of a vector as a stack of contributions, with names if there is room, and a mark at the sum. */
import { bytesOf, contrastingInk } from '../color';
import { isolateText, truncateText } from '../fit-text';
import { formatNumber } from '../format';
import { baselineFor, kText, textAt, type Measure, type Shape } from '../scene/scene';
import type { SheetColors } from '../scene/sheet';

/** Minimum distance between stacks, in pixels, for sums to be written as numbers. */
export const kNumberedPitch = 46;

export interface Contribution {
  readonly label: string;
  readonly color: string;
  readonly values: ArrayLike<number>;
}

interface Bar {
  readonly label: string;
  readonly color: string;
  readonly from: number;
  readonly to: number;
}

interface Stack {
  readonly bars: readonly Bar[];
  readonly low: number;
  readonly high: number;
}

/** Positive values go up from 0, negative values down. */
export function stackOf(parts: readonly Contribution[], i: number): Stack {
  let [low, high] = [0, 0];
  const bars = parts.flatMap(({ label, color, values }): Bar[] => {
    const value = values[i]!;
    if (!Number.isFinite(value) || value === 0) return [];
    const from = value < 0 ? low : high;
    if (value < 0) low += value;
    else high += value;
    return [{ label, color, from, to: from + value }];
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

/** The minimum width and height of a bar that has its name inside. */
const kNamedWidth = 28;
const kNamedHeight = kText + 2;

/** Half the width of the bars of stacks at this distance. */
export const halfWidth = (pitch: number) => Math.min(pitch * 0.3, 28);

/** Writes the names of the contributions into their bars, because colors alone are lost in a gray print. */
export function barNames(
  value: number,
  { bars }: Stack,
  column: Column,
  measure: Measure,
): Shape[] {
  const { middle, pitch, levelOf, colors } = column;
  const width = 2 * halfWidth(pitch);
  if (width < kNamedWidth) return [];
  const sum = levelOf(value);
  const widthOf = (text: string) => measure(text, { size: kText });
  return bars.flatMap(({ label, color, from, to }) => {
    const [top, bottom] = [levelOf(Math.max(from, to)), levelOf(Math.min(from, to))];
    // The mark of the sum may divide the bar; the name goes into the larger part.
    const cut = Math.max(top, Math.min(bottom, sum));
    const isAbove = cut - top > bottom - cut;
    const [start, end] =
      Math.abs(cut - sum) > 3 ? [top, bottom] : isAbove ? [top, cut - 3] : [cut + 3, bottom];
    if (end - start < kNamedHeight) return [];
    const rgb = bytesOf(color);
    const fill = rgb ? contrastingInk(rgb) : colors.ink;
    const text = isolateText(truncateText(label, width - 4, widthOf));
    const y = baselineFor((start + end) / 2, kText);
    return [textAt(middle, y, text, { size: kText, fill, anchor: 'middle' })];
  });
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
  const style = { size: kText, fill: colors.ink, halo: colors.paper, anchor: 'middle' } as const;
  return [...shapes, textAt(middle, end, formatNumber(value, 2), style)];
}
