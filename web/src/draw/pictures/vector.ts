/** A context vector: for each dimension, the tokens' contributions as a stack, and their sum. */
import { dimensionNames, formatNumber } from '../format';
import { isolateText } from '../fit-text';
import { placeSideBySide, flow, label, swatch } from '../scene/parts';
import { baselineFor, kText, shortNumber, textAt, type Part, type Shape } from '../scene/scene';
import type { Heading, Sheet } from '../scene/sheet';
import { ticks } from './ticks';
import {
  barNames,
  halfWidth,
  kNumberedPitch,
  stackOf,
  sumMarks,
  type Contribution,
} from './vector-stack';

export interface VectorPicture extends Heading {
  readonly parts: readonly VectorPart[];
  /** The context vector as computed, one value per dimension. */
  readonly sum: ArrayLike<number>;
}

export interface VectorPart extends Contribution {
  /** Null if several heads are shown, each with its own weight. */
  readonly weight: number | null;
}

const kWidth = 640;
const kHeight = 260;
/** Default distance between stacks. Smaller if the picture would exceed `kMaxWidth`. */
const kDefaultPitch = 10;
const kMaxWidth = 2560;
const kMinPitch = 2;
/** Room above and below the stacks for the sums. */
const kSumRoom = 22;

export function vectorParts(picture: VectorPicture, sheet: Sheet): Part[] {
  const chart = chartOf(picture, sheet);
  return [legendOf(picture, chart.width, sheet), chart];
}

function legendOf({ parts }: VectorPicture, width: number, sheet: Sheet): Part {
  const { colors, words } = sheet;
  const named = parts.map(({ label: name, color, weight }) =>
    placeSideBySide(
      6,
      swatch({ fill: color }),
      label(sheet, isolateText(name), { fill: colors.ink, room: 160 }),
      ...(weight === null ? [] : [label(sheet, `× ${formatNumber(weight)}`)]),
    ),
  );
  const line: Shape = { kind: 'rect', x: 0, y: 7, width: 16, height: 2.5, fill: colors.ink };
  const sum = placeSideBySide(
    6,
    { width: 16, height: 16, shapes: [line] },
    label(sheet, words.sum),
  );
  return flow([...named, sum], width, 18, 4);
}

function chartOf({ parts, sum }: VectorPicture, { measure, colors }: Sheet): Part {
  const count = sum.length;
  const stacks = Array.from({ length: count }, (_, i) => stackOf(parts, i));
  const finite = Array.from(sum).filter(Number.isFinite);
  const min = Math.min(0, ...finite, ...stacks.map((stack) => stack.low));
  const max = Math.max(0, ...finite, ...stacks.map((stack) => stack.high));
  const levels = ticks(min, max, 4);
  const [low, high] = [levels[0]!, levels.at(-1)!];
  const axis = levels.map((value) => formatNumber(value, decimalsOf(levels)));
  const left = Math.ceil(Math.max(...axis.map((text) => measure(text, { size: kText })))) + 10;
  const pitch = pitchOf(count, kWidth - left);
  const width = Math.max(kWidth, left + count * pitch);
  const scale = (kHeight - 2 * kSumRoom) / (high - low || 1);
  const levelOf = (value: number) => kSumRoom + (high - value) * scale;
  const tick = { size: kText, fill: colors.muted } as const;
  const d = `M0 0h${shortNumber(width - left)}`;
  const shapes: Shape[] = levels.flatMap((value, i): Shape[] => {
    const y = levelOf(value);
    const stroke = value === 0 ? colors.muted : colors.line;
    return [
      { kind: 'path', x: left, y, d, stroke, lineWidth: 1 },
      textAt(left - 8, baselineFor(y, kText), axis[i]!, { ...tick, anchor: 'end' }),
    ];
  });
  const start = left + (width - left - count * pitch) / 2;
  const half = halfWidth(pitch);
  // Outline bars in the background color, to separate those of similar gray.
  const outline = half < 4 ? {} : { stroke: colors.paper, lineWidth: 1 };
  stacks.forEach(({ bars }, i) => {
    const middle = start + (i + 0.5) * pitch;
    for (const { color, from, to } of bars) {
      const [y, end] = [levelOf(Math.max(from, to)), levelOf(Math.min(from, to))];
      const size = { width: 2 * half, height: end - y };
      shapes.push({ kind: 'rect', x: middle - half, y, ...size, fill: color, ...outline });
    }
  });
  const every = Math.ceil(kNumberedPitch / 1.4 / pitch);
  const names = dimensionNames(count);
  for (let i = 0; i < count; i++) {
    const middle = start + (i + 0.5) * pitch;
    const column = { middle, pitch, levelOf, colors, numbered: false };
    shapes.push(
      ...barNames(sum[i]!, stacks[i]!, column, measure),
      ...sumMarks(sum[i]!, stacks[i]!, column),
    );
    const numbered = count === 1 || pitch >= kNumberedPitch || (i + 1) % every === 0 || i === 0;
    if (!numbered) continue;
    shapes.push(textAt(middle, kHeight + 10, names[i]!, { ...tick, anchor: 'middle' }));
  }
  return { width, height: kHeight + 14, shapes };
}

function pitchOf(count: number, room: number): number {
  const minPitch = Math.max(kMinPitch, Math.min(kDefaultPitch, kMaxWidth / count));
  return Math.max(minPitch, Math.min(120, room / count));
}

/** The number of decimals needed to tell neighboring levels apart. */
function decimalsOf([first = 0, second = first]: readonly number[]): number {
  const step = Math.abs(second - first);
  return step > 0 ? Math.min(6, Math.max(0, -Math.floor(Math.log10(step)))) : 1;
}
