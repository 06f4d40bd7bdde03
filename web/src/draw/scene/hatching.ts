/** Slanted lines over rectangles, all on one raster, as the heatmap hatches what is masked. */
import { cssColor, type Rgb } from '../color';
import { maskedColor } from '../raster';
import { short, type PathShape } from './scene';

interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const kPitch = 6;

/** On each line x + y is a multiple of the pitch; it is cut where it leaves an area. */
export function hatching(areas: readonly Area[], dark: boolean): PathShape {
  const lines: string[] = [];
  for (const { x, y, width, height } of areas) {
    const [right, bottom] = [x + width, y + height];
    const first = Math.ceil((x + y) / kPitch) * kPitch;
    for (let sum = first; sum < right + bottom; sum += kPitch) {
      const [x1, x2] = [Math.min(right, sum - y), Math.max(x, sum - bottom)];
      if (x1 > x2) lines.push(`M${short(x1)} ${short(sum - x1)}L${short(x2)} ${short(sum - x2)}`);
    }
  }
  // What two fifths of the one upon the other look like: not every program reads transparent colours.
  const [flat, upon] = [maskedColor(dark), maskedColor(!dark)];
  const mixed = flat.map((byte, i) => Math.round(byte * 0.6 + upon[i]! * 0.4));
  const stroke = cssColor(mixed as unknown as Rgb);
  return { kind: 'path', x: 0, y: 0, d: lines.join(''), stroke, lineWidth: 1 };
}
