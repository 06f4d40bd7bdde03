// Reads a recipe of a call, and writes what a trainer or a page needs to know of it.
#pragma once

#include "messages/message.h"
#include "messages/result.h"
#include "training/recipe.h"

namespace attn::js {

// A configuration, and the data of a task that has some: images and digits.
Recipe read_recipe_of(Message& in);

// The entries of RecipeInfo.
//   recipe  resolved
void put_recipe_info(Result& out, const Recipe& recipe, const Task& task);

}  // namespace attn::js
