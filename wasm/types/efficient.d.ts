/**
 * Efficient variants of scaled dot-product attention, exact, sparse and approximate, and their cost
 * (core/operations/groups/efficient_operations.cpp). Written by hand, like operations.d.ts.
 */
import type {
  Heads,
  MaskInputs,
  Masked,
  None,
  Scaled,
  Unmasked,
  VariantInputs,
} from './configurations';
import type { Tensor } from './tensors';

type Variant =
  | 'exact'
  | 'flash'
  | 'chunked'
  | 'sliding_window'
  | 'longformer'
  | 'big_bird'
  | 'strided'
  | 'linformer'
  | 'performer'
  | 'reformer'
  | 'hierarchical';

/** The keys of all variants. */
type OwnKeys = Pick<
  EfficientOperations['big_bird']['config'],
  'num_global' | 'num_random' | 'seed'
> &
  Pick<EfficientOperations['performer']['config'], 'num_features' | 'orthogonal'> &
  Pick<EfficientOperations['reformer']['config'], 'num_buckets' | 'num_rounds'> & {
    causal: boolean;
    block: number;
    window: number;
    global_tokens: number[];
    stride: number;
    k_projected: number;
    chunk: number;
  };

export interface EfficientOperations {
  /** Exact, in tiles of `block` keys (default 128), with a running softmax: memory linear in n. */
  flash: {
    config: Omit<Masked, 'block'> & Scaled & { block?: number };
    inputs: Heads & MaskInputs;
    outputs: {
      context: Tensor; // [batch, head, query, d_v]
    };
  };
  /** Exact, `block` queries at a time. */
  chunked: {
    config: Omit<Masked, 'block'> & Scaled & { block?: number };
    inputs: Heads & MaskInputs;
    outputs: {
      context: Tensor; // [batch, head, query, d_v]
    };
  };
  sliding_window: {
    config: { window: number; causal?: boolean } & Unmasked;
    inputs: VariantInputs;
    outputs: {
      context: Tensor; // [batch, head, query, d_v]
    };
  };
  /** A window, and global tokens that attend to all keys and are visible to all queries. */
  longformer: {
    config: { window: number; global_tokens?: number[]; causal?: boolean } & Unmasked;
    inputs: VariantInputs;
    outputs: {
      context: Tensor; // [batch, head, query, d_v]
    };
  };
  /** Blocks of tokens: a window of blocks, global blocks and random blocks. */
  big_bird: {
    config: {
      block?: number;
      window?: number;
      num_global?: number;
      num_random?: number;
      seed?: number;
      causal?: boolean;
    } & Unmasked;
    inputs: VariantInputs;
    outputs: {
      context: Tensor; // [batch, head, query, d_v]
    };
  };
  strided: {
    config: { stride: number; causal?: boolean } & Unmasked;
    inputs: VariantInputs;
    outputs: {
      context: Tensor; // [batch, head, query, d_v]
    };
  };
  /** Keys and values projected along the sequence by e and f [k_projected, key]. */
  linformer: {
    config: Unmasked & { k_projected?: number; n_key?: number };
    inputs: VariantInputs;
    outputs: {
      context: Tensor; // [batch, head, query, d_v]
    };
  };
  /** Positive random features in place of the softmax. */
  performer: {
    config: {
      num_features?: number;
      seed?: number;
      orthogonal?: boolean;
      causal?: boolean;
    } & Unmasked;
    inputs: VariantInputs;
    outputs: {
      context: Tensor; // [batch, head, query, d_v]
    };
  };
  /** Only keys that at least one round of hashing puts into the query's bucket. */
  reformer: {
    config: {
      num_buckets?: number;
      num_rounds?: number;
      seed?: number;
      causal?: boolean;
    } & Unmasked;
    inputs: VariantInputs;
    outputs: {
      context: Tensor; // [batch, head, query, d_v]
    };
  };
  /** Near keys individually, distant keys as the mean of their chunk. */
  hierarchical: {
    config: { chunk?: number; causal?: boolean } & Unmasked;
    inputs: VariantInputs;
    outputs: {
      context: Tensor; // [batch, head, query, d_v]
    };
  };
  /** The cost of one head of a variant, which takes the variant's own configuration keys. */
  cost: {
    config: { variant?: Variant; n: number; d_head: number } & Partial<OwnKeys>;
    inputs: None;
    outputs: {
      flops: Tensor; // [1]; the axis is named after its growth: "n²"
      bytes: Tensor; // [1]
    };
  };
}
