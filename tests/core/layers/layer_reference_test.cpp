#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "core/layers/layer_cases.h"
#include "layers/decoder_layer.h"
#include "layers/encoder_layer.h"
#include "layers/sequence.h"

namespace attn {
namespace {

using reference::Rows;
using reference::Values;
using reference::widen;

constexpr Index kN = 3, kMemory = 4;

class EncoderLayerCases : public testing::TestWithParam<LayerCase> {
 protected:
  EncoderLayerCases()
      : config_(GetParam().config.resolved()),
        parameters_(stirred(EncoderLayerParameters::random(config_, 1), 2)),
        layer_(GetParam().config, parameters_),
        x_(random_sequence(GetParam().batch, kN, config_.attention.d_model, 3)),
        d_output_(random_sequence(GetParam().batch, kN, config_.attention.d_model, 4)),
        values_({{"x", widen(x_)}}),
        mask_(layer_mask(GetParam().mask, GetParam().batch, config_.attention.num_heads, kN, kN,
                         "score_bias", values_)) {
    reference::put_parameters(parameters_, "", values_);
  }
  Rows reference_output(const Values& values) const {
    return reference::encoder_layer(config_, values, "", values.at("x"), x_.matrix_count(),
                                    mask_.reference);
  }

  LayerConfig config_;
  EncoderLayerParameters parameters_;
  EncoderLayer layer_;
  Tensor x_, d_output_;
  Values values_;
  LayerMask mask_;
};
INSTANTIATE_TEST_SUITE_P(Layers, EncoderLayerCases, testing::ValuesIn(layer_cases()),
                         name_of_case());

// TEST-CASES 13
TEST_P(EncoderLayerCases, OutputMatchesReference) {
  const Tensor output = layer_.forward(x_, mask_.mask);
  EXPECT_EQ(output.shape, x_.shape);
  EXPECT_EQ(output.axes, x_.axes);
  EXPECT_TRUE(all_near(output, reference_output(values_), kForwardTolerance));
}

// TEST-CASES 16
TEST_P(EncoderLayerCases, ATraceHoldsEveryIntermediateAndChangesNothing) {
  EncoderLayerTrace trace;
  const Tensor output = layer_.forward(x_, mask_.mask, {}, &trace);
  EXPECT_TRUE(identical(output, layer_.forward(x_, mask_.mask)));
  EXPECT_EQ(trace.output.data, output.data);
  std::set<std::string> filled;
  EncoderLayerTrace::for_each(trace, [&](std::string_view name, const Tensor& tensor) {
    if (tensor.empty()) return;
    filled.insert(std::string(name));
    EXPECT_EQ(tensor.shape[0], std::max<Index>(GetParam().batch, 1)) << name;
  });
  std::set<std::string> expected = {"residual_1",
                                    "norm_1",
                                    config_.norm_first ? "norm_2" : "residual_2",
                                    "output",
                                    "feed_forward.hidden",
                                    "feed_forward.activated",
                                    "feed_forward.y"};
  if (config_.feed_forward.gated) expected.insert({"feed_forward.gate", "feed_forward.product"});
  for (const char* name : {"q", "k", "v", "scores", "masked_scores", "weights", "row_status",
                           "context", "concat", "output"}) {
    expected.insert("attention." + std::string(name));
  }
  EXPECT_EQ(filled, expected);
  Tensor batched;
  const Tensor& x = with_batch(x_, batched);
  EXPECT_TRUE(identical(trace.residual_1, sum(Tensor(x), trace.attention.output)));
  const Tensor& fed = config_.norm_first ? trace.residual_1 : trace.norm_1;
  EXPECT_TRUE(identical(config_.norm_first ? trace.output : trace.residual_2,
                        sum(Tensor(fed), trace.feed_forward.y)));
}

// TEST-CASES 36
TEST_P(EncoderLayerCases, GradientsMatchCentralDifferences) {
  EncoderLayerTrace trace;
  layer_.forward(x_, mask_.mask, {}, &trace);
  const EncoderLayerGradients got = layer_.backward(x_, mask_.mask, {}, trace, d_output_);
  const Values expected = reference::central_differences(
      [&](const Values& values) { return reference_output(values); }, values_, widen(d_output_));
  expect_gradients(got.parameters, expected);
  EXPECT_EQ(got.d_x.shape, x_.shape);
  EXPECT_TRUE(all_near(got.d_x, expected.at("x"), kGradientTolerance));
  EXPECT_EQ(got.d_score_bias.empty(), expected.count("score_bias") == 0);
  if (!got.d_score_bias.empty()) {
    EXPECT_TRUE(all_near(got.d_score_bias, expected.at("score_bias"), kGradientTolerance));
  }
}

class DecoderLayerCases : public testing::TestWithParam<LayerCase> {
 protected:
  DecoderLayerCases()
      : config_(GetParam().config.resolved()),
        parameters_(stirred(DecoderLayerParameters::random(config_, 1), 2)),
        layer_(GetParam().config, parameters_),
        x_(random_sequence(GetParam().batch, kN, config_.attention.d_model, 3)),
        memory_(random_sequence(GetParam().batch, kMemory, config_.attention.d_model, 5)),
        d_output_(random_sequence(GetParam().batch, kN, config_.attention.d_model, 4)),
        values_({{"x", widen(x_)}, {"memory", widen(memory_)}}),
        self_(layer_mask(MaskKind::kCausalEnd, GetParam().batch, config_.attention.num_heads, kN,
                         kN, "score_bias", values_)),
        cross_(layer_mask(GetParam().mask, GetParam().batch, config_.attention.num_heads, kN,
                          kMemory, "memory_score_bias", values_)),
        masks_{self_.mask, cross_.mask} {
    reference::put_parameters(parameters_, "", values_);
  }
  Rows reference_output(const Values& values) const {
    return reference::decoder_layer(config_, values, "", values.at("x"), values.at("memory"),
                                    x_.matrix_count(), {self_.reference, cross_.reference});
  }

