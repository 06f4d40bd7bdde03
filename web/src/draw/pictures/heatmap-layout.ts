/** Where a heatmap's cells and labels go, in CSS pixels, and which cell is under a point. */
import { kSmall } from '../scene/scene';

export interface HeatmapLayout {
  readonly rows: number;
  readonly columns: number;
  /** Left and top edge of the cells: the labels are before them. */
  readonly left: number;
  readonly top: number;
  readonly cellWidth: number;
  readonly cellHeight: number;
  /** With the labels. */
  readonly width: number;
  readonly height: number;
  readonly rowLabels: 'names' | 'numbers' | 'none';
  /** Labels that are wider than their column slant, or stand upright in a narrower one. */
  readonly columnLabels: 'flat' | 'slanted' | 'upright' | 'numbers' | 'none';
}

export interface Cell {
  readonly row: number;
  readonly column: number;
}

interface LayoutRequest {
  readonly rows: number;
  readonly columns: number;
  /** The widest label of the rows and of the columns. */
  readonly rowLabelWidth: number;
  readonly columnLabelWidth: number;
  readonly largestCell: number;
}

/** A screen: the cells shrink until all fit. */
export interface ScreenRequest extends LayoutRequest {
  readonly width: number;
  /** The largest height of all rows together. */
  readonly largestHeight: number;
  readonly devicePixelRatio: number;
}

export const kMaxLabel = 96;
/** A line of labels needs a cell of this size. */
const kLeastLabel = 13;
const kGap = 6;
const kMaxRow = 38;

/** As large as the room allows. Labels are left out where there is no room for them. */
export function screenLayout(request: ScreenRequest): HeatmapLayout {
  const { rows, columns, width, largestCell, devicePixelRatio: density } = request;
  const cellHeightOf = (cellWidth: number) =>
    fitted(request.largestHeight, rows, Math.min(cellWidth, kMaxRow), density);
  const rowLabel = Math.min(request.rowLabelWidth, kMaxLabel, width * 0.3);
  const labelled = fitted(width - rowLabel - kGap, columns, largestCell, density);
  const rowLabels = cellHeightOf(labelled) >= kLeastLabel ? 'names' : 'none';
  const room = width - leftOf(rowLabels, rowLabel);
  const flat = fitted(room, columns, largestCell, density);
  const slanted = fitted(room - overhangOf('slanted', request), columns, largestCell, density);
  const columnLabels =
    request.columnLabelWidth + 4 <= flat && flat >= kLeastLabel
      ? 'flat'
      : slanted >= kLeastLabel
        ? 'slanted'
        : 'none';
  const cellWidth = columnLabels === 'slanted' ? slanted : flat;
  const cellHeight = cellHeightOf(cellWidth);
  return finish(request, { cellWidth, cellHeight, rowLabels, columnLabels }, rowLabel);
}

/** The target size of a figure. Labels may make it larger. */
const kSide = 640;
/** The most columns that have room for the numbers in their cells, and for a label. */
const kMaxNumbered = 24;
const kMaxLabelled = 128;
const kNumberedCell = 38;
const kLabelledCell = 14;
/** Labels of narrower columns stand upright. */
const kLeastSlanted = 18;

/** A figure in a file: as large as it needs to be. Rows and columns without labels are numbered. */
export function figureLayout(request: LayoutRequest): HeatmapLayout {
  const { rows, columns, largestCell } = request;
  // Whole pixels keep the edges of the cells sharp.
  const cellOf = (count: number) =>
    Math.max(count <= kMaxLabelled ? kLabelledCell : 1, Math.ceil(kSide / count));
  const least = columns <= kMaxNumbered ? kNumberedCell : 0;
  const cellWidth = Math.min(largestCell, Math.max(least, cellOf(columns)));
  const cellHeight = Math.min(kMaxRow, rows === columns ? cellWidth : cellOf(rows));
  const rowLabels = cellHeight >= kLeastLabel ? 'names' : 'numbers';
  const columnLabels =
    cellWidth < kLeastLabel
      ? 'numbers'
      : request.columnLabelWidth + 4 <= cellWidth
        ? 'flat'
        : cellWidth < kLeastSlanted
          ? 'upright'
          : 'slanted';
  const rowLabel = Math.min(request.rowLabelWidth, kMaxLabel);
  return finish(request, { cellWidth, cellHeight, rowLabels, columnLabels }, rowLabel);
}

type Cells = Pick<HeatmapLayout, 'cellWidth' | 'cellHeight' | 'rowLabels' | 'columnLabels'>;

function finish(request: LayoutRequest, cells: Cells, rowLabel: number): HeatmapLayout {
  const { rows, columns, columnLabelWidth } = request;
  const { cellWidth, cellHeight, rowLabels, columnLabels } = cells;
  const left = leftOf(rowLabels, rowLabel);
  const label = Math.min(columnLabelWidth, kMaxLabel);
  const top = {
    none: 0,
    numbers: kSmall + kGap,
    flat: kSmall + kGap,
    slanted: Math.ceil(label * Math.SQRT1_2 + kSmall),
    upright: Math.ceil(label + kGap),
  }[columnLabels];
  const width = left + columns * cellWidth + overhangOf(columnLabels, request);
  return { rows, columns, left, top, ...cells, width, height: top + rows * cellHeight };
}

function leftOf(labels: HeatmapLayout['rowLabels'], labelWidth: number): number {
  return { none: 0, numbers: 34, names: Math.ceil(labelWidth + kGap) }[labels];
}

/** How far the last label leans out over the last column. */
function overhangOf(labels: HeatmapLayout['columnLabels'], { columnLabelWidth }: LayoutRequest) {
  if (labels !== 'slanted') return 0;
  return Math.ceil(Math.min(columnLabelWidth, kMaxLabel) * Math.SQRT1_2);
}

/** Whole device pixels where cells are large enough for uneven ones to show. */
function fitted(room: number, count: number, largest: number, density: number): number {
  const size = Math.min(largest, room / count);
  return size >= 4 ? Math.floor(size * density) / density : size;
}

export function cellUnder(layout: HeatmapLayout, x: number, y: number): Cell | null {
  const column = Math.floor((x - layout.left) / layout.cellWidth);
  const row = Math.floor((y - layout.top) / layout.cellHeight);
  const inside = row >= 0 && row < layout.rows && column >= 0 && column < layout.columns;
  return inside ? { row, column } : null;
}

/** The rectangle of a cell, or of several columns from it on; at least `least` pixels each way. */
export function boxOf(layout: HeatmapLayout, cell: Cell, columns: number, least: number) {
  const { left, top, cellWidth, cellHeight } = layout;
  const [width, height] = [Math.max(columns * cellWidth, least), Math.max(cellHeight, least)];
  const x = left + (cell.column + columns / 2) * cellWidth - width / 2;
  const y = top + (cell.row + 0.5) * cellHeight - height / 2;
  return { x, y, width, height };
}
