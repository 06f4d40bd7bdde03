// A step that would leave Adam's running means infinite is refused.
#include <gtest/gtest.h>

#include "base/finite.h"
#include "support/refusal.h"
#include "training/recipes.h"
#include "training/trainer.h"

namespace attn {
namespace {

// A model whose first gradients are of about 1e20.
Recipe steep(OptimizerKind optimizer) {
  Recipe recipe = named_recipe("copy");
  recipe.batch = 2;
  recipe.steps = 20;
  recipe.seed = 1;
  recipe.optimizer.kind = optimizer;
  recipe.optimizer.clip = 0;
  recipe.schedule = {ScheduleKind::kConstant, 0};
  return recipe;
}

TrainerState steep_state(const Recipe& recipe) {
  TrainerState state;
  state.tensors = Trainer(recipe).parameters();
  for (float& x : state.tensors.at("w_out").data) x *= 1e21f;
  return state;
}

TEST(TrainersMoments, AStepThatWouldOverflowThemIsRefused) {
  for (const OptimizerKind kind : {OptimizerKind::kAdam, OptimizerKind::kAdamW}) {
    const Recipe recipe = steep(kind);
    const TrainerState from = steep_state(recipe);
    Trainer trainer(recipe, {}, &from);
    const NamedTensors before = trainer.parameters();
    const std::string message = refusal([&] { trainer.step(1); });
    EXPECT_TRUE(message.starts_with("second_moment.")) << message;
    EXPECT_TRUE(
        message.ends_with(" has a NaN or an infinity in step 1: the model is that of step 0"))
        << message;
    EXPECT_EQ(trainer.steps_taken(), 0);
    for (const auto& [name, tensor] : trainer.parameters()) {
      EXPECT_EQ(tensor.data, before.at(name).data) << name;
    }
    const TrainerState state = trainer.state();
    EXPECT_EQ(refusal([&] { Trainer(recipe, {}, &state); }), "nothing was refused");
  }
}

// Clipped gradients are small enough to be squared.
TEST(TrainersMoments, AStepOfClippedGradientsIsTaken) {
  Recipe recipe = steep(OptimizerKind::kAdam);
  recipe.optimizer.clip = 1;
  const TrainerState from = steep_state(recipe);
  Trainer trainer(recipe, {}, &from);
  trainer.step(1);
  EXPECT_EQ(trainer.steps_taken(), 1);
  const TrainerState state = trainer.state();
  EXPECT_EQ(refusal([&] { Trainer(recipe, {}, &state); }), "nothing was refused");
}

}  // namespace
}  // namespace attn
