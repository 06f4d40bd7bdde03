#include "training/optimizer.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "golden/optimizers.h"
#include "support/refusal.h"
#include "training/cross_entropy.h"
#include "training/schedule.h"

namespace attn {
namespace {

namespace golden = optimizers;

// logits = x w + b
struct SoftmaxRegression {
  std::vector<float> w = golden::kW, b = golden::kB, d_w = w, d_b = b;

  std::vector<ParameterSlot> parameters() {
    return {{"w_out", w.data(), d_w.data(), static_cast<Index>(w.size())},
            {"b_out", b.data(), d_b.data(), static_cast<Index>(b.size())}};
  }

  // Returns the loss and computes d_w and d_b.
  double backward() {
    const ConstMatrixMap x(golden::kX.data(), golden::kRows, golden::kInputs);
    Tensor logits({"row", "class"}, {golden::kRows, golden::kClasses}), d_logits;
    logits.matrix() = x * ConstMatrixMap(w.data(), golden::kInputs, golden::kClasses);
    logits.matrix().rowwise() += ConstMatrixMap(b.data(), 1, golden::kClasses).row(0);
    const double loss = cross_entropy(logits, golden::kLabels, {}, d_logits);
    MatrixMap(d_w.data(), golden::kInputs, golden::kClasses) = x.transpose() * d_logits.matrix();
    MatrixMap(d_b.data(), 1, golden::kClasses) = d_logits.matrix().colwise().sum();
    return loss;
  }
};

OptimizerConfig config_of(OptimizerKind kind) {
  OptimizerConfig config{kind, {golden::kRate, golden::kBeta1, golden::kBeta2, golden::kEpsilon}};
  config.weight_decay = 0.5f;
  config.decayed = Decayed::kMatrices;
  return config;
}

void expect_matches(const golden::Run& run, const OptimizerConfig& config,
                    const Schedule& schedule) {
  SCOPED_TRACE(run.name);
  SoftmaxRegression model;
  Optimizer optimizer(config);
  auto expected = run.parameters.begin();
  for (Index step = 0; step < golden::kSteps; ++step) {
    const double loss = model.backward();
    const double golden_loss = run.losses[static_cast<std::size_t>(step)];
    ASSERT_NEAR(loss, golden_loss, 1e-4 * golden_loss) << "step " << step;
    const std::vector<ParameterSlot> parameters = model.parameters();
    if (config.clip > 0) clip_gradients(parameters, global_norm(parameters), config.clip);
    optimizer.step(schedule.factor(step, golden::kSteps), parameters);
    if (step % 10 != 9) continue;
    for (const ParameterSlot& each : parameters) {
      // Relative to the tensor's largest element, because a parameter that passes through 0 has no
      // correct digits.
      double largest = 0;
      for (Index i = 0; i < each.n; ++i) largest = std::max(largest, std::abs(double{expected[i]}));
      for (Index i = 0; i < each.n; ++i, ++expected) {
        ASSERT_NEAR(each.x[i], *expected, 1e-5 * largest) << each.name << i << ", step " << step;
      }
    }
  }
  EXPECT_TRUE(expected == run.parameters.end());
}

const Schedule kCosine{ScheduleKind::kCosine, golden::kWarmUp, double{golden::kFloor}};
const Schedule kConstant{ScheduleKind::kConstant, golden::kWarmUp};

TEST(Optimizer, AdamWMatchesPyTorchFor50Steps) {
  OptimizerConfig config = config_of(OptimizerKind::kAdamW);
  config.clip = 0.5f;
  expect_matches(golden::kRuns[0], config, kCosine);
}

TEST(Optimizer, AdamMatchesPyTorchFor50Steps) {
  OptimizerConfig config = config_of(OptimizerKind::kAdam);
  config.clip = 0;
  expect_matches(golden::kRuns[1], config, kConstant);
}

TEST(Optimizer, GradientDescentMatchesPyTorchFor50Steps) {
  OptimizerConfig config = config_of(OptimizerKind::kSgd);
  config.momentum = 0.875f;
  config.clip = 0.5f;
  expect_matches(golden::kRuns[2], config, kCosine);
  config.momentum = 0;
  config.clip = 0;
  expect_matches(golden::kRuns[3], config, kConstant);
}

TEST(Optimizer, ACopyContinuesWithTheSameBits) {
  for (const OptimizerKind kind :
       {OptimizerKind::kAdamW, OptimizerKind::kAdam, OptimizerKind::kSgd}) {
    OptimizerConfig config = config_of(kind);
    config.momentum = 0.5f;
    SoftmaxRegression model;
    Optimizer optimizer(config);
    const auto step = [](SoftmaxRegression& of, Optimizer& with) {
      of.backward();
      with.step(1, of.parameters());
    };
    for (int i = 0; i < 3; ++i) step(model, optimizer);
    SoftmaxRegression other = model;
    Optimizer copy = optimizer;
    for (int i = 0; i < 3; ++i) step(model, optimizer);
    for (int i = 0; i < 3; ++i) step(other, copy);
    EXPECT_EQ(model.w, other.w);
    EXPECT_EQ(model.b, other.b);
  }
}

TEST(Optimizer, GradientsAreClippedByTheirNormTogether) {
  float x[3] = {}, d[3] = {2, -1, 2};
  const std::vector<ParameterSlot> parameters = {{"w", x, d, 2}, {"b", x + 2, d + 2, 1}};
  EXPECT_EQ(global_norm(parameters), 3);
  clip_gradients(parameters, 3, 3.5);
  EXPECT_EQ(d[0], 2);
  clip_gradients(parameters, 3, 1.5);
  EXPECT_NEAR(global_norm(parameters), 1.5, 1e-5);
  EXPECT_NEAR(d[1], -0.5, 1e-5);
}

TEST(Optimizer, AllParametersDecayOrMatricesOnly) {
  OptimizerConfig config;
  config.weight_decay = 0.5f;
  const std::vector<const char*> matrices = {"layers.0.attention.w_k", "decoder.layers.1.w_gate",
                                             "w_patch", "w_out"};
  const std::vector<const char*> others = {
      "layers.0.attention.b_k", "decoder.norm.gamma", "source_embedding", "embedding",
      "embedding_norm.beta",    "target_positions",   "class_token",      "b_out"};
  for (const char* name : matrices) EXPECT_EQ(weight_decay_of(config, name), 0.5f) << name;
  for (const char* name : others) EXPECT_EQ(weight_decay_of(config, name), 0.5f) << name;
  config.decayed = Decayed::kMatrices;
  for (const char* name : matrices) EXPECT_EQ(weight_decay_of(config, name), 0.5f) << name;
  for (const char* name : others) EXPECT_EQ(weight_decay_of(config, name), 0) << name;
  config.kind = OptimizerKind::kAdam;
  for (const char* name : matrices) EXPECT_EQ(weight_decay_of(config, name), 0) << name;
}

TEST(Optimizer, RefusesWhatIsOutOfRange) {
  const auto refused = [](auto change) {
    OptimizerConfig config;
    change(config);
    return refusal([&] { Optimizer optimizer(config); });
  };
  EXPECT_EQ(refused([](OptimizerConfig& c) { c.weight_decay = -1; }),
            "expected a finite weight_decay of at least 0, got -1");
  EXPECT_EQ(refused([](OptimizerConfig& c) { c.clip = -1; }),
            "expected a finite clip of at least 0, got -1");
  EXPECT_EQ(refused([](OptimizerConfig& c) { c.momentum = 1; }),
            "expected a momentum of at least 0 and below 1, got 1");
  EXPECT_TRUE(contains(refused([](OptimizerConfig& c) { c.adam.beta_1 = 2; }), "beta_1"));
}

}  // namespace
}  // namespace attn
