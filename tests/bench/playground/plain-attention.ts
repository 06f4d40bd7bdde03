/**
 * Multi-head self-attention as fast plain JavaScript: typed arrays allocated once, plain loops, no
 * objects. Output and weights are copies for the caller, like the engine's.
 */
import type { MultiHeadParameters, TensorInput } from '../../../wasm/engine';

export interface PlainResult {
  weights: Float32Array; // [num_heads, n, n]
  output: Float32Array; // [n, d_model]
}

export function plainAttention(
  p: MultiHeadParameters<TensorInput>,
  n: number,
  d_model: number,
  num_heads: number,
): (x: Float32Array) => PlainResult {
  const d_head = d_model / num_heads;
  const scale = 1 / Math.sqrt(d_head);
  const room = () => new Float32Array(n * d_model);
  const [q, k, v, concat, output] = [room(), room(), room(), room(), room()];
  const weights = new Float32Array(num_heads * n * n);

  function linear(x: Float32Array, w: Float32Array, b: Float32Array, y: Float32Array): void {
    for (let i = 0; i < n; i++) {
      const row = i * d_model;
      for (let column = 0; column < d_model; column++) {
        let sum = b[column]!;
        for (let d = 0; d < d_model; d++) sum += x[row + d]! * w[d * d_model + column]!;
        y[row + column] = sum;
      }
    }
  }

  const [w_q, w_k, w_v, w_o] = [p.w_q.data, p.w_k.data, p.w_v.data, p.w_o.data];
  const [b_q, b_k, b_v, b_o] = [p.b_q!.data, p.b_k!.data, p.b_v!.data, p.b_o!.data];
  return (x) => {
    linear(x, w_q, b_q, q);
    linear(x, w_k, b_k, k);
    linear(x, w_v, b_v, v);
    for (let head = 0; head < num_heads; head++) {
      const first = head * d_head;
      for (let i = 0; i < n; i++) {
        const row = (head * n + i) * n;
        let max = -Infinity;
        for (let j = 0; j < n; j++) {
          let dot = 0;
          for (let d = first; d < first + d_head; d++)
            dot += q[i * d_model + d]! * k[j * d_model + d]!;
          dot *= scale;
          weights[row + j] = dot;
          if (dot > max) max = dot;
        }
        let sum = 0;
        for (let j = 0; j < n; j++) sum += weights[row + j] = Math.exp(weights[row + j]! - max);
        for (let j = 0; j < n; j++) weights[row + j]! /= sum;
        for (let d = first; d < first + d_head; d++) {
          let context = 0;
          for (let j = 0; j < n; j++) context += weights[row + j]! * v[j * d_model + d]!;
          concat[i * d_model + d] = context;
        }
      }
    }
    linear(concat, w_o, b_o, output);
    return { weights: weights.slice(), output: output.slice() };
  };
}
