#include "training/recipes.h"

#include "base/check.h"
#include "base/quoted.h"

namespace attn {
namespace {

struct Heads {
  Index count, d_head, d_v;
  bool rotary = false;
};

// A pre-norm layer; attention only if d_ff is 0.
LayerConfig layer(Index d_model, const Heads& heads, Index d_ff = 0) {
  LayerConfig layer;
  layer.norm_first = true;
  layer.attention.d_model = d_model;
  layer.attention.num_heads = heads.count;
  layer.attention.d_head = heads.d_head;
  layer.attention.d_v = heads.d_v;
  if (heads.rotary) layer.attention.positions = AttentionPositions::kRotary;
  layer.attention_only = d_ff == 0;
  layer.feed_forward.d_ff = d_ff;
  layer.feed_forward.activation = Activation::kGelu;
  return layer;
}

StackConfig stack(std::vector<LayerConfig> layers) {
  StackConfig stack;
  stack.final_norm = true;
  stack.layers = std::move(layers);
  return stack;
}

//   deviation  initial standard deviation of the embeddings
InputEmbeddingConfig embedding(Index d_model, bool learned_positions, double deviation) {
  InputEmbeddingConfig embedding;
  embedding.d_model = d_model;
  embedding.scale_embedding = false;
  embedding.positions =
      learned_positions ? EmbeddingPositions::kLearned : EmbeddingPositions::kNone;
  embedding.embedding_std = deviation;
  return embedding;
}

Recipe recipe(const char* task, Architecture architecture, const InputEmbeddingConfig& embedding,
              std::vector<LayerConfig> layers, float learning_rate, Index steps) {
  Recipe recipe;
  recipe.task = task;
  recipe.model.architecture = architecture;
  recipe.model.embedding = embedding;
  recipe.model.layers = stack(std::move(layers));
  recipe.optimizer.adam.learning_rate = learning_rate;
  recipe.steps = steps;
  return recipe;
}

constexpr double kDeviation32 = 0.17677669529663687;  // 1 / √32, for vectors of length about 1

// The page shows the weights of the second layer. The heads of the first have values of width 1, so
// that they cannot move whole words to other positions; otherwise the answers would be right
// although the second layer looks at the wrong positions. No learned positions: a word that always
// has the same position ("over") would be predicted from that position, wherever the head looks.
Recipe goes_with() {
  Recipe r = recipe("goes_with", Architecture::kEncoderOnly, embedding(32, false, kDeviation32),
                    {layer(32, {4, 8, 1, true}), layer(32, {1, 64, 64, true})}, 0.01f, 800);
  r.optimizer.weight_decay = 0.5f;
  r.penalty.entropy = 0.2f;
  return r;
}

Recipe who() {
  Recipe r = recipe("who", Architecture::kEncoderOnly, embedding(32, true, kDeviation32),
                    {layer(32, {4, 1, 1}), layer(32, {1, 64, 64})}, 0.01f, 800);
  r.optimizer.weight_decay = 0.5f;
  r.penalty.entropy = 0.05f;
  return r;
}

// With rotary positions there is only one solution: a previous-token head, then an induction head.
// Large embeddings and the penalty let both form in fewer steps; with a larger penalty the model
// finds needles less often.
Recipe induction() {
  Recipe r = recipe("induction", Architecture::kDecoderOnly, embedding(32, false, 1.3),
                    {layer(32, {1, 32, 32, true}), layer(32, {1, 32, 32, true})}, 0.015f, 400);
  r.penalty.entropy = 0.09f;
  r.batch = 16;
  return r;
}

Recipe translation() {
  Recipe r = recipe("translation", Architecture::kEncoderDecoder, embedding(32, true, 1),
                    {layer(32, {4, 8, 8})}, 0.02f, 480);
  r.model.decoder = r.model.layers;
  r.optimizer.weight_decay = 0.5f;
  r.penalty.entropy = 0.05f;
  r.penalty.attentions = "cross_attention";
  r.pool = 4000;
  return r;
}

Recipe sort() {
  Recipe r = recipe("sort", Architecture::kDecoderOnly, embedding(32, true, 1),
                    {layer(32, {1, 32, 32})}, 0.01f, 500);
  r.optimizer.weight_decay = 0.3f;
  r.penalty.entropy = 0.1f;
  return r;
}

Recipe reverse() {
  return recipe("reverse", Architecture::kDecoderOnly, embedding(32, true, 1),
                {layer(32, {2, 16, 16})}, 0.01f, 300);
}

Recipe copy() {
  Recipe r = recipe("copy", Architecture::kDecoderOnly, embedding(64, true, 1),
                    {layer(64, {1, 64, 64})}, 0.003f, 200);
  r.batch = 16;
  return r;
}

Recipe copy_places() {
  return recipe("copy_places", Architecture::kEncoderOnly, embedding(64, true, 1),
                {layer(64, {8, 8, 8})}, 0.01f, 300);
}

Recipe digits() {
  InputEmbeddingConfig patches = embedding(64, true, 0.5);
  patches.class_token = true;
  const LayerConfig each = layer(64, {4, 16, 16}, 128);
  Recipe r = recipe("digits", Architecture::kVision, patches, {each, each}, 0.003f, 900);
  r.model.readout = Readout::kFirst;
  r.optimizer.weight_decay = 0.3f;
  r.batch = 64;
  return r;
}

Recipe characters() {
  const LayerConfig each = layer(32, {4, 8, 8, true}, 128);
  Recipe r = recipe("characters", Architecture::kDecoderOnly, embedding(32, false, 0.5),
                    {each, each}, 0.01f, 1442);
  r.optimizer.weight_decay = 0.1f;
  r.schedule.warm_up = 50;
  r.batch = 16;
  return r;
}

struct Row {
  const char* name;
  Recipe (*make)();
};
constexpr Row kRecipes[] = {
    {"goes_with", goes_with}, {"who", who},
    {"induction", induction}, {"translation", translation},
    {"sort", sort},           {"reverse", reverse},
    {"copy", copy},           {"copy_places", copy_places},
    {"digits", digits},       {"characters", characters},
};

// Tasks without a recipe of their own.
struct OtherTask {
  const char *task, *recipe;
};
constexpr OtherTask kOtherTasks[] = {{"needle", "induction"}, {"words", "characters"}};

}  // namespace

std::vector<std::string> recipe_names() {
  std::vector<std::string> names;
  for (const Row& row : kRecipes) names.emplace_back(row.name);
  return names;
}

Recipe named_recipe(std::string_view name) {
  for (const Row& row : kRecipes) {
    if (name == row.name) return row.make();
  }
  for (const OtherTask& other : kOtherTasks) {
    if (name != other.task) continue;
    Recipe recipe = named_recipe(other.recipe);
    recipe.task = other.task;
    return recipe;
  }
  std::string names;
  for (const Row& row : kRecipes) append_name(names, row.name);
  for (const OtherTask& other : kOtherTasks) append_name(names, other.task);
  refuse("expected one of the recipes {}, got {}", {names, quoted(name)});
}

}  // namespace attn
