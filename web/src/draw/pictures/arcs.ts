/** Arcs between the words of a sentence: filled ribbons that grow wider from the query word to the key word. */
import type { Point } from '../../geometry/point';
import { mixColors } from '../color';
import { shortNumber, type PathShape } from '../scene/scene';

/** Where a layer's arcs start and how high they may rise. */
export interface ArcFrame {
  /** The middles of the words along the line that they stand on. */
  readonly middles: readonly number[];
  /** The distance across this line at which arcs start. */
  readonly base: number;
  /** The direction in which arcs rise: towards smaller or larger distances across the line. */
  readonly side: -1 | 1;
  /** The height of the highest arc. */
  readonly room: number;
  /** Whether words stand below each other, so that arcs run down the page. */
  readonly upright: boolean;
}

export interface ArcColors {
  readonly arc: string;
  readonly pencil: string;
  readonly line: string;
  readonly paper: string;
}

interface Arc {
  /** The middles of the query word and of the key word along the line. */
  readonly from: number;
  readonly to: number;
  readonly weight: number;
}

/** The height of the drawing above and below a sentence, without the figures. */
export const kArcRoom = 72;
const kLowest = 20;
/** An arc that spans this share of the sentence or more has the full height. */
const kFullSpan = 0.62;
const kMaxWidth = 13;
const kHair = 0.6;
/** Weights below this get a pale arc or none. */
const kMinWeight = 0.004;
const kPale = 0.02;
/** In wider sentences arcs are no higher than in a sentence of this width. */
const kMaxSpan = 1400;
/** The width of an arc from a word to itself. */
const kLoop = 18;
/** A cubic curve rises to three quarters of its control points. */
export const kLift = 1.36;

/** The distance of an arc's control points from its ends, along the line. */
export const inwardOf = (distance: number): number =>
  0.03 * Math.max(-kMaxSpan, Math.min(kMaxSpan, distance));

export const hasArc = (weight: number): boolean => weight >= kMinWeight;

/**
 * A row of the weights [query, key] of `count` words, from a query word to all keys; or a column, from all queries to a
 * key word.
 */
export function weightsAt(
  weights: Float32Array,
  count: number,
  word: number,
  seenBy: boolean,
): Float32Array {
  return seenBy
    ? Float32Array.from({ length: count }, (_, query) => weights[query * count + word] ?? 0)
    : weights.slice(word * count, (word + 1) * count);
}

/** The arcs of one word, smallest first, so that large ones cover small ones. */
export function arcShapes(
  weights: ArrayLike<number>,
  { word, seenBy }: { word: number; seenBy: boolean },
  frame: ArcFrame,
  color: string,
  paper: string,
): PathShape[] {
  const pale = mixColors(paper, color, 0.5);
  const middle = frame.middles[word] ?? 0;
  return Array.from(weights, (weight, i) => ({ weight, other: frame.middles[i] ?? 0 }))
    .filter(({ weight }) => hasArc(weight))
    .sort((a, b) => a.weight - b.weight)
    .map(({ weight, other }) => {
      const [from, to] = seenBy ? [other, middle] : [middle, other];
      const d = ribbon({ from, to, weight }, frame);
      return { kind: 'path', x: 0, y: 0, d, fill: weight < kPale ? pale : color };
    });
}

/** Two sentences: the middles of their words, and the lines between which the arcs run. */
export interface BridgeFrame {
  readonly middles: readonly number[];
  /** The number of words of the upper sentence. */
  readonly before: number;
  readonly bases: readonly number[];
}

/** The arcs of one word between two sentences, smallest first. */
export function bridgeShapes(
  weights: ArrayLike<number>,
  { word, seenBy }: { word: number; seenBy: boolean },
  { middles, before, bases }: BridgeFrame,
  color: string,
  paper: string,
): PathShape[] {
  const pale = mixColors(paper, color, 0.5);
  const end = (i: number) => ({ x: middles[i] ?? 0, y: bases[i < before ? 0 : 1] ?? 0 });
  return Array.from(weights, (weight, other) => ({ weight, other }))
    .filter(({ weight, other }) => hasArc(weight) && other < before !== word < before)
    .sort((a, b) => a.weight - b.weight)
    .map(({ weight, other }) => {
      const [from, to] = seenBy ? [end(other), end(word)] : [end(word), end(other)];
      const d = bridge(from, to, weight);
      return { kind: 'path', x: 0, y: 0, d, fill: weight < kPale ? pale : color };
    });
}

/** A ribbon whose ends are perpendicular to the lines of words. */
function bridge(from: Point, to: Point, weight: number): string {
  const width = Math.max(kHair, weight * kMaxWidth);
  const start = Math.min(width, 2 * kHair);
  const middle = shortNumber((from.y + to.y) / 2);
  const point = ({ x, y }: Point, by: number) => `${shortNumber(x + by)} ${shortNumber(y)}`;
  const bend = (a: Point, by: number) => `${shortNumber(a.x + by)} ${middle}`;
  const [s, w] = [start / 2, width / 2];
  return (
    `M${point(from, -s)}C${bend(from, -s)} ${bend(to, -w)} ${point(to, -w)}` +
    `L${point(to, w)}C${bend(to, w)} ${bend(from, s)} ${point(from, s)}Z`
  );
}

