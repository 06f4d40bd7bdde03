/** A matrix as pixels, one per cell. A heatmap scales them up. */
import type { MatrixView } from '../../tensor';
import { colorTable, type ColorScale, type Rgb } from '../color';

/** How values become colours, and which cells have no value at all. */
export interface Coloring {
  readonly scale: ColorScale;
  /** The value at the end of the colour table. */
  readonly reach: number;
  /** Of the same shape; a cell is masked where it is -Infinity. */
  readonly masks: MatrixView | null;
}

/** The flat grey of a cell that the mask forbids; hatched over where there is room. */
export function maskedColor(dark: boolean): Rgb {
  return dark ? [58, 60, 64] : [222, 219, 211];
}

/** The glaring colour of a cell that is not a number. */
export function notFiniteColor(dark: boolean): Rgb {
  return dark ? [255, 80, 120] : [190, 0, 60];
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
  const forbidden = pack(maskedColor(dark));
  const broken = pack(notFiniteColor(dark));
  const forbids = masks?.data;
  // Index 0 stands for 0 or, where colours go both ways, for minus the reach.
  const both = scale === 'diverging';
  const last = colors.length - 1;
  const slope = reach > 0 ? (both ? last / 2 : last) / reach : 0;
  const zero = both ? last / 2 : 0;
  const pixels = new Uint32Array(data.length);
  for (let cell = 0; cell < data.length; cell++) {
    const value = data[cell]!;
    if (forbids && forbids[cell] === -Infinity) pixels[cell] = forbidden;
    else if (value - value !== 0) pixels[cell] = broken;
    else {
      const index = Math.round(value * slope + zero);
      pixels[cell] = colors[index < 0 ? 0 : index > last ? last : index]!;
    }
  }
  return { rows, columns, pixels: new Uint8ClampedArray(pixels.buffer) };
}

/** As a pixel lies in memory: red first, on the little-endian machines that browsers run on. */
function pack([r, g, b]: Rgb): number {
  return ((255 << 24) | (b << 16) | (g << 8) | r) >>> 0;
}

function packed(table: Uint8ClampedArray): Uint32Array {
  return Uint32Array.from({ length: table.length / 3 }, (_, i) =>
    pack([table[i * 3]!, table[i * 3 + 1]!, table[i * 3 + 2]!]),
  );
}
