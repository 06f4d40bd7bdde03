/**
 * The configuration, inputs and outputs of each operation (core/operations/groups/*_operations.cpp). Written
 * by hand; a test compares it with the built module.
 *
 * Sequences are [batch, n, d_model] or, unbatched, [n, d_model]. Parameters are named in the header
 * of each operation; `randomParameters` draws them.
 */
import type {
  ActivationKind,
  Attending,
  Bucketed,
  Dropped,
  FeedingForward,
  Heads,
  Layer,
  MaskInputs,
  Masked,
  MemoryMaskInputs,
  None,
  Rotated,
  Scaled,
  Stack,
  TransformerMaskInputs,
  WholeEncoderDecoder,
  WholeTransformer,
} from './configurations';
import type { EfficientOperations } from './efficient';
import type { InspectOperations } from './inspect';
import type { NamedTensorInputs, Tensor, TensorInput } from './tensors';
import type { VectorOperations } from './vectors';

export type { PyTorchModule } from './inspect';

export interface Operations extends InspectOperations, EfficientOperations {
  /** softmax(scale q kᵀ + score_bias) v */
  scaled_dot_product: {
    config: Masked & Scaled & Dropped;
    inputs: Heads & MaskInputs;
    outputs: {
      context: Tensor; // [batch, head, query, d_v]
    };
  };
  /** Projections w_q w_k w_v, heads, w_o. `key` is `query` when absent, `value` is `key`. */
  multi_head: {
    config: Attending &
      Masked &
      Dropped & {
        heads_off?: number[];
        /** false: only the output, which takes less time and memory. */
        need_weights?: boolean;
        average_weights?: boolean;
      };
    inputs: { query: TensorInput; key?: TensorInput; value?: TensorInput } & MaskInputs;
    outputs: {
      output: Tensor; // [batch, query, d_model]
      /** Absent if need_weights is false; [batch, query, key] if average_weights is true. */
      weights?: Tensor; // [batch, head, query, key]
    };
  };
  /** The next tokens of a causal sequence; without a cache, the first ones. */
  multi_head_step: {
    config: Attending;
    inputs: { x: TensorInput; cache_k?: TensorInput; cache_v?: TensorInput };
    outputs: {
      output: Tensor; // [batch, query, d_model]
      cache_k: Tensor; // [batch, kv_head, key, d_head]
      cache_v: Tensor; // [batch, kv_head, key, d_head], or [batch, kv_head, key, d_v] if d_v differs
    };
  };
  /** y = x w + b */
  linear: {
    config: { d_in?: number; d_out?: number; bias?: boolean };
    inputs: { x: TensorInput };
    outputs: {
      y: Tensor; // [.., d_out]
    };
  };
  softmax: {
    config: { temperature?: number };
    inputs: { scores: TensorInput };
    outputs: {
      weights: Tensor; // as scores
    };
  };
  /** Rows of a table, selected by integer ids. */
  embedding: {
    config: { vocab_size?: number; d_model?: number };
    inputs: { ids: TensorInput };
    outputs: {
      y: Tensor; // [batch, query, d_model]
    };
  };
  layer_norm: {
    config: { d_model?: number; epsilon?: number };
    inputs: { x: TensorInput };
    outputs: {
      y: Tensor; // as x
    };
  };
  rms_norm: {
    config: { d_model?: number; epsilon?: number };
    inputs: { x: TensorInput };
    outputs: {
      y: Tensor; // as x
    };
  };
  activation: {
    config: { kind?: ActivationKind };
    inputs: { x: TensorInput };
    outputs: {
      y: Tensor; // as x
    };
  };
  feed_forward: {
    config: FeedingForward;
    inputs: { x: TensorInput };
    outputs: {
      y: Tensor; // as x
    };
  };
  sinusoidal_positions: {
    config: { n: number; d_model: number };
    inputs: None;
    outputs: {
      positions: Tensor; // [position, d_model]
    };
  };
  /** Rotates pairs of columns by an angle proportional to the position. */
  rotary: {
    config: Rotated & { first_position?: number };
    inputs: { x: TensorInput };
    outputs: {
      y: Tensor; // as x
    };
  };
  alibi: {
    config: { num_heads: number; n_query: number; n_key: number };
    inputs: None;
    outputs: {
      bias: Tensor; // [head, query, key]
    };
  };
  /** T5's relative bias: one learned number for each head and range of distances. */
  relative_buckets: {
    config: Bucketed & { num_heads?: number; n_query: number; n_key: number };
    inputs: None;
    outputs: {
      bias: Tensor; // [head, query, key]
    };
  };
  encoder_layer: {
    config: Layer;
    inputs: { x: TensorInput } & MaskInputs;
    outputs: {
      output: Tensor; // [batch, query, d_model]
    };
  };
  /** The mask is that of the self-attention; `memory_*` are those of the cross-attention. */
  decoder_layer: {
    config: Layer;
    inputs: { x: TensorInput; memory: TensorInput } & MaskInputs & MemoryMaskInputs;
    outputs: {
      output: Tensor; // [batch, query, d_model]
    };
  };
  encoder: {
    config: Stack;
    inputs: { x: TensorInput } & MaskInputs;
    outputs: {
      output: Tensor; // [batch, query, d_model]
    };
  };
  decoder: {
    config: Stack;
    inputs: { x: TensorInput; memory: TensorInput } & MaskInputs & MemoryMaskInputs;
    outputs: {
      output: Tensor; // [batch, query, d_model]
    };
  };
  /** As nn.Transformer: the configuration's mask is that of the decoder's self-attention. */
  transformer: {
    config: WholeTransformer;
    inputs: { source: TensorInput; target: TensorInput } & TransformerMaskInputs;
    outputs: {
      output: Tensor; // [batch, query, d_model]
    };
  };
  /** From token ids to the logits of the next token at each position. */
  encoder_decoder: {
    config: WholeEncoderDecoder;
    inputs: { source_ids: TensorInput; target_ids: TensorInput } & TransformerMaskInputs;
    outputs: {
      logits: Tensor; // [batch, query, target_vocab_size]
    };
  };
  /** Generates step by step, with a cache, always the likeliest token. */
  greedy_decode: {
    config: Omit<WholeEncoderDecoder, keyof Masked | keyof Dropped> & {
      causal?: 'end' | 'start';
      start_id: number;
      end_id: number;
      max_new: number;
    };
    inputs: { source_ids: TensorInput; source_key_padding?: TensorInput };
    outputs: {
      ids: Tensor; // [batch, query]
      lengths: Tensor; // [batch]
    };
  };
  /** How spread out each row of weights is: the entropy -sum w ln w, and its exponential. */
  row_entropy: {
    config: None;
    inputs: { weights: TensorInput };
    outputs: {
      entropy: Tensor; // [.., query]
      effective_tokens: Tensor; // [.., query]
    };
  };
  attention_distance: {
    config: None;
    inputs: { weights: TensorInput };
    outputs: {
      distance: Tensor; // [batch, head]
    };
  };
  /** From weights [layer, batch, head, query, key]: how far each input reaches through all layers. */
  attention_rollout: {
    config: { residual?: boolean };
    inputs: { weights: TensorInput };
    outputs: {
      rollout: Tensor; // [batch, query, key]
    };
  };
  /** How closely each head matches known patterns. The last two need `ids`. */
  head_patterns: {
    config: None;
    inputs: { weights: TensorInput; ids?: TensorInput };
    outputs: {
      previous_token: Tensor; // [batch, head]
      first_token: Tensor; // [batch, head]
      same_token?: Tensor; // [batch, head]
      induction?: Tensor; // [batch, head]
    };
  };
}

/** An operation's name, as listed by `operations()`. */
export type OperationName = keyof Operations;

/** What `run` takes: the operations of attention.wasm and of language.wasm. */
export type RunOperations = Operations & VectorOperations;
export type RunName = keyof RunOperations;

/** `config` is optional if all of its keys are. */
type ConfigOf<O extends RunName> = object extends RunOperations[O]['config']
  ? { config?: RunOperations[O]['config'] }
  : { config: RunOperations[O]['config'] };
type InputsOf<O extends RunName> = object extends RunOperations[O]['inputs']
  ? { inputs?: RunOperations[O]['inputs'] }
  : { inputs: RunOperations[O]['inputs'] };

/** The arguments of an operation: a flat configuration, and tensors by name. */
export type OperationCall<O extends RunName> = ConfigOf<O> &
  InputsOf<O> & { parameters?: NamedTensorInputs };
