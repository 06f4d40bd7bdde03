/** The cells of a matrix: their colors, and hatching over masked ones. */
import { isMasked, type Coloring, type Raster } from '../matrix/raster';
import { hatching } from '../scene/hatching';
import type { Shape } from '../scene/scene';
import type { HeatmapLayout } from './heatmap-layout';

export type CellLayout = Pick<HeatmapLayout, 'rows' | 'columns' | 'cellWidth' | 'cellHeight'>;

/** Smaller masked cells are gray: no line of the hatching would cross some of them. */
const kHatched = 4;

export function mapCells(
  raster: Raster,
  coloring: Coloring,
  layout: CellLayout,
  dark: boolean,
): Shape[] {
  const { rows, columns, cellWidth, cellHeight } = layout;
  const [width, height] = [columns * cellWidth, rows * cellHeight];
  const cells: Shape = { kind: 'raster', x: 0, y: 0, width, height, raster };
  return coloring.masks && Math.min(cellWidth, cellHeight) >= kHatched
    ? [cells, hatching(maskedRuns(coloring, layout), dark)]
    : [cells];
}

/** Masked cells beside each other, row by row. */
function maskedRuns(coloring: Coloring, { rows, columns, cellWidth, cellHeight }: CellLayout) {
  const runs = [];
  for (let row = 0; row < rows; row++)
    for (let column = 0, to = 0; column < columns; column = to + 1) {
      for (to = column; to < columns && isMasked(coloring, row, to); to++);
      const [x, width] = [column * cellWidth, (to - column) * cellWidth];
      if (to > column) runs.push({ x, y: row * cellHeight, width, height: cellHeight });
    }
  return runs;
}
