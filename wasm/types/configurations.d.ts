/** Groups of configuration keys and inputs that several operations share. */
import type { TensorInput } from './tensors';

/** Which keys a query may attend to. A key must be allowed by every mask. */
export interface Masked {
  /** "end": the last query sees every key; "start": the first sees the first key alone. */
  causal?: 'none' | 'end' | 'start';
  /** Keys at most this far from the query. */
  window?: number;
  /**
   * The number of leading keys that `causal` does not exclude. All other masks still apply to them. Without
   * `causal`, the keys after the prefix are masked as under "end".
   */
  prefix?: number;
  /** Keys in the query's own block; the number is the size of a block. */
  block?: number;
}

/** Masks that are tensors; they combine with those of the configuration. */
export interface MaskInputs {
  /** 1 where query i may attend to key j, else 0: [batch | 1, head | 1, query, key] or [query, key] */
  attend?: TensorInput;
  /** Added to the scaled scores; shaped as `attend`. */
  score_bias?: TensorInput;
  /** 1 for a real token, 0 for padding: [batch, key] or [key] */
  key_padding?: TensorInput;
}

/** The same for the cross-attention of a decoder, to `memory`. */
export interface MemoryMaskInputs {
  memory_attend?: TensorInput;
  memory_score_bias?: TensorInput;
  memory_key_padding?: TensorInput;
}

/** The same for each attention of a whole transformer. */
export interface TransformerMaskInputs extends MemoryMaskInputs {
  source_attend?: TensorInput;
  source_score_bias?: TensorInput;
  source_key_padding?: TensorInput;
  target_attend?: TensorInput;
  target_score_bias?: TensorInput;
  target_key_padding?: TensorInput;
}

export interface Scaled {
  /** The factor of q kᵀ; 1 / √d_head when absent. */
  scale?: number;
  /** Divides the scores before the softmax; 1 when absent. */
  temperature?: number;
}

/** The variants that make their own mask have no temperature. */
export type Unmasked = Pick<Scaled, 'scale'>;

export interface Dropped {
  /** The probability that a weight is dropped, in training; 0 when absent. */
  dropout?: number;
  dropout_seed?: number;
}

export interface Rotated {
  rotary_base?: number;
  /** Pairs are neighbors (2 i, 2 i + 1) instead of halves (i, i + d_head / 2). */
  rotary_interleaved?: boolean;
}

export interface Bucketed {
  num_buckets?: number;
  max_distance?: number;
  bidirectional?: boolean;
}

export interface Attending extends Scaled, Rotated, Bucketed {
  d_model: number;
  num_heads: number;
  /** Divides num_heads; 1 is multi-query. num_heads when absent. */
  num_kv_heads?: number;
  d_head?: number;
  d_v?: number;
  /** The width of `key` and of `value`; d_model when absent. */
  d_key?: number;
  d_value?: number;
  bias?: boolean;
  attention_positions?: 'none' | 'rotary' | 'alibi' | 'relative_buckets';
}

export type ActivationKind = 'relu' | 'gelu' | 'gelu_tanh' | 'silu';

export interface FeedingForward {
  d_model: number;
  d_ff: number;
  activation?: ActivationKind;
  /** With "silu" this is SwiGLU. */
  gated?: boolean;
  bias?: boolean;
}

export interface Layer extends Attending, FeedingForward, Masked, Dropped {
  bias?: boolean;
  norm?: 'layer' | 'rms';
  norm_first?: boolean;
  epsilon?: number;
}

export interface Stack extends Layer {
  num_layers: number;
  final_norm?: boolean;
}

export interface WholeTransformer extends Layer {
  num_encoder_layers: number;
  num_decoder_layers: number;
}

export interface WholeEncoderDecoder extends WholeTransformer {
  vocab_size: number;
  target_vocab_size?: number;
  /** The longest sequence, where positions are learned. */
  max_length?: number;
  positions?: 'sinusoidal' | 'learned' | 'none';
  /** Whether embeddings are multiplied by √d_model. */
  scale_embedding?: boolean;
  output_bias?: boolean;
}

/** Projected heads [batch, head, n, d_head]; k and v may have fewer heads, shared in groups. */
export interface Heads {
  q: TensorInput;
  k: TensorInput;
  v: TensorInput;
}

/** The inputs of the variants that make their own mask. */
export interface VariantInputs extends Heads {
  /** 1 for a real token, 0 for padding: [batch, key] or [key] */
  key_padding?: TensorInput;
}

/** The fields of an attention trace that a row's arithmetic reads. */
export interface TraceInputs {
  q: TensorInput;
  k: TensorInput;
  v: TensorInput;
  scores: TensorInput;
  masked_scores: TensorInput;
  weights: TensorInput;
  dropped_weights?: TensorInput;
  row_status: TensorInput;
  context: TensorInput;
}

export interface None {}
