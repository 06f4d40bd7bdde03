/** The cells of a matrix as vectors: one path a colour, equal neighbours in a row as one rectangle. */
import { cssColor, type Rgb } from '../color';
import { rasterize, type Coloring } from '../raster';
import { short, type PathShape } from './scene';
import type { MatrixView } from '../../tensor';

export interface CellSize {
  readonly cellWidth: number;
  readonly cellHeight: number;
}

export function cells(
  matrix: MatrixView,
  coloring: Coloring,
  dark: boolean,
  { cellWidth, cellHeight }: CellSize,
): PathShape[] {
  const { rows, columns } = matrix;
  const pixels = new Uint32Array(rasterize(matrix, coloring, dark).buffer);
  const paths = new Map<number, string[]>();
  const last = new Map<number, { row: number; column: number }>();
  for (let row = 0; row < rows; row++)
    for (let column = 0, from = 0; column < columns; column = from) {
      const color = pixels[row * columns + column]!;
      for (from = column + 1; from < columns && pixels[row * columns + from] === color; from++);
      // From where the one before began: a step is shorter to write than a place.
      const before = last.get(color) ?? { row: 0, column: 0 };
      const x = short((column - before.column) * cellWidth);
      const y = short((row - before.row) * cellHeight);
      const wide = short((from - column) * cellWidth);
      const high = short(cellHeight);
      const path = `m${x} ${y}h${wide}v${high}h-${wide}z`;
      if (before.row || before.column || paths.has(color)) paths.get(color)!.push(path);
      else paths.set(color, [path]);
      last.set(color, { row, column });
    }
  return Array.from(paths, ([color, parts]) => ({
    kind: 'path',
    x: 0,
    y: 0,
    d: parts.join(''),
    fill: cssColor(bytesOf(color)),
    crisp: true,
  }));
}

/** Red lies lowest, as in the raster. */
function bytesOf(color: number): Rgb {
  return [color & 255, (color >> 8) & 255, (color >> 16) & 255];
}
