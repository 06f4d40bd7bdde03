import { describe, expect, it } from 'vitest';
import {
  cellUnder,
  screenLayout,
  type HeatmapLayout,
  type ScreenRequest,
} from '../../../../web/src/draw/pictures/heatmap-layout';

function layout(n: number, width: number, change: Partial<ScreenRequest> = {}): HeatmapLayout {
  return screenLayout({
    rows: n,
    columns: n,
    width,
    rowLabelWidth: 60,
    columnLabelWidth: 60,
    largestCell: 64,
    largestHeight: 700,
    devicePixelRatio: 1,
    ...change,
  });
}

/** How far the last label, 60 wide and slanted by 45 degrees, extends beyond the last cell. */
const overhang = (result: HeatmapLayout) => (result.columnLabels === 'slanted' ? 43 : 0);

const sizes = Array.from({ length: 512 }, (_, i) => i + 1);
const widths = [280, 281, 320, 375, 512, 640.5, 799.99, 1024, 1200];
const densities = [1, 1.25, 2, 3];

describe('the cells', () => {
  it.each(widths)('fit into %f pixels for any count and pixel density', (width) => {
    for (const n of sizes)
      for (const devicePixelRatio of densities) {
        const result = layout(n, width, { devicePixelRatio });
        expect(result.width).toBeLessThanOrEqual(width + 1e-9);
        expect(result.height - result.top).toBeLessThanOrEqual(700 + 1e-9);
        expect(result.width).toBeCloseTo(result.left + n * result.cellWidth + overhang(result), 9);
        expect(result.height).toBeCloseTo(result.top + n * result.cellHeight, 9);
        expect(result.cellWidth).toBeGreaterThan(0);
        expect(result.cellHeight).toBeGreaterThan(0);
      }
  });

  it.each(widths)('use at least half of %f pixels unless they have their maximum size', (width) => {
    for (const n of sizes) {
      const result = layout(n, width);
      if (result.cellWidth < 64) expect(result.width).toBeGreaterThan(width / 2);
    }
  });

  it('never get narrower than the smallest width, even if the layout then exceeds its space', () => {
    for (const [width, columns] of [
      [280, 128],
      [411, 256],
    ] as const) {
      const wide = layout(6, width, { columns, smallestCell: 8 });
      expect(wide.cellWidth).toBe(8);
      expect(wide.width).toBe(wide.left + columns * 8);
      expect(wide.rowLabels).toBe('names');
    }
    expect(layout(6, 411, { columns: 32, smallestCell: 8 })).toEqual(
      layout(6, 411, { columns: 32 }),
    );
  });

  it('keep the height of a line of text with many columns, and are square with as many rows', () => {
    const wide = layout(6, 390, { columns: 128 });
    expect(wide.cellWidth).toBeLessThan(4);
    expect(wide.cellHeight).toBe(16);
    expect(wide.rowLabels).toBe('names');
    expect(layout(300, 390, { columns: 128 }).cellHeight).toBeCloseTo(700 / 300, 9);
    const square = layout(128, 390);
    expect(square.cellHeight).toBe(square.cellWidth);
  });

  it('never exceed their maximum size', () => {
    for (const n of [1, 2, 3]) expect(layout(n, 1200, { largestCell: 40 }).cellWidth).toBe(40);
  });

  it.each(densities)(
    'from a minimum size on are an integer number of device pixels wide (density %f)',
    (density) => {
      for (const n of sizes) {
        const { cellWidth } = layout(n, 777, { devicePixelRatio: density });
        if (cellWidth < 4) continue;
        expect(cellWidth * density).toBeCloseTo(Math.round(cellWidth * density), 9);
      }
    },
  );

  it('can form wide and tall matrices', () => {
    for (const [rows, columns] of [
      [3, 40],
      [40, 3],
      [1, 512],
      [512, 1],
    ] as const) {
      const result = layout(0, 600, { rows, columns });
      expect(result.width).toBeCloseTo(
        result.left + columns * result.cellWidth + overhang(result),
        9,
      );
      expect(result.height).toBeCloseTo(result.top + rows * result.cellHeight, 9);
      expect(result.width).toBeLessThanOrEqual(600 + 1e-9);
      expect(result.height - result.top).toBeLessThanOrEqual(700 + 1e-9);
    }
  });
});

