/**
 * The operations around one attention layer: a sentence's embedding, the arithmetic of one row of a
 * trace, means, differences, and conversion from and to PyTorch. Written by hand, like operations.d.ts.
 */
import type { None, TraceInputs } from './configurations';
import type { Given, NamedTensorInputs, NamedTensors, Tensor } from './tensors';

/** The modules of PyTorch whose parameters can be converted. */
export type PyTorchModule =
  | 'MultiheadAttention'
  | 'TransformerEncoderLayer'
  | 'TransformerDecoderLayer'
  | 'TransformerEncoder'
  | 'TransformerDecoder'
  | 'Transformer';

export interface InspectOperations {
  /** Tokens to vectors: equal tokens have equal embeddings. */
  sentence_embedding: {
    config: {
      tokens: readonly string[];
      d_model: number;
      /** From 0 to 2^53 - 1. The same seed gives the same bits everywhere. */
      seed?: number;
      positions?: 'sinusoidal' | 'none';
    };
    inputs: None;
    outputs: {
      embedding: Tensor; // [query, d_model]
      position: Tensor; // [query, d_model]
      x: Tensor; // [query, d_model]
    };
  };
  /** The arithmetic of one query's row, from the fields of a trace. Without `head`: the mean of heads. */
  row_detail: {
    config: { batch?: number; head?: number; query?: number; most?: number; temperature?: number };
    inputs: TraceInputs;
    outputs: {
      dots?: Tensor; // [key]
      scores?: Tensor; // [key]
      masked_scores?: Tensor; // [key]
      row_max?: Tensor; // []
      exponentials?: Tensor; // [key]
      exponential_sum?: Tensor; // []
      weights: Tensor; // [key]
      ranking: Tensor; // [rank]
      rest_weight: Tensor; // []
      context: Tensor; // [d_head]
      contributions: Tensor; // [key, d_head]
      rest_contributions: Tensor; // [d_head]
    };
  };
  /** The mean over heads of a field of a trace, [batch, head, rows, columns]. */
  mean_of_heads: {
    config: None;
    inputs: { x: Given };
    outputs: {
      mean: Tensor; // [batch, query, key]
    };
  };
  /** a - b, of equal shape. The difference of two equal infinities is 0. */
  difference: {
    config: None;
    inputs: { a: Given; b: Given };
    outputs: {
      difference: Tensor; // as a
    };
  };
  /** From a module's `state_dict()` to the parameters of the corresponding operation. */
  from_pytorch: {
    config: { module: PyTorchModule };
    inputs: NamedTensorInputs;
    outputs: NamedTensors;
  };
  /** The inverse. Gradients of parameters convert in the same way, named without "d_". */
  to_pytorch: {
    config: { module: PyTorchModule };
    inputs: NamedTensorInputs;
    outputs: NamedTensors;
  };
}
