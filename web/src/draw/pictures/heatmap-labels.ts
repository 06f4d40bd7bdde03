/** The names of a heatmap's rows and columns, or their numbers where names do not fit. */
import { fitted, isolated, widest } from '../fit-text';
import { centred, kSmall, type Measure, type Shape, type TextShape } from '../scene/scene';
import type { SheetColors } from '../scene/sheet';
import { kMaxLabel, type Cell, type HeatmapLayout } from './heatmap-layout';

export interface HeatmapLabels {
  readonly rowLabels: readonly string[];
  readonly columnLabels: readonly string[];
  /** The followed row: its label is bold. */
  readonly query: number | null;
}

export interface HeatmapLook {
  readonly measure: Measure;
  readonly colors: SheetColors;
  /** Labels in ink; the others are muted. */
  readonly highlighted: Cell | 'all' | null;
}

/** The widths of the widest labels, as the layout needs them. */
export function labelWidths(labels: Omit<HeatmapLabels, 'query'>, measure: Measure) {
  const widthOf = (text: string) => measure(text, { size: kSmall, bold: true });
  return {
    rowLabelWidth: widest(labels.rowLabels, widthOf),
    columnLabelWidth: widest(labels.columnLabels, widthOf),
  };
}

export function rowLabels(
  labels: HeatmapLabels,
  layout: HeatmapLayout,
  look: HeatmapLook,
): Shape[] {
  const { measure, colors, highlighted } = look;
  const place = (row: number) =>
    ({
      kind: 'text',
      x: layout.left - 6,
      y: centred(layout.top + (row + 0.5) * layout.cellHeight, kSmall),
      size: kSmall,
      anchor: 'end',
    }) satisfies Partial<TextShape>;
  if (layout.rowLabels === 'numbers')
    return numbered(layout.rows, layout.cellHeight).map((row) => ({
      ...place(row),
      text: `${row + 1}`,
      fill: colors.muted,
    }));
  if (layout.rowLabels === 'none') return [];
  const inked = (row: number) => highlighted === 'all' || highlighted?.row === row;
  return Array.from({ length: layout.rows }, (_, row) => {
    const bold = row === labels.query;
    const widthOf = (text: string) => measure(text, { size: kSmall, bold });
    return {
      ...place(row),
      text: isolated(fitted(labels.rowLabels[row] ?? '', layout.left - 6, widthOf)),
      fill: bold ? colors.query : inked(row) ? colors.ink : colors.muted,
      bold,
    };
  });
}

/** By how many degrees labels are turned, and how far their middle is above the cells. */
const turned = {
  flat: { angle: 0, above: 10.2 },
  slanted: { angle: -45, above: 5 },
  upright: { angle: -90, above: 6 },
  numbers: { angle: 0, above: 10.2 },
} as const;

export function columnLabels(
  labels: HeatmapLabels,
  layout: HeatmapLayout,
  look: HeatmapLook,
): Shape[] {
  const { measure, colors, highlighted } = look;
  if (layout.columnLabels === 'none') return [];
  const { angle, above } = turned[layout.columnLabels];
  // Turned about the middle of the letters, not about their baseline.
  const radians = (angle * Math.PI) / 180;
  const drop = centred(0, kSmall);
  const place = (column: number) =>
    ({
      kind: 'text',
      x: layout.left + (column + 0.5) * layout.cellWidth - drop * Math.sin(radians),
      y: layout.top - above + drop * Math.cos(radians),
      size: kSmall,
      anchor: angle === 0 ? 'middle' : 'start',
    }) satisfies Partial<TextShape>;
  if (layout.columnLabels === 'numbers')
    return numbered(layout.columns, layout.cellWidth).map((column) => ({
      ...place(column),
      text: `${column + 1}`,
      fill: colors.muted,
    }));
  const widthOf = (text: string) => measure(text, { size: kSmall });
  const inked = (column: number) => highlighted === 'all' || highlighted?.column === column;
  return Array.from({ length: layout.columns }, (_, column) => ({
    ...place(column),
    text: isolated(fitted(labels.columnLabels[column] ?? '', kMaxLabel, widthOf)),
    fill: inked(column) ? colors.ink : colors.muted,
    angle,
  }));
}

/** Between the numbers of rows or of columns, in pixels. */
const kBetweenNumbers = 40;

/** The first, and every 8th, 16th, 32nd and so on, counted from 1. */
function numbered(count: number, size: number): number[] {
  let step = 8;
  while (step * size < kBetweenNumbers) step *= 2;
  const regular = Array.from({ length: Math.floor(count / step) }, (_, i) => (i + 1) * step - 1);
  return [0, ...regular];
}
