/**
 * Reference results, by plain loops in double precision, written from the formulas. Works row by row and
 * never computes keys or values, so one row of a long sequence is cheap:
 *
 *   q·(x w_k + b_k) = (w_k q)·x + q·b_k    The last term is equal for all keys, so softmax cancels it.
 *   Σ weight_j (x_j w_v + b_v) = (Σ weight_j x_j) w_v + b_v
 */
import { stripPrefix, type PlainTensor, type PlainTensors } from './data';

type Row = Float64Array<ArrayBuffer>;
type Rows = readonly ArrayLike<number>[];

/** x w + b for one row x, with only the columns [first, first + width) of w. */
export function linear(
  x: ArrayLike<number>,
  w: PlainTensor,
  b: PlainTensor | undefined,
  first = 0,
  width = w.shape[1]!,
) {
  const columns = w.shape[1]!;
  const y = new Float64Array(width);
  if (b) for (let j = 0; j < width; j++) y[j] = b.data[first + j]!;
  for (let p = 0; p < x.length; p++) {
    const from = p * columns + first;
    for (let j = 0; j < width; j++) y[j]! += x[p]! * w.data[from + j]!;
  }
  return y;
}

function dot(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
}

function softmax(scores: Row): Row {
  const max = scores.reduce((a, b) => Math.max(a, b), -Infinity);
  let sum = 0;
  for (let j = 0; j < scores.length; j++) sum += scores[j] = Math.exp(scores[j]! - max);
  return scores.map((e) => e / sum);
}

/** Σ weights_j rows_j */
function weightedSum(weights: Row, rows: Rows): Row {
  const mix = new Float64Array(rows[0]!.length);
  for (const [j, weight] of weights.entries())
    for (let c = 0; c < mix.length; c++) mix[c]! += weight * rows[j]![c]!;
  return mix;
}

/** Context of one query over the visible rows of k and v. */
export function contextOf(q: ArrayLike<number>, k: Rows, v: Rows): Row {
  const scale = 1 / Math.sqrt(q.length);
  return weightedSum(softmax(Float64Array.from(k, (key) => scale * dot(q, key))), v);
}

/** One row of a multi-head layer, over the `visible` rows: its output, and its weights per head. */
export function multiHeadRow(
  x: ArrayLike<number>,
  visible: Rows,
  p: PlainTensors,
  num_heads: number,
) {
  const d_model = x.length;
  const d_head = d_model / num_heads;
  const concat = new Float64Array(d_model);
  const weights: Row[] = [];
  for (let head = 0; head < num_heads; head++) {
    const first = head * d_head;
    const project = (letter: string, row: ArrayLike<number>) =>
      linear(row, p[`w_${letter}`]!, p[`b_${letter}`], first, d_head);
    const q = project('q', x);
    const w_k = p['w_k']!.data;
    // w_k q, so that q·k is its product with the input row.
    const qInInput = Float64Array.from({ length: d_model }, (_, i) =>
      dot(q, w_k.subarray(i * d_model + first, i * d_model + first + d_head)),
    );
    const scale = 1 / Math.sqrt(d_head);
    const headWeights = softmax(Float64Array.from(visible, (key) => scale * dot(qInInput, key)));
    weights.push(headWeights);
    concat.set(project('v', weightedSum(headWeights, visible)), first);
  }
  return { output: linear(concat, p['w_o']!, p['b_o']), weights };
}

/** (x - mean) / standard deviation * gamma + beta */
function layerNorm(x: Row, gamma: PlainTensor, beta: PlainTensor): Row {
  const mean = x.reduce((a, b) => a + b) / x.length;
  const variance = x.reduce((sum, value) => sum + (value - mean) ** 2, 0) / x.length;
  const factor = 1 / Math.sqrt(variance + 1e-5);
  return x.map((value, i) => (value - mean) * factor * gamma.data[i]! + beta.data[i]!);
}

const geluTanh = (x: number) =>
  0.5 * x * (1 + Math.tanh(Math.sqrt(2 / Math.PI) * (x + 0.044715 * x ** 3)));
const relu = (x: number) => Math.max(0, x);
const plus = (x: Row, y: Row) => x.map((value, i) => value + y[i]!);

function feedForward(x: Row, p: PlainTensors, activation: (x: number) => number): Row {
  const hidden = linear(x, p['feed_forward.w_1']!, p['feed_forward.b_1']).map(activation);
  return linear(hidden, p['feed_forward.w_2']!, p['feed_forward.b_2']);
}

/** A layer of GPT-2: causal, normalization before each block, tanh approximation of GELU. */
export function causalLayer(rows: readonly Row[], p: PlainTensors, num_heads: number): Row[] {
  const norm = (x: Row, name: string) => layerNorm(x, p[`${name}.gamma`]!, p[`${name}.beta`]!);
  const before = rows.map((x) => norm(x, 'norm_1'));
  const attention = stripPrefix('attention.', p);
  return rows.map((x, i) => {
    const after = plus(
      x,
      multiHeadRow(before[i]!, before.slice(0, i + 1), attention, num_heads).output,
    );
    return plus(after, feedForward(norm(after, 'norm_2'), p, geluTanh));
  });
}

export const finalNorm = (x: Row, p: PlainTensors): Row =>
  layerNorm(x, p['norm.gamma']!, p['norm.beta']!);

/** An encoder layer as in Vaswani et al. 2017: normalization after each block, ReLU. */
export function encoderLayer(rows: Rows, p: PlainTensors, num_heads: number): Row[] {
  const norm = (x: Row, name: string) => layerNorm(x, p[`${name}.gamma`]!, p[`${name}.beta`]!);
  const attention = stripPrefix('attention.', p);
  return rows.map((x) => {
    const after = norm(
      plus(Float64Array.from(x), multiHeadRow(x, rows, attention, num_heads).output),
      'norm_1',
    );
    return norm(plus(after, feedForward(after, p, relu)), 'norm_2');
  });
}
