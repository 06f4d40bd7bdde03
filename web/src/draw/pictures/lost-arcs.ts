/** Marks arcs that became much weaker with a dashed hairline in their old place. */
import type { Point } from '../../geometry/point';
import type { PathShape } from '../scene/scene';
import { courseOf, inwardOf, kLift, type ArcFrame, type BridgeFrame } from './arcs';
import { dashesOf } from './dashes';

/** The minimum change of a weight that counts as large. */
export const kLargeChange = 0.1;
const kWidth = 1.5;
/** The distance between the dashes of a hairline, in pixels. */
const kStep = 8;

/** The places whose weights were larger by `kLargeChange` or more. */
export const lostPlaces = (before: ArrayLike<number>, now: ArrayLike<number>): number[] =>
  Array.from(before, (weight, i) => (weight - (now[i] ?? 0) >= kLargeChange ? i : -1)).filter(
    (i) => i >= 0,
  );

/** Dashed hairlines from the chosen word to the words whose weights have become much smaller. */
export function lostArcs(
  places: readonly number[],
  word: number,
  frame: ArcFrame | BridgeFrame,
  color: string,
): PathShape[] {
  return places.map((other) => ({
    kind: 'path',
    x: 0,
    y: 0,
    stroke: color,
    lineWidth: kWidth,
    d: dashesOf(pointsOf('bases' in frame ? bridge(word, other, frame) : arc(word, other, frame))),
  }));
}

/** The control points of a curve. */
type Curve = readonly [Point, Point, Point, Point];

function arc(word: number, other: number, frame: ArcFrame): Curve {
  const { middles, base, side, upright } = frame;
  const { a, z, height } = courseOf(middles[word] ?? 0, middles[other] ?? 0, frame);
  const inward = inwardOf(z - a);
  const top = base + side * height * kLift;
  const pointAt = (along: number, across: number) =>
    upright ? { x: across, y: along } : { x: along, y: across };
  return [pointAt(a, base), pointAt(a + inward, top), pointAt(z - inward, top), pointAt(z, base)];
}

function bridge(word: number, other: number, { middles, before, bases }: BridgeFrame): Curve {
  const end = (i: number) => ({ x: middles[i] ?? 0, y: bases[i < before ? 0 : 1] ?? 0 });
  const [from, to] = [end(word), end(other)];
  const y = (from.y + to.y) / 2;
  return [from, { x: from.x, y }, { x: to.x, y }, to];
}

/** Points along a curve, about one per dash. */
function pointsOf([a, b, c, d]: Curve): Point[] {
  const length = Math.hypot(b.x - a.x, b.y - a.y) + Math.hypot(d.x - c.x, d.y - c.y);
  const chord = Math.hypot(c.x - b.x, c.y - b.y);
  const count = Math.max(2, Math.round((0.75 * length + chord) / kStep));
  return Array.from({ length: count + 1 }, (_, i) => {
    const t = i / count;
    const weights = [(1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t ** 2 * (1 - t), t ** 3];
    const sum = (axis: 'x' | 'y') =>
      [a, b, c, d].reduce((total, point, k) => total + weights[k]! * point[axis], 0);
    return { x: sum('x'), y: sum('y') };
  });
}
