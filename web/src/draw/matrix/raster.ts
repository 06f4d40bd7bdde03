/** Converts a matrix to pixels, one per cell. A heatmap scales them up. */
import type { MatrixView } from '../../tensors/tensor';
import { type Rgb } from '../color';
import { colorTable, isDiverging, type ColorScale } from '../color-scales';

/** Color scale and mask of a heatmap. */
export interface Coloring {
  readonly scale: ColorScale;
  /** The value at the end of the color table. */
  readonly reach: number;
  /** Same shape as the matrix. -Infinity marks a masked cell. */
  readonly masks: MatrixView | null;
}

/** Gray for masked cells. Large cells are also hatched. */
export function maskedColor(dark: boolean): Rgb {
  return dark ? [58, 60, 64] : [222, 219, 211];
}

/** Warning color for NaN and infinite values. */
export function notFiniteColor(dark: boolean): Rgb {
  return dark ? [255, 153, 34] : [221, 119, 0];
}

export function isMasked({ masks }: Coloring, row: number, column: number): boolean {
  return masks !== null && masks.data[row * masks.columns + column] === -Infinity;
}

export interface Raster {
  readonly rows: number;
  readonly columns: number;
  /** RGBA bytes, `[rows * columns * 4]`. */
  readonly pixels: Uint8ClampedArray<ArrayBuffer>;
}

export function rasterize(
  { rows, columns, data }: MatrixView,
  { scale, reach, masks }: Coloring,
  dark: boolean,
): Raster {
  const colors = packed(colorTable(scale, dark));
  const maskedPixel = pack(maskedColor(dark));
  const notFinitePixel = pack(notFiniteColor(dark));
  const maskData = masks?.data;
  // Index 0 of the color table is value 0 (sequential) or -reach (diverging).
  const diverging = isDiverging(scale);
  const last = colors.length - 1;
  const slope = reach > 0 ? (diverging ? last / 2 : last) / reach : 0;
  const zero = diverging ? last / 2 : 0;
  const pixels = new Uint32Array(data.length);
  for (let cell = 0; cell < data.length; cell++) {
    const value = data[cell]!;
    if (maskData && maskData[cell] === -Infinity) pixels[cell] = maskedPixel;
    else if (value - value !== 0) pixels[cell] = notFinitePixel;
    else {
      const index = Math.round(value * slope + zero);
      pixels[cell] = colors[index < 0 ? 0 : index > last ? last : index]!;
    }
  }
  return { rows, columns, pixels: new Uint8ClampedArray(pixels.buffer) };
}

/** One RGBA pixel as a 32-bit integer. Browsers run on little-endian machines: red is the low byte. */
function pack([r, g, b]: Rgb): number {
  return ((255 << 24) | (b << 16) | (g << 8) | r) >>> 0;
}

function packed(table: Uint8ClampedArray): Uint32Array {
  return Uint32Array.from({ length: table.length / 3 }, (_, i) =>
    pack([table[i * 3]!, table[i * 3 + 1]!, table[i * 3 + 2]!]),
  );
}