/** Pencil gray for an untrained head, ink for a trained one. */
export function arcColor(ink: number, { arc, pencil }: Omit<ArcColors, 'line'>): string {
  return mixColors(pencil, arc, Math.min(1, Math.max(0, ink)));
}

/** The color of a layer's arcs: the faint color of lines if the head is off. */
export const layerColor = (
  { ink, off: isOff }: { readonly ink: number; readonly off?: boolean | undefined },
  colors: ArcColors,
): string => (isOff ? colors.line : arcColor(ink, colors));

/** The height of an arc over `distance` in a sentence of this `span`. */
export function arcHeight(distance: number, span: number, room = kArcRoom): number {
  const share = span > 0 ? Math.min(1, distance / (kFullSpan * span)) : 0;
  return kLowest + (room - kLowest) * share ** 0.75;
}

/** The ends of an arc along the line, and its height. */
export function courseOf(from: number, to: number, { middles, room }: ArcFrame) {
  const loops = from === to;
  const [a, z] = loops ? [from - kLoop / 2, to + kLoop / 2] : [from, to];
  const span = Math.min(kMaxSpan, Math.abs((middles.at(-1) ?? 0) - (middles[0] ?? 0)));
  return { a, z, height: loops ? kLowest + 2 : arcHeight(Math.abs(z - a), span, room) };
}

/**
 * A ribbon between two cubic Bézier curves. Its width grows from a hairline to `weight` of the full width. Across the
 * line, the distance of the curves is 3 t² (1 - t) times that of their second control points, so the ribbon has half
 * its width in the middle.
 */
export function ribbon({ from, to, weight }: Arc, frame: ArcFrame): string {
  const { base, side, upright } = frame;
  const width = Math.max(kHair, weight * kMaxWidth);
  const start = Math.min(width, 2 * kHair);
  const { a, z, height } = courseOf(from, to, frame);
  const outward = Math.sign(z - a);
  /** The points of the outer edge (1) or the inner edge (-1). */
  const edge = (which: 1 | -1) => {
    const along = [a - (which * outward * start) / 2, z + (which * outward * width) / 2] as const;
    const inward = inwardOf(along[1] - along[0]);
    const lift = (height - width / 2) * kLift;
    const heights = [lift + (which * start) / 1.5, lift + (which * width) / 1.5];
    const [first, second] = heights.map((height) => base + side * height);
    return [
      [along[0], base],
      [along[0] + inward, first!],
      [along[1] - inward, second!],
      [along[1], base],
    ] as const;
  };
  const point = ([along, across]: readonly [number, number]) =>
    upright
      ? `${shortNumber(across)} ${shortNumber(along)}`
      : `${shortNumber(along)} ${shortNumber(across)}`;
  const [outer, inner] = [edge(1).map(point), edge(-1).map(point)];
  return `M${outer[0]}C${outer[1]} ${outer[2]} ${outer[3]}L${inner[3]}C${inner[2]} ${inner[1]} ${inner[0]}Z`;
}

/** A weight as a whole percentage; a dot if it is below 1%. */
export function figure(weight: number): string {
  return weight < 0.01 ? '·' : `${Math.round(weight * 100)}`;
}

/** The share of the distance to the target that easing covers in this time: 95% after 150 ms. */
export function easedShare(milliseconds: number): number {
  return 1 - Math.exp(-milliseconds / 50);
}

export interface Fitted {
  readonly size: number;
  readonly gap: number;
}

/** Font sizes of a sentence, from the one that is tried first. */
const kSizes = [36, 24, 18];
/** The gap between words, in units of the font size. */
const kMinGap = 0.25;
const kMaxGap = 1;
/** The gap between pieces of one word, as in the elements' styles. */
export const kJoint = 4;

/**
 * The largest font size at which the words fit, or the smallest size if none does. `widthsAt` gives the widths of the
 * words' columns in a size: letters of small type may be wider in proportion. `joints` is how many of the words are
 * pieces that continue the previous one.
 */
export function fitWords(
  widthsAt: (size: number) => readonly number[],
  room: number,
  joints = 0,
): Fitted {
  const gapAt = (size: number) => {
    const columns = widthsAt(size);
    const words = columns.reduce((sum, width) => sum + width, 0);
    return (room - joints * kJoint - words) / Math.max(1, columns.length - 1 - joints);
  };
  const size = kSizes.find((size) => gapAt(size) >= kMinGap * size) ?? kSizes.at(-1)!;
  return { size, gap: Math.min(kMaxGap * size, Math.max(kMinGap * size, gapAt(size))) };
}
