/** Plain JavaScript: typed arrays, and loops in memory order. */
import type { MultiHeadParameters, TensorInput } from '../../../wasm/engine.d.ts';
import type { Data, PlainTensors } from '../../../web/src/measure/data.ts';
import {
  kPlain,
  kPlainWeights,
  type MultiHead,
  type Product,
  type Small,
  type Workload,
} from '../../../web/src/speed/workloads.ts';
import { plainAttention } from '../playground/plain-attention.ts';
import { linear } from './linear.ts';
import { plainTrace } from './plain-trace.ts';
import type { ContenderFactory } from './contender-factory.ts';

/** Past this many operations the loops take seconds. */
const kMaxFlops = 1e9;

export function plainJavaScript(workload: Workload, data: Data): ContenderFactory[] {
  const plain = (who: string, loops: () => () => Float32Array[]): ContenderFactory => {
    const named = { who, way: 'loops' };
    return { ...named, make: () => ({ ...named, run: loops() }) };
  };
  if (workload.flops > kMaxFlops) return [];
  if (workload.kind === 'product') return [plain(kPlain, () => () => [productOf(workload, data)])];
  if (workload.kind === 'multi_head') return [plain(kPlain, () => multiHeadOf(workload, data))];
  if (workload.kind !== 'small') return [];
  const fewer = () => outputAndWeights(workload, data);
  if (workload.results === 'weights') return [plain(kPlain, fewer)];
  return [plain(kPlain, () => plainTrace(workload, data)), plain(kPlainWeights, fewer)];
}

const productOf = ({ rows, depth, columns }: Product, { parameters, inputs }: Data) =>
  linear(inputs['x']!.data, parameters['w']!.data, null, rows, depth, columns);

function multiHeadOf(workload: MultiHead, { parameters, inputs }: Data) {
  const { n, d_model, num_heads, causal } = workload;
  const p: PlainTensors = parameters;
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
    return [project(concat, 'o')];
  };
}

function outputAndWeights({ n, d_model, num_heads }: Small, data: Data) {
  const given = data.parameters as unknown as MultiHeadParameters<TensorInput>;
  const attend = plainAttention(given, n, d_model, num_heads);
  const x = data.inputs['query']!.data;
  return () => {
    const { output, weights } = attend(x);
    return [output, weights];
  };
}
