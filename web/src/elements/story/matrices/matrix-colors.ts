/** The numbers of an open matrix as colors, and their gradients. */
import { rasterize } from '../../../draw/matrix/raster';
import { reachOf } from '../../../draw/pictures/story-lane';
import { rasterToCanvas } from '../../../draw/scene/to-canvas';
import type { StoryMatrix } from '../../../model/stages/matrices';
import { kRow } from './number-matrix.styles';

/** The height of the gradients under each row. */
const kGradient = 5;

interface MatrixStyle {
  /** The width of a column, in pixels. */
  readonly cell: number;
  readonly dark: boolean;
}

export function paintValues(
  canvas: HTMLCanvasElement,
  { rows, columns, values: data }: StoryMatrix,
  { cell, dark }: MatrixStyle,
): void {
  const matrix = { rows, columns, data };
  const coloring = { scale: 'diverging', reach: reachOf(data), masks: matrix } as const;
  rasterToCanvas(rasterize(matrix, coloring, dark), canvas);
  canvas.style.width = `${columns * cell}px`;
  canvas.style.height = `${rows * kRow}px`;
}

/** A band at the foot of each row. `steepest`: the largest gradient of the story. */
export function paintGradients(
  canvas: HTMLCanvasElement,
  { rows, columns }: StoryMatrix,
  data: Float32Array,
  { cell, dark, steepest }: MatrixStyle & { readonly steepest: number },
): void {
  const source = document.createElement('canvas');
  const coloring = { scale: 'diverging', reach: steepest, masks: null } as const;
  rasterToCanvas(rasterize({ rows, columns, data }, coloring, dark), source);
  const width = columns * cell;
  canvas.width = width;
  canvas.height = rows * kRow;
  canvas.style.width = `${width}px`;
  canvas.style.height = `${rows * kRow}px`;
  const context = canvas.getContext('2d')!;
  context.imageSmoothingEnabled = false;
  for (let row = 0; row < rows; row++) {
    const y = (row + 1) * kRow - kGradient;
    context.drawImage(source, 0, row, columns, 1, 0, y, width, kGradient);
  }
}
