// What an encoder layer, a decoder layer and their stacks are made of.
//
// The original Transformer is the default. A LLaMA-like block is norm kRms, norm_first, a gated
// feed-forward with SiLU, no biases, attention with num_kv_heads and kRotary positions; a T5-like
// one is norm kRms, norm_first, no biases, attention with scale 1 and kRelativeBuckets.
#pragma once

#include "attention/multi_head.h"
#include "layers/feed_forward.h"
#include "ops/layer_norm.h"

namespace attn {

struct LayerConfig {
  // Of the self-attention; a decoder layer's cross-attention is the same without positions. Its
  // d_key and d_value have to be d_model.
  MultiHeadConfig attention;
  FeedForwardConfig feed_forward;  // d_model 0 stands for attention's
  NormKind norm = NormKind::kLayer;
  float epsilon = 1e-5f;    // of every norm
  bool norm_first = false;  // pre-norm: x + part(norm(x)); else post-norm: norm(x + part(x))

  // The same with every 0 replaced. Throws std::invalid_argument as MultiHead and FeedForward do,
  // when widths differ (both named), or for an epsilon that is negative or not finite.
  LayerConfig resolved() const;
  MultiHeadConfig cross_attention() const;
};

struct StackConfig {
  LayerConfig layer;
  Index num_layers = 0;
  bool final_norm = false;  // one more norm after the last layer, as pre-norm needs

  // As above; also for num_layers < 1.
  StackConfig resolved() const;
};

}  // namespace attn
