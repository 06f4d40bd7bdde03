/** Where cells and labels of a heatmap go that has as much room as it needs. */
import { kGap, kLabelSize, kLeastLabel, kMaxLabel, kMaxRow } from '../heatmap-layout';

export interface PictureLayout {
  readonly rows: number;
  readonly columns: number;
  /** Left and top edge of the cells: labels or numbers stand before them. */
  readonly left: number;
  readonly top: number;
  readonly cellWidth: number;
  readonly cellHeight: number;
  readonly width: number;
  readonly height: number;
  readonly rowLabels: boolean;
  /** How labels of columns lean, in degrees; null where there is no room for any. */
  readonly columnAngle: 0 | -45 | -90 | null;
}

export interface PictureRequest {
  readonly rows: number;
  readonly columns: number;
  readonly rowLabelWidth: number;
  readonly columnLabelWidth: number;
  readonly largestCell: number;
}

/** What a figure should be as large as, while nothing needs more. */
const kSide = 640;
/** Up to so many columns have room for their numbers; up to so many for a label. */
const kMaxNumbered = 24;
const kMaxLabelled = 128;
const kNumberedCell = 38;
const kLabelledCell = 14;
/** Narrower ones have labels that stand upright. */
const kLeastSlanted = 18;
/** Where there are no labels, some rows and columns have their number. */
const kRowNumbers = 34;

export function layoutPicture(request: PictureRequest): PictureLayout {
  const { rows, columns, largestCell } = request;
  const least = columns <= kMaxNumbered ? kNumberedCell : cellOf(columns);
  const cellWidth = Math.min(largestCell, Math.max(least, cellOf(columns)));
  const cellHeight = Math.min(kMaxRow, rows === columns ? cellWidth : cellOf(rows));
  const rowLabels = cellHeight >= kLeastLabel;
  const label = Math.min(request.columnLabelWidth, kMaxLabel);
  const columnAngle = angleOf(cellWidth, request.columnLabelWidth);
  const leaning = columnAngle === -45 ? label * Math.SQRT1_2 : 0;
  const above = { '0': 0, '-45': leaning, '-90': label - kLabelSize }[columnAngle ?? 0]!;
  const left = Math.ceil(
    rowLabels ? Math.min(request.rowLabelWidth, kMaxLabel) + kGap : kRowNumbers,
  );
  const top = Math.ceil(kLabelSize + kGap + above);
  return {
    rows,
    columns,
    left,
    top,
    cellWidth,
    cellHeight,
    // The last label leans out over the edge.
    width: left + columns * cellWidth + Math.ceil(leaning),
    height: top + rows * cellHeight,
    rowLabels,
    columnAngle,
  };
}

/** Whole pixels, for the cells' edges to be sharp. */
function cellOf(count: number): number {
  return Math.max(count <= kMaxLabelled ? kLabelledCell : 1, Math.ceil(kSide / count));
}

function angleOf(cellWidth: number, labelWidth: number): PictureLayout['columnAngle'] {
  if (cellWidth < kLeastLabel) return null;
  if (labelWidth + 4 <= cellWidth) return 0;
  return cellWidth < kLeastSlanted ? -90 : -45;
}
