/** Positions of a heatmap's cells and labels in CSS pixels, and the cell at a point. */
import { kText } from '../scene/scene';

export interface HeatmapLayout {
  readonly rows: number;
  readonly columns: number;
  /** Left and top edges of the cells. Row labels are to the left, column labels above. */
  readonly left: number;
  readonly top: number;
  readonly cellWidth: number;
  readonly cellHeight: number;
  /** Total size, including labels. */
  readonly width: number;
  readonly height: number;
  readonly rowLabels: 'names' | 'numbers' | 'none';
  /** Labels wider than their column are slanted, or upright if the column is narrow. */
  readonly columnLabels: 'flat' | 'slanted' | 'upright' | 'numbers' | 'none';
  /** Longer column labels are cut. */
  readonly columnLabelWidth: number;
}

export interface Cell {
  readonly row: number;
  readonly column: number;
}

interface LayoutRequest {
  readonly rows: number;
  readonly columns: number;
  /** Widths of the widest row label and the widest column label. */
  readonly rowLabelWidth: number;
  readonly columnLabelWidth: number;
  readonly largestCell: number;
}

/** A layout for the screen: cells shrink until all of them fit, but not below `smallestCell`. */
export interface ScreenRequest extends LayoutRequest {
  readonly width: number;
  /** The minimum cell size, 0 by default. With it the layout may be wider than `width`. */
  readonly smallestCell?: number;
  /** Maximum total height of the rows. */
  readonly largestHeight: number;
  readonly devicePixelRatio: number;
}

const kMaxLabel = 112;
/** The maximum width of row labels if the columns have room. */
const kMaxRowLabel = 144;
/** Minimum cell size for one line of label text. */
export const kMinLabeledCell = 14;
/** In narrower columns labels are upright: slanted lines, whose distance is smaller by √2, would touch. */
const kMinSlantedColumn = Math.ceil(kText * Math.SQRT2);
const kGap = 6;
const kMaxRowHeight = 38;
const kMinRowHeight = 16;

/** The largest layout that fits the screen. Labels that do not fit are omitted. */
export function screenLayout(whole: ScreenRequest): HeatmapLayout {
  const request = withLabelsUpTo(kMaxLabel, whole);
  const { rows, columns, largestCell, smallestCell = 0, devicePixelRatio: density } = request;
  const cellHeightOf = (cellWidth: number) =>
    cellSize(request.largestHeight, rows, Math.min(rowHeight(cellWidth), kMaxRowHeight), density);
  /**
   * Only square matrices have square cells. Others have a minimum row height, so that wide matrices are not thin
   * strips.
   */
  const rowHeight = (cellWidth: number) =>
    rows === columns ? cellWidth : Math.max(cellWidth, kMinRowHeight);
  const rowLabel = Math.min(request.rowLabelWidth, rowLabelRoom(request));
  const width = Math.max(request.width, rowLabel + kGap + columns * smallestCell + 1);
  const labeled = cellSize(width - rowLabel - kGap, columns, largestCell, density);
  const rowLabels = cellHeightOf(labeled) >= kMinLabeledCell ? 'names' : 'none';
  const room = width - leftOf(rowLabels, rowLabel);
  const flat = cellSize(room, columns, largestCell, density);
  const slanted = cellSize(room - overhangOf('slanted', request), columns, largestCell, density);
  const columnLabels =
    request.columnLabelWidth + 4 <= flat && flat >= kMinLabeledCell
      ? 'flat'
      : slanted >= kMinSlantedColumn
        ? 'slanted'
        : flat >= kMinLabeledCell
          ? 'upright'
          : 'none';
  const cellWidth = columnLabels === 'slanted' ? slanted : flat;
  const cellHeight = cellHeightOf(cellWidth);
  return finish(request, { cellWidth, cellHeight, rowLabels, columnLabels }, rowLabel);
}

/** Less than a third of the width, or more if the columns still have room for their labels. */
function rowLabelRoom(request: ScreenRequest): number {
  const { width, columns, smallestCell = 0 } = request;
  const cells = columns * Math.max(kMinSlantedColumn, smallestCell);
  const free = width - kGap - cells - overhangOf('slanted', request);
  return Math.max(Math.min(kMaxLabel, width * 0.3), Math.min(kMaxRowLabel, free));
}

