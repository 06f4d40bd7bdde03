// The layers as plain double-precision loops, written from the papers, independent of the core.
// Parameters and inputs are looked up by name, so that central differences can vary each.
#pragma once

#include <cmath>
#include <string>
#include <vector>

#include "models/token_model.h"
#include "support/central_difference.h"
#include "support/reference.h"
#include "support/reference_multi_head.h"
#include "support/reference_positions.h"
#include "support/reference_row_ops.h"

namespace attn::reference {

// The mask of one attention. If `bias` is not empty, values[bias] is a score bias of shape
// bias_shape, and the rule only excludes cells.
struct AttentionMask {
  Rule rule = no_mask;
  std::string bias = {};
  std::vector<Index> bias_shape = {};
};

// query [batch, n_query, d_model] to memory [batch, n_key, d_model]
inline Rows attend(const MultiHeadConfig& config, const Values& values, const std::string& prefix,
                   const Rows& query, const Rows& memory, Index batch, const AttentionMask& mask) {
  Values part = {{"query", query}, {"key", memory}, {"value", memory}};
  for (const char* name :
       {"w_q", "b_q", "w_k", "b_k", "w_v", "b_v", "w_o", "b_o", "relative_bias"}) {
    const auto found = values.find(prefix + name);
    if (found != values.end()) part[name] = found->second;
  }
  if (values.at_field) {
    part.at_field = [&](const std::string& field, Rows& x) { values.at_field(prefix + field, x); };
  }
  if (!mask.bias.empty()) part["score_bias"] = values.at(mask.bias);
  MultiHeadCall call;
  call.batch = batch;
  call.n_query = static_cast<Index>(query.size()) / (batch * config.d_model);
  call.n_key = static_cast<Index>(memory.size()) / (batch * config.d_model);
  call.rule = mask.rule;
  call.score_bias_shape = mask.bias_shape;
  return multi_head_output(config, part, call);
}

inline Rows feed_forward(const FeedForwardConfig& config, const Values& values,
                         const std::string& prefix, const Rows& x) {
  const Index n = static_cast<Index>(x.size()) / config.d_model;
  const auto computed = [&](const char* field, Rows rows) {
    at_field(values, prefix + field, rows);
    return rows;
  };
  const auto activated = [&](Rows rows) {
    for (double& each : rows) each = activation(config.activation, each);
    return computed("activated", rows);
  };
  const Rows hidden = computed("hidden", linear(x, n, values, prefix + "w_1", prefix + "b_1"));
  Rows product;
  if (config.gated) {
    product = activated(computed("gate", linear(x, n, values, prefix + "w_gate", "no bias")));
    for (std::size_t i = 0; i < product.size(); ++i) product[i] *= hidden[i];
    at_field(values, prefix + "product", product);
  } else {
    product = activated(hidden);
  }
  return computed("y", linear(product, n, values, prefix + "w_2", prefix + "b_2"));
}

inline Rows plus(const Rows& a, const Rows& b) {
  Rows sum;
  for (std::size_t i = 0; i < a.size(); ++i) sum.push_back(a[i] + b[i]);
  return sum;
}

// norm(x + part(x)), or x + part(norm(x)) with norm_first
//   block    "1" for the norm_1 and residual_1 of the layer
//   is_last  whether the result is the layer's output
template <class Part>
Rows residual(const LayerConfig& config, const Values& values, const std::string& layer,
              const std::string& block, bool is_last, const Rows& x, const Part& part) {
  const auto field = [&](const char* name, bool is_result) {
    return layer + (is_last && is_result ? "output" : name + block);
  };
  const auto normed = [&](const Rows& rows) {
    Rows y = norm(config.norm, values, layer + "norm_" + block + ".", rows, config.epsilon);
    at_field(values, field("norm_", !config.norm_first), y);
    return y;
  };
  const auto added = [&](const Rows& rows) {
    Rows y = plus(x, part(rows));
    at_field(values, field("residual_", config.norm_first), y);
    return y;
  };
  return config.norm_first ? added(normed(x)) : normed(added(x));
}

// The functions below expect resolved configurations.
//   x [batch, n, d_model]
inline Rows encoder_layer(const LayerConfig& config, const Values& values,
                          const std::string& prefix, const Rows& x, Index batch,
                          const AttentionMask& mask) {
  const bool ends = config.attention_only;
  const Rows attended = residual(config, values, prefix, "1", ends, x, [&](const Rows& rows) {
    return attend(config.attention, values, prefix + "attention.", rows, rows, batch, mask);
  });
  if (ends) return attended;
  return residual(config, values, prefix, "2", true, attended, [&](const Rows& rows) {
    return feed_forward(config.feed_forward, values, prefix + "feed_forward.", rows);
  });
}

struct DecoderLayerMasks {
  AttentionMask self_attention, cross_attention;
};

//   x [batch, n, d_model]    memory [batch, n_memory, d_model]
inline Rows decoder_layer(const LayerConfig& config, const Values& values,
                          const std::string& prefix, const Rows& x, const Rows& memory, Index batch,
                          const DecoderLayerMasks& masks) {
  const Rows first = residual(config, values, prefix, "1", false, x, [&](const Rows& rows) {
    return attend(config.attention, values, prefix + "self_attention.", rows, rows, batch,
                  masks.self_attention);
  });
  MultiHeadConfig cross = config.attention;
  cross.positions = AttentionPositions::kNone;
  const bool ends = config.attention_only;
  const Rows second = residual(config, values, prefix, "2", ends, first, [&](const Rows& rows) {
    return attend(cross, values, prefix + "cross_attention.", rows, memory, batch,
                  masks.cross_attention);
  });
  if (ends) return second;
  return residual(config, values, prefix, "3", true, second, [&](const Rows& rows) {
    return feed_forward(config.feed_forward, values, prefix + "feed_forward.", rows);
  });
}

inline Rows final_norm(const StackConfig& config, const Values& values, const std::string& prefix,
                       Rows x) {
  if (config.final_norm) {
    x = norm(config.layer.norm, values, prefix + "norm.", x, config.layer.epsilon);
  }
  at_field(values, prefix + "output", x);
  return x;
}

inline Rows encoder_stack(const StackConfig& config, const Values& values,
                          const std::string& prefix, Rows x, Index batch,
                          const AttentionMask& mask) {
  for (Index i = 0; i < config.num_layers; ++i) {
    const std::string layer = prefix + "layers." + std::to_string(i) + ".";
    x = encoder_layer(config.of_layer(static_cast<std::size_t>(i)), values, layer, x, batch, mask);
  }
  return final_norm(config, values, prefix, x);
}

inline Rows decoder_stack(const StackConfig& config, const Values& values,
                          const std::string& prefix, Rows x, const Rows& memory, Index batch,
                          const DecoderLayerMasks& masks) {
  for (Index i = 0; i < config.num_layers; ++i) {
    const std::string layer = prefix + "layers." + std::to_string(i) + ".";
    x = decoder_layer(config.of_layer(static_cast<std::size_t>(i)), values, layer, x, memory, batch,
                      masks);
  }
  return final_norm(config, values, prefix, x);
}

struct WholeMasks {
  AttentionMask source, target, memory;
};

inline Rows transformer(const TransformerConfig& config, const Values& values, const Rows& source,
                        const Rows& target, Index batch, const WholeMasks& masks) {
  const Rows memory =
      encoder_stack(config.encoder, values, "encoder.", source, batch, masks.source);
  return decoder_stack(config.decoder, values, "decoder.", target, memory, batch,
                       {masks.target, masks.memory});
}

// table[ids] √d_model + positions, sinusoidal or from a learned table
inline Rows embedded(const InputEmbeddingConfig& config, const Values& values,
                     const std::string& side, const TokenIds& ids) {
  const Index d_model = config.d_model;
  const Rows& table = values.at(side + "embedding");
  Rows x;
  for (Index at = 0; at < ids.batch * ids.n; ++at) {
    const Index id = ids.ids[static_cast<std::size_t>(at)], position = at % ids.n;
    for (Index c = 0; c < d_model; ++c) {
      double element = table[static_cast<std::size_t>(id * d_model + c)];
      if (config.scale_embedding) element *= std::sqrt(static_cast<double>(d_model));
      if (config.positions == EmbeddingPositions::kLearned) {
        element += values.at(side + "positions")[static_cast<std::size_t>(position * d_model + c)];
      }
      if (config.positions == EmbeddingPositions::kSinusoidal) {
        element += sinusoid(position, c, d_model);
      }
      x.push_back(element);
    }
  }
  return x;
}

inline Rows encoder_decoder(const TokenModelConfig& config, const Values& values,
                            const TokenIds& source_ids, const TokenIds& target_ids,
                            const WholeMasks& masks) {
  const Rows output =
      transformer({config.layers, config.decoder}, values,
                  embedded(config.embedding, values, "source_", source_ids),
                  embedded(config.target, values, "target_", target_ids), source_ids.batch, masks);
  return linear(output, target_ids.batch * target_ids.n, values, "w_out", "b_out");
}

}  // namespace attn::reference
