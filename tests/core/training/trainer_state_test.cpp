// Training that stops, goes back or starts from a state, and the states that are refused.
#include "training/trainer_state.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "base/check.h"
#include "base/finite.h"
#include "core/training/small_trainers.h"
#include "support/refusal.h"

namespace attn {
namespace {

TEST(Trainer, StopsAndReturnsGiveTheBitsOfTheUninterruptedRun) {
  constexpr Index kSteps = 24;
  Recipe recipe = small("goes_with", kSteps);
  recipe.dropout = {0.1, 0.1, 0.1};
  recipe.pool = 50;
  Trainer uninterrupted(recipe, {0, 0});
  std::vector<std::vector<float>> expected = {numbers(uninterrupted)};
  std::vector<double> losses;
  for (Index step = 0; step < kSteps; ++step) {
    uninterrupted.step(1, {}, [&](const StepReport& report) { losses.push_back(report.loss); });
    expected.push_back(numbers(uninterrupted));
  }

  Trainer trainer(recipe, {3, 6});
  Random random(1);
  for (int i = 0; i < 100; ++i) {
    const auto to = static_cast<Index>(random.uniform() * kSteps);
    trainer.seek(to);
    ASSERT_EQ(trainer.steps_taken(), to);
    ASSERT_EQ(numbers(trainer), expected[static_cast<std::size_t>(to)]) << "seek " << i;
    trainer.step(1, {}, [&](const StepReport& report) {
      ASSERT_EQ(report.step, to + 1);
      ASSERT_EQ(report.loss, losses[static_cast<std::size_t>(to)]) << "seek " << i;
    });
    ASSERT_EQ(numbers(trainer), expected[static_cast<std::size_t>(to) + 1]) << "seek " << i;
  }
}

TEST(Trainer, GoesOnFromAStateToTheBitsOfTheUninterruptedRun) {
  constexpr Index kSteps = 24;
  for (const OptimizerKind kind : {OptimizerKind::kAdamW, OptimizerKind::kSgd}) {
    Recipe recipe = small("goes_with", kSteps);
    recipe.dropout = {0.1, 0.1, 0.1};
    recipe.optimizer.kind = kind;
    recipe.optimizer.momentum = 0.9f;
    std::vector<std::vector<float>> expected;
    std::vector<TrainerState> states;
    Trainer uninterrupted(recipe);
    for (Index step = 0; step <= kSteps; ++step) {
      expected.push_back(numbers(uninterrupted));
      states.push_back(uninterrupted.state());
      uninterrupted.step();
    }
    Random random(2);
    for (int i = 0; i < 10; ++i) {
      const auto from = static_cast<Index>(random.uniform() * kSteps);
      Trainer trainer(recipe, {3, 6}, &states[static_cast<std::size_t>(from)]);
      ASSERT_EQ(trainer.first_step(), from);
      ASSERT_EQ(trainer.steps_taken(), from);
      for (Index step = from; step < kSteps; ++step) {
        ASSERT_EQ(numbers(trainer), expected[static_cast<std::size_t>(step)])
            << from << " " << step;
        trainer.step();
      }
      trainer.seek(from);
      ASSERT_EQ(numbers(trainer), expected[static_cast<std::size_t>(from)]) << from;
      ASSERT_EQ(
          refusal([&] { trainer.seek(from - 1); }),
          "expected a step of at least " + integer_text(from) + ", got " + integer_text(from - 1));
    }
  }
}

TEST(Trainer, GoesOnFromParametersAloneWithTheScheduleOfTheirStep) {
  const Recipe recipe = small("induction", 20);
  Trainer trained(recipe);
  trained.step(12);
  const TrainerState parameters{12, trained.parameters()};
  Trainer trainer(recipe, {}, &parameters);
  EXPECT_EQ(numbers(trainer), numbers(trained));
  const auto rate = [](Trainer& of) {
    double rate = 0;
    of.step(1, {}, [&](const StepReport& report) { rate = report.learning_rate; });
    return rate;
  };
  // The first batch of the run, and Adam's first step: each number changes by the learning rate, or
  // by less where its gradient is near 0.
  const std::vector<float> before = numbers(trainer);
  const double at_12 = rate(trainer);
  EXPECT_EQ(at_12, rate(trained));
  const std::vector<float> after = numbers(trainer);
  double largest = 0;
  for (std::size_t i = 0; i < after.size(); ++i) {
    largest = std::max(largest, std::abs(double{after[i]} - double{before[i]}));
  }
  EXPECT_NEAR(largest, at_12, 1e-6);
}

TEST(Trainer, RefusesAStateOfAnotherRecipe) {
  const Recipe recipe = small("induction", 20);
  Trainer trained(recipe);
  trained.step(3);
  const auto refused = [&](auto change, const Recipe& of) {
    TrainerState state = trained.state();
    change(state);
    return refusal([&] { Trainer trainer(of, {}, &state); });
  };
  const auto same = [](TrainerState&) {};
  EXPECT_EQ(refused(same, recipe), "nothing was refused");
  EXPECT_EQ(refused(same, small("sort", 20)), "expected embedding of shape [17, 32], got [26, 32]");
  Recipe sgd = recipe;
  sgd.optimizer.kind = OptimizerKind::kSgd;
  EXPECT_TRUE(contains(refused(same, sgd), "expected the tensor \"velocity."));
  Recipe fewer_symbols = recipe;
  fewer_symbols.task_options.symbols = 20;
  EXPECT_TRUE(contains(refused(same, fewer_symbols), "of shape [20, 32], got [26, 32]"));

  const auto of = [&](auto change) { return refused(change, recipe); };
  EXPECT_EQ(of([](TrainerState& state) { state.step = 4; }),
            "expected step 3, as in the state's tensor progress, got 4");
  EXPECT_EQ(of([](TrainerState& state) { state.step = -1; }),
            "expected a step from 0 to 1073741824, got -1");
  EXPECT_EQ(of([](TrainerState& state) { state.step = 2147483647; }),
            "expected a step from 0 to 1073741824, got 2147483647");
  EXPECT_EQ(of([](TrainerState& state) { state.tensors = {}; }).find("expected the tensor"), 0u);
  EXPECT_EQ(of([](TrainerState& state) { state.tensors.put("w", Tensor({"x"}, {1})); }),
            "expected only tensors of the recipe's model and its optimizer, got \"w\"");
  EXPECT_EQ(of([](TrainerState& state) { state.tensors.at("w_out").data[7] = kNaN; }),
            "expected finite numbers in w_out, got NaN or infinity");
  EXPECT_EQ(
      of([](TrainerState& state) { state.tensors.at("second_moment.w_out").data[0] = kInfinity; }),
      "expected finite numbers in second_moment.w_out, got NaN or infinity");
  for (const float digit : {-1.0f, 0.5f, 65536.0f}) {
    const auto change = [&](TrainerState& state) { state.tensors.at("progress").data[9] = digit; };
    EXPECT_EQ(of(change), "expected progress of whole numbers from 0 to 65535, got " +
                              number_text(double{digit}));
  }
  // Adam's steps are the second integer, of four digits.
  const auto adam_steps = [&](std::size_t digit, float value) {
    return of([&](TrainerState& state) { state.tensors.at("progress").data[4 + digit] = value; });
  };
  EXPECT_EQ(adam_steps(0, 2), "nothing was refused");
  const std::string expected = "expected adam_steps of at least 0 and below 4, got ";
  EXPECT_EQ(adam_steps(0, 4), expected + "4");
  EXPECT_EQ(adam_steps(3, 1), expected + "281474976710659");  // 2^48 + 3
}

TEST(Trainer, KeepsTheFirstSnapshotAndTheLatestOnes) {
  Trainer trainer(small("induction", 20), {3, 2});
  trainer.step(20);
  EXPECT_EQ(trainer.snapshot_steps(), (std::vector<Index>{0, 15, 18}));
  trainer.seek(4);
  EXPECT_EQ(trainer.steps_taken(), 4);
  EXPECT_EQ(refusal([&] { trainer.seek(-1); }), "expected a step of at least 0, got -1");
}

}  // namespace
}  // namespace attn
