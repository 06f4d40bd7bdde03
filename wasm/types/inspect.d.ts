/**
 * The operations around one attention layer: a sentence's embedding, the arithmetic of one row of a
 * trace, means, differences, and conversion from and to PyTorch. Written by hand, like operations.d.ts.
 */
import type { Masked, None, TraceInputs } from './configurations';
import type {
  Embedded,
  NamedTensorInputs,
  NamedTensors,
  RowDetail,
  Tensor,
  TensorInput,
  WeightsRow,
} from './tensors';

/** Which intermediates are returned with the outputs. */
export type Keep = 'outputs' | 'weights' | 'trace';

/** A row of the trace, and a mask, which replaces the configuration's if it has any key. */
export interface InspectOptions extends Masked {
  batch?: number;
  /** The mean of all heads when absent. */
  head?: number | undefined;
  query?: number;
  /** The maximum number of keys in the ranking; one row detail is returned per number. */
  max_keys?: readonly number[];
  keep?: Keep;
}

export interface Inspected {
  outputs: NamedTensors;
  trace: NamedTensors;
  rows: NamedTensors[];
  mean: NamedTensors;
}

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
    outputs: Embedded;
  };
  /** The arithmetic of one query's row, from the fields of a trace. Without `head`: the mean of heads. */
  row_detail: {
    config: {
      batch?: number;
      head?: number;
      query?: number;
      max_keys?: number;
      temperature?: number;
    };
    inputs: TraceInputs;
    outputs: RowDetail;
  };
  /** The figures of one row of weights that need no scores and values. Without `head`: of the mean over heads. */
  weights_row: {
    config: { batch?: number; head?: number; query?: number; max_keys?: number };
    inputs: { weights: TensorInput };
    outputs: WeightsRow;
  };
  /** The mean over heads of a field of a trace, [batch, head, rows, columns]. */
  mean_of_heads: {
    config: None;
    inputs: { x: TensorInput };
    outputs: {
      mean: Tensor; // [batch, query, key]
    };
  };
  /** a - b, of equal shape. The difference of two equal infinities is 0. */
  difference: {
    config: None;
    inputs: { a: TensorInput; b: TensorInput };
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
