/** Tensors in JavaScript, and groups of named tensors. */

/** Floats with named axes, row-major, the last axis fastest. */
export interface Tensor {
  readonly axes: readonly string[];
  readonly shape: readonly number[];
  readonly data: Float32Array;
}

/** A tensor that is passed in; axes without names get names from the core. */
export type TensorInput = Pick<Tensor, 'shape' | 'data'> & {
  readonly axes?: readonly string[] | undefined;
};

/** Owned copies. */
export type NamedTensors = Record<string, Tensor>;

/** At most eight axes each. */
export type NamedTensorInputs = Readonly<Record<string, TensorInput>>;

/** `x = embedding + position` */
export interface Embedded {
  embedding: Tensor; // [query, d_model]
  position: Tensor; // [query, d_model]
  x: Tensor; // [query, d_model]
}

/** Parameters of multi_head as the equations write them: y = x w + b. Either all biases are present or none. */
export interface MultiHeadParameters<T = Tensor> {
  w_q: T; // [d_model, num_heads d_head]; head h owns columns [h d_head, (h + 1) d_head)
  w_k: T; // [d_key, num_kv_heads d_head]
  w_v: T; // [d_value, num_kv_heads d_v]
  w_o: T; // [num_heads d_v, d_model]
  b_q?: T; // as wide as the matrix of that name
  b_k?: T;
  b_v?: T;
  b_o?: T;
  relative_bias?: T; // [num_buckets, num_heads], with relative_buckets only
}

/**
 * Every intermediate, in the order in which the formula computes it (core/attention/trace.h). multi_head calls
 * the axis kv_head "head" if there are as many, and d_v "d_head" if they are equal.
 */
export interface AttentionTrace {
  q: Tensor; // [batch, head, query, d_head]
  k: Tensor; // [batch, kv_head, key, d_head]
  v: Tensor; // [batch, kv_head, key, d_v]
  scores: Tensor; // [batch, head, query, key]   q kᵀ / √d_head
  masked_scores: Tensor; // [batch, head, query, key]   -Infinity where masked
  weights: Tensor; // [batch, head, query, key]   softmax of each row
  /** Set only with dropout. */
  dropped_weights?: Tensor; // [batch, head, query, key]   weights times their dropout factors
  row_status: Tensor; // [batch, head, query]   0 ok, 1 nothing to attend to, 2 not finite
  context: Tensor; // [batch, head, query, d_v]
  concat: Tensor; // [batch, query, concat], or [batch, query, d_model] if equally wide
  output: Tensor; // [batch, query, d_model]
}

/** One query's row with its arithmetic (core/attention/row_detail.h). d_v and concat are named as in AttentionTrace. */
export interface RowDetail {
  /** These seven fields are set for a single head only, not for the mean of heads. */
  products?: Tensor; // [key, d_head]   q[i] k[j][i]: each row adds up to a dot product
  dots?: Tensor; // [key]
  scores?: Tensor; // [key]
  masked_scores?: Tensor; // [key]
  row_max?: Tensor; // []
  exponentials?: Tensor; // [key]
  exponential_sum?: Tensor; // []
  weights: Tensor; // [key]
  ranking: Tensor; // [rank]   key indices by descending weight
  rest_weight: Tensor; // []
  context: Tensor; // [d_v], or [concat] for the mean
  contributions: Tensor; // [key, d_v], or [key, concat]
  rest_contributions: Tensor; // [d_v], or [concat]
}

/** One query's row of weights alone (core/analysis/weights/weights_row.h). */
export interface WeightsRow extends Pick<RowDetail, 'weights' | 'ranking' | 'rest_weight'> {
  sum: Tensor; // []
  entropy: Tensor; // []   in nats
  effective_tokens: Tensor; // []   exp(entropy)
}
