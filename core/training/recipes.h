// The recipes that the site shows. Each has been found by experiment, and trained with many seeds.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "training/recipe.h"

namespace attn {

// goes_with, who, induction, translation, sort, reverse, copy, copy_places, digits, characters
std::vector<std::string> recipe_names();

// The recipe of this name, with seed 0. `needle` and `words` are trained with the recipes of
// `induction` and `characters`. `digits` and `characters` lack their data, which belongs
// in task_options. Throws std::invalid_argument for an unknown name.
Recipe named_recipe(std::string_view name);

}  // namespace attn
