/** The whole trace in plain JavaScript at the playground's size, in newly allocated arrays. */
import type { Data } from '../../../web/src/measure/data.ts';
import type { Small } from '../../../web/src/speed/workloads.ts';
import { linear } from './linear.ts';

/** Returns output and weights first, then the other fields in the order of a trace. */
export function plainTrace({ n, d_model, num_heads }: Small, { parameters: p, inputs }: Data) {
  const x = inputs['query']!.data;
  const d_head = d_model / num_heads;
  const scale = 1 / Math.sqrt(d_head);
  const project = (from: Float32Array, letter: string) =>
    linear(from, p[`w_${letter}`]!.data, p[`b_${letter}`]!.data, n, d_model, d_model);
  const byHeads = (flat: Float32Array) => {
    const split = new Float32Array(n * d_model);
    for (let head = 0; head < num_heads; head++)
      for (let i = 0; i < n; i++)
        for (let c = 0; c < d_head; c++)
          split[(head * n + i) * d_head + c] = flat[i * d_model + head * d_head + c]!;
    return split;
  };
  return (): Float32Array[] => {
    const [q, k, v] = ['q', 'k', 'v'].map((letter) => byHeads(project(x, letter))) as [
      Float32Array,
      Float32Array,
      Float32Array,
    ];
    const scores = new Float32Array(num_heads * n * n);
    const weights = new Float32Array(num_heads * n * n);
    const row_status = new Float32Array(num_heads * n);
    const context = new Float32Array(n * d_model);
    const concat = new Float32Array(n * d_model);
    for (let head = 0; head < num_heads; head++) {
      for (let i = 0; i < n; i++) {
        const query = (head * n + i) * d_head;
        const row = (head * n + i) * n;
        let max = -Infinity;
        for (let j = 0; j < n; j++) {
          const key = (head * n + j) * d_head;
          let dot = 0;
          for (let c = 0; c < d_head; c++) dot += q[query + c]! * k[key + c]!;
          scores[row + j] = dot * scale;
          if (dot * scale > max) max = dot * scale;
        }
        let sum = 0;
        for (let j = 0; j < n; j++) sum += weights[row + j] = Math.exp(scores[row + j]! - max);
        for (let j = 0; j < n; j++) weights[row + j]! /= sum;
        if (!Number.isFinite(sum)) row_status[head * n + i] = 2;
        for (let c = 0; c < d_head; c++) {
          let mix = 0;
          for (let j = 0; j < n; j++) mix += weights[row + j]! * v[(head * n + j) * d_head + c]!;
          context[query + c] = mix;
          concat[i * d_model + head * d_head + c] = mix;
        }
      }
    }
    const masked_scores = scores.slice();
    const output = project(concat, 'o');
    return [output, weights, q, k, v, scores, masked_scores, row_status, context, concat];
  };
}
