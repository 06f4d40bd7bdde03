#include "operations/config/recipe_config.h"

#include <utility>

#include "base/check_finite.h"
#include "operations/config/config_keys.h"
#include "operations/config/model_config.h"
#include "training/recipes.h"

namespace attn {
namespace {

// A limit far above the counts of a run that somebody watches.
constexpr Index kMaxCount = 1 << 20;

void visit_optimizer(OptimizerConfig& optimizer, Schedule& schedule, ConfigKeys& keys) {
  keys.visit("optimizer", optimizer.kind, {"adamw", "adam", "sgd"});
  AdamConfig::for_each(optimizer.adam,
                       [&](const char* key, float& number) { keys.visit(key, number); });
  keys.visit("weight_decay", optimizer.weight_decay);
  keys.visit("decayed", optimizer.decayed, {"all", "matrices"});
  keys.visit("momentum", optimizer.momentum);
  keys.visit("clip", optimizer.clip);
  keys.visit("schedule", schedule.kind, {"constant", "cosine"});
  keys.visit("warm_up", schedule.warm_up, 0, kMaxCount);
  keys.visit("floor", schedule.floor);
}

void visit_task_options(TaskOptions& options, ConfigKeys& keys) {
  keys.visit_option("length", options.length, kMaxCount);
  keys.visit_option("min_length", options.min_length, kMaxCount);
  keys.visit_option("symbols", options.symbols, kMaxCount);
  keys.visit_option("places", options.places, kMaxCount);
  keys.visit_option("pairs", options.pairs, kMaxCount);
  keys.visit_option("text", options.text);
}

void visit_recipe(Recipe& recipe, ConfigKeys& keys) {
  keys.visit("task", recipe.task);
  keys.visit("seed", recipe.seed);
  keys.visit("steps", recipe.steps, 1, kMaxCount);
  keys.visit("batch", recipe.batch, 1, kMaxCount);
  keys.visit("pool", recipe.pool, 0, kMaxCount);
  visit_task_options(recipe.task_options, keys);
  visit_model(recipe.model, keys);
  visit_optimizer(recipe.optimizer, recipe.schedule, keys);
  keys.visit("entropy", recipe.penalty.entropy);
  keys.visit("entropy_begin", recipe.penalty.ramp.begin);
  keys.visit("entropy_full", recipe.penalty.ramp.full);
  keys.visit("entropy_attentions", recipe.penalty.attentions);
  keys.visit("dropout", recipe.dropout.weights);
  keys.visit("residual_dropout", recipe.dropout.residual);
  keys.visit("embedding_dropout", recipe.dropout.embedding);
  keys.visit("label_smoothing", recipe.label_smoothing);
}

Recipe read_unchecked(const Config& config) {
  Recipe recipe = named_recipe(config.text("task"));
  ConfigKeys keys(config);
  visit_recipe(recipe, keys);
  return recipe;
}

}  // namespace

Recipe read_recipe(const Config& config) {
  Recipe recipe = read_all(config, read_unchecked);
  // The trainer checks these as well, but a recipe may be read without being trained.
  check_finite("clip", recipe.optimizer.clip);
  check_finite("entropy", recipe.penalty.entropy);
  return recipe;
}

std::vector<Config::Entry> recipe_entries(const Recipe& recipe) {
  Recipe visited = recipe;
  ConfigKeys keys;
  visit_recipe(visited, keys);
  return std::move(keys.written);
}

TaskOptions read_task_options(const Config& config) {
  TaskOptions options;
  ConfigKeys keys(config);
  visit_task_options(options, keys);
  return options;
}

}  // namespace attn
