#include "layers/feed_forward.h"

#include <gtest/gtest.h>

#include <string>

#include "base/finite.h"
#include "core/layers/layer_cases.h"
#include "support/refusal.h"

namespace attn {
namespace {

using reference::Values;
using reference::widen;

struct Kind {
  Activation activation;
  bool gated, bias;
};

class FeedForwardKinds : public testing::TestWithParam<Kind> {
 protected:
  FeedForwardConfig config_{4, 6, GetParam().activation, GetParam().gated, GetParam().bias};
  FeedForwardParameters parameters_ = stirred(FeedForwardParameters::random(config_, 1), 2);
  FeedForward layer_{config_, parameters_};
};
INSTANTIATE_TEST_SUITE_P(Kinds, FeedForwardKinds,
                         testing::Values(Kind{Activation::kRelu, false, true},
                                         Kind{Activation::kGelu, false, true},
                                         Kind{Activation::kGeluTanh, false, false},
                                         Kind{Activation::kSilu, true, false},
                                         Kind{Activation::kGelu, true, true}));

// TEST-CASES 36
TEST_P(FeedForwardKinds, OutputAndGradientsMatchReference) {
  const Tensor x = random_sequence(2, 3, 4, 3), d_y = random_sequence(2, 3, 4, 4);
  Values values = {{"x", widen(x)}};
  reference::put_parameters(parameters_, "", values);
  const auto formula = [&](const Values& v) {
    return reference::feed_forward(config_, v, "", v.at("x"));
  };
  FeedForwardTrace trace;
  const Tensor y = layer_.forward(x, &trace);
  EXPECT_TRUE(all_near(y, formula(values), kForwardTolerance));
  EXPECT_TRUE(identical(trace.y, y));
  EXPECT_TRUE(identical(layer_.forward(x), y));
  EXPECT_EQ(trace.hidden.shape_text(), "[batch 2, query 3, d_ff 6]");
  EXPECT_EQ(trace.gate.empty(), !config_.gated);
  EXPECT_EQ(trace.product.empty(), !config_.gated);

  const FeedForwardGradients got = layer_.backward(x, trace, d_y);
  const Values expected = reference::central_differences(formula, values, widen(d_y));
  expect_gradients(got.parameters, expected);
  EXPECT_TRUE(all_near(got.d_x, expected.at("x"), kGradientTolerance));
}

TEST_P(FeedForwardKinds, AcceptsAnyNumberOfLeadingAxes) {
  const Tensor x = random_sequence(2, 3, 4, 3);
  const Tensor y = layer_.forward(x);
  EXPECT_EQ(layer_.forward(Tensor({"n", "d_model"}, {6, 4}, x.data)).data, y.data);
  const Tensor row({"d_model"}, {4}, {x.data.begin(), x.data.begin() + 4});
  EXPECT_EQ(layer_.forward(row).data, (std::vector<float>{y.data.begin(), y.data.begin() + 4}));
}

TEST(FeedForward, AWorkedExample) {
  FeedForwardParameters p;
  p.w_1 = Matrix::Ones(1, 2);
  p.w_1(0, 1) = -1;
  p.w_2 = Matrix::Constant(2, 1, 10);
  p.b_1 = RowVector::Zero(2);
  p.b_2 = RowVector::Ones(1);
  const FeedForward layer({1, 2, Activation::kRelu, false, true}, p);
  // |x| 10 + 1
  EXPECT_TRUE(all_near(layer.forward(Tensor({"n", "d_model"}, {2, 1}, {3, -4})), {31, 41}, 0));
}

// TEST-CASES 44
TEST(FeedForward, NaNStaysInItsRow) {
  const FeedForwardConfig config{4, 6, Activation::kSilu, true, false};
  const FeedForward layer(config, FeedForwardParameters::random(config, 1));
  Tensor x = random_sequence(0, 3, 4, 3);
  const Tensor clean = layer.forward(x);
  x.matrix()(1, 2) = kNaN;
  const Tensor y = layer.forward(x);
  EXPECT_EQ(y.matrix().row(0), clean.matrix().row(0));
  EXPECT_EQ(y.matrix().row(2), clean.matrix().row(2));
  EXPECT_TRUE(y.matrix().row(1).array().isNaN().all());
}

TEST(FeedForward, EachMatrixIsDrawnFromItsOwnStream) {
  FeedForwardConfig config{3, 3, Activation::kSilu, true, true};
  const FeedForwardParameters p = FeedForwardParameters::random(config, 1);
  EXPECT_NE(p.w_1, p.w_2);
  EXPECT_NE(p.w_1, p.w_gate);
  EXPECT_EQ(p.b_1, RowVector(RowVector::Zero(3)));
  config.gated = false;
  config.bias = false;
  const FeedForwardParameters plain = FeedForwardParameters::random(config, 1);
  EXPECT_EQ(plain.w_2, p.w_2);
  EXPECT_EQ(plain.w_gate.size() + plain.b_1.size() + plain.b_2.size(), 0);
}

// TEST-CASES 43
TEST(FeedForward, RefusesMismatchedShapesNamingBoth) {
  const FeedForwardConfig config{4, 6, Activation::kRelu, false, true};
  const auto refused = [&](const auto& spoil) {
    FeedForwardParameters p = FeedForwardParameters::random(config, 1);
    spoil(p);
    return refusal([&] { FeedForward(config, p); });
  };
  EXPECT_EQ(refused([](auto& p) { p.w_1.resize(6, 4); }),
            "expected w_1 of shape [4, 6], got [6, 4]");
  EXPECT_EQ(refused([](auto& p) { p.w_gate.resize(4, 6); }),
            "expected w_gate of shape [0, 0], got [4, 6]");
  EXPECT_EQ(refused([](auto& p) { p.b_1.resize(4); }),
            "expected b_1 of shape [6] with bias true, got [4]");
  FeedForwardConfig without = config;
  without.bias = false;
  EXPECT_EQ(refusal([&] { FeedForward(without, FeedForwardParameters::random(config, 1)); }),
            "expected b_1 of shape [0] with bias false, got [6]");
  EXPECT_EQ(refusal([] { FeedForwardParameters::random({0, 6}, 1); }),
            "expected d_model of at least 1, got 0");
  EXPECT_EQ(refusal([] { FeedForwardParameters::random({4, -1}, 1); }),
            "expected d_ff of at least 1, got -1");

  const FeedForward layer(config, FeedForwardParameters::random(config, 1));
  EXPECT_EQ(refusal([&] { layer.forward(random_sequence(2, 3, 5, 1)); }),
            "expected x of shape [.., d_model] with d_model 4, got [batch 2, query 3, d_model 5]");
  EXPECT_EQ(refusal([&] { layer.forward(Tensor()); }),
            "expected x of shape [.., d_model] with d_model 4, got []");
  const Tensor x = random_sequence(2, 3, 4, 1);
  EXPECT_EQ(refusal([&] { layer.backward(x, {}, batch_item(x, 0)); }),
            "expected d_y of the shape [batch 2, query 3, d_model 4], got [batch 1, query 3, "
            "d_model 4]");
  EXPECT_EQ(refusal([&] { layer.backward(x, {}, x); }),
            "expected the trace's y of the shape [batch 2, query 3, d_model 4], got []");
}

}  // namespace
}  // namespace attn
