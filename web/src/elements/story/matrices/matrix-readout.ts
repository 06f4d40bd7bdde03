/** One number of a matrix in words: its row, its column, its value, and the value before a change. */
import { html, nothing } from 'lit';
import { formatNumber } from '../../../draw/format';
import type { StoryMatrix } from '../../../model/stages/matrices';
import type { Words } from '../../../words/words';
import { struck } from '../../parts/struck';
import { isChangedNumber } from './matrix-numbers';

export interface MatrixNames {
  readonly rowNames: readonly string[];
  readonly columnNames: readonly string[];
}

interface Cell {
  readonly row: number;
  readonly column: number;
}

function described(
  { values, columns }: StoryMatrix,
  { rowNames, columnNames }: MatrixNames,
  { row, column }: Cell,
  { comma, colon }: Words['marks'],
): string {
  return `${rowNames[row]}${comma}${columnNames[column]}${colon}${formatNumber(values[row * columns + column]!)}`;
}

/** For a screen reader, which is not told of the readout below the matrix: that follows the pointer. */
export function cellLabel(
  matrix: StoryMatrix,
  names: MatrixNames,
  cell: Cell,
  { changes, marks, story }: Words,
): string {
  const index = cell.row * matrix.columns + cell.column;
  const now = described(matrix, names, cell, marks);
  const isChanged = isChangedNumber(matrix, cell.row, cell.column);
  const parts = [isChanged ? changes.value(now, formatNumber(matrix.before![index]!)) : now];
  const gradient = matrix.gradients?.[index];
  if (gradient !== undefined) parts.push(`${story.gradient} ${formatNumber(gradient)}`);
  return parts.join(marks.comma);
}

/** Below the matrix. */
export function matrixReadout(matrix: StoryMatrix, names: MatrixNames, cell: Cell, words: Words) {
  const index = cell.row * matrix.columns + cell.column;
  const old = matrix.before?.[index];
  const gradient = matrix.gradients?.[index];
  return html`${
    old === undefined || old === matrix.values[index]
      ? nothing
      : html`${struck(formatNumber(old), words)} `
  }<b>${described(matrix, names, cell, words.marks)}</b>${
    gradient === undefined ? nothing : html` · ${words.story.gradient} ${formatNumber(gradient)}`
  }`;
}
