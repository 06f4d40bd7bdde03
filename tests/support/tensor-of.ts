import type { Tensor } from '../../wasm/engine';

/** A tensor with names for its axes like one from a file. */
export const tensorOfShape = (shape: number[], data: ArrayLike<number>): Tensor => ({
  axes: shape.map((_, i) => `axis_${i}`),
  shape,
  data: Float32Array.from(data),
});

export const vectorOf = (...numbers: number[]): Tensor => tensorOfShape([numbers.length], numbers);
