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
  keys.choice("optimizer", optimizer.kind, {"adamw", "adam", "sgd"});
  keys.number("learning_rate", optimizer.adam.learning_rate);
  keys.number("beta_1", optimizer.adam.beta_1);
  keys.number("beta_2", optimizer.adam.beta_2);
  keys.number("epsilon", optimizer.adam.epsilon);
  keys.number("weight_decay", optimizer.weight_decay);
  keys.choice("decayed", optimizer.decayed, {"all", "matrices"});
  keys.number("momentum", optimizer.momentum);
  keys.number("clip", optimizer.clip);
  keys.choice("schedule", schedule.kind, {"constant", "cosine"});
  keys.integer("warm_up", schedule.warm_up, 0, kMaxCount);
  keys.number("floor", schedule.floor);
}

void visit_task_options(TaskOptions& options, ConfigKeys& keys) {
  keys.option("length", options.length, kMaxCount);
  keys.option("min_length", options.min_length, kMaxCount);
  keys.option("symbols", options.symbols, kMaxCount);
  keys.option("places", options.places, kMaxCount);
  keys.option("pairs", options.pairs, kMaxCount);
  keys.option("text", options.text);
}

void visit_recipe(Recipe& recipe, ConfigKeys& keys) {
  keys.text("task", recipe.task);
  keys.seed("seed", recipe.seed);
  keys.integer("steps", recipe.steps, 1, kMaxCount);
  keys.integer("batch", recipe.batch, 1, kMaxCount);
  keys.integer("pool", recipe.pool, 0, kMaxCount);
  visit_task_options(recipe.task_options, keys);
  visit_model(recipe.model, keys);
  visit_optimizer(recipe.optimizer, recipe.schedule, keys);
  keys.number("entropy", recipe.penalty.entropy);
  keys.number("entropy_begin", recipe.penalty.ramp.begin);
  keys.number("entropy_full", recipe.penalty.ramp.full);
  keys.text("entropy_attentions", recipe.penalty.attentions);
  keys.number("dropout", recipe.dropout.weights);
  keys.number("residual_dropout", recipe.dropout.residual);
  keys.number("embedding_dropout", recipe.dropout.embedding);
  keys.number("label_smoothing", recipe.label_smoothing);
}

}  // namespace

Recipe read_recipe(const Config& config) {
  Recipe recipe = named_recipe(config.text("task"));
  ConfigKeys keys(config);
  visit_recipe(recipe, keys);
  config.check_all_read();
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
