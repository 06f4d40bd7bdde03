/** Where a heatmap's cells and labels go, in CSS pixels, and which cell lies under a point. */

export interface HeatmapLayout {
  readonly rows: number;
  readonly columns: number;
  /** Left and top edge of the cells: the labels stand before them. */
  readonly left: number;
  readonly top: number;
  readonly cellWidth: number;
  readonly cellHeight: number;
  /** Of all, with the labels. */
  readonly width: number;
  readonly height: number;
  /** Labels are slanted when a cell is too narrow for them; there are none when it is tiny. */
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
  /** How high all rows together may become. */
  readonly largestHeight: number;
  readonly devicePixelRatio: number;
}

export const kLabelSize = 12;
export const kLeastLabel = 13;
export const kGap = 6;
export const kMaxLabel = 96;
export const kMaxRow = 38;
const kSlant = Math.PI / 4;

export function layoutHeatmap(request: LayoutRequest): HeatmapLayout {
  const { rows, columns, width, largestCell, devicePixelRatio: density } = request;
  const rowLabel = Math.min(request.rowLabelWidth, kMaxLabel, width * 0.3);
  const labelled = cellSize(width - rowLabel - kGap, columns, largestCell, density);
  const rowLabels = rowHeight(request, labelled) >= kLeastLabel;
  const left = rowLabels ? Math.ceil(rowLabel + kGap) : 0;
  const label = Math.min(request.columnLabelWidth, kMaxLabel);
  const upright = cellSize(width - left, columns, largestCell, density);
  const flat = request.columnLabelWidth + 4 <= upright && upright >= kLeastLabel;
  // The last label leans out over the edge.
  const overhang = Math.ceil(label * Math.cos(kSlant));
  const leaning = cellSize(width - left - overhang, columns, largestCell, density);
  const columnLabels = flat ? 'flat' : leaning >= kLeastLabel ? 'slanted' : 'none';
  const right = columnLabels === 'slanted' ? overhang : 0;
  const cellWidth = columnLabels === 'slanted' ? leaning : upright;
  const cellHeight = rowHeight(request, cellWidth);
  const tops = {
    none: 0,
    flat: kLabelSize + kGap,
    slanted: Math.ceil(label * Math.sin(kSlant) + kLabelSize),
  };
  const top = tops[columnLabels];
  return {
    rows,
    columns,
    left,
    top,
    cellWidth,
    cellHeight,
    width: left + columns * cellWidth + right,
    height: top + rows * cellHeight,
    rowLabels,
    columnLabels,
  };
}

/** As high as wide, unless that is higher than a line of numbers needs or than there is room for. */
function rowHeight({ rows, largestHeight, devicePixelRatio }: LayoutRequest, width: number) {
  return cellSize(largestHeight, rows, Math.min(width, kMaxRow), devicePixelRatio);
}

export function cellUnder(layout: HeatmapLayout, x: number, y: number): Cell | null {
  const column = Math.floor((x - layout.left) / layout.cellWidth);
  const row = Math.floor((y - layout.top) / layout.cellHeight);
  const inside = row >= 0 && row < layout.rows && column >= 0 && column < layout.columns;
  return inside ? { row, column } : null;
}

/** Whole device pixels where cells are large enough for uneven ones to show. */
function cellSize(room: number, count: number, largest: number, density: number): number {
  const size = Math.min(largest, room / count);
  return size >= 4 ? Math.floor(size * density) / density : size;
}
