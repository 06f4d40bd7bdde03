/** A zoomed heatmap: larger cells in about the same space, so only some rows and columns are visible. */
import { screenLayout, type HeatmapLayout, type ScreenRequest } from './heatmap-layout';

/** The maximum width of a cell, at which its number fits. */
const kWidest = 40;
const kHighest = 20;
/** The minimum height, so that even a low picture shows some rows. */
const kMinHeight = 240;

/** How many times the cells of this layout can double. */
export function maxZoom({ cellWidth, cellHeight }: HeatmapLayout): number {
  return Math.max(0, Math.ceil(Math.log2(Math.max(kWidest / cellWidth, kHighest / cellHeight))));
}

/**
 * The layout of as many rows and columns as fit, if cells double `zoom` times.
 *
 *   fit  the layout of `request` without zoom
 */
export function zoomedLayout(
  request: ScreenRequest,
  fit: HeatmapLayout,
  zoom: number,
): HeatmapLayout {
  const { rows, columns, width } = request;
  const grown = (size: number, largest: number) =>
    Math.max(size, Math.min(size * 2 ** zoom, largest));
  const cellWidth = grown(fit.cellWidth, kWidest);
  const cellHeight = grown(fit.cellHeight, rows === columns ? kWidest : kHighest);
  const layoutOf = (part: Pick<ScreenRequest, 'rows' | 'columns' | 'width'>) =>
    screenLayout({
      ...request,
      ...part,
      largestCell: cellWidth,
      smallestCell: 0,
      largestHeight: part.rows * cellHeight,
    });
  // First without limits, to find how much room the labels take.
  const whole = layoutOf({ rows, columns, width: Math.max(width, 2 * columns * kWidest + 1000) });
  const labels = whole.width - columns * whole.cellWidth;
  const height = Math.max(fit.height, kMinHeight) - whole.top;
  return layoutOf({
    width,
    rows: fitting(height / whole.cellHeight, rows),
    columns: fitting((width - labels) / whole.cellWidth, columns),
  });
}

const fitting = (count: number, all: number) => Math.max(1, Math.min(all, Math.floor(count)));
