// The layer configurations under test, small enough for central differences.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "layers/layer_config.h"
#include "support/central_difference.h"
#include "support/inputs.h"
#include "support/masks.h"
#include "support/near.h"
#include "support/reference_layers.h"

namespace attn {

struct LayerCase {
  const char* name = "";
  LayerConfig config;
  MaskKind mask = MaskKind::kNone;
  Index batch = 1;  // 0 means unbatched
};

inline void PrintTo(const LayerCase& c, std::ostream* out) { *out << c.name; }

inline LayerConfig small_layer(Index num_heads, Activation activation, bool norm_first) {
  LayerConfig config;
  config.attention.d_model = 4;
  config.attention.num_heads = num_heads;
  config.feed_forward.d_ff = 5;
  config.feed_forward.activation = activation;
  config.norm_first = norm_first;
  return config;
}

inline LayerConfig llama_like() {
  LayerConfig config = small_layer(2, Activation::kSilu, true);
  config.attention.num_kv_heads = 1;
  config.attention.bias = false;
  config.attention.positions = AttentionPositions::kRotary;
  config.feed_forward.gated = true;
  config.feed_forward.bias = false;
  config.norm = NormKind::kRms;
  return config;
}

inline LayerConfig t5_like() {
  LayerConfig config = small_layer(2, Activation::kRelu, true);
  config.attention.bias = false;
  config.attention.scale = 1.0f;
  config.attention.positions = AttentionPositions::kRelativeBuckets;
  config.attention.relative_buckets = {4, 8, true};
  config.attention.d_head = 3;
  config.feed_forward.bias = false;
  config.norm = NormKind::kRms;
  return config;
}

inline LayerConfig alibi_gated() {
  LayerConfig config = small_layer(2, Activation::kGelu, false);
  config.attention.positions = AttentionPositions::kAlibi;
  config.feed_forward.gated = true;
  config.epsilon = 1e-3f;
  return config;
}

inline std::vector<LayerCase> layer_cases() {
  return {
      {"PostNormRelu", small_layer(2, Activation::kRelu, false), MaskKind::kNone, 2},
      {"PreNormGeluCausal", small_layer(1, Activation::kGelu, true), MaskKind::kCausalEnd, 1},
      {"PostNormGeluTanhAllMasks", small_layer(2, Activation::kGeluTanh, false),
       MaskKind::kCausalWithPaddingAndBias, 2},
      {"PreNormSiluUnbatched", small_layer(4, Activation::kSilu, true), MaskKind::kAttendPerHead,
       0},
      {"LlamaLike", llama_like(), MaskKind::kCausalEnd, 2},
      {"T5Like", t5_like(), MaskKind::kBiasPerBatchItem, 2},
      {"AlibiGated", alibi_gated(), MaskKind::kKeyPadding, 1},
  };
}

class LayerTest : public testing::TestWithParam<LayerCase> {
 protected:
  Index d_model() const { return GetParam().config.attention.d_model; }
  Index num_heads() const { return GetParam().config.attention.num_heads; }
  Tensor sequence(Index n, std::uint64_t seed) const {
    return random_sequence(GetParam().batch, n, d_model(), seed);
  }
};

inline auto name_of_case() {
  return [](const testing::TestParamInfo<LayerCase>& info) { return info.param.name; };
}

// The mask of a case for the core and the reference. Stores its score bias in values[bias_name].
struct LayerMask {
  Mask mask;
  reference::AttentionMask reference;
};
inline LayerMask layer_mask(MaskKind kind, Index batch, Index num_heads, Index n_query, Index n_key,
                            const std::string& bias_name, reference::Values& values) {
  const MaskCase masking = mask_case(kind, {batch == 0 ? 1 : batch, num_heads, n_query, n_key});
  LayerMask both{masking.mask, {masking.rule, {}, {}}};
  if (!masking.mask.score_bias) return both;
  // Central differences cannot vary -inf; the rule already excludes these cells.
  std::vector<double>& bias = values[bias_name] = reference::widen(*masking.mask.score_bias);
  for (double& each : bias) each = each == -reference::kInfinity ? 0 : each;
  both.reference.bias = bias_name;
  both.reference.bias_shape = masking.mask.score_bias->shape;
  return both;
}

// Randomizes every parameter, including biases and norms.
template <class Parameters>
Parameters stirred(Parameters parameters, std::uint64_t seed) {
  Parameters::for_each(parameters, [&](std::string_view name, auto& parameter) {
    Random random(seed, stream_of(name));
    const bool around_one = name.ends_with("gamma");
    for (Index i = 0; i < parameter.size(); ++i) {
      parameter.data()[i] = static_cast<float>((around_one ? 1 : 0) + 0.5 * random.normal());
    }
  });
  return parameters;
}

// The allowed error of gradients: float32 sums compared with central differences in double.
constexpr double kGradientTolerance = 3e-5;
constexpr double kForwardTolerance = 1e-5;

// Compares every non-empty parameter's gradient with expected[prefix + name].
template <class Parameters>
void expect_gradients(const Parameters& got, const reference::Values& expected,
                      const std::string& prefix = "") {
  std::size_t compared = 0;
  Parameters::for_each(got, [&](std::string_view name, const auto& gradient) {
    const auto found = expected.find(prefix + std::string(name));
    if (found == expected.end()) {
      EXPECT_EQ(gradient.size(), 0) << name;
      return;
    }
    ++compared;
    EXPECT_TRUE(all_near(gradient.data(), static_cast<std::size_t>(gradient.size()), found->second,
                         kGradientTolerance))
        << "d_" << name;
  });
  EXPECT_GT(compared, 0u);
}

// sum(a * b), in double
inline double dot(const Tensor& a, const Tensor& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.data.size(); ++i) sum += double{a.data[i]} * double{b.data[i]};
  return sum;
}

}  // namespace attn
