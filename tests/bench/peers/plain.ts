/** Plain JavaScript: typed arrays and loops in the order of memory. */
import type { Contender } from '../engine/contender.ts';
import type { Data, Named } from '../engine/data.ts';
import type { MultiHead, Product, Work } from '../engine/works.ts';

/** Past this many operations the loops take seconds. */
const kMostFlops = 3e9;

export function plainJavaScript(work: Work, data: Data): Contender[] {
  if (work.flops > kMostFlops) return [];
  if (work.kind === 'product') return [plain(() => [productOf(work, data)])];
  if (work.kind === 'multi_head') return [plain(multiHeadOf(work, data))];
  return [];
}

const plain = (run: () => Float32Array[]): Contender => ({
  who: 'plain JavaScript',
  way: 'loops',
  run,
});

/** y += x w, [n, depth] [depth, columns], b [columns] first. */
function linear(
  x: Float32Array,
  w: Float32Array,
  b: Float32Array | null,
  n: number,
  depth: number,
  columns: number,
): Float32Array {
  const y = new Float32Array(n * columns);
  for (let i = 0; i < n; i++) {
    const to = i * columns;
    if (b) y.set(b, to);
    for (let p = 0; p < depth; p++) {
      const factor = x[i * depth + p]!;
      const from = p * columns;
      for (let j = 0; j < columns; j++) y[to + j] = y[to + j]! + factor * w[from + j]!;
    }
  }
  return y;
}

const productOf = ({ rows, depth, columns }: Product, { parameters, inputs }: Data) =>
  linear(inputs['x']!.data, parameters['w']!.data, null, rows, depth, columns);

function multiHeadOf(work: MultiHead, { parameters, inputs }: Data) {
  const { n, d_model, num_heads, causal } = work;
  const p = parameters as Named;
  const x = inputs['query']!.data;
  const d_head = d_model / num_heads;
  const scale = 1 / Math.sqrt(d_head);
  const project = (from: Float32Array, letter: string) =>
    linear(from, p[`w_${letter}`]!.data, p[`b_${letter}`]!.data, n, d_model, d_model);
  return () => {
    const q = project(x, 'q');
    const k = project(x, 'k');
    const v = project(x, 'v');
    const weights = new Float32Array(num_heads * n * n);
    const concat = new Float32Array(n * d_model);
    for (let head = 0; head < num_heads; head++) {
      const first = head * d_head;
      for (let i = 0; i < n; i++) {
        const row = (head * n + i) * n;
        const end = causal ? i + 1 : n;
        let peak = -Infinity;
        for (let j = 0; j < end; j++) {
          let dot = 0;
          for (let c = 0; c < d_head; c++)
            dot += q[i * d_model + first + c]! * k[j * d_model + first + c]!;
          weights[row + j] = dot * scale;
          if (dot * scale > peak) peak = dot * scale;
        }
        let sum = 0;
        for (let j = 0; j < end; j++) {
          const e = Math.exp(weights[row + j]! - peak);
          weights[row + j] = e;
          sum += e;
        }
        for (let j = 0; j < end; j++) {
          const weight = (weights[row + j]! /= sum);
          for (let c = 0; c < d_head; c++) {
            const to = i * d_model + first + c;
            concat[to] = concat[to]! + weight * v[j * d_model + first + c]!;
          }
        }
      }
    }
    const output = project(concat, 'o');
    return work.weights ? [output, weights] : [output];
  };
}
