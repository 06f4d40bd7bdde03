// The recipes that the site trains or shows, found by experiment. README.md has what they reach
// with many seeds.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "training/recipe.h"

namespace attn {

// The names of all recipes. Each is also the name of its task.
std::vector<std::string> recipe_names();

// The recipe of this name, with seed 0. Tasks without a recipe have that of another task: "needle"
// that of "induction", "words" that of "characters". For "digits", "characters" and "words" the
// caller adds the data to task_options. Throws std::invalid_argument for an unknown name.
Recipe named_recipe(std::string_view name);

}  // namespace attn
