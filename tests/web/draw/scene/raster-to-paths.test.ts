import { describe, expect, it } from 'vitest';
import { cssColor } from '../../../../web/src/draw/color';
import { colorAt, colorTable } from '../../../../web/src/draw/color-scales';
import {
  maskedColor,
  notFiniteColor,
  rasterize,
  type Raster,
} from '../../../../web/src/draw/matrix/raster';
import { rasterToPaths } from '../../../../web/src/draw/scene/raster-to-paths';
import { seeded } from '../../../support/seeded';
import { painted } from '../cells';

const shapeOf = (raster: Raster, { cellWidth, cellHeight }: Record<string, number>) =>
  ({
    kind: 'raster',
    x: 0,
    y: 0,
    width: raster.columns * cellWidth!,
    height: raster.rows * cellHeight!,
    raster,
  }) as const;

describe('a raster as paths', () => {
  it.each([false, true])('paints every cell once, in its color (dark: %s)', (dark) => {
    const { normal } = seeded(3);
    const [rows, columns, reach] = [17, 23, 2];
    const data = Float32Array.from({ length: rows * columns }, normal);
    data[5] = NaN;
    const masks = { rows, columns, data: new Float32Array(rows * columns) };
    masks.data[7] = masks.data[8] = -Infinity;
    const size = { cellWidth: 12.5, cellHeight: 7 };
    const raster = rasterize({ rows, columns, data }, { scale: 'diverging', reach, masks }, dark);
    const paths = rasterToPaths(shapeOf(raster, size));
    const { colors, times } = painted(paths, { rows, columns, ...size });
    const table = colorTable('diverging', dark);
    const expected = Array.from(data, (value, cell) => {
      if (masks.data[cell] === -Infinity) return cssColor(maskedColor(dark));
      if (Number.isNaN(value)) return cssColor(notFiniteColor(dark));
      const share = Math.min(1, Math.max(0, (value / reach + 1) / 2));
      return cssColor(colorAt(table, Math.round(share * 255)));
    });
    expect(colors).toEqual(expected);
    expect(times.every((count) => count === 1)).toBe(true);
  });

  it('has one path per color, and one rectangle per run of equal cells', () => {
    const matrix = { rows: 2, columns: 4, data: Float32Array.of(1, 1, 1, 0, 0, 0, 1, 1) };
    const coloring = { scale: 'sequential', reach: 1, masks: null } as const;
    const size = { cellWidth: 10, cellHeight: 5 };
    const paths = rasterToPaths(shapeOf(rasterize(matrix, coloring, false), size));
    expect(paths.map(({ d }) => d)).toEqual([
      'm0 0h30v5h-30zm20 5h20v5h-20z',
      'm30 0h10v5h-10zm-30 5h20v5h-20z',
    ]);
  });
});
