/** A heatmap's numbers as a text table. A large heatmap shows only the selected query row. */
import { formatPrecision } from '../../draw/format';
import { isMasked } from '../../draw/matrix/raster';
import { matrixRow } from '../../tensors/tensor';
import type { Words } from '../../words/words';
import type { TableContent } from './attention-table';
import type { HeatmapModel } from './heatmap-model';

/** A larger table would take seconds to lay out. */
const kMaxCells = 48 * 48;

export function heatmapTable(
  { matrix, coloring, rowLabels, columnLabels, columnsAreKeys }: HeatmapModel,
  query: number | null,
  { heatmap, lab }: Words,
): TableContent {
  const { rows, columns } = matrix;
  const cells = (row: number) => [
    rowLabels[row] ?? `${row + 1}`,
    ...Array.from(matrixRow(matrix, row), (value, column) =>
      isMasked(coloring, row, column) ? lab.masked : formatPrecision(value, 6),
    ),
  ];
  const allRows = () => Array.from({ length: rows }, (_, row) => cells(row));
  const head = Array.from({ length: columns }, (_, i) => columnLabels[i] ?? `${i + 1}`);
  const names = [columnsAreKeys ? heatmap.query : heatmap.token, ...head];
  if (rows * columns <= kMaxCells) return { columns: names, rows: allRows() };
  const row = query ?? 0;
  return {
    columns: names,
    rows: [cells(row)],
    all: allRows,
    note: heatmap.note(row + 1, rows),
  };
}
