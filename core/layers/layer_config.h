// The configuration of encoder layers, decoder layers and their stacks.
//
// The defaults are the original Transformer's. A LLaMA-like layer has norm kRms, norm_first, a
// gated feed-forward with SiLU, no biases, and attention with num_kv_heads and kRotary positions. A
// T5-like layer has norm kRms, norm_first, no biases, and attention with scale 1 and
// kRelativeBuckets.
#pragma once

#include <cstddef>
#include <vector>

#include "attention/multi_head.h"
#include "layers/feed_forward.h"
#include "ops/layer_norm.h"

namespace attn {

struct LayerConfig {
  // The self-attention. A decoder layer's cross-attention is the same, but without positions. d_key
  // and d_value must equal d_model.
  MultiHeadConfig attention;
  FeedForwardConfig feed_forward;  // d_model 0 means attention.d_model
  NormKind norm = NormKind::kLayer;
  float epsilon = 1e-5f;        // of every norm
  bool norm_first = false;      // pre-norm: x + part(norm(x)); else post-norm: norm(x + part(x))
  bool attention_only = false;  // without the feed-forward block and its norm

  // Returns a copy in which every 0 is replaced by its default. Throws std::invalid_argument as
  // MultiHead and FeedForward do, when widths differ (naming both), or for an epsilon that is
  // negative or not finite.
  LayerConfig resolved() const;
  MultiHeadConfig cross_attention() const;
};

// The maximum number of layers that a configuration or a checkpoint may ask for.
inline constexpr Index kMaxLayers = 1000;

struct StackConfig {
  LayerConfig layer;
  Index num_layers = 0;
  bool final_norm = false;  // a norm after the last layer, as pre-norm requires

  // For layers that differ: one configuration each, all with the d_model of the first; replaces
  // `layer` and num_layers. Empty when all layers have the configuration `layer`.
  std::vector<LayerConfig> layers = {};

  const LayerConfig& of_layer(std::size_t i) const { return layers.empty() ? layer : layers[i]; }

  // As LayerConfig::resolved; if `layers` is not empty, `layer` is its first. Also throws for
  // num_layers < 1, and for layers of different d_model.
  StackConfig resolved() const;
};

}  // namespace attn
