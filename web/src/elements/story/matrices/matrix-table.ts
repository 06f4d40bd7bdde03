/** The numbers of a matrix as a table. */
import { formatNumber } from '../../../draw/format';
import type { StoryMatrix } from '../../../model/stages/matrices';
import '../../../words/add-lab';
import type { Words } from '../../../words/words';
import type { MatrixNames } from './matrix-readout';

/** A larger table would take seconds to lay out, so it has only one row. */
const kMaxTable = 20_000;

/** `row`: the one that a large matrix shows. */
export function matrixTable(
  { rows, columns, values }: StoryMatrix,
  { rowNames, columnNames }: MatrixNames,
  row: number,
  words: Words,
) {
  const cells = (row: number) => [
    rowNames[row]!,
    ...Array.from(values.subarray(row * columns, (row + 1) * columns), (value) =>
      formatNumber(value, 5),
    ),
  ];
  const all = () => Array.from({ length: rows }, (_, row) => cells(row));
  const names = ['', ...columnNames];
  if (rows * columns <= kMaxTable) return { columns: names, rows: all() };
  return { columns: names, rows: [cells(row)], all, note: words.heatmap.note(row + 1, rows) };
}
