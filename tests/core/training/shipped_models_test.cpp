// Measures the models that ship with the site on held-out examples that had no influence on their
// choice. The model of digits is not among them: its images come from an npm package.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "support/file.h"
#include "training/figures.h"
#include "training/recipes.h"

namespace attn {
namespace {

std::string metadata(const Safetensors& file, const char* key) {
  for (const auto& [name, value] : file.metadata) {
    if (name == key) return value;
  }
  return "";
}

void set(Matrix& matrix, const Tensor& tensor) { matrix = tensor.matrix(); }
void set(RowVector& row, const Tensor& tensor) { row = tensor.matrix().row(0); }

TokenModel model_of(const Safetensors& file, const TokenModelConfig& config) {
  TokenModelParameters parameters = TokenModelParameters::unfilled(config);
  TokenModelParameters::for_each(parameters, [&](const char* name, auto& parameter) {
    if (const Tensor* tensor = file.tensors.find(name)) set(parameter, *tensor);
  });
  return TokenModel(config, std::move(parameters));
}

class ShippedModels : public testing::TestWithParam<const char*> {};

TEST_P(ShippedModels, ReachTheirFiguresOnFreshExamples) {
  constexpr std::ptrdiff_t kExamples = 2000;
  const std::string name = GetParam();
  const Safetensors file =
      safetensors_of(ATTN_TESTS_FOLDER "/../web/public/models/" + name + ".safetensors");
  EXPECT_EQ(metadata(file, "recipe"), name);
  Recipe recipe = named_recipe(name);
  EXPECT_EQ(metadata(file, "steps"), std::to_string(recipe.steps));
  const std::unique_ptr<Task> task = make_task(recipe.task, recipe.task_options);
  recipe = resolved(recipe, *task);
  const TokenModel model = model_of(file, recipe.model);

  // Skips the first 2,000 held-out examples, from which the file's figures come.
  const std::vector<Example> examples = task->held_out(2 * kExamples);
  const std::vector<Figure> figures =
      measured_figures(name, model, *task, {examples.begin() + kExamples, examples.end()});
  EXPECT_FALSE(figures.empty());
  const auto written = nlohmann::json::parse(metadata(file, "figures"));
  for (const Figure& figure : figures) {
    EXPECT_TRUE(figure.reached()) << figure.name << " " << figure.value;
    EXPECT_NEAR(figure.value, written.at(figure.name).get<double>(), 0.02) << figure.name;
  }
}

INSTANTIATE_TEST_SUITE_P(Files, ShippedModels,
                         testing::Values("goes_with", "induction", "sort", "translation"));

// The figures are compared with their limits.
TEST(Figures, AnUntrainedModelMissesThem) {
  for (const char* name : {"goes_with", "induction", "sort", "translation", "reverse"}) {
    Recipe recipe = named_recipe(name);
    const std::unique_ptr<Task> task = make_task(recipe.task, recipe.task_options);
    recipe = resolved(recipe, *task);
    const TokenModel model(recipe.model, TokenModelParameters::random(recipe.model, 1));
    Index minima = 0;
    for (const Figure& figure : measured_figures(name, model, *task, task->held_out(20))) {
      if (figure.is_maximum) continue;
      ++minima;
      EXPECT_FALSE(figure.reached()) << name << " " << figure.name;
    }
    EXPECT_GT(minima, 0) << name;
  }
}

}  // namespace
}  // namespace attn
