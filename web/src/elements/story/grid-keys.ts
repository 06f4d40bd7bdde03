/** Keyboard navigation through the cells of a story. */

/** Moves the focus to the neighbor of a cell if the key asks for that. Returns whether it did. */
export function moveFocus(event: KeyboardEvent, cell: HTMLElement): boolean {
  const next = neighbor(event.currentTarget as Element, cell, event.key);
  if (!next) return false;
  event.preventDefault();
  next.focus();
  return true;
}

/** The target of an arrow key: left and right in the row, up and down to the nearest cell of another row. */
function neighbor(grid: Element, from: HTMLElement, key: string): HTMLElement | undefined {
  const row = from.closest('[role=row]')!;
  const cells = cellsOf(row);
  const column = cells.indexOf(from);
  switch (key) {
    case 'ArrowLeft':
      return cells[column - 1];
    case 'ArrowRight':
      return cells[column + 1];
    case 'Home':
      return cells[0];
    case 'End':
      return cells.at(-1);
    case 'ArrowUp':
    case 'ArrowDown': {
      const rows = [...grid.querySelectorAll('[role=row]')].filter(
        (candidate) => cellsOf(candidate).length > 0,
      );
      const other = rows[rows.indexOf(row) + (key === 'ArrowUp' ? -1 : 1)];
      return other && nearest(cellsOf(other), middleOf(from));
    }
  }
  return undefined;
}

const cellsOf = (row: Element): HTMLElement[] => [
  ...row.querySelectorAll<HTMLElement>('[data-key]'),
];

function nearest(cells: readonly HTMLElement[], x: number): HTMLElement | undefined {
  const distance = (cell: HTMLElement) => Math.abs(middleOf(cell) - x);
  return cells.reduce((best, cell) => (distance(cell) < distance(best) ? cell : best), cells[0]!);
}

function middleOf(cell: Element): number {
  const { left, width } = cell.getBoundingClientRect();
  return left + width / 2;
}
