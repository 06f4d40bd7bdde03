/** Tensors with named axes, and views of parts of them without copying. */
import type { Tensor } from '../../../wasm/engine';

export type {
  AttentionTrace,
  Embedded,
  MultiHeadParameters,
  RowDetail,
  Tensor,
  TensorInput,
  WeightsRow,
} from '../../../wasm/engine';

/** A row-major matrix, as a heatmap draws it. */
export interface MatrixView {
  readonly rows: number;
  readonly columns: number;
  readonly data: Float32Array;
}

/** The i-th matrix over the last two axes. The leading axes are flattened, as in the core. */
export function matrixOf(tensor: Tensor, i = 0): MatrixView {
  const [rows = 1, columns = 1] = tensor.shape.slice(-2);
  return {
    rows,
    columns,
    data: tensor.data.subarray(i * rows * columns, (i + 1) * rows * columns),
  };
}

export function matrixRow(matrix: MatrixView, row: number): Float32Array {
  return matrix.data.subarray(row * matrix.columns, (row + 1) * matrix.columns);
}

export function cellAt(matrix: MatrixView, row: number, column: number): number {
  return matrix.data[row * matrix.columns + column]!;
}

/** The value of a scalar tensor. */
export function scalarOf(tensor: Tensor): number {
  return tensor.data[0]!;
}

/** Heads side by side: `[batch 1, head, rows, columns]` -> `[rows, head * columns]`, as `concat`. */
export function headsSideBySide(tensor: Tensor): MatrixView {
  const [, heads = 1, rows = 1, columns = 1] = tensor.shape;
  const data = new Float32Array(heads * rows * columns);
  for (let head = 0; head < heads; head++) {
    const matrix = matrixOf(tensor, head);
    for (let row = 0; row < rows; row++)
      data.set(matrixRow(matrix, row), (row * heads + head) * columns);
  }
  return { rows, columns: heads * columns, data };
}

/** The min and max of the finite values, without cells that are -Infinity in `masks`; 0 if there are none. */
export function rangeOf(
  data: Float32Array,
  masks?: Float32Array | null,
): { min: number; max: number } {
  let min = Infinity;
  let max = -Infinity;
  for (let cell = 0; cell < data.length; cell++) {
    const value = data[cell]!;
    if (value - value !== 0 || (masks && masks[cell] === -Infinity)) continue;
    if (value < min) min = value;
    if (value > max) max = value;
  }
  return min <= max ? { min, max } : { min: 0, max: 0 };
}
