/** Parts of a tensor: a batch item, or one of its matrices. */
import type { Tensor, TensorInput } from '../tensors/tensor';

/** `[batch, head, n, d_head]` -> `[1, head, n, d_head]`. Tensors without a batch axis are unchanged. */
export function itemOf({ shape, data }: Tensor, item: number): TensorInput {
  if (shape.length !== 4) return { shape, data };
  const size = data.length / shape[0]!;
  const offset = Math.min(item, shape[0]! - 1) * size;
  return { shape: [1, ...shape.slice(1)], data: data.subarray(offset, offset + size) };
}

/** `[.., head, n, m]` -> `[1, head, n, m]`: one of the parts over the axes before the head's. */
export function headsIn({ shape, data }: Tensor, i: number): TensorInput {
  if (shape.length < 4) return { shape, data };
  const heads = shape.slice(-3);
  const size = heads.reduce((product, extent) => product * extent, 1);
  return { shape: [1, ...heads], data: data.subarray(i * size, (i + 1) * size) };
}

/** The number of matrices over the last two axes. */
export function matricesIn(shape: readonly number[]): number {
  return shape.slice(0, -2).reduce((product, extent) => product * extent, 1);
}

/** The i-th matrix over the last two axes. A vector is a matrix of one row. */
export function matrixIn({ shape, data }: Tensor, i: number): Tensor {
  const [rows = 1, columns = 1] = [1, 1, ...shape].slice(-2);
  const part = data.subarray(i * rows * columns, (i + 1) * rows * columns);
  return { axes: ['row', 'column'], shape: [rows, columns], data: part };
}
