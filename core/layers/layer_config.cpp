#include "layers/layer_config.h"

#include <string>

#include "base/check.h"
#include "base/check_finite.h"
#include "ops/layer_norm.h"

namespace attn {

LayerConfig LayerConfig::resolved() const {
  LayerConfig config = *this;
  config.attention = attention.resolved();
  const Index d_model = config.attention.d_model;
  if (config.attention.d_key != d_model || config.attention.d_value != d_model) {
    refuse("expected d_key and d_value of a layer's attention to be its d_model {}, got {} and {}",
           {d_model, config.attention.d_key, config.attention.d_value});
  }
  if (config.feed_forward.d_model == 0) config.feed_forward.d_model = d_model;
  if (config.feed_forward.d_model != d_model) {
    refuse("expected the feed-forward's d_model to be the attention's {}, got {}",
           {d_model, config.feed_forward.d_model});
  }
  if (!attention_only) check_feed_forward_config(config.feed_forward);
  check_finite("epsilon", epsilon);
  return config;
}

MultiHeadConfig LayerConfig::cross_attention() const {
  MultiHeadConfig config = attention;
  config.positions = AttentionPositions::kNone;
  return config;
}

StackConfig StackConfig::resolved() const {
  StackConfig config = *this;
  if (!layers.empty()) config.num_layers = static_cast<Index>(layers.size());
  check_min("num_layers", config.num_layers, 1);
  if (layers.empty()) {
    config.layer = layer.resolved();
    return config;
  }
  for (LayerConfig& each : config.layers) each = each.resolved();
  config.layer = config.layers.front();
  for (const LayerConfig& each : config.layers) {
    if (each.attention.d_model == config.layer.attention.d_model) continue;
    refuse("expected every layer to have the d_model {} of the first, got {}",
           {config.layer.attention.d_model, each.attention.d_model});
  }
  return config;
}

}  // namespace attn
