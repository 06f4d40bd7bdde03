/** Row and column labels of a heatmap: names, or numbers where names do not fit. */
import { truncateText, isolateText, widestLabel } from '../fit-text';
import { baselineFor, kText, textAt, type Measure, type Shape } from '../scene/scene';
import type { SheetColors } from '../scene/sheet';
import { type Cell, type HeatmapLayout } from './heatmap-layout';

export interface HeatmapLabels {
  readonly rowLabels: readonly string[];
  readonly columnLabels: readonly string[];
  /** The selected query row. Its label is bold. */
  readonly query: number | null;
}

export interface HeatmapStyle {
  readonly measure: Measure;
  readonly colors: SheetColors;
  /** The cell whose labels use the ink color, or all cells. Other labels are muted. */
  readonly highlighted: Cell | 'all' | null;
}

/** Widths of the widest row and column labels. Bold letters can be narrower, once rounded to pixels. */
export function labelWidths(labels: Omit<HeatmapLabels, 'query'>, measure: Measure) {
  const widthOf = (text: string) =>
    Math.max(measure(text, { size: kText }), measure(text, { size: kText, bold: true }));
  return {
    rowLabelWidth: widestLabel(labels.rowLabels, widthOf),
    columnLabelWidth: widestLabel(labels.columnLabels, widthOf),
  };
}

export function rowLabels(
  labels: HeatmapLabels,
  layout: HeatmapLayout,
  style: HeatmapStyle,
): Shape[] {
  const { measure, colors, highlighted } = style;
  const label = (row: number, text: string, fill: string, bold = false) => {
    const y = baselineFor(layout.top + (row + 0.5) * layout.cellHeight, kText);
    return textAt(layout.left - 6, y, text, { size: kText, anchor: 'end', fill, bold });
  };
  if (layout.rowLabels === 'numbers')
    return numbered(layout.rows, layout.cellHeight).map((row) =>
      label(row, `${row + 1}`, colors.muted),
    );
  if (layout.rowLabels === 'none') return [];
  const isHighlighted = (row: number) => highlighted === 'all' || highlighted?.row === row;
  return Array.from({ length: layout.rows }, (_, row) => {
    const bold = row === labels.query;
    const widthOf = (text: string) => measure(text, { size: kText, bold });
    const fill = bold ? colors.query : isHighlighted(row) ? colors.ink : colors.muted;
    const text = isolateText(truncateText(labels.rowLabels[row] ?? '', layout.left - 6, widthOf));
    return label(row, text, fill, bold);
  });
}

/** Rotation in degrees, and distance of the label middle above the cells in pixels. */
const rotations = {
  flat: { angle: 0, above: 10.2 },
  slanted: { angle: -45, above: 5 },
  upright: { angle: -90, above: 6 },
  numbers: { angle: 0, above: 10.2 },
} as const;

export function columnLabels(
  labels: HeatmapLabels,
  layout: HeatmapLayout,
  style: HeatmapStyle,
): Shape[] {
  const { measure, colors, highlighted } = style;
  if (layout.columnLabels === 'none') return [];
  const { angle, above } = rotations[layout.columnLabels];
  // Rotate about the middle of the letters, so shift the baseline.
  const radians = (angle * Math.PI) / 180;
  const drop = baselineFor(0, kText);
  const y = layout.top - above + drop * Math.cos(radians);
  const anchor = angle === 0 ? 'middle' : 'start';
  const label = (column: number, text: string, fill: string) => {
    const x = layout.left + (column + 0.5) * layout.cellWidth - drop * Math.sin(radians);
    return textAt(x, y, text, { size: kText, anchor, fill, angle });
  };
  if (layout.columnLabels === 'numbers')
    return numbered(layout.columns, layout.cellWidth).map((column) =>
      label(column, `${column + 1}`, colors.muted),
    );
  const widthOf = (text: string) => measure(text, { size: kText });
  const isHighlighted = (column: number) => highlighted === 'all' || highlighted?.column === column;
  return Array.from({ length: layout.columns }, (_, column) => {
    const name = labels.columnLabels[column] ?? '';
    const text = isolateText(truncateText(name, layout.columnLabelWidth, widthOf));
    return label(column, text, isHighlighted(column) ? colors.ink : colors.muted);
  });
}

/** Minimum distance between row or column numbers, in pixels. */
const kMinNumberDistance = 40;

/** Indices to number: the first, then every 8th (or 16th, 32nd, ..) so that the numbers have room. */
function numbered(count: number, size: number): number[] {
  let step = 8;
  while (step * size < kMinNumberDistance) step *= 2;
  const regular = Array.from({ length: Math.floor(count / step) }, (_, i) => (i + 1) * step - 1);
  return [0, ...regular];
}
