import { describe, expect, it } from 'vitest';
import { colorAt, colorTable, cssColor } from '../../../../web/src/draw/color';
import {
  maskedColor,
  notFiniteColor,
  rasterize,
  type Raster,
} from '../../../../web/src/draw/matrix/raster';
import { rasterToPaths } from '../../../../web/src/draw/scene/raster-to-paths';
import { hatching } from '../../../../web/src/draw/scene/hatching';
import {
  heatmapScene,
  type HeatmapPicture,
} from '../../../../web/src/draw/pictures/heatmap-figure';
import { figureLayout } from '../../../../web/src/draw/pictures/heatmap-layout';
import { sceneToSvg } from '../../../../web/src/draw/scene/to-svg';
import { seeded } from '../../seeded';
import { painted } from '../cells';
import { numberOf, outside, shapes, sheet, texts } from '../sheet';

function picture(
  rows: number,
  columns: number,
  change: Partial<HeatmapPicture> = {},
): HeatmapPicture {
  const { uniform } = seeded(rows * 1000 + columns);
  const data = Float32Array.from({ length: rows * columns }, uniform);
  const labels = (count: number) => Array.from({ length: count }, (_, i) => `token${i}`);
  return {
    title: 'Weights',
    subtitle: 'head 1',
    matrix: { rows, columns, data },
    coloring: { scale: 'sequential', reach: 1, masks: null },
    rowLabels: labels(rows),
    columnLabels: labels(columns),
    query: null,
    least: 0,
    most: 1,
    largestCell: 84,
    ...change,
  };
}

const causal = (count: number) => ({
  rows: count,
  columns: count,
  data: Float32Array.from({ length: count * count }, (_, cell) =>
    cell % count > Math.floor(cell / count) ? -Infinity : 0,
  ),
});

const shapeOf = (raster: Raster, { cellWidth, cellHeight }: Record<string, number>) =>
  ({
    kind: 'raster',
    x: 0,
    y: 0,
    width: raster.columns * cellWidth!,
    height: raster.rows * cellHeight!,
    raster,
  }) as const;

