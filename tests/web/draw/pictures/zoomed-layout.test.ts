import { describe, expect, it } from 'vitest';
import { screenLayout, type ScreenRequest } from '../../../../web/src/draw/pictures/heatmap-layout';
import { maxZoom, zoomedLayout } from '../../../../web/src/draw/pictures/zoomed-layout';

const requestOf = (rows: number, columns: number, width: number): ScreenRequest => ({
  rows,
  columns,
  width,
  rowLabelWidth: 60,
  columnLabelWidth: 60,
  largestCell: 84,
  largestHeight: 640,
  devicePixelRatio: 2,
});

const matrices = [
  [41, 41],
  [64, 64],
  [128, 128],
  [512, 512],
  [512, 8],
  [64, 512],
  [4096, 64],
] as const;
const widths = [300, 411.5, 690, 1200];

describe.each(widths)('zoomed to a width of %f pixels', (width) => {
  it.each(matrices)('%i × %i cells grow, and as many as fit are in sight', (rows, columns) => {
    const request = requestOf(rows, columns, width);
    const fit = screenLayout(request);
    let before = fit;
    for (let zoom = 1; zoom <= maxZoom(fit); zoom++) {
      const layout = zoomedLayout(request, fit, zoom);
      expect(layout.width).toBeLessThanOrEqual(width + 1e-9);
      expect(layout.height).toBeLessThanOrEqual(Math.max(fit.height, 240) + 1e-9);
      expect(layout.rows).toBeLessThanOrEqual(before.rows);
      expect(layout.columns).toBeLessThanOrEqual(before.columns);
      // Another column would not fit.
      if (layout.columns < columns)
        expect(layout.width + 1.1 * layout.cellWidth).toBeGreaterThan(width - 15);
      before = layout;
    }
    expect(before.cellWidth).toBeGreaterThanOrEqual(39);
    expect(before.cellHeight).toBeGreaterThanOrEqual(16);
    expect(before.rowLabels).toBe('names');
    expect(before.columnLabels).not.toBe('none');
  });
});

it('square cells stay square as long as they can', () => {
  const request = requestOf(512, 512, 600);
  const fit = screenLayout(request);
  for (const zoom of [1, 2, 3, 4]) {
    const { cellWidth, cellHeight } = zoomedLayout(request, fit, zoom);
    expect(cellHeight).toBeCloseTo(cellWidth, 0);
    expect(cellWidth / fit.cellWidth).toBeCloseTo(2 ** zoom, 0);
  }
});
