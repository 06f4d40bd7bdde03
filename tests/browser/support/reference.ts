/**
 * The independent reference for the page's numbers: multi-head attention as plain double-precision
 * loops over the inputs x, w_q, w_k and w_v.
 */
export type Matrix = number[][];

export interface Inputs {
  x: Matrix; // [query, d_model]
  w_q: Matrix; // [d_model, d_model]
  w_k: Matrix;
  w_v: Matrix;
}

export interface HeadTrace {
  q: Matrix; // [query, d_head]
  k: Matrix; // [key, d_head]
  v: Matrix; // [key, d_head]
  scores: Matrix; // [query, key]
  masked_scores: Matrix; // [query, key]   -Infinity where masked
  weights: Matrix; // [query, key]
  context: Matrix; // [query, d_head]
}

/** softmax(Q Kᵀ / √d_head + mask) V for each head (Vaswani et al. 2017, eq. 1). */
export function attend(inputs: Inputs, numHeads: number, mask: 'none' | 'causal'): HeadTrace[] {
  const dHead = inputs.x[0]!.length / numHeads;
  const [q, k, v] = [inputs.w_q, inputs.w_k, inputs.w_v].map((w) => product(inputs.x, w));
  return Array.from({ length: numHeads }, (_, head) => {
    const columns = (matrix: Matrix) =>
      matrix.map((row) => row.slice(head * dHead, (head + 1) * dHead));
    return attendOnce(columns(q!), columns(k!), columns(v!), mask);
  });
}

/** softmax(Q Kᵀ / √d_head + mask) V for one head. */
function attendOnce(q: Matrix, k: Matrix, v: Matrix, mask: 'none' | 'causal'): HeadTrace {
  const scores = q.map((row) => k.map((key) => dot(row, key) / Math.sqrt(row.length)));
  const masked_scores = scores.map((row, i) =>
    row.map((score, j) => (mask === 'causal' && j > i ? -Infinity : score)),
  );
  const weights = masked_scores.map(softmax);
  return { q, k, v, scores, masked_scores, weights, context: product(weights, v) };
}

export function softmax(scores: number[]): number[] {
  const exponentials = scores.map((score) => Math.exp(score - Math.max(...scores)));
  const sum = exponentials.reduce((total, value) => total + value, 0);
  return exponentials.map((value) => value / sum);
}

/** The elementwise mean of matrices, as `mean of all` shows scores and weights. */
export function mean(matrices: Matrix[]): Matrix {
  return matrices[0]!.map((row, i) =>
    row.map((_, j) => matrices.reduce((sum, m) => sum + m[i]![j]!, 0) / matrices.length),
  );
}

/** Heads concatenated by columns, as `mean of all` shows queries, keys, values and contexts. */
export function sideBySide(matrices: Matrix[]): Matrix {
  return matrices[0]!.map((_, i) => matrices.flatMap((matrix) => matrix[i]!));
}

export function dot(a: number[], b: number[]): number {
  return a.reduce((sum, value, i) => sum + value * b[i]!, 0);
}

export function product(a: Matrix, b: Matrix): Matrix {
  return a.map((row) =>
    b[0]!.map((_, column) => row.reduce((sum, value, i) => sum + value * b[i]![column]!, 0)),
  );
}
