/**
 * The WebAssembly module as Embind exposes it (wasm/bindings.cpp). Hand-kept: a test compares the
 * members with the built module's. Applications use `createEngine()` of web/src/engine/client.ts.
 */

/** Floats with named axes, row-major, the last axis fastest. */
export interface Tensor {
  readonly axes: readonly string[];
  readonly shape: readonly number[];
  readonly data: Float32Array;
}

/** What is needed of a tensor that is given: the core names the axes. */
export type TensorInput = Pick<Tensor, 'shape' | 'data'>;

export type MaskKind = 'none' | 'causal';
export type PositionKind = 'none' | 'sinusoidal';

export interface EmbedRequest {
  tokens: string[];
  d_model: number;
  /** A whole number from 0 to 2^53 - 1. The same seed gives the same bits everywhere. */
  seed: number;
  positions: PositionKind;
}

/** Each `[query, d_model]`; `x = embedding + position`. */
export interface Embedded {
  embedding: Tensor;
  position: Tensor;
  x: Tensor;
}

/** Parameters as the equations write them: y = x w + b. The biases come all or none. */
export interface MultiHeadParameters<T = Tensor> {
  w_q: T; // [d_model, d_model]; head h owns columns [h d_head, (h + 1) d_head)
  w_k: T;
  w_v: T;
  w_o: T;
  b_q?: T; // [d_model]
  b_k?: T;
  b_v?: T;
  b_o?: T;
}

export type MultiHeadConfig = { d_model: number; num_heads: number } & (
  | { seed: number; bias?: boolean; parameters?: undefined }
  | { parameters: MultiHeadParameters<TensorInput> }
);

/** `[batch, n, d_model]` or, unbatched, `[n, d_model]`. */
export interface AttentionInputs {
  query: TensorInput;
  key: TensorInput;
  value: TensorInput;
  mask: MaskKind;
}

/** Every intermediate, in the order in which the formula computes it (core/attention/trace.h). */
export interface AttentionTrace {
  q: Tensor; // [batch, head, query, d_head]
  k: Tensor; // [batch, head, key, d_head]
  v: Tensor; // [batch, head, key, d_head]
  scores: Tensor; // [batch, head, query, key]   q kᵀ / √d_head
  masked_scores: Tensor; // [batch, head, query, key]   -Infinity where masked
  weights: Tensor; // [batch, head, query, key]   softmax of each row
  row_status: Tensor; // [batch, head, query]   0 ok, 1 nothing to attend to, 2 not finite
  context: Tensor; // [batch, head, query, d_head]
  concat: Tensor; // [batch, query, d_model]
  output: Tensor; // [batch, query, d_model]
}

/** Of a trace, what says who attends to whom, and what comes of it. */
export type AttentionWeights = Pick<AttentionTrace, 'weights' | 'output'>;

export interface RowDetailRequest {
  batch: number;
  /** null: the mean of all heads. */
  head: number | null;
  query: number;
  /** How many keys the ranking holds at most. */
  most: number;
}

/** One query's row with its arithmetic (core/attention/row_detail.h). */
export interface RowDetail {
  /** These six are of one head; the mean of heads has none. */
  dots?: Tensor; // [key]
  scores?: Tensor; // [key]
  masked_scores?: Tensor; // [key]
  row_max?: Tensor; // []
  exponentials?: Tensor; // [key]
  exponential_sum?: Tensor; // []
  weights: Tensor; // [key]
  ranking: Tensor; // [rank]   key indices by falling weight
  rest_weight: Tensor; // []
  context: Tensor; // [d_head], or [d_model] for the mean
  contributions: Tensor; // [key, d_head], or [key, d_model]
  rest_contributions: Tensor; // [d_head], or [d_model]
}

export interface Memory {
  heap_bytes: number;
  used_bytes: number;
}

/** Inputs of the same shapes that come again (wasm/room.h); its views are live memory. */
export interface RoomRequest {
  query: Pick<Tensor, 'shape'>;
  key: Pick<Tensor, 'shape'>;
  mask: MaskKind;
  /** Key and value are the query. */
  is_self: boolean;
}

/** 0 the output, 1 weights and output, 2 the whole trace. */
export type RoomParts = 0 | 1 | 2;

export interface RoomPlace {
  axes: string[];
  shape: number[];
  offset: number;
}

/** The module. Every method throws an `Error` with the core's words. Layers are numbered. */
export interface Session {
  embed(request: EmbedRequest): Embedded;
  createMultiHead(config: MultiHeadConfig): number;
  parameters(layer: number): MultiHeadParameters;
  release(layer: number): void;
  forward(layer: number, inputs: AttentionInputs): Tensor;
  weights(layer: number, inputs: AttentionInputs): AttentionWeights;
  trace(layer: number, inputs: AttentionInputs): AttentionTrace;
  openRoom(layer: number, request: RoomRequest): void;
  compute(layer: number, parts: RoomParts): void;
  roomInputs(layer: number): Float32Array[];
  roomResults(layer: number): Float32Array;
  roomLayout(layer: number): Record<string, RoomPlace>;
  rowDetail(layer: number, request: RowDetailRequest): RowDetail;
  average(layer: number, field: HeadField): Tensor;
  /** a - b, of one shape of at most four axes. */
  difference(given: { a: TensorInput; b: TensorInput }): Tensor;
  memory(): Memory;
}

/** The fields of a trace that have heads, hence a mean over them. */
export type HeadField = 'q' | 'k' | 'v' | 'scores' | 'masked_scores' | 'weights' | 'context';

export default function createAttentionModule(options: { wasm: ArrayBuffer }): Promise<Session>;
