/** Diagonal lines over masked cells. */
import { cssColor, type Rgb } from '../color';
import { maskedColor } from '../matrix/raster';
import { shortNumber, type PathShape } from './scene';

interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const kPitch = 6;

/**
 * Hatches areas listed in row order. Along each line, x + y is a constant multiple of the pitch. A line is
 * clipped to its area and continues into an adjacent area below, so a large mask has few lines.
 */
export function hatching(areas: readonly Area[], dark: boolean): PathShape {
  const path: string[] = [];
  const open = new Map<number, { x1: number; x2: number }>();
  const write = (sum: number, { x1, x2 }: { x1: number; x2: number }) =>
    path.push(
      `M${shortNumber(x1)} ${shortNumber(sum - x1)}L${shortNumber(x2)} ${shortNumber(sum - x2)}`,
    );
  for (const { x, y, width, height } of areas) {
    const [right, bottom] = [x + width, y + height];
    const first = Math.ceil((x + y) / kPitch) * kPitch;
    for (let sum = first; sum < right + bottom; sum += kPitch) {
      const [x1, x2] = [Math.min(right, sum - y), Math.max(x, sum - bottom)];
      if (x1 <= x2) continue;
      const line = open.get(sum);
      if (line && Math.abs(line.x2 - x1) < 1e-3) line.x2 = x2;
      else {
        if (line) write(sum, line);
        open.set(sum, { x1, x2 });
      }
    }
  }
  for (const [sum, line] of open) write(sum, line);
  // Use an opaque mixed color: some SVG programs do not support transparency.
  const [flat, lines] = [maskedColor(dark), maskedColor(!dark)];
  const mixed = flat.map((byte, i) => Math.round(byte * 0.6 + lines[i]! * 0.4));
  const stroke = cssColor(mixed as unknown as Rgb);
  return { kind: 'path', x: 0, y: 0, d: path.join(''), stroke, lineWidth: 1 };
}