describe('cells as vectors', () => {
  it.each([false, true])('paint every cell once, in its colour (dark: %s)', (dark) => {
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

  it('are one path a colour, and one rectangle for equal neighbours', () => {
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

describe('the hatching', () => {
  it('stays within its areas, on lines that are the same for all of them', () => {
    const areas = [
      { x: 10, y: 3, width: 31, height: 12 },
      { x: 100, y: 50, width: 5, height: 40 },
    ];
    const ends = [...hatching(areas, false).d.matchAll(/[ML](\S+?) (\S+?)(?=[ML]|$)/g)];
    expect(ends.length).toBeGreaterThan(20);
    for (const [, x, y] of ends.map((end) => end.map(Number))) {
      expect((x! + y!) % 6).toBeCloseTo(0, 6);
      const inside = areas.some(
        (area) =>
          x! >= area.x && x! <= area.x + area.width && y! >= area.y && y! <= area.y + area.height,
      );
      expect(inside, `${x}, ${y}`).toBe(true);
    }
  });
});

describe('the hatching of areas that touch', () => {
  it('is as long as that of each, in lines that cross the edge between them', () => {
    const upper = { x: 7, y: 0, width: 40, height: 11.3 };
    const lower = { x: 7, y: 11.3, width: 40, height: 11.3 };
    const linesOf = (areas: (typeof upper)[]) =>
      Array.from(hatching(areas, false).d.matchAll(/M(\S+) \S+?L(\S+) /g), ([, from, to]) => [
        Number(from),
        Number(to),
      ]);
    const length = (lines: number[][]) => lines.reduce((sum, [from, to]) => sum + (from! - to!), 0);
    const joined = linesOf([upper, lower]);
    const whole = linesOf([{ ...upper, height: 22.6 }]);
    expect(joined).toHaveLength(whole.length);
    expect(joined.flat().sort()).toEqual(whole.flat().sort());
    expect(length(joined)).toBeCloseTo(length(linesOf([upper])) + length(linesOf([lower])), 1);
  });
});

describe('a picture of a heatmap', () => {
  it('has a label for each row and column, and the value of each cell', () => {
    const given = picture(5, 7);
    const scene = heatmapScene(given, sheet);
    const written = texts(scene);
    for (const label of given.rowLabels) expect(written).toContain(label);
    for (const label of given.columnLabels) expect(written).toContain(label);
    const numbers = shapes(scene, 'text').filter(({ text }) => /^\d\.\d\d$/.test(text));
    expect(numbers).toHaveLength(35);
    numbers.forEach(({ text }, cell) => {
      const error = Math.abs(numberOf(text) - given.matrix.data[cell]!);
      expect(error).toBeLessThanOrEqual(0.005 + 1e-6);
    });
  });

  it('says what is masked, followed, least and largest, and the caption', () => {
    const coloring = { scale: 'sequential', reach: 0.5, masks: causal(6) } as const;
    const scene = heatmapScene(picture(6, 6, { coloring, query: 4, most: 0.75 }), sheet);
    const written = texts(scene);
    for (const text of [
      'Weights',
      'head 1',
      'masked',
      'followed: token4',
      '0.500 and more',
      'least 0.000, largest 0.750',
      ...sheet.caption,
    ])
      expect(written).toContain(text);
    expect(written.filter((text) => /^\d\.\d\d$/.test(text))).toHaveLength(21);
    const [outline] = shapes(scene, 'rect').filter(
      ({ stroke, width }) => stroke === sheet.colors.query && width > 20,
    );
    const row = shapes(scene, 'text').find(({ text, bold }) => text === 'token4' && bold)!;
    expect(outline!.y).toBeLessThan(row.y);
    expect(outline!.y + outline!.height).toBeGreaterThan(row.y);
  });

  it.each([
    [1, 1],
    [6, 6],
    [24, 24],
    [64, 64],
    [128, 128],
    [129, 129],
    [512, 512],
    [6, 256],
    [512, 4],
    [3, 40],
  ])(
    'of %i x %i has whole cells, room for what is before them, and nothing outside',
    (rows, columns) => {
      const layout = figureLayout({
        rows,
        columns,
        rowLabelWidth: 300,
        columnLabelWidth: 60,
        largestCell: 84,
      });
      for (const edge of [layout.cellWidth, layout.cellHeight, layout.left, layout.top])
        expect(Number.isInteger(edge)).toBe(true);
      expect(layout.cellHeight * rows).toBeLessThanOrEqual(rows <= 24 ? 24 * 38 : 1792);
      expect(layout.rowLabels).toBe(rows <= 128 ? 'names' : 'numbers');
      expect(layout.columnLabels === 'numbers').toBe(columns > 128);
      if (columns <= 24) expect(layout.cellWidth).toBeGreaterThanOrEqual(36);
      expect(outside(heatmapScene(picture(rows, columns), sheet))).toEqual([]);
    },
  );

  it('of more rows than can be named has numbers beside some of them', () => {
    const written = texts(heatmapScene(picture(512, 512), sheet));
    for (const number of ['1', '32', '480', '512'])
      expect(written.filter((text) => text === number)).toHaveLength(2);
    expect(written).not.toContain('token1');
  });

  it('of 512 tokens is a file of less than 5 MB even if no two neighbours are alike', () => {
    const svg = sceneToSvg(heatmapScene(picture(512, 512), sheet));
    expect(svg.length).toBeLessThan(5e6);
    expect(svg.match(/<path/g)!.length).toBeLessThanOrEqual(256);
  });

  it('cuts labels that are too long for their place', () => {
    const long = 'x'.repeat(8000);
    const scene = heatmapScene(
      picture(2, 2, { rowLabels: [long, 'b'], columnLabels: [long, 'b'], query: 0 }),
      sheet,
    );
    expect(Math.max(...texts(scene).map((text) => text.length))).toBeLessThan(60);
    expect(outside(scene)).toEqual([]);
  });
});
