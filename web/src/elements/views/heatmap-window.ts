/** The rows and columns of a large matrix that a zoomed heatmap shows. */
import type { Cell, HeatmapLayout } from '../../draw/pictures/heatmap-layout';
import type { MatrixView } from '../../tensors/tensor';
import type { HeatmapModel } from './heatmap-model';

export class HeatmapWindow {
  /** How often the cells double. At 0 all of them are in sight. */
  zoom = 0;
  max = 0;
  /** The first row and column in sight. */
  first: Cell = { row: 0, column: 0 };
  #size: MatrixView | null = null;
  #layout: HeatmapLayout | null = null;
  /** Brought into sight by the next layout. */
  #target: { cell: Cell; centered: boolean } | null = null;

  /** Zooms in or out around `cell` if it is in sight, otherwise around the middle. */
  zoomBy(step: 1 | -1, cell: Cell): void {
    const { first } = this;
    const { rows, columns } = this.#layout!;
    const middle = { row: first.row + (rows >> 1), column: first.column + (columns >> 1) };
    this.zoom = Math.max(0, Math.min(this.zoom + step, this.max));
    this.#target = { cell: this.shows(cell) ? cell : middle, centered: true };
  }

  reveal(cell: Cell): void {
    this.#target ??= { cell, centered: false };
  }

  shows({ row, column }: Cell): boolean {
    const { first } = this;
    const { rows, columns } = this.#layout!;
    const isIn = (at: number, from: number, count: number) => at >= from && at < from + count;
    return isIn(row, first.row, rows) && isIn(column, first.column, columns);
  }

  /** Moves the window inside the matrix, and to the requested cell. */
  settle(matrix: MatrixView, layout: HeatmapLayout): void {
    [this.#size, this.#layout] = [matrix, layout];
    const target = this.#target;
    this.#target = null;
    const from = (axis: keyof Cell, count: number, all: number) => {
      let start = this.first[axis];
      if (target?.centered) start = target.cell[axis] - (count >> 1);
      else if (target)
        start = Math.max(target.cell[axis] - count + 1, Math.min(start, target.cell[axis]));
      return Math.max(0, Math.min(start, all - count));
    };
    const first = {
      row: from('row', layout.rows, matrix.rows),
      column: from('column', layout.columns, matrix.columns),
    };
    if (first.row !== this.first.row || first.column !== this.first.column) this.first = first;
  }

  /** The rows and columns in sight, counted from 1. */
  get range(): [rows: string, columns: string] {
    const { row, column } = this.first;
    const { rows, columns } = this.#layout!;
    return [`${row + 1}–${row + rows}`, `${column + 1}–${column + columns}`];
  }

  /** Sets how far the picture scrolls, and scrolls to the first row and column. */
  show(picture: HTMLElement): void {
    const room = picture.querySelector<HTMLElement>('.room')!;
    const { width, height, rows, columns, cellWidth, cellHeight } = this.#layout!;
    room.style.inlineSize = `${width + (this.#size!.columns - columns) * cellWidth}px`;
    room.style.blockSize = `${height + (this.#size!.rows - rows) * cellHeight}px`;
    room.hidden = this.zoom === 0;
    if (this.zoom === 0 || this.#scrolledTo(picture) === this.first) return;
    picture.scrollTop = this.first.row * cellHeight;
    picture.scrollLeft = this.first.column * cellWidth;
  }

  /** Whether scrolling brought other rows or columns into sight. */
  scrolled(picture: HTMLElement): boolean {
    if (this.zoom === 0) return false;
    const to = this.#scrolledTo(picture);
    const isNew = to !== this.first;
    this.first = to;
    return isNew;
  }

  #scrolledTo({ scrollLeft, scrollTop }: HTMLElement): Cell {
    const { rows, columns, cellWidth, cellHeight } = this.#layout!;
    const step = (scroll: number, size: number, count: number, all: number) =>
      Math.max(0, Math.min(Math.round(scroll / size), all - count));
    const row = step(scrollTop, cellHeight, rows, this.#size!.rows);
    const column = step(scrollLeft, cellWidth, columns, this.#size!.columns);
    const { first } = this;
    return row === first.row && column === first.column ? first : { row, column };
  }
}

/** The part of a model's matrix from `first` on. */
export function partOf(model: HeatmapModel, first: Cell, layout: HeatmapLayout): HeatmapModel {
  const { rows, columns } = layout;
  const labels = (all: readonly string[], from: number, count: number) =>
    all.slice(from, from + count);
  const part = (whole: MatrixView): MatrixView => {
    const data = new Float32Array(rows * columns);
    for (let row = 0; row < rows; row++) {
      const start = (first.row + row) * whole.columns + first.column;
      data.set(whole.data.subarray(start, start + columns), row * columns);
    }
    return { rows, columns, data };
  };
  const { coloring, before } = model;
  return {
    ...model,
    matrix: part(model.matrix),
    before: before && part(before),
    coloring: { ...coloring, masks: coloring.masks && part(coloring.masks) },
    rowLabels: labels(model.rowLabels, first.row, rows),
    columnLabels: labels(model.columnLabels, first.column, columns),
  };
}

/** The position of a cell in the window. */
export const inWindow = (cell: Cell, first: Cell): Cell => ({
  row: cell.row - first.row,
  column: cell.column - first.column,
});
