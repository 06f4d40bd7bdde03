// The whole models under test, small enough for central differences, and the same models in double
// precision, written from the formulas in token_model.h.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "core/layers/layer_cases.h"
#include "models/token_model.h"

namespace attn {

struct ModelCase {
  const char* name;
  TokenModelConfig config;
  ModelInputs inputs;
};
inline void PrintTo(const ModelCase& c, std::ostream* out) { *out << c.name; }
inline auto name_of_model() {
  return [](const testing::TestParamInfo<ModelCase>& info) { return std::string(info.param.name); };
}

// A small version of "goes with": attention only, learned and rotary positions, different layers,
// the first with d_v 1.
inline TokenModelConfig goes_with() {
  LayerConfig first;
  first.attention.d_model = 4;
  first.attention.num_heads = 2;
  first.attention.d_head = 2;
  first.attention.d_v = 1;
  first.attention.positions = AttentionPositions::kRotary;
  first.norm_first = first.attention_only = true;
  LayerConfig second = first;
  second.attention.num_heads = 1;
  second.attention.d_head = second.attention.d_v = 6;
  TokenModelConfig config;
  config.architecture = Architecture::kEncoderOnly;
  config.layers.layers = {first, second};
  config.layers.final_norm = true;
  config.embedding.vocab_size = 5;
  config.embedding.max_length = 4;
  config.embedding.positions = EmbeddingPositions::kLearned;
  config.embedding.scale_embedding = false;
  return config;
}

inline std::vector<ModelCase> model_cases() {
  const TokenIds ids{2, 4, {0, 1, 2, 3, 4, 1, 1, 0}};
  const std::vector<std::uint8_t> key_padding = {1, 1, 1, 1, 1, 1, 1, 0};
  ModelCase encoder_only{"GoesWith", goes_with(), {.ids = ids, .key_padding = key_padding}};

  ModelCase decoder_only{"DecoderOnlyTied", {}, {.ids = ids, .key_padding = key_padding}};
  decoder_only.config.layers = {small_layer(2, Activation::kGelu, false), 2};
  decoder_only.config.embedding.vocab_size = 5;
  decoder_only.config.tied_head = true;

  ModelCase classes{"ClassOfATypedSequence", {}, {.ids = ids, .key_padding = key_padding}};
  classes.inputs.type_ids = {2, 4, {0, 0, 1, 1, 1, 0, 1, 0}};
  classes.config.architecture = Architecture::kEncoderOnly;
  classes.config.layers = {llama_like(), 2, true};
  classes.config.embedding.vocab_size = 5;
  classes.config.embedding.num_types = 2;
  classes.config.embedding.norm = true;
  classes.config.embedding.class_token = true;
  classes.config.readout = Readout::kMean;
  classes.config.num_labels = 3;

  ModelCase vision{"Vision", {}, {}};
  vision.inputs.patches = random_tensor({"batch", "patch", "d_patch"}, {2, 3, 5}, 4);
  vision.config.architecture = Architecture::kVision;
  vision.config.layers = {small_layer(2, Activation::kRelu, true), 2, true};
  vision.config.embedding.d_patch = 5;
  vision.config.embedding.max_length = 4;
  vision.config.embedding.positions = EmbeddingPositions::kLearned;
  vision.config.embedding.class_token = true;
  vision.config.readout = Readout::kFirst;
  vision.config.num_labels = 3;

  ModelCase translation{"EncoderDecoder", {}, {.ids = ids, .key_padding = key_padding}};
  translation.inputs.target_ids = {2, 3, {5, 0, 3, 5, 2, 2}};
  translation.inputs.target_key_padding = {1, 1, 1, 1, 1, 0};
  LayerConfig attention_only = small_layer(2, Activation::kRelu, true);
  attention_only.attention_only = true;
  translation.config.architecture = Architecture::kEncoderDecoder;
  translation.config.layers = {attention_only, 1, true};
  translation.config.decoder = {small_layer(2, Activation::kGelu, true), 2, true};
  translation.config.decoder.layers = {translation.config.decoder.layer, attention_only};
  translation.config.embedding.vocab_size = 5;
  translation.config.target = translation.config.embedding;
  translation.config.target.vocab_size = 6;
  translation.config.tied_head = true;
  return {encoder_only, decoder_only, classes, vision, translation};
}

class ModelTest : public testing::TestWithParam<ModelCase> {
 protected:
  TokenModelConfig config_ = GetParam().config.resolved();
  ModelInputs inputs_ = GetParam().inputs;
  TokenModelParameters parameters_ = stirred(TokenModelParameters::random(config_, 1), 2);
  TokenModel model_{config_, parameters_};
};

// The model with its parameters moved by `by` times the direction.
inline TokenModel moved_along(TokenModel model, const TokenModelParameters& direction, float by) {
  std::vector<const float*> steps;
  TokenModelParameters::for_each(
      direction, [&](const char*, const auto& each) { steps.push_back(each.data()); });
  std::size_t part = 0;
  TokenModel::for_each_parameter(model, [&](const char*, auto& parameter) {
    for (Index i = 0; i < parameter.size(); ++i) parameter.data()[i] += by * steps[part][i];
    ++part;
  });
  return model;
}

inline double dot(const TokenModelParameters& a, const TokenModelParameters& b) {
  std::vector<const float*> others;
  TokenModelParameters::for_each(
      b, [&](const char*, const auto& each) { others.push_back(each.data()); });
  double sum = 0;
  std::size_t part = 0;
  TokenModelParameters::for_each(a, [&](const char*, const auto& each) {
    for (Index i = 0; i < each.size(); ++i) {
      sum += double{each.data()[i]} * double{others[part][i]};
    }
    ++part;
  });
  return sum;
}

namespace reference {

inline std::size_t at(Index i) { return static_cast<std::size_t>(i); }

// The embedded vectors of one side, with types, patches, class token and norm.
inline Rows embedded_inputs(const InputEmbeddingConfig& c, const Values& values,
                            const std::string& side, const TokenIds& ids, const ModelInputs& inputs,
                            Index& n) {
  const Index d_model = c.d_model, first = c.class_token ? 1 : 0;
  const bool is_image = c.d_patch != 0;
  const Index batch = is_image ? inputs.patches.shape[0] : ids.batch;
  n = (is_image ? inputs.patches.shape[1] : ids.n) + first;
  Rows x;
  for (Index b = 0; b < batch; ++b) {
    for (Index i = 0; i < n; ++i) {
      const Index token = b * (n - first) + i - first;
      for (Index column = 0; column < d_model; ++column) {
        double element = 0;
        if (i < first) {
          element = values.at("class_token")[at(column)];
        } else if (is_image) {
          element = values.at("b_patch")[at(column)];
          for (Index k = 0; k < c.d_patch; ++k) {
            element += double{inputs.patches.data[at(token * c.d_patch + k)]} *
                       values.at("w_patch")[at(k * d_model + column)];
          }
        } else {
          element = values.at(side + "embedding")[at(ids.ids[at(token)] * d_model + column)];
          if (c.scale_embedding) element *= std::sqrt(static_cast<double>(d_model));
        }
        if (c.num_types != 0 && i >= first) {
          element += values.at("types")[at(inputs.type_ids.ids[at(token)] * d_model + column)];
        }
        if (c.positions == EmbeddingPositions::kLearned) {
          element += values.at(side + "positions")[at(i * d_model + column)];
        } else {
          element += sinusoid(i, column, d_model);
        }
        x.push_back(element);
      }
    }
  }
  if (c.norm) {
    at_field(values, side + "embedding_sum", x);
    x = norm(c.norm_kind, values, side + "embedding_norm.", x, c.epsilon);
  }
  at_field(values, side + "embedded", x);
  return x;
}

inline Rows logits(const TokenModelConfig& c, const Values& values, const ModelInputs& inputs) {
  const Index d_model = c.embedding.d_model, first = c.embedding.class_token ? 1 : 0;
  const bool has_decoder = c.architecture == Architecture::kEncoderDecoder;
  Index n = 0, n_target = 0;
  Rows x =
      embedded_inputs(c.embedding, values, has_decoder ? "source_" : "", inputs.ids, inputs, n);
  const Index batch = static_cast<Index>(x.size()) / (n * d_model);
  const auto is_real = [](const std::vector<std::uint8_t>& key_padding, Index token) {
    return key_padding.empty() || key_padding[at(token)] != 0;
  };
  AttentionMask source, target;
  const bool causal = c.architecture == Architecture::kDecoderOnly;
  source.rule = [&, causal](Index b, Index, Index i, Index j) {
    const bool seen = j < first || is_real(inputs.key_padding, b * (n - first) + j - first);
    return seen && !(causal && j > i) ? 0 : -kInfinity;
  };
  target.rule = [&](Index b, Index, Index i, Index j) {
    return j <= i && is_real(inputs.target_key_padding, b * n_target + j) ? 0 : -kInfinity;
  };
  x = encoder_stack(c.layers, values, has_decoder ? "encoder." : "", x, batch, source);
  if (has_decoder) {
    const Rows y =
        embedded_inputs(c.target, values, "target_", inputs.target_ids, inputs, n_target);
    x = decoder_stack(c.decoder, values, "decoder.", y, x, batch, {target, source});
    n = n_target;
  }
  if (c.readout != Readout::kEveryPosition) {
    Rows pooled(at(batch * d_model), 0);
    for (Index b = 0; b < batch; ++b) {
      std::vector<Index> positions = {0};
      for (Index i = 1; c.readout == Readout::kMean && i < n; ++i) {
        if (is_real(inputs.key_padding, b * (n - first) + i - first)) positions.push_back(i);
      }
      for (const Index i : positions) {
        for (Index column = 0; column < d_model; ++column) {
          pooled[at(b * d_model + column)] +=
              x[at((b * n + i) * d_model + column)] / static_cast<double>(positions.size());
        }
      }
    }
    x = pooled;
    n = 1;
    at_field(values, "pooled", x);
  }
  Rows all;
  if (!c.tied_head) {
    all = linear(x, batch * n, values, "w_out", "b_out");
    at_field(values, "logits", all);
    return all;
  }
  const Rows& table = values.at(has_decoder ? "target_embedding" : "embedding");
  for (Index row = 0; row < batch * n; ++row) {
    for (Index label = 0; label < c.num_labels; ++label) {
      double logit = values.at("b_out")[at(label)];
      for (Index i = 0; i < d_model; ++i) {
        logit += x[at(row * d_model + i)] * table[at(label * d_model + i)];
      }
      all.push_back(logit);
    }
  }
  at_field(values, "logits", all);
  return all;
}

}  // namespace reference
}  // namespace attn
