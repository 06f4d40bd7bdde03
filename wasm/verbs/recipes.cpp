#include "verbs/recipes.h"

#include <cstdint>
#include <vector>

#include "base/check.h"
#include "operations/config/model_config.h"
#include "operations/config/recipe_config.h"

namespace attn::js {
namespace {

// The numbers of a tensor as bytes.
std::vector<std::uint8_t> bytes_of(const char* name, const NamedTensors& data) {
  const Tensor& tensor = data.at(name);
  std::vector<std::uint8_t> bytes;
  bytes.reserve(tensor.data.size());
  for (const float x : tensor.data) {
    if (!(x >= 0 && x <= 255)) {
      refuse("expected {} of numbers from 0 to 255, got {}", {name, number_text(double{x})});
    }
    bytes.push_back(static_cast<std::uint8_t>(x + 0.5f));
  }
  return bytes;
}

void read_data(const NamedTensors& data, TaskOptions& options) {
  if (data.empty()) return;
  options.images = bytes_of("images", data);
  options.digits = bytes_of("digits", data);
}

}  // namespace

Recipe read_recipe_of(Message& in) {
  Recipe recipe = read_recipe(in.config());
  read_data(in.tensors("data"), recipe.task_options);
  return recipe;
}

void put_recipe_info(Result& out, const Recipe& recipe, const Task& task) {
  out.name("recipe").config(recipe_entries(recipe));
  out.name("config").config(model_entries(recipe.model));
  out.name("vocabulary").texts(task.vocabulary());
  out.name("target_vocabulary").texts(task.target_vocabulary());
  out.name("answers").texts(task.answers());
  out.name("answers_per_place").number(task.answers_per_place());
  out.name("relations").texts(task.relations());
  out.name("categories").texts(task.categories());
  out.name("max_length").number(task.max_length());
}

}  // namespace attn::js
