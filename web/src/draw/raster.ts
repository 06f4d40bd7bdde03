/** A matrix as pixels, one a cell: what a heatmap scales up. */
import type { MatrixView } from '../tensor';
import { colorIndex, colorTable, type ColorScale, type Rgb } from './color';

/** The flat grey of a cell that the mask forbids; hatched over where there is room. */
export function maskedColor(dark: boolean): Rgb {
  return dark ? [58, 60, 64] : [222, 219, 211];
}

/** The glaring colour of a cell that is not a number. */
export function notFiniteColor(dark: boolean): Rgb {
  return dark ? [255, 80, 120] : [190, 0, 60];
}

/** RGBA bytes, `[rows * columns * 4]`. `reach` is the value at the end of the colour table. */
export function rasterize(
  matrix: MatrixView,
  scale: ColorScale,
  reach: number,
  dark: boolean,
  masked: (row: number, column: number) => boolean,
): Uint8ClampedArray<ArrayBuffer> {
  const { rows, columns, data } = matrix;
  const table = colorTable(scale, dark);
  const forbidden = maskedColor(dark);
  const broken = notFiniteColor(dark);
  const pixels = new Uint8ClampedArray(rows * columns * 4);
  for (let row = 0, cell = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++, cell++) {
      const value = data[cell]!;
      const at = cell * 4;
      if (masked(row, column)) pixels.set(forbidden, at);
      else if (!Number.isFinite(value)) pixels.set(broken, at);
      else {
        const from = colorIndex(scale, value, reach) * 3;
        pixels[at] = table[from]!;
        pixels[at + 1] = table[from + 1]!;
        pixels[at + 2] = table[from + 2]!;
      }
      pixels[at + 3] = 255;
    }
  }
  return pixels;
}
