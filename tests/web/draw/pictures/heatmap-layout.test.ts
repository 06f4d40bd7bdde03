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
const overhang = (made: HeatmapLayout) => (made.columnLabels === 'slanted' ? 43 : 0);

const sizes = Array.from({ length: 512 }, (_, i) => i + 1);
const widths = [280, 281, 320, 375, 512, 640.5, 799.99, 1024, 1200];
const densities = [1, 1.25, 2, 3];

describe('the cells', () => {
  it.each(widths)('fit into %f pixels for any count and pixel density', (width) => {
    for (const n of sizes)
      for (const devicePixelRatio of densities) {
        const made = layout(n, width, { devicePixelRatio });
        expect(made.width).toBeLessThanOrEqual(width + 1e-9);
        expect(made.height - made.top).toBeLessThanOrEqual(700 + 1e-9);
        expect(made.width).toBeCloseTo(made.left + n * made.cellWidth + overhang(made), 9);
        expect(made.height).toBeCloseTo(made.top + n * made.cellHeight, 9);
        expect(made.cellWidth).toBeGreaterThan(0);
        expect(made.cellHeight).toBeGreaterThan(0);
      }
  });

  it.each(widths)('use at least half of %f pixels unless they have their maximum size', (width) => {
    for (const n of sizes) {
      const made = layout(n, width);
      if (made.cellWidth < 64) expect(made.width).toBeGreaterThan(width / 2);
    }
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
      const made = layout(0, 600, { rows, columns });
      expect(made.width).toBeCloseTo(made.left + columns * made.cellWidth + overhang(made), 9);
      expect(made.height).toBeCloseTo(made.top + rows * made.cellHeight, 9);
      expect(made.width).toBeLessThanOrEqual(600 + 1e-9);
      expect(made.height - made.top).toBeLessThanOrEqual(700 + 1e-9);
    }
  });
});

describe('the cell under a point', () => {
  it('is the cell at that position in the layout', () => {
    for (const n of [1, 2, 6, 13, 24, 64, 100, 255, 512])
      for (const width of widths)
        for (const devicePixelRatio of densities) {
          const made = layout(n, width, { devicePixelRatio });
          for (const index of new Set([0, 1, n >> 1, n - 2, n - 1])) {
            if (index < 0 || index >= n) continue;
            const cell = { row: index, column: n - 1 - index };
            for (const inside of [0.01, 0.5, 0.99]) {
              const x = made.left + (cell.column + inside) * made.cellWidth;
              const y = made.top + (cell.row + inside) * made.cellHeight;
              expect(cellUnder(made, x, y)).toEqual(cell);
            }
          }
        }
  });

  it('is null over the labels and outside', () => {
    const made = layout(6, 600);
    expect(made.left).toBeGreaterThan(0);
    expect(made.top).toBeGreaterThan(0);
    const middle = { x: made.left + 5, y: made.top + 5 };
    expect(cellUnder(made, middle.x, middle.y)).toEqual({ row: 0, column: 0 });
    expect(cellUnder(made, made.left - 0.5, middle.y)).toBeNull();
    expect(cellUnder(made, middle.x, made.top - 0.5)).toBeNull();
    expect(cellUnder(made, made.width + 0.5, middle.y)).toBeNull();
    expect(cellUnder(made, middle.x, made.height + 0.5)).toBeNull();
    expect(cellUnder(made, NaN, NaN)).toBeNull();
  });
});

describe('labels', () => {
  it('are shown if cells are large enough for a line of text', () => {
    const made = layout(6, 600);
    expect(made.rowLabels).toBe('names');
    expect(made.columnLabels).not.toBe('none');
    expect(made.left).toBeGreaterThanOrEqual(60);
  });

  it('are omitted, and take no room, if cells are lower than a line of text', () => {
    for (const n of sizes)
      for (const width of widths) {
        const made = layout(n, width);
        if (made.rowLabels === 'names') expect(made.cellHeight).toBeGreaterThanOrEqual(12);
        else expect(made.left).toBe(0);
        if (made.columnLabels !== 'none') expect(made.cellWidth).toBeGreaterThanOrEqual(12);
        else expect(made.top).toBe(0);
      }
    expect(layout(512, 1200)).toMatchObject({ rowLabels: 'none', columnLabels: 'none' });
  });

  it('are flat if they fit into a column, and slanted otherwise', () => {
    expect(layout(4, 600, { columnLabelWidth: 40 }).columnLabels).toBe('flat');
    expect(layout(4, 600, { columnLabelWidth: 90 }).columnLabels).toBe('slanted');
  });

  it('take at most a third of the width, even for a very long word', () => {
    for (const width of widths)
      expect(layout(3, width, { rowLabelWidth: 5000 }).left).toBeLessThanOrEqual(width / 3);
    expect(layout(3, 600, { columnLabelWidth: 5000 }).top).toBeLessThanOrEqual(96);
  });
});
