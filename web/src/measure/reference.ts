/**
 * What works give, by plain loops in double precision, written from the formulas: of the large ones
 * some rows. Keys and values are never made: q·(x w_k + b_k) = (w_k q)·x + q·b_k, whose last part is the
 * same for all keys and hence nothing to a softmax, and values are mixed before they are projected. So
 * one row of a long sequence costs little.
 */
import { below, type Given, type Named } from './data';

type Row = Float64Array<ArrayBuffer>;
type Rows = readonly ArrayLike<number>[];

/** x w + b of one row; of w the columns [first, first + width). */
export function linear(
  x: ArrayLike<number>,
  w: Given,
  b: Given | undefined,
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

/** In place. */
function softmax(scores: Row): Row {
  const most = scores.reduce((a, b) => Math.max(a, b), -Infinity);
  let sum = 0;
  for (let j = 0; j < scores.length; j++) sum += scores[j] = Math.exp(scores[j]! - most);
  return scores.map((e) => e / sum);
}

/** Σ weights_j rows_j */
function mixed(weights: Row, rows: Rows): Row {
  const mix = new Float64Array(rows[0]!.length);
  for (const [j, weight] of weights.entries())
    for (let c = 0; c < mix.length; c++) mix[c]! += weight * rows[j]![c]!;
  return mix;
}

/** One query of attention alone, over the rows of k and v that it may see. */
export function contextOf(q: ArrayLike<number>, k: Rows, v: Rows): Row {
  const scale = 1 / Math.sqrt(q.length);
  return mixed(softmax(Float64Array.from(k, (key) => scale * dot(q, key))), v);
}

/** One row of a multi-head layer, over the rows `seen`: its output, and its weights by heads. */
export function attended(x: ArrayLike<number>, seen: Rows, p: Named, num_heads: number) {
  const d_model = x.length;
  const d_head = d_model / num_heads;
  const concat = new Float64Array(d_model);
  const weights: Row[] = [];
  for (let head = 0; head < num_heads; head++) {
    const first = head * d_head;
    const of = (letter: string, row: ArrayLike<number>) =>
      linear(row, p[`w_${letter}`]!, p[`b_${letter}`], first, d_head);
    const q = of('q', x);
    const w_k = p['w_k']!.data;
    const turned = Float64Array.from({ length: d_model }, (_, i) =>
      dot(q, w_k.subarray(i * d_model + first, i * d_model + first + d_head)),
    );
    const scale = 1 / Math.sqrt(d_head);
    const own = softmax(Float64Array.from(seen, (key) => scale * dot(turned, key)));
    weights.push(own);
    concat.set(of('v', mixed(own, seen)), first);
  }
  return { output: linear(concat, p['w_o']!, p['b_o']), weights };
}

/** x - mean, by the standard deviation, scaled and shifted. */
function normed(x: Row, gamma: Given, beta: Given): Row {
  const mean = x.reduce((a, b) => a + b) / x.length;
  const variance = x.reduce((sum, one) => sum + (one - mean) ** 2, 0) / x.length;
  const factor = 1 / Math.sqrt(variance + 1e-5);
  return x.map((one, i) => (one - mean) * factor * gamma.data[i]! + beta.data[i]!);
}

const geluTanh = (x: number) =>
  0.5 * x * (1 + Math.tanh(Math.sqrt(2 / Math.PI) * (x + 0.044715 * x ** 3)));
const relu = (x: number) => Math.max(0, x);
const plus = (x: Row, y: Row) => x.map((one, i) => one + y[i]!);

function fedForward(x: Row, p: Named, bend: (x: number) => number): Row {
  const wide = linear(x, p['feed_forward.w_1']!, p['feed_forward.b_1']).map(bend);
  return linear(wide, p['feed_forward.w_2']!, p['feed_forward.b_2']);
}

/** All rows through a layer as GPT-2 has it: normed first, causal, GELU by tanh. */
export function causalLayer(rows: readonly Row[], p: Named, num_heads: number): Row[] {
  const norm = (x: Row, name: string) => normed(x, p[`${name}.gamma`]!, p[`${name}.beta`]!);
  const before = rows.map((x) => norm(x, 'norm_1'));
  const own = below('attention.', p);
  return rows.map((x, i) => {
    const after = plus(x, attended(before[i]!, before.slice(0, i + 1), own, num_heads).output);
    return plus(after, fedForward(norm(after, 'norm_2'), p, geluTanh));
  });
}

export const finalNorm = (x: Row, p: Named): Row => normed(x, p['norm.gamma']!, p['norm.beta']!);

/** All rows of a sequence through an encoder layer as it was first published: normed after, ReLU. */
export function encoderLayer(rows: Rows, p: Named, num_heads: number): Row[] {
  const norm = (x: Row, name: string) => normed(x, p[`${name}.gamma`]!, p[`${name}.beta`]!);
  const own = below('attention.', p);
  return rows.map((x) => {
    const after = norm(
      plus(Float64Array.from(x), attended(x, rows, own, num_heads).output),
      'norm_1',
    );
    return norm(plus(after, fedForward(after, p, relu)), 'norm_2');
  });
}
