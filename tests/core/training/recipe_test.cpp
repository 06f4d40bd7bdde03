#include "training/recipe.h"

#include <gtest/gtest.h>

#include <string>

#include "support/refusal.h"
#include "training/recipes.h"
#include "training/trainer.h"

namespace attn {
namespace {

// Two images of each digit that differ from each other.
TaskOptions digits() {
  constexpr int kImages = 20, kPixels = 28 * 28;
  TaskOptions options;
  for (int image = 0; image < kImages; ++image) {
    options.digits.push_back(static_cast<std::uint8_t>(image % 10));
    for (int pixel = 0; pixel < kPixels; ++pixel) {
      options.images.push_back(static_cast<std::uint8_t>((pixel * 7 + image * 13) % 256));
    }
  }
  return options;
}

Recipe recipe_of(const char* name) {
  Recipe recipe = named_recipe(name);
  recipe.batch = 2;
  if (recipe.task == "digits") recipe.task_options = digits();
  return recipe;
}

std::string refused(const Recipe& recipe) {
  return refusal([&] { Trainer trainer(recipe); });
}

TEST(Recipe, RefusesAnArchitectureThatCannotReadTheTask) {
  for (const auto& [name, architecture, said] : {
           std::tuple("copy", Architecture::kVision,
                      "encoder_only, decoder_only for this task, got vision"),
           {"copy", Architecture::kEncoderDecoder,
            "encoder_only, decoder_only for this task, got encoder_decoder"},
           {"digits", Architecture::kEncoderOnly, "vision for this task, got encoder_only"},
           {"digits", Architecture::kEncoderDecoder, "vision for this task, got encoder_decoder"},
           {"translation", Architecture::kDecoderOnly,
            "encoder_decoder for this task, got decoder_only"},
           {"translation", Architecture::kVision, "encoder_decoder for this task, got vision"},
       }) {
    Recipe recipe = recipe_of(name);
    recipe.model.architecture = architecture;
    EXPECT_EQ(refused(recipe), std::string("expected architecture ") + said);
  }
  for (const auto& [name, task] :
       {std::pair("translation", "copy"), {"goes_with", "translation"}}) {
    Recipe recipe = recipe_of(name);
    recipe.task = task;
    EXPECT_TRUE(contains(refused(recipe), "expected architecture ")) << name << task;
  }
}

// The relations of digits are to patches after the class token.
TEST(Recipe, RefusesAClassTokenThatTheRelationsOfTheTaskDoNotCount) {
  Recipe patches = recipe_of("digits");
  patches.model.embedding.class_token = false;
  patches.model.readout = Readout::kMean;
  EXPECT_EQ(refused(patches), "expected class_token true for this task, got false");
  Recipe tokens = recipe_of("goes_with");
  tokens.model.embedding.class_token = true;
  EXPECT_EQ(refused(tokens), "expected class_token false for this task, got true");
  patches.model.embedding.class_token = true;
  EXPECT_EQ(refused(patches), "nothing was refused");
}

TEST(Recipe, RefusesLogitsThatAreNotTheAnswersOfTheTask) {
  Recipe copy = recipe_of("copy");
  copy.model.num_labels = 2;
  EXPECT_EQ(refused(copy), "expected num_labels 17 for this task, got 2");
  // Several answers at each position.
  Recipe places = recipe_of("copy_places");
  const Index labels = resolved(places, *make_task(places.task, {})).model.num_labels;
  places.model.num_labels = labels / 2;
  EXPECT_TRUE(contains(refused(places), "for this task, got " + std::to_string(labels / 2)));
  places.model.num_labels = labels;
  EXPECT_EQ(refused(places), "nothing was refused");
}

TEST(Recipe, RefusesAModelWithoutLogits) {
  for (const char* name : {"digits", "copy_places", "copy", "translation"}) {
    Recipe recipe = recipe_of(name);
    recipe.model.head = false;
    EXPECT_EQ(refused(recipe), "expected head true for this task, got false") << name;
  }
}

TEST(Recipe, RefusesAReadoutWithoutAnAnswerForEachLabel) {
  Recipe digits = recipe_of("digits");
  digits.model.readout = Readout::kEveryPosition;
  EXPECT_EQ(refused(digits), "expected readout first, mean for this task, got every_place");
  digits.model.readout = Readout::kMean;
  EXPECT_EQ(refusal([&] { Trainer(digits).step(); }), "nothing was refused");
  for (const char* name : {"copy_places", "copy", "translation"}) {
    Recipe recipe = recipe_of(name);
    recipe.model.readout = Readout::kMean;
    EXPECT_EQ(refused(recipe), "expected readout every_place for this task, got mean") << name;
    recipe.model.readout = Readout::kFirst;
    EXPECT_EQ(refused(recipe), "expected readout every_place for this task, got first") << name;
  }
}

TEST(Recipe, KeepsTheSizesThatItHas) {
  Recipe recipe = recipe_of("translation");
  const auto task = make_task(recipe.task, {});
  const TokenModelConfig of_task = resolved(recipe, *task).model;
  EXPECT_EQ(of_task.target.vocab_size, static_cast<Index>(task->target_vocabulary().size()));
  EXPECT_EQ(of_task.target.max_length, task->max_target_length());
  recipe.model.embedding.max_length = 40;
  recipe.model.target.vocab_size = of_task.target.vocab_size + 3;
  recipe.model.target.max_length = 50;
  const TokenModelConfig model = resolved(recipe, *task).model;
  EXPECT_EQ(model.embedding.max_length, 40);
  EXPECT_EQ(model.target.vocab_size, of_task.target.vocab_size + 3);
  EXPECT_EQ(model.target.max_length, 50);
  EXPECT_EQ(model.num_labels, of_task.num_labels);
  EXPECT_EQ(refusal([&] { Trainer(recipe).step(); }), "nothing was refused");
}

}  // namespace
}  // namespace attn
