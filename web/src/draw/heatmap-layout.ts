/** Where a heatmap's cells and labels go, in CSS pixels, and which cell lies under a point. */

export interface HeatmapLayout {
  readonly rows: number;
  readonly columns: number;
  /** Left and top edge of the cells: the labels stand before them. */
  readonly left: number;
  readonly top: number;
  readonly cellWidth: number;
  readonly cellHeight: number;
  readonly width: number;
  readonly height: number;
  /** Labels are drawn slanted when a cell is too narrow for them upright; not at all below `kLeastLabel`. */
  readonly rowLabels: boolean;
  readonly columnLabels: 'flat' | 'slanted' | 'none';
}

export interface Cell {
  readonly row: number;
  readonly column: number;
}

export interface LayoutRequest {
  readonly rows: number;
  readonly columns: number;
  /** The room there is. */
  readonly width: number;
  /** The widest label of the rows and of the columns. */
  readonly rowLabelWidth: number;
  readonly columnLabelWidth: number;
  readonly largestCell: number;
  readonly devicePixelRatio: number;
}

export const kLabelSize = 12;
const kLeastLabel = 13;
const kGap = 6;
const kMostLabel = 96;
const kSlant = Math.PI / 4;

export function layoutHeatmap(request: LayoutRequest): HeatmapLayout {
  const { rows, columns, width, devicePixelRatio: density } = request;
  const rowLabel = Math.min(request.rowLabelWidth, kMostLabel, width * 0.3);
  const withLabels = rowLabel + kGap;
  const labelled = cellSize(width - withLabels, columns, request.largestCell, density);
  const rowLabels = labelled >= kLeastLabel;
  const left = rowLabels ? Math.ceil(withLabels) : 0;
  const cellWidth = cellSize(width - left, columns, request.largestCell, density);
  const cellHeight = Math.min(cellWidth, rowLabels ? 38 : cellWidth);
  const flat = request.columnLabelWidth + 4 <= cellWidth;
  const columnLabels = cellWidth < kLeastLabel ? 'none' : flat ? 'flat' : 'slanted';
  const label = Math.min(request.columnLabelWidth, kMostLabel);
  const top =
    columnLabels === 'none'
      ? 0
      : Math.ceil(columnLabels === 'flat' ? kLabelSize + kGap : label * Math.sin(kSlant) + 12);
  return {
    rows,
    columns,
    left,
    top,
    cellWidth,
    cellHeight,
    width: left + columns * cellWidth,
    height: top + rows * cellHeight,
    rowLabels,
    columnLabels,
  };
}

export function cellUnder(layout: HeatmapLayout, x: number, y: number): Cell | null {
  const column = Math.floor((x - layout.left) / layout.cellWidth);
  const row = Math.floor((y - layout.top) / layout.cellHeight);
  const inside = row >= 0 && row < layout.rows && column >= 0 && column < layout.columns;
  return inside ? { row, column } : null;
}

/** Whole device pixels where cells are large enough for uneven ones to show. */
function cellSize(room: number, columns: number, largest: number, density: number): number {
  const size = Math.min(largest, room / columns);
  return size >= 4 ? Math.floor(size * density) / density : size;
}