describe('the cell under a point', () => {
  it('is the cell at that position in the layout', () => {
    for (const n of [1, 2, 6, 13, 24, 64, 100, 255, 512])
      for (const width of widths)
        for (const devicePixelRatio of densities) {
          const result = layout(n, width, { devicePixelRatio });
          for (const index of new Set([0, 1, n >> 1, n - 2, n - 1])) {
            if (index < 0 || index >= n) continue;
            const cell = { row: index, column: n - 1 - index };
            for (const inside of [0.01, 0.5, 0.99]) {
              const x = result.left + (cell.column + inside) * result.cellWidth;
              const y = result.top + (cell.row + inside) * result.cellHeight;
              expect(cellUnder(result, x, y)).toEqual(cell);
            }
          }
        }
  });

  it('is null over the labels and outside', () => {
    const result = layout(6, 600);
    expect(result.left).toBeGreaterThan(0);
    expect(result.top).toBeGreaterThan(0);
    const middle = { x: result.left + 5, y: result.top + 5 };
    expect(cellUnder(result, middle.x, middle.y)).toEqual({ row: 0, column: 0 });
    expect(cellUnder(result, result.left - 0.5, middle.y)).toBeNull();
    expect(cellUnder(result, middle.x, result.top - 0.5)).toBeNull();
    expect(cellUnder(result, result.width + 0.5, middle.y)).toBeNull();
    expect(cellUnder(result, middle.x, result.height + 0.5)).toBeNull();
    expect(cellUnder(result, NaN, NaN)).toBeNull();
  });
});

describe('labels', () => {
  it('are shown if cells are large enough for a line of text', () => {
    const result = layout(6, 600);
    expect(result.rowLabels).toBe('names');
    expect(result.columnLabels).not.toBe('none');
    expect(result.left).toBeGreaterThanOrEqual(60);
  });

  it('are omitted and take no space if cells are lower than a line of text', () => {
    for (const n of sizes)
      for (const width of widths) {
        const result = layout(n, width);
        if (result.rowLabels === 'names') expect(result.cellHeight).toBeGreaterThanOrEqual(12);
        else expect(result.left).toBe(0);
        if (result.columnLabels !== 'none') expect(result.cellWidth).toBeGreaterThanOrEqual(12);
        else expect(result.top).toBe(0);
      }
    expect(layout(512, 1200)).toMatchObject({ rowLabels: 'none', columnLabels: 'none' });
  });

  it('are flat if they fit into a column, and slanted otherwise', () => {
    expect(layout(4, 600, { columnLabelWidth: 40 }).columnLabels).toBe('flat');
    expect(layout(4, 600, { columnLabelWidth: 90 }).columnLabels).toBe('slanted');
  });

  it('never overlap: their lines are at least 14 pixels apart', () => {
    const closest = { slanted: Infinity, upright: Infinity };
    for (const width of widths)
      for (const n of sizes) {
        const { columnLabels, cellWidth } = layout(n, width);
        // The lines run at 45 degrees through the middles of the columns.
        if (columnLabels === 'slanted')
          closest.slanted = Math.min(closest.slanted, cellWidth * Math.sin(Math.PI / 4));
        if (columnLabels === 'upright') closest.upright = Math.min(closest.upright, cellWidth);
      }
    expect(closest.slanted).toBeGreaterThanOrEqual(14);
    expect(closest.upright).toBeGreaterThanOrEqual(14);
    expect(Math.max(closest.slanted, closest.upright)).toBeLessThan(15.6);
  });

  it('take at most a third of the width where the columns need the rest, even for a very long word', () => {
    for (const width of widths)
      for (const n of [Math.ceil(width / 18), 512])
        expect(layout(n, width, { rowLabelWidth: 5000 }).left).toBeLessThanOrEqual(width / 3);
    expect(layout(3, 600, { columnLabelWidth: 5000 }).top).toBeLessThanOrEqual(96);
  });

  it('of rows are not truncated while the columns keep theirs, also on a phone', () => {
    // A table of 14 letters, and 8 columns with a number each.
    const change = { rows: 14, columns: 8, rowLabelWidth: 128, columnLabelWidth: 14 };
    const long = layout(0, 320, change);
    expect(long).toMatchObject({ left: 134, rowLabels: 'names', columnLabels: 'flat' });
    expect(long.width).toBeLessThanOrEqual(320);
    for (const width of widths) {
      const word = layout(3, width, { rowLabelWidth: 5000 });
      expect(word.columnLabels).not.toBe('none');
      expect(word.width).toBeLessThanOrEqual(width);
      expect(word.left).toBeLessThanOrEqual(150);
    }
  });
});
