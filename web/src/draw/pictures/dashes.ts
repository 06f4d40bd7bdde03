/** Path data for lines through points, solid or dashed. */
import type { Point } from '../../geometry/point';
import { shortNumber } from '../scene/scene';

export const lineOf = (points: readonly Point[]) =>
  points.map(({ x, y }, i) => `${i ? 'L' : 'M'}${shortNumber(x)} ${shortNumber(y)}`).join('');

const kDash = 6;

/** Splits a line into dashes, because scenes have no dashed strokes. */
export function dashesOf(points: readonly Point[]): string {
  return points
    .slice(1)
    .flatMap((to, i) => {
      const from = points[i]!;
      const [dx, dy] = [to.x - from.x, to.y - from.y];
      const count = Math.max(1, Math.round(Math.hypot(dx, dy) / (2 * kDash)));
      return Array.from({ length: count }, (_, k) =>
        lineOf(
          [k / count, (k + 0.5) / count].map((t) => ({ x: from.x + t * dx, y: from.y + t * dy })),
        ),
      );
    })
    .join('');
}
