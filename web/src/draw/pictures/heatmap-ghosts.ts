/** Marks the changed cells of a heatmap: an outline, and the old number, struck through, above the new one. */
import type { MatrixView } from '../../tensors/tensor';
import { formatShort } from '../format-short';
import { baselineFor, kText, shortNumber, textAt, type Measure, type Shape } from '../scene/scene';
import type { HeatmapLayout } from './heatmap-layout';

/** The minimum height of a cell with two numbers. */
const kTwoNumbers = 28;
/** The middles of the old and the new number, as shares of the cell's height. */
const kOld = 0.27;
export const kNew = 0.71;

/** Whether a number is displayed differently than before. */
export function isCellChanged(
  { data }: MatrixView,
  before: MatrixView | undefined,
  cell: number,
  reach: number,
) {
  return (
    before !== undefined &&
    formatShort(before.data[cell]!, reach) !== formatShort(data[cell]!, reach)
  );
}

export const hasRoomForBoth = ({ cellHeight }: HeatmapLayout): boolean => cellHeight >= kTwoNumbers;

/** An outline inside each changed cell, in an ink that contrasts with it; none if the cells are too small. */
export function outlines(
  matrix: MatrixView,
  before: MatrixView,
  reach: number,
  { columns, cellWidth, cellHeight }: HeatmapLayout,
  inkOf: (value: number) => string,
): Shape[] {
  if (Math.min(cellWidth, cellHeight) < 8) return [];
  const [width, height] = [shortNumber(cellWidth - 3), shortNumber(cellHeight - 3)];
  const paths = new Map<string, string>();
  matrix.data.forEach((value, cell) => {
    if (!isCellChanged(matrix, before, cell, reach)) return;
    const x = (cell % columns) * cellWidth + 1.5;
    const y = Math.floor(cell / columns) * cellHeight + 1.5;
    const outline = `M${shortNumber(x)} ${shortNumber(y)}h${width}v${height}h-${width}z`;
    paths.set(inkOf(value), (paths.get(inkOf(value)) ?? '') + outline);
  });
  return [...paths].map(([stroke, d]) => ({ kind: 'path', x: 0, y: 0, d, stroke, lineWidth: 1 }));
}

/** The old number, struck through. The line starts after a minus sign, which it would hide. */
export function struckNumber(
  text: string,
  { x, y }: { x: number; y: number },
  { cellHeight }: HeatmapLayout,
  { measure, fill }: { measure: Measure; fill: string },
): Shape[] {
  const style = { size: kText, italic: true, fill, anchor: 'middle' } as const;
  const middle = y + kOld * cellHeight;
  const width = measure(text, style);
  const sign = text.startsWith('−') ? measure('−', style) : 0;
  const d = `M${shortNumber(x - width / 2 + sign)} ${shortNumber(middle)}h${shortNumber(width - sign)}`;
  return [
    textAt(x, baselineFor(middle, kText), text, style),
    { kind: 'path', x: 0, y: 0, d, stroke: fill, lineWidth: 1 },
  ];
}
