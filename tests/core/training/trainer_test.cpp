#include "training/trainer.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "base/bit_cast.h"
#include "base/check.h"
#include "base/finite.h"
#include "core/training/small_trainers.h"
#include "support/allocated.h"
#include "support/highway_target.h"
#include "support/refusal.h"
#include "training/cross_entropy.h"

namespace attn {
namespace {

// FNV-1a over the bits of all parameters.
std::uint64_t hash(const Trainer& trainer) {
  std::uint64_t hash = 0xcbf29ce484222325u;
  for (const float number : numbers(trainer)) {
    const auto bits = bit_cast<std::uint32_t>(number);
    for (int shift = 0; shift < 32; shift += 8) {
      hash = (hash ^ (bits >> shift & 0xff)) * 0x100000001b3u;
    }
  }
  return hash;
}

TEST(Trainer, NamesTheAxesOfParametersAsOperationsDo) {
  const NamedTensors parameters = Trainer(small("induction", 1)).parameters();
  using Axes = std::vector<std::string>;
  EXPECT_EQ(parameters.at("embedding").axes, (Axes{"token", "d_model"}));
  EXPECT_EQ(parameters.at("layers.0.attention.w_q").axes, (Axes{"d_in", "d_out"}));
}

TEST(Trainer, ReportsAtMultiplesOfAStepAndAtTheEnd) {
  Trainer trainer(small("induction", 20));
  std::vector<Index> steps;
  const auto report = [&](const StepReport& of) { steps.push_back(of.step); };
  trainer.step(3, {4}, report);
  trainer.step(7, {4}, report);
  EXPECT_EQ(steps, (std::vector<Index>{3, 4, 8, 10}));
  trainer.step(8, {4, false}, report);
  trainer.step(2, {0}, report);
  EXPECT_EQ(steps, (std::vector<Index>{3, 4, 8, 10, 12, 16}));
}

TEST(Trainer, AReporterMayEvaluateAtItsStep) {
  Trainer trainer(small("induction", 20)), uninterrupted(small("induction", 20));
  trainer.step(8, {4}, [&](const StepReport& report) {
    uninterrupted.step(4);
    EXPECT_EQ(trainer.steps_taken(), report.step);
    EXPECT_EQ(trainer.evaluate(10).loss, uninterrupted.evaluate(10).loss);
  });
  EXPECT_EQ(numbers(trainer), numbers(uninterrupted));
}

#ifdef __wasm_relaxed_simd__
constexpr bool kMayFuse = true;
#else
constexpr bool kMayFuse = false;
#endif

// Without fused multiply-adds and with vectors of four floats, as in WebAssembly, the bits are the
// same natively and in wasm. With fused multiply-adds they are the same on one machine.
TEST(Trainer, ARecipeGivesTheSameBitsOnEveryMachine) {
  const OnTargets target(HWY_ARCH_X86 ? HWY_SSE4 : 0);
  const bool fuses =
      kMayFuse || fuses_multiply_add(kChoosesTarget && HWY_ARCH_X86 ? HWY_SSE4 : HWY_STATIC_TARGET);
  // tests/wasm/trainer.test.ts reads these values.
  const std::pair<const char*, std::uint64_t> hashes[] = {
      {"induction", 8047871691825025052u},
      {"goes_with", 17779035328645531982u},
      {"translation", 9438416002577514714u},
  };
  const auto hash_of = [](const char* name) {
    Trainer trainer(small(name, 200));
    trainer.step(200);
    return hash(trainer);
  };
  for (const auto& [name, expected] : hashes) {
    EXPECT_EQ(hash_of(name), fuses ? hash_of(name) : expected) << name;
  }
}

TEST(Trainer, StopsWhereALossIsNotFinite) {
  Recipe recipe = small("induction", 20);
  recipe.optimizer.adam.learning_rate = 1e30f;
  recipe.schedule.warm_up = 0;
  Trainer trainer(recipe);
  const std::string message = refusal([&] { trainer.step(20); });
  const Index at = trainer.steps_taken();
  EXPECT_TRUE(contains(message, " has a NaN or an infinity in step " + integer_text(at + 1) +
                                    ": the model is that of step " + integer_text(at)))
      << message;
  const std::vector<float> all = numbers(trainer);
  EXPECT_TRUE(all_finite(all.data(), static_cast<Index>(all.size())));
  EXPECT_EQ(refusal([&] { trainer.step(20); }), message);
  trainer.seek(0);
  EXPECT_EQ(numbers(trainer), numbers(Trainer(recipe)));
}

// A position after the last token has no gradient, so its momentum alone makes it infinite, four
// steps after the state: 0.9 + 0.81 + 0.729 + 0.6561 times 1.2e38 is more than a float can be.
TEST(Trainer, ReturnsToTheLastSnapshotWhereAParameterIsNotFinite) {
  Recipe recipe = small("who", 20);
  recipe.model.embedding.max_length = 100;
  recipe.optimizer.kind = OptimizerKind::kSgd;
  recipe.optimizer.momentum = 0.9f;
  recipe.optimizer.weight_decay = 0;
  recipe.optimizer.adam.learning_rate = 1;
  recipe.optimizer.clip = 0.01f;
  recipe.schedule = {ScheduleKind::kConstant, 0};
  Trainer before(recipe);
  before.step(7);
  TrainerState state = before.state();
  state.tensors.at("velocity.positions").data.back() = -1.2e38f;
  Trainer trainer(recipe, {3, 5}, &state), expected(recipe, {3, 5}, &state);
  expected.step(2);
  EXPECT_EQ(refusal([&] { trainer.step(13); }),
            "positions has a NaN or an infinity in step 11: the model is that of step 9");
  EXPECT_EQ(trainer.steps_taken(), 9);
  // The optimizer's momentum has returned as well.
  const NamedTensors got = trainer.state().tensors, of_step = expected.state().tensors;
  ASSERT_EQ(got.size(), of_step.size());
  EXPECT_GT(got.size(), trainer.parameters().size());
  for (const auto& [name, tensor] : of_step) {
    EXPECT_EQ(got.at(name).data, tensor.data) << name;
  }
}

TEST(Trainer, StopsWhereAdamsMeanOfSquaresWouldNotBeFinite) {
  Recipe recipe = small("goes_with", 20);
  recipe.penalty = {1e30f, {0, 0}, "attention"};
  recipe.optimizer.clip = 0;
  for (const OptimizerKind kind : {OptimizerKind::kAdamW, OptimizerKind::kAdam}) {
    recipe.optimizer.kind = kind;
    Trainer trainer(recipe);
    const std::string message = refusal([&] { trainer.step(); });
    EXPECT_TRUE(message.starts_with("second_moment.")) << message;
    EXPECT_TRUE(message.ends_with("in step 1: the model is that of step 0")) << message;
  }
  recipe.optimizer.kind = OptimizerKind::kSgd;  // takes no squares
  Trainer trainer(recipe);
  trainer.step();
  EXPECT_EQ(trainer.steps_taken(), 1);
}

template <class Number>
std::vector<Number> numbers_of(const Tensor& tensor) {
  return {tensor.data.begin(), tensor.data.end()};
}

// The loss of a model on the only step of `batches`.
double loss_on(const NamedTensors& batches, const TokenModel& model) {
  ModelInputs inputs;
  const auto read = [&](const char* ids, const char* keep, TokenIds& to,
                        std::vector<std::uint8_t>& keep_to) {
    if (batches.find(ids) == nullptr) return;
    const Tensor& from = batches.at(ids);
    to = {from.shape[1], from.shape[2], numbers_of<Index>(from)};
    keep_to = numbers_of<std::uint8_t>(batches.at(keep));
  };
  read("ids", "keep", inputs.ids, inputs.key_padding);
  read("target_ids", "target_keep", inputs.target_ids, inputs.target_key_padding);
  if (const Tensor* patches = batches.find("patches")) {
    inputs.patches = *patches;
    inputs.patches.axes.erase(inputs.patches.axes.begin());
    inputs.patches.shape.erase(inputs.patches.shape.begin());
  }
  Tensor d_logits;
  return cross_entropy(model.forward(inputs), numbers_of<Index>(batches.at("labels")), {},
                       d_logits);
}

TEST(Trainer, BatchesAreWhatTheNextStepsTrainOn) {
  TaskOptions images;
  for (Index i = 0; i < 40 * 784; ++i) {
    images.images.push_back(static_cast<std::uint8_t>(i * i % 251));
    if (i % 784 == 0) images.digits.push_back(static_cast<std::uint8_t>(i / 784 % 10));
  }
  for (const char* name : {"goes_with", "induction", "translation", "copy_places", "digits"}) {
    SCOPED_TRACE(name);
    Recipe recipe = small(name, 10);
    recipe.pool = 50;
    if (recipe.task == "digits") recipe.task_options = images;
    Trainer trainer(recipe);
    Trainer undisturbed(recipe);
    const NamedTensors all_batches = trainer.batches(4);
    for (Index step = 0; step < 4; ++step) {
      const NamedTensors step_batch = trainer.batches(1);
      const double expected = loss_on(step_batch, trainer.model());
      trainer.step(1, {}, [&](const StepReport& report) { EXPECT_EQ(report.loss, expected); });
      undisturbed.step();
      for (const auto& [key, tensor] : step_batch) {
        const Tensor& all = all_batches.at(key);
        ASSERT_EQ(all.shape[0], 4);
        ASSERT_EQ(all.shape[1], recipe.batch);
        // In the record of all steps, shorter rows are padded to the longest.
        const Index rows = recipe.batch, n = tensor.size() / rows;
        const Index padded = all.size() / 4 / rows;
        for (Index i = 0; i < rows * padded; ++i) {
          const Index column = i % padded;
          const float padding = key == "labels" ? -1 : 0;
          EXPECT_EQ(all.data[static_cast<std::size_t>(step * rows * padded + i)],
                    column < n ? tensor.data[static_cast<std::size_t>(i / padded * n + column)]
                               : padding);
        }
      }
    }
    EXPECT_EQ(numbers(trainer), numbers(undisturbed));
  }
  EXPECT_EQ(refusal([&] { Trainer(small("sort", 10)).batches(0); }),
            "expected count of at least 1, got 0");
  Recipe recipe = small("sort", 10);
  recipe.batch = 1 << 20;
  EXPECT_EQ(refusal([&] { Trainer(recipe).batches(5); }),
            "expected count of at most 4 for batches of 1048576 examples, got 5");
}

#if !defined(__SANITIZE_ADDRESS__)
// In a text of one character, each position repeats all earlier ones: 2,079 relations of 64 tokens.
TEST(Trainer, APoolOfTextHoldsNoRelations) {
  Recipe recipe = small("characters", 10);
  recipe.task_options.text = std::string(1000, 'a');
  recipe.pool = 1000;
  const std::size_t before = allocated();
  Trainer trainer(recipe);
  const double taken = static_cast<double>(allocated() - before);
  EXPECT_LT(taken, 8e6);  // the relations alone would take 25 MB or more
  trainer.step();
}
#endif

TEST(Trainer, LearnsToReverse) {
  Recipe recipe = named_recipe("reverse");
  recipe.steps = 150;
  Trainer trainer(recipe);
  const Evaluation before = trainer.evaluate(50);
  trainer.step(150);
  const Evaluation after = trainer.evaluate(50);
  EXPECT_LT(before.labels.value(), 0.2);
  EXPECT_GT(after.labels.value(), 0.95);
  EXPECT_LT(after.loss, 0.3);
}

TEST(Trainer, EveryNamedRecipeWithoutDataTakesAStep) {
  for (const std::string& name : recipe_names()) {
    if (name == "digits" || name == "characters") continue;
    SCOPED_TRACE(name);
    Recipe recipe = small(name.c_str(), 10);
    recipe.pool = 0;
    Trainer trainer(recipe);
    double loss = 0;
    trainer.step(1, {}, [&](const StepReport& report) { loss = report.loss; });
    EXPECT_NEAR(loss, std::log(static_cast<double>(trainer.task().answers().size())), 1.5);
  }
}

TEST(Trainer, RefusesWhatIsOutOfRange) {
  const auto refused = [](auto change) {
    Recipe recipe = named_recipe("induction");
    change(recipe);
    return refusal([&] { Trainer trainer(recipe); });
  };
  EXPECT_EQ(refused([](Recipe& r) { r.batch = 0; }), "expected batch of at least 1, got 0");
  EXPECT_EQ(refused([](Recipe& r) { r.pool = -1; }), "expected pool of at least 0, got -1");
  EXPECT_EQ(refused([](Recipe& r) { r.steps = 0; }), "expected steps of at least 1, got 0");
  EXPECT_EQ(refused([](Recipe& r) { r.penalty.entropy = kNaN; }),
            "expected a finite entropy of at least 0, got NaN");
  EXPECT_EQ(refused([](Recipe& r) { r.label_smoothing = 1; }),
            "expected a label_smoothing of at least 0 and below 1, got 1");
  EXPECT_EQ(refused([](Recipe& r) { r.penalty = {0.5f, {}, "cross_attention"}; }),
            "expected an attention of this model with a name that ends with \"cross_attention\", "
            "got none");
  EXPECT_TRUE(contains(refused([](Recipe& r) { r.task = "chess"; }), "chess"));
  Trainer trainer(named_recipe("induction"));
  EXPECT_EQ(refusal([&] { trainer.step(-3); }), "expected count of at least 0, got -3");
  EXPECT_EQ(refusal([&] { trainer.evaluate(-5); }), "expected held_out of 0 to 65536, got -5");
  EXPECT_EQ(refusal([&] { trainer.task().held_out(65537); }),
            "expected held_out of 0 to 65536, got 65537");
  EXPECT_TRUE(contains(refusal([] { named_recipe("chess"); }), "chess"));
}

}  // namespace
}  // namespace attn