  LayerConfig config_;
  DecoderLayerParameters parameters_;
  DecoderLayer layer_;
  Tensor x_, memory_, d_output_;
  Values values_;
  LayerMask self_, cross_;
  DecoderMasks masks_;
};
INSTANTIATE_TEST_SUITE_P(Layers, DecoderLayerCases, testing::ValuesIn(layer_cases()),
                         name_of_case());

// TEST-CASES 13
TEST_P(DecoderLayerCases, OutputMatchesReference) {
  const Tensor output = layer_.forward(x_, memory_, masks_);
  EXPECT_EQ(output.shape, x_.shape);
  EXPECT_TRUE(all_near(output, reference_output(values_), kForwardTolerance));
}

// TEST-CASES 16
TEST_P(DecoderLayerCases, ATraceHoldsEveryIntermediateAndChangesNothing) {
  DecoderLayerTrace trace;
  const Tensor output = layer_.forward(x_, memory_, masks_, {}, &trace);
  EXPECT_TRUE(identical(output, layer_.forward(x_, memory_, masks_)));
  EXPECT_EQ(trace.output.data, output.data);
  std::vector<std::string> own;
  DecoderLayerTrace::for_each(trace, [&](std::string_view name, const Tensor& tensor) {
    if (!tensor.empty() && name.find('.') == name.npos) own.emplace_back(name);
  });
  const std::vector<std::string> pre = {"norm_1",     "residual_1", "norm_2",
                                        "residual_2", "norm_3",     "output"};
  const std::vector<std::string> post = {"residual_1", "norm_1",     "residual_2",
                                         "norm_2",     "residual_3", "output"};
  EXPECT_EQ(own, config_.norm_first ? pre : post);
  const Tensor& first = config_.norm_first ? trace.residual_1 : trace.norm_1;
  Tensor batched;
  const Tensor& x = with_batch(x_, batched);
  EXPECT_TRUE(identical(trace.residual_1, sum(Tensor(x), trace.self_attention.output)));
  EXPECT_TRUE(identical(trace.residual_2, sum(Tensor(first), trace.cross_attention.output)));
}

// TEST-CASES 36
TEST_P(DecoderLayerCases, GradientsMatchCentralDifferences) {
  DecoderLayerTrace trace;
  layer_.forward(x_, memory_, masks_, {}, &trace);
  const DecoderLayerGradients got = layer_.backward(x_, memory_, masks_, {}, trace, d_output_);
  const Values expected = reference::central_differences(
      [&](const Values& values) { return reference_output(values); }, values_, widen(d_output_));
  expect_gradients(got.parameters, expected);
  EXPECT_TRUE(all_near(got.d_x, expected.at("x"), kGradientTolerance));
  EXPECT_TRUE(all_near(got.d_memory, expected.at("memory"), kGradientTolerance));
  EXPECT_TRUE(got.d_score_bias.empty());
  EXPECT_EQ(got.d_memory_score_bias.empty(), expected.count("memory_score_bias") == 0);
  if (!got.d_memory_score_bias.empty()) {
    EXPECT_TRUE(
        all_near(got.d_memory_score_bias, expected.at("memory_score_bias"), kGradientTolerance));
  }
}

}  // namespace
}  // namespace attn
