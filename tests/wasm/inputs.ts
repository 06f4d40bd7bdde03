/** Random tensors and parameters for the engine, the same in every run. */
import type { MultiHeadParameters, TensorInput } from '../../wasm/engine';
import { seeded, type Seeded } from '../support/seeded';

export function randomTensor(random: Seeded, ...shape: number[]): TensorInput {
  const size = shape.reduce((product, extent) => product * extent, 1);
  return { shape, data: Float32Array.from({ length: size }, () => random.normal()) };
}

/** Draws one random tensor after another, of the given shapes. */
export function tensorsFrom(seed: number): (...shape: number[]) => TensorInput {
  const random = seeded(seed);
  return (...shape) => randomTensor(random, ...shape);
}

/** Ids, or any other numbers: [n]. */
export const numbers = (...data: number[]): TensorInput => ({
  shape: [data.length],
  data: Float32Array.from(data),
});

/** Four heads of queries over two of keys and values: [batch, head, n, d]. */
export function groupedHeads(tensor: (...shape: number[]) => TensorInput) {
  return { q: tensor(2, 4, 6, 3), k: tensor(2, 2, 6, 3), v: tensor(2, 2, 6, 5) };
}

/** Weights of variance 1 / d_model; biases, where there are any, far from 0. */
export function randomParameters(
  seed: number,
  d_model: number,
  bias: boolean,
): MultiHeadParameters<TensorInput> {
  const random = seeded(seed);
  const weights = () => {
    const { shape, data } = randomTensor(random, d_model, d_model);
    return { shape, data: data.map((value) => value / Math.sqrt(d_model)) };
  };
  const parameters = { w_q: weights(), w_k: weights(), w_v: weights(), w_o: weights() };
  if (!bias) return parameters;
  const offset = () => randomTensor(random, d_model);
  return { ...parameters, b_q: offset(), b_k: offset(), b_v: offset(), b_o: offset() };
}
