/** Keyboard navigation through the cells of a matrix. */
import type { Cell } from '../../draw/pictures/heatmap-layout';
import type { MatrixView } from '../../tensors/tensor';
import { clampIndex } from '../base/clamp-index';

/** The cursor after a key press; null for other keys. Without a cursor, right and down select `start`. */
export function cellAfter(
  { key }: Pick<KeyboardEvent, 'key'>,
  cursor: Cell | null,
  start: Cell,
  matrix: MatrixView,
): Cell | null {
  const { row, column } = cursor ?? start;
  const step = cursor ? 1 : 0;
  const moves: Record<string, Cell> = {
    ArrowRight: { row, column: column + step },
    ArrowLeft: { row, column: column - 1 },
    ArrowDown: { row: row + step, column },
    ArrowUp: { row: row - 1, column },
    Home: { row, column: 0 },
    End: { row, column: matrix.columns - 1 },
    PageUp: { row: 0, column },
    PageDown: { row: matrix.rows - 1, column },
  };
  return Object.hasOwn(moves, key) ? clampCell(moves[key]!, matrix) : null;
}

export function clampCell({ row, column }: Cell, { rows, columns }: MatrixView): Cell {
  return { row: clampIndex(row, rows), column: clampIndex(column, columns) };
}
