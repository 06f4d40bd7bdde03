/** The frames around a heatmap's query row and its highlighted cell. */
import { css } from 'lit';
import { boxOf, type Cell, type HeatmapLayout } from '../../draw/pictures/heatmap-layout';

export const markStyles = css`
  .mark {
    position: absolute;
    inset: 0 auto auto 0;
    border: 2px solid var(--query);
    pointer-events: none;
  }
  .pointed {
    border-color: var(--ink);
  }
`;

/** Places a mark around `columns` cells from `cell` on, at least `minSize` pixels wide and high, if they are in sight. */
export function placeMark(
  mark: HTMLElement,
  layout: HeatmapLayout,
  cell: Cell | null,
  columns: number,
  minSize: number,
): void {
  const isIn =
    cell !== null &&
    cell.row >= 0 &&
    cell.row < layout.rows &&
    cell.column >= 0 &&
    cell.column < layout.columns;
  mark.hidden = !isIn;
  if (!isIn) return;
  const { x, y, width, height } = boxOf(layout, cell, columns, minSize);
  mark.style.inlineSize = `${width}px`;
  mark.style.blockSize = `${height}px`;
  mark.style.transform = `translate(${x}px, ${y}px)`;
}
