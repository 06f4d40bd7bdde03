import { describe, expect, it } from 'vitest';
import {
  colorAt,
  colorIndex,
  colorTable,
  type ColorScale,
} from '../../../../web/src/draw/color-scales';
import {
  isMasked,
  maskedColor,
  notFiniteColor,
  rasterize,
} from '../../../../web/src/draw/matrix/raster';
import type { MatrixView } from '../../../../web/src/tensors/tensor';
import { seeded } from '../../../support/seeded';

const matrix = (rows: number, columns: number, data: number[]): MatrixView => ({
  rows,
  columns,
  data: Float32Array.from(data),
});
const coloring = (scale: ColorScale, reach: number, masks: MatrixView | null = null) => ({
  scale,
  reach,
  masks,
});
const pixelsOf = (...of: Parameters<typeof rasterize>) => rasterize(...of).pixels;
const pixel = (pixels: Uint8ClampedArray, cell: number) => [
  ...pixels.slice(cell * 4, cell * 4 + 4),
];
const opaque = (rgb: readonly number[]) => [...rgb, 255];

describe.each([false, true])('a matrix as pixels (dark: %s)', (dark) => {
  const sequential = colorTable('sequential', dark);
  const diverging = colorTable('diverging', dark);

  it('maps 0 to the first color and the reach to the last', () => {
    const pixels = pixelsOf(matrix(1, 3, [0, 0.5, 1]), coloring('sequential', 1), dark);
    expect(pixel(pixels, 0)).toEqual(opaque(colorAt(sequential, 0)));
    expect(pixel(pixels, 1)).toEqual(opaque(colorAt(sequential, 128)));
    expect(pixel(pixels, 2)).toEqual(opaque(colorAt(sequential, 255)));
  });

  it('maps 0 to the middle color if the scale is diverging', () => {
    const pixels = pixelsOf(matrix(1, 3, [-2, 0, 2]), coloring('diverging', 2), dark);
    expect(pixel(pixels, 0)).toEqual(opaque(colorAt(diverging, 0)));
    expect(pixel(pixels, 1)).toEqual(opaque(colorAt(diverging, 128)));
    expect(pixel(pixels, 2)).toEqual(opaque(colorAt(diverging, 255)));
  });

  it('clamps values beyond the ends', () => {
    const beyond = pixelsOf(matrix(1, 3, [-3, 9, 3e38]), coloring('sequential', 1), dark);
    expect(pixel(beyond, 0)).toEqual(opaque(colorAt(sequential, 0)));
    expect(pixel(beyond, 1)).toEqual(opaque(colorAt(sequential, 255)));
    expect(pixel(beyond, 2)).toEqual(opaque(colorAt(sequential, 255)));
  });

  it('uses the masked color for exactly the masked cells, whatever their value', () => {
    const values = matrix(2, 2, [0.5, -Infinity, NaN, 0.5]);
    const masks = matrix(2, 2, [1, -Infinity, 1, 1]);
    const pixels = pixelsOf(values, coloring('sequential', 1, masks), dark);
    expect(pixel(pixels, 0)).toEqual(opaque(colorAt(sequential, 128)));
    expect(pixel(pixels, 1)).toEqual(opaque(maskedColor(dark)));
    expect(pixel(pixels, 2)).toEqual(opaque(notFiniteColor(dark)));
    expect(pixel(pixels, 3)).toEqual(opaque(colorAt(sequential, 128)));
  });

  it.each([NaN, Infinity, -Infinity])('uses the warning color for an unmasked %s', (value) => {
    for (const scale of ['sequential', 'diverging'] as const) {
      const pixels = pixelsOf(matrix(1, 1, [value]), coloring(scale, 1), dark);
      expect(pixel(pixels, 0)).toEqual(opaque(notFiniteColor(dark)));
    }
  });

  it('maps zeros to the color of 0 if the reach is 0', () => {
    const pixels = pixelsOf(matrix(1, 2, [0, 0]), coloring('sequential', 0), dark);
    expect(pixel(pixels, 0)).toEqual(opaque(colorAt(sequential, 0)));
    expect(pixel(pixels, 1)).toEqual(pixel(pixels, 0));
    const signed = pixelsOf(matrix(1, 1, [0]), coloring('diverging', 0), dark);
    expect(pixel(signed, 0)).toEqual(opaque(colorAt(diverging, 128)));
  });

  it.each(['sequential', 'diverging'] as const)(
    'agrees with colorIndex, which picks the ink of cell numbers (%s)',
    (scale) => {
      const random = seeded(3);
      const values = Array.from({ length: 1000 }, () => Math.fround(random.normal()));
      const pixels = pixelsOf(matrix(10, 100, values), coloring(scale, 1.5), dark);
      const table = colorTable(scale, dark);
      const expected = values.map((value) => opaque(colorAt(table, colorIndex(scale, value, 1.5))));
      expect(values.map((_, cell) => pixel(pixels, cell))).toEqual(expected);
    },
  );
});

describe('the pixels', () => {
  it('have the shape of the matrix', () => {
    const raster = rasterize(matrix(2, 3, [0, 0, 0, 0, 0, 0]), coloring('sequential', 1), false);
    expect([raster.rows, raster.columns]).toEqual([2, 3]);
  });

  it('are row-major, four bytes per cell', () => {
    const values = [0.1, 0.9, 0.3, 0.7, 0.2, 0.6];
    const pixels = pixelsOf(matrix(2, 3, values), coloring('sequential', 1), false);
    expect(pixels).toHaveLength(2 * 3 * 4);
    const row = pixelsOf(matrix(1, 3, values.slice(3)), coloring('sequential', 1), false);
    expect([...pixels.slice(12)]).toEqual([...row]);
  });
});

describe('a cell is masked', () => {
  const masks = matrix(2, 3, [0, -Infinity, -Infinity, -1e38, Infinity, NaN]);

  it('if and only if its masked score is -Infinity', () => {
    const cells = [0, 1].flatMap((row) =>
      [0, 1, 2].map((column) => isMasked(coloring('sequential', 1, masks), row, column)),
    );
    expect(cells).toEqual([false, true, true, false, false, false]);
  });

  it('never, without a mask', () => {
    expect(isMasked(coloring('sequential', 1), 0, 1)).toBe(false);
  });
});
