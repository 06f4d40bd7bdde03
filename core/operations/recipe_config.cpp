#include "operations/recipe_config.h"

#include <cmath>
#include <utility>

#include "base/check.h"
#include "training/recipes.h"

namespace attn {
namespace {

// Limits far above those of models that train while one watches.
constexpr Index kMaxCount = 1 << 20, kMaxWidth = 1 << 12, kMaxRecipeLayers = 16;

using Words = std::initializer_list<const char*>;

// Visits the keys of a recipe: reads each value, or writes it.
class Keys {
 public:
  virtual void integer(const char* key, Index& value, Index min, Index max) = 0;
  virtual void seed(const char* key, std::uint64_t& value) = 0;
  virtual void number(const char* key, double& value) = 0;
  virtual void number(const char* key, float& value) = 0;
  virtual void flag(const char* key, bool& value) = 0;
  virtual int word(const char* key, int value, Words words) = 0;
  virtual void text(const char* key, std::string& value) = 0;
  // One integer for each layer.
  virtual void list(const char* key, std::vector<Index>& value, Index min, Index max) = 0;
  // An option of a task: 0 and "" mean its default.
  virtual void option(const char* key, Index& value) = 0;
  virtual void option(const char* key, std::string& value) = 0;

  template <class Enum>
  void choice(const char* key, Enum& value, Words words) {
    value = static_cast<Enum>(word(key, static_cast<int>(value), words));
  }

 protected:
  ~Keys() = default;
};

class Reading final : public Keys {
 public:
  explicit Reading(const Config& config) : config_(config) {}

  void integer(const char* key, Index& value, Index min, Index max) override {
    config_.read(key, value, min, max);
  }
  void seed(const char* key, std::uint64_t& value) override { config_.read(key, value); }
  void number(const char* key, double& value) override { config_.read(key, value); }
  void number(const char* key, float& value) override { config_.read(key, value); }
  void flag(const char* key, bool& value) override { config_.read(key, value); }
  int word(const char* key, int value, Words words) override {
    return config_.word(key, words, value);
  }
  void text(const char* key, std::string& value) override {
    if (config_.has(key)) value = config_.text(key);
  }
  void list(const char* key, std::vector<Index>& value, Index min, Index max) override {
    config_.read_each(key, value, min, max);
  }
  void option(const char* key, Index& value) override { integer(key, value, 1, kMaxCount); }
  void option(const char* key, std::string& value) override { text(key, value); }

 private:
  const Config& config_;
};

// The number with the fewest decimals that is this float32, so that 0.01f is written as 0.01.
double shortest(float x) {
  double power = 1;
  for (int decimals = 0; decimals < 22; ++decimals) {
    const double rounded = std::round(double{x} * power) / power;
    if (static_cast<float>(rounded) == x) return rounded;
    power *= 10;
  }
  return double{x};
}

class Writing final : public Keys {
 public:
  void integer(const char* key, Index& value, Index, Index) override {
    entries.emplace_back(key, value);
  }
  void seed(const char* key, std::uint64_t& value) override { entries.emplace_back(key, value); }
  void number(const char* key, double& value) override { entries.emplace_back(key, value); }
  void number(const char* key, float& value) override {
    entries.emplace_back(key, shortest(value));
  }
  void flag(const char* key, bool& value) override { entries.emplace_back(key, value); }
  int word(const char* key, int value, Words words) override {
    entries.emplace_back(key, words.begin()[value]);
    return value;
  }
  void text(const char* key, std::string& value) override { entries.emplace_back(key, value); }
  void list(const char* key, std::vector<Index>& value, Index, Index) override {
    entries.emplace_back(key, std::vector<double>(value.begin(), value.end()));
  }
  void option(const char* key, Index& value) override {
    if (value != 0) entries.emplace_back(key, value);
  }
  void option(const char* key, std::string& value) override {
    if (!value.empty()) entries.emplace_back(key, value);
  }