/** Target size of a picture, without labels. */
const kSide = 640;
/** Up to these column counts, cells are wide enough for their numbers, or for a column label. */
const kMaxNumbered = 24;
const kMaxLabeled = 128;
const kNumberedCell = 40;
const kLabeledCell = 14;
/** The maximum length of a row or column label: a third of the cells' room. */
const kMaxPictureLabel = kSide / 3;

/** A layout for an exported picture, of any size. Rows and columns whose labels do not fit are numbered. */
export function pictureLayout(whole: LayoutRequest): HeatmapLayout {
  const request = withLabelsUpTo(kMaxPictureLabel, whole);
  const { rows, columns, largestCell } = request;
  // Integer cell sizes keep the cell edges sharp.
  const cellOf = (count: number) =>
    Math.max(count <= kMaxLabeled ? kLabeledCell : 1, Math.ceil(kSide / count));
  const minSize = columns <= kMaxNumbered ? kNumberedCell : 0;
  const cellWidth = Math.min(largestCell, Math.max(minSize, cellOf(columns)));
  const cellHeight = Math.min(kMaxRowHeight, rows === columns ? cellWidth : cellOf(rows));
  const rowLabels = cellHeight >= kMinLabeledCell ? 'names' : 'numbers';
  const columnLabels =
    cellWidth < kMinLabeledCell
      ? 'numbers'
      : request.columnLabelWidth + 4 <= cellWidth
        ? 'flat'
        : cellWidth < kMinSlantedColumn
          ? 'upright'
          : 'slanted';
  const rowLabel = Math.min(request.rowLabelWidth, kMaxPictureLabel);
  return finish(request, { cellWidth, cellHeight, rowLabels, columnLabels }, rowLabel);
}

/** The same request with column labels that are cut to this width. */
const withLabelsUpTo = <Request extends LayoutRequest>(width: number, request: Request) => ({
  ...request,
  columnLabelWidth: Math.min(request.columnLabelWidth, width),
});

type Cells = Pick<HeatmapLayout, 'cellWidth' | 'cellHeight' | 'rowLabels' | 'columnLabels'>;

function finish(request: LayoutRequest, cells: Cells, rowLabel: number): HeatmapLayout {
  const { rows, columns, columnLabelWidth } = request;
  const { cellWidth, cellHeight, rowLabels, columnLabels } = cells;
  const left = leftOf(rowLabels, rowLabel);
  const top = {
    none: 0,
    numbers: kText + kGap,
    flat: kText + kGap,
    slanted: Math.ceil(columnLabelWidth * Math.SQRT1_2 + kText),
    upright: Math.ceil(columnLabelWidth + kGap),
  }[columnLabels];
  const width = left + columns * cellWidth + overhangOf(columnLabels, request);
  const height = top + rows * cellHeight;
  return { rows, columns, left, top, ...cells, width, height, columnLabelWidth };
}

function leftOf(labels: HeatmapLayout['rowLabels'], labelWidth: number): number {
  return { none: 0, numbers: 34, names: Math.ceil(labelWidth + kGap) }[labels];
}

/** How far the last slanted label extends beyond the last column. */
function overhangOf(labels: HeatmapLayout['columnLabels'], { columnLabelWidth }: LayoutRequest) {
  if (labels !== 'slanted') return 0;
  return Math.ceil(columnLabelWidth * Math.SQRT1_2);
}

/** Cells of 4 pixels or more are rounded down to device pixels, so that they look equally large. */
function cellSize(room: number, count: number, largest: number, density: number): number {
  const size = Math.min(largest, room / count);
  return size >= 4 ? Math.floor(size * density) / density : size;
}

/** The cell at a point, or null outside the cells. */
export function cellUnder(layout: HeatmapLayout, x: number, y: number): Cell | null {
  const column = Math.floor((x - layout.left) / layout.cellWidth);
  const row = Math.floor((y - layout.top) / layout.cellHeight);
  const inside = row >= 0 && row < layout.rows && column >= 0 && column < layout.columns;
  return inside ? { row, column } : null;
}

/** The rectangle around `columns` cells from `cell` on, at least `minSize` pixels wide and high. */
export function boxOf(layout: HeatmapLayout, cell: Cell, columns: number, minSize: number) {
  const { left, top, cellWidth, cellHeight } = layout;
  const [width, height] = [Math.max(columns * cellWidth, minSize), Math.max(cellHeight, minSize)];
  const x = left + (cell.column + columns / 2) * cellWidth - width / 2;
  const y = top + (cell.row + 0.5) * cellHeight - height / 2;
  return { x, y, width, height };
}
