// The predicted number of parameters equals the number drawn; too many are refused.
#include "operations/models/model_size.h"

#include <gtest/gtest.h>

#include <string>

#include "core/operations/same_tensors.h"
#include "operations/models/prepared.h"
#include "operations/models/row_models.h"
#include "support/refusal.h"

namespace attn {
namespace {

template <class Parameters>
double size_of(const Parameters& parameters) {
  double size = 0;
  Parameters::for_each(parameters, [&](const char*, const auto& parameter) {
    size += static_cast<double>(parameter.size());
  });
  return size;
}

TEST(ModelSize, EqualsTheSizeOfTheDrawnParameters) {
  LayerConfig layer;
  layer.attention = {12, 4, true};
  layer.feed_forward.d_ff = 20;
  for (int choice = 0; choice < 4; ++choice) {
    if (choice == 1) {
      layer.attention.num_kv_heads = 2;
      layer.attention.d_head = 5;
      layer.attention.d_v = 7;
    } else if (choice == 2) {
      layer.attention.bias = layer.feed_forward.bias = false;
      layer.norm = NormKind::kRms;
    } else if (choice == 3) {
      layer.attention.positions = AttentionPositions::kRelativeBuckets;
      layer.feed_forward.gated = true;
    }
    EXPECT_EQ(parameter_count(layer.attention),
              size_of(MultiHeadParameters::random(layer.attention, 1)));
    EXPECT_EQ(encoder_parameter_count(layer), size_of(EncoderLayerParameters::random(layer, 1)));
    EXPECT_EQ(decoder_parameter_count(layer), size_of(DecoderLayerParameters::random(layer, 1)));
    const StackConfig stack{layer, 3, choice % 2 == 0};
    EXPECT_EQ(encoder_parameter_count(stack), size_of(EncoderStackParameters::random(stack, 1)));
    EXPECT_EQ(decoder_parameter_count(stack), size_of(DecoderStackParameters::random(stack, 1)));
    TokenModelConfig model;
    model.architecture = Architecture::kEncoderDecoder;
    model.layers = {layer, 2, true};
    model.decoder = {layer, 3, true};
    model.embedding.vocab_size = 11;
    model.output_bias = choice != 2;
    if (choice == 3) {
      model.embedding.positions = EmbeddingPositions::kLearned;
      model.embedding.max_length = 9;
    }
    if (choice == 1) {
      model.target = model.embedding;
      model.target.vocab_size = 13;
    }
    EXPECT_EQ(parameter_count(model), size_of(TokenModelParameters::random(model, 1)));
    model.architecture = Architecture::kEncoderOnly;
    model.layers.layers = {layer, layer};
    model.layers.layers[1].attention_only = true;
    model.tied_head = choice == 3;
    model.embedding.num_types = 2;
    model.embedding.class_token = model.embedding.norm = true;
    EXPECT_EQ(parameter_count(model), size_of(TokenModelParameters::random(model, 1)));
  }
  MultiHeadConfig other_widths{12, 4, true};
  other_widths.d_key = 5;
  other_widths.d_value = 7;
  EXPECT_EQ(parameter_count(other_widths), size_of(MultiHeadParameters::random(other_widths, 1)));
  for (const LinearConfig& linear : {LinearConfig{5, 3}, {5, 3, true}, {5, 3, false}}) {
    EXPECT_EQ(LinearKind::parameter_count({linear}), size_of(LinearParameters::random(linear, 1)));
  }
}

// The refusal comes immediately: drawing the parameters would take minutes, and more memory than
// there is.
TEST(ModelSize, TooManyParametersAreRefusedFromTheConfigurationAlone) {
  const Config encoder{{"d_model", 16384}, {"num_heads", 16}, {"d_ff", 65536}, {"num_layers", 96}};
  const auto expect_refused = [](const std::string& message, const char* size) {
    EXPECT_EQ(message, std::string("expected a model of at most 201326592 parameters, 805306368 "
                                   "bytes, got ") +
                           size);
  };
  const auto expect_not_drawn = [&](const char* operation, const Config& config, const char* size) {
    expect_refused(refusal([&] { random_parameters(operation, config, 1); }), size);
  };
  const auto expect_not_prepared = [&](const char* operation, const Config& config,
                                       const char* size) {
    expect_refused(refusal([&] { Prepared(operation, config, 1); }), size);
  };
  expect_not_prepared("encoder", encoder, "309258092544 parameters, 1237032370176 bytes");
  expect_not_drawn("encoder", encoder, "309258092544 parameters, 1237032370176 bytes");
  expect_not_prepared("linear", {{"d_in", 1 << 20}, {"d_out", 1 << 20}},
                      "1099512676352 parameters, 4398050705408 bytes");
  expect_not_drawn("embedding", {{"vocab_size", 1 << 20}, {"d_model", 1 << 10}},
                   "1073741824 parameters, 4294967296 bytes");
  // These cannot be prepared.
  expect_not_drawn("multi_head_step", {{"d_model", 1 << 13}, {"num_heads", 1}, {"bias", false}},
                   "268435456 parameters, 1073741824 bytes");
  expect_not_drawn("relative_buckets",
                   {{"num_buckets", 1 << 14},
                    {"max_distance", 1 << 14},
                    {"num_heads", 1 << 14},
                    {"n_query", 1},
                    {"n_key", 1}},
                   "268435456 parameters, 1073741824 bytes");
  expect_not_drawn("linformer", {{"k_projected", 1 << 13}, {"n_key", 1 << 14}},
                   "268435456 parameters, 1073741824 bytes");
}

}  // namespace
}  // namespace attn