  std::vector<Config::Entry> entries;
};

struct StackKeys {
  const char *layers, *heads, *d_head, *d_v, *d_ff, *rotary;
};
constexpr StackKeys kStack = {"layers", "heads", "d_head", "d_v", "d_ff", "rotary"};
constexpr StackKeys kDecoder = {"decoder_layers", "decoder_heads", "decoder_d_head",
                                "decoder_d_v",    "decoder_d_ff",  "decoder_rotary"};

void visit_stack(StackConfig& stack, const StackKeys& names, Keys& keys) {
  std::vector<LayerConfig>& layers = stack.layers;
  if (layers.empty()) layers.resize(static_cast<std::size_t>(stack.num_layers), stack.layer);
  auto count = static_cast<Index>(layers.size());
  keys.integer(names.layers, count, 1, kMaxRecipeLayers);
  layers.resize(static_cast<std::size_t>(count), LayerConfig(layers.back()));

  std::vector<Index> heads, d_head, d_v, d_ff, rotary;
  for (const LayerConfig& layer : layers) {
    heads.push_back(layer.attention.num_heads);
    d_head.push_back(layer.attention.d_head);
    d_v.push_back(layer.attention.d_v);
    d_ff.push_back(layer.attention_only ? 0 : layer.feed_forward.d_ff);
    rotary.push_back(layer.attention.positions == AttentionPositions::kRotary ? 1 : 0);
  }
  keys.list(names.heads, heads, 1, kMaxWidth);
  keys.list(names.d_head, d_head, 1, kMaxWidth);
  keys.list(names.d_v, d_v, 1, kMaxWidth);
  keys.list(names.d_ff, d_ff, 0, kMaxWidth);
  keys.list(names.rotary, rotary, 0, 1);
  for (std::size_t i = 0; i < layers.size(); ++i) {
    LayerConfig& layer = layers[i];
    layer.attention.num_heads = heads[i];
    layer.attention.num_kv_heads = 0;
    layer.attention.d_head = d_head[i];
    layer.attention.d_v = d_v[i];
    layer.attention_only = d_ff[i] == 0;
    layer.feed_forward.d_ff = d_ff[i];
    layer.attention.positions =
        rotary[i] == 1 ? AttentionPositions::kRotary : AttentionPositions::kNone;
  }
}

// What is the same in every layer of both stacks.
void visit_layers(TokenModelConfig& model, Keys& keys) {
  LayerConfig of_all = model.layers.layers.front();
  keys.number("rotary_base", of_all.attention.rotary.base);
  keys.choice("activation", of_all.feed_forward.activation, {"relu", "gelu", "gelu_tanh", "silu"});
  keys.choice("norm", of_all.norm, {"layer", "rms"});
  keys.flag("norm_first", of_all.norm_first);
  keys.flag("final_norm", model.layers.final_norm);
  keys.flag("bias", of_all.attention.bias);
  model.decoder.final_norm = model.layers.final_norm;
  for (StackConfig* stack : {&model.layers, &model.decoder}) {
    for (LayerConfig& layer : stack->layers) {
      layer.attention.d_model = model.embedding.d_model;
      layer.attention.d_key = layer.attention.d_value = layer.feed_forward.d_model = 0;
      layer.attention.rotary.base = of_all.attention.rotary.base;
      layer.feed_forward.activation = of_all.feed_forward.activation;
      layer.norm = of_all.norm;
      layer.norm_first = of_all.norm_first;
      layer.attention.bias = layer.feed_forward.bias = of_all.attention.bias;
    }
  }
}

void visit_model(TokenModelConfig& model, Keys& keys) {
  // The task decides between these three.
  switch (model.architecture) {
    case Architecture::kEncoderOnly:
    case Architecture::kDecoderOnly:
      keys.choice("architecture", model.architecture, {"encoder_only", "decoder_only"});
      break;
    case Architecture::kEncoderDecoder:
      keys.word("architecture", 0, {"encoder_decoder"});
      break;
    case Architecture::kVision:
      keys.word("architecture", 0, {"vision"});
  }
  InputEmbeddingConfig& embedding = model.embedding;
  keys.integer("d_model", embedding.d_model, 1, kMaxWidth);
  visit_stack(model.layers, kStack, keys);
  if (model.architecture == Architecture::kEncoderDecoder) {
    visit_stack(model.decoder, kDecoder, keys);
  }
  visit_layers(model, keys);
  keys.choice("positions", embedding.positions, {"sinusoidal", "learned", "none"});
  keys.number("embedding_std", embedding.deviation);
  embedding.position_deviation = embedding.deviation;
  keys.flag("scale_embedding", embedding.scale);
  if (model.architecture != Architecture::kVision) keys.flag("tied_head", model.tied_head);
  keys.flag("output_bias", model.output_bias);
}

void visit_optimizer(OptimizerConfig& optimizer, Schedule& schedule, Keys& keys) {
  keys.choice("optimizer", optimizer.kind, {"adamw", "adam", "sgd"});
  keys.number("learning_rate", optimizer.adam.learning_rate);
  keys.number("beta_1", optimizer.adam.beta_1);
  keys.number("beta_2", optimizer.adam.beta_2);
  keys.number("epsilon", optimizer.adam.epsilon);
  keys.number("weight_decay", optimizer.weight_decay);
  keys.number("momentum", optimizer.momentum);
  keys.number("clip", optimizer.max_norm);
  keys.choice("schedule", schedule.kind, {"constant", "cosine"});
  keys.integer("warm_up", schedule.warm_up_steps, 0, kMaxCount);
  keys.number("floor", schedule.floor);
}

void visit_task_options(TaskOptions& options, Keys& keys) {
  keys.option("length", options.length);
  keys.option("min_length", options.min_length);
  keys.option("symbols", options.symbols);
  keys.option("places", options.places);
  keys.option("pairs", options.pairs);
  keys.option("text", options.text);
}

void visit_recipe(Recipe& recipe, Keys& keys) {
  keys.text("task", recipe.task);
  keys.seed("seed", recipe.seed);
  keys.integer("steps", recipe.steps, 1, kMaxCount);
  keys.integer("batch", recipe.batch, 1, kMaxCount);
  keys.integer("pool", recipe.pool, 0, kMaxCount);
  visit_task_options(recipe.task_options, keys);
  visit_model(recipe.model, keys);
  visit_optimizer(recipe.optimizer, recipe.schedule, keys);
  keys.number("entropy", recipe.penalty.coefficient);
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
  const std::string& task = config.text("task");
  // Tasks that are asked of the models of other tasks, or trained as those are.
  Recipe recipe = named_recipe(task == "words"    ? "characters"
                               : task == "needle" ? "induction"
                                                  : task);
  Reading keys(config);
  visit_recipe(recipe, keys);
  config.expect_all_read();
  if (recipe.model.embedding.deviation < 0) {
    refuse("expected \"{}\" to be at least 0, got {}",
           {"embedding_std", number_text(recipe.model.embedding.deviation)});
  }
  return recipe;
}

std::vector<Config::Entry> recipe_entries(const Recipe& recipe) {
  Recipe visited = recipe;
  Writing keys;
  visit_recipe(visited, keys);
  return std::move(keys.entries);
}

TaskOptions read_task_options(const Config& config) {
  TaskOptions options;
  Reading keys(config);
  visit_task_options(options, keys);
  return options;
}

}  // namespace attn
