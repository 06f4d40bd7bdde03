import { expect, it } from 'vitest';
import { screenLayout } from '../../../../web/src/draw/pictures/heatmap-layout';
import { HeatmapWindow } from '../../../../web/src/elements/views/heatmap-window';

/** A matrix of 10 rows and 8 columns. */
const layout = screenLayout({
  rows: 10,
  columns: 8,
  width: 400,
  rowLabelWidth: 60,
  columnLabelWidth: 60,
  largestCell: 40,
  largestHeight: 640,
  devicePixelRatio: 1,
});
const matrix = { rows: 100, columns: 50, data: new Float32Array(5000) };

function windowAt(row: number, column: number) {
  const window = new HeatmapWindow();
  [window.max, window.zoom] = [4, 1];
  window.first = { row, column };
  window.settle(matrix, layout);
  return window;
}

it('the window stays inside the matrix', () => {
  expect(windowAt(95, 49).first).toEqual({ row: 90, column: 42 });
  expect(windowAt(-3, -1).first).toEqual({ row: 0, column: 0 });
});

it('the window moves no further than necessary to show a cell', () => {
  const window = windowAt(20, 20);
  const revealed = (row: number, column: number) => {
    window.reveal({ row, column });
    window.settle(matrix, layout);
    return window.first;
  };
  expect(revealed(25, 27)).toEqual({ row: 20, column: 20 });
  expect(revealed(30, 27)).toEqual({ row: 21, column: 20 });
  expect(revealed(21, 5)).toEqual({ row: 21, column: 5 });
  expect(revealed(99, 49)).toEqual({ row: 90, column: 42 });
});

it('zooming keeps the visible cell in place, or else the middle', () => {
  const zoomed = (row: number, column: number) => {
    const window = windowAt(20, 20);
    window.zoomBy(1, { row, column });
    window.settle(matrix, layout);
    expect(window.zoom).toBe(2);
    return window.first;
  };
  expect(zoomed(29, 20)).toEqual({ row: 24, column: 16 });
  expect(zoomed(30, 20)).toEqual({ row: 20, column: 20 });
});

it('zooming stops at both limits', () => {
  const window = windowAt(0, 0);
  for (let step = 0; step < 9; step++) window.zoomBy(1, window.first);
  expect(window.zoom).toBe(4);
  for (let step = 0; step < 9; step++) window.zoomBy(-1, window.first);
  expect(window.zoom).toBe(0);
});

it('the window names its rows and columns, counted from 1', () => {
  expect(windowAt(20, 0).range).toEqual(['21–30', '1–8']);
});
