// What the tests of the trainer share.
#pragma once

#include <string>
#include <vector>

#include "training/recipes.h"
#include "training/trainer.h"

namespace attn {

// A named recipe with small batches, so that a step is quick.
inline Recipe small(const char* name, Index steps) {
  Recipe recipe = named_recipe(name);
  recipe.batch = 4;
  recipe.steps = steps;
  recipe.seed = 7;
  return recipe;
}

inline std::vector<float> numbers(const Trainer& trainer) {
  std::vector<float> all;
  const NamedTensors parameters = trainer.parameters();
  for (const auto& [name, tensor] : parameters) {
    all.insert(all.end(), tensor.data.begin(), tensor.data.end());
  }
  return all;
}

}  // namespace attn
