/** The pen that draws a digit. */
import { kSide } from '../../geometry/digit-image';
import type { Point } from '../../geometry/point';
import { kFull, type Drawing } from './drawing';

/** The pen's radius, in cells: about the stroke of a digit of the data, once it has been scaled. */
const kPen = 1.2;

/** Adds a line of the pen. Coordinates are in cells; the center of the first cell is at (0.5, 0.5). */
export function withLine(drawing: Drawing, from: Point, to: Point): Drawing {
  return drawing.map((cell, i) => {
    const center = { x: (i % kSide) + 0.5, y: Math.floor(i / kSide) + 0.5 };
    const covered = Math.min(1, Math.max(0, kPen + 0.5 - distanceTo(center, from, to)));
    return Math.max(cell, Math.round(kFull * covered));
  });
}

function distanceTo({ x, y }: Point, from: Point, to: Point): number {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = dx * dx + dy * dy;
  const along = length === 0 ? 0 : ((x - from.x) * dx + (y - from.y) * dy) / length;
  const fraction = Math.min(1, Math.max(0, along));
  return Math.hypot(x - from.x - fraction * dx, y - from.y - fraction * dy);
}
