/**
 * Multi-head attention as plain loops in double precision, written from the paper (Vaswani et al. 2017,
 * eq. 1 and 3.2.2): the reference for the engine.
 */
import type { MultiHeadParameters, TensorInput } from '../../wasm/engine';

export type MaskKind = 'none' | 'causal';
export type Matrix = number[][];

/** One head of one batch item. */
export interface HeadReference {
  q: Matrix;
  k: Matrix;
  v: Matrix;
  /** q k^T, before the scale. */
  dots: Matrix;
  scores: Matrix;
  masked_scores: Matrix;
  row_max: number[];
  exponentials: Matrix;
  exponential_sum: number[];
  weights: Matrix;
  context: Matrix;
}

export interface ItemReference {
  heads: HeadReference[];
  concat: Matrix;
  output: Matrix;
}

export interface Given {
  num_heads: number;
  parameters: MultiHeadParameters<TensorInput>;
  query: TensorInput;
  key: TensorInput;
  value: TensorInput;
  mask: MaskKind;
}

/** Computes each batch item separately. */
export function referenceAttention(given: Given): ItemReference[] {
  const [queries, keys, values] = [given.query, given.key, given.value].map(itemsOf);
  return queries!.map((query, i) => attendItem(given, query, keys![i]!, values![i]!));
}

/** Alternates sin and cos of pos / 10000^(2 i / d_model) (section 3.5). */
export function referencePositions(n: number, d_model: number): Matrix {
  return grid(n, d_model, (pos, column) => {
    const angle = pos / 10000 ** ((column - (column % 2)) / d_model);
    return column % 2 === 0 ? Math.sin(angle) : Math.cos(angle);
  });
}

function attendItem(given: Given, query: Matrix, key: Matrix, value: Matrix): ItemReference {
  const p = given.parameters;
  const d_head = p.w_q.shape[1]! / given.num_heads;
  const all = {
    q: linear(query, p.w_q, p.b_q),
    k: linear(key, p.w_k, p.b_k),
    v: linear(value, p.w_v, p.b_v),
  };
  const heads = Array.from({ length: given.num_heads }, (_, head) => {
    const own = (rows: Matrix) => rows.map((row) => row.slice(head * d_head, (head + 1) * d_head));
    return attendHead(own(all.q), own(all.k), own(all.v), given.mask);
  });
  const concat = query.map((_, i) => heads.flatMap(({ context }) => context[i]!));
  return { heads, concat, output: linear(concat, p.w_o, p.b_o) };
}

function attendHead(q: Matrix, k: Matrix, v: Matrix, mask: MaskKind): HeadReference {
  const [n_query, n_key, d_head] = [q.length, k.length, v[0]?.length ?? 0];
  const dots = grid(n_query, n_key, (i, j) => sum(q[i]!.map((x, d) => x * k[j]![d]!)));
  const scores = dots.map((row) => row.map((dot) => dot / Math.sqrt(d_head)));
  // A causal mask is aligned at the end: the last query sees every key.
  const allowed = (i: number, j: number) => mask === 'none' || j <= i + n_key - n_query;
  const masked_scores = grid(n_query, n_key, (i, j) =>
    allowed(i, j) ? scores[i]![j]! : -Infinity,
  );
  const row_max = masked_scores.map((row) => {
    const max = Math.max(...row);
    return max === -Infinity ? 0 : max; // nothing to attend to
  });
  const exponentials = masked_scores.map((row, i) => row.map((s) => Math.exp(s - row_max[i]!)));
  const exponential_sum = exponentials.map(sum);
  const weights = exponentials.map((row, i) =>
    row.map((e) => (e === 0 ? 0 : e / exponential_sum[i]!)),
  );
  const context = grid(n_query, d_head, (i, d) => sum(weights[i]!.map((w, j) => w * v[j]![d]!)));
  return {
    q,
    k,
    v,
    dots,
    scores,
    masked_scores,
    row_max,
    exponentials,
    exponential_sum,
    weights,
    context,
  };
}

function linear(x: Matrix, w: TensorInput, b: TensorInput | undefined): Matrix {
  const [d_in, d_out] = w.shape as [number, number];
  return grid(x.length, d_out, (i, column) => {
    let total = b ? b.data[column]! : 0;
    for (let d = 0; d < d_in; d++) total += x[i]![d]! * w.data[d * d_out + column]!;
    return total;
  });
}

function itemsOf({ shape, data }: TensorInput): Matrix[] {
  const [n, d_model] = shape.slice(-2) as [number, number];
  const batch = shape.length === 3 ? shape[0]! : 1;
  return Array.from({ length: batch }, (_, item) =>
    grid(n, d_model, (i, d) => data[(item * n + i) * d_model + d]!),
  );
}

function grid(rows: number, columns: number, value: (i: number, j: number) => number): Matrix {
  return Array.from({ length: rows }, (_, i) =>
    Array.from({ length: columns }, (_, j) => value(i, j)),
  );
}

function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
