#include "operations/config/recipe_config.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "support/config_entries.h"
#include "support/refusal.h"
#include "training/recipes.h"
#include "training/trainer.h"

namespace attn {
namespace {

Entries written(const Config& config) { return recipe_entries(read_recipe(config)); }

// The entry of this key.
Config::Entry& at(Entries& entries, std::string_view key) {
  return *std::find_if(entries.begin(), entries.end(),
                       [&](const Config::Entry& entry) { return entry.key == key; });
}

std::string refused_recipe(const Config& config) {
  return refusal([&] { read_recipe(config); });
}

// A recipe with a different number for each key, so that swapped keys show.
Recipe distinct_recipe() {
  LayerConfig layer;
  layer.norm_first = true;
  layer.norm = NormKind::kRms;
  layer.attention_only = true;
  layer.feed_forward.activation = Activation::kGelu;
  layer.attention.num_heads = 4;
  layer.attention.d_head = 8;
  layer.attention.d_v = 1;
  layer.attention.positions = AttentionPositions::kRotary;
  layer.attention.rotary.base = 100;
  LayerConfig second = layer;
  second.attention_only = false;
  second.feed_forward.d_ff = 96;
  second.attention.num_heads = 2;
  second.attention.d_head = 64;
  second.attention.d_v = 63;
  second.attention.positions = AttentionPositions::kNone;

  Recipe recipe;
  recipe.task = "goes_with";
  recipe.task_options.length = 11;
  recipe.seed = 3;
  recipe.steps = 800;
  recipe.batch = 31;
  recipe.pool = 5;
  recipe.model.architecture = Architecture::kEncoderOnly;
  recipe.model.layers.layers = {layer, second};
  recipe.model.layers.final_norm = true;
  recipe.model.embedding.d_model = 33;
  recipe.model.embedding.positions = EmbeddingPositions::kLearned;
  recipe.model.embedding.embedding_std = 0.1767766;
  recipe.model.embedding.scale_embedding = false;
  recipe.optimizer.kind = OptimizerKind::kAdam;
  recipe.optimizer.adam = {0.02f, 0.91f, 0.98f, 0.001f};
  recipe.optimizer.weight_decay = 0.5f;
  recipe.optimizer.decayed = Decayed::kMatrices;
  recipe.optimizer.momentum = 0.3f;
  recipe.optimizer.clip = 2;
  recipe.schedule = {ScheduleKind::kCosine, 20, 0.05};
  recipe.penalty = {0.1f, {0.4, 0.7}, "attention"};
  recipe.dropout = {0.11, 0.12, 0.13};
  recipe.label_smoothing = 0.14;
  return recipe;
}

TEST(RecipeConfig, WritesEveryKey) {
  EXPECT_EQ(text_of(recipe_entries(distinct_recipe())),
            "task \"goes_with\"\nseed 3\nsteps 800\nbatch 31\npool 5\nlength 11\n"
            "architecture \"encoder_only\"\nd_model 33\nlayers 2\nheads [4, 2]\nd_head [8, 64]\n"
            "d_v [1, 63]\nd_ff [0, 96]\nrotary [1, 0]\nrotary_base 100\nactivation \"gelu\"\n"
            "norm \"rms\"\nnorm_first true\nfinal_norm true\nbias true\npositions \"learned\"\n"
            "embedding_std 0.176777\nscale_embedding false\ntied_head false\noutput_bias true\n"
            "optimizer \"adam\"\nlearning_rate 0.02\nbeta_1 0.91\nbeta_2 0.98\nepsilon 0.001\n"
            "weight_decay 0.5\ndecayed \"matrices\"\nmomentum 0.3\nclip 2\nschedule \"cosine\"\n"
            "warm_up 20\nfloor 0.05\n"
            "entropy 0.1\nentropy_begin 0.4\nentropy_full 0.7\nentropy_attentions \"attention\"\n"
            "dropout 0.11\nresidual_dropout 0.12\nembedding_dropout 0.13\nlabel_smoothing 0.14\n");
}

TEST(RecipeConfig, WritesFloatsWithTheirFewestDecimals) {
  Recipe recipe = distinct_recipe();
  recipe.optimizer.adam.epsilon = 1e-8f;
  Entries entries = recipe_entries(recipe);
  EXPECT_EQ(at(entries, "learning_rate").number, 0.02);
  EXPECT_EQ(at(entries, "beta_2").number, 0.98);
  EXPECT_EQ(at(entries, "epsilon").number, 1e-8);
}

TEST(RecipeConfig, EveryNamedRecipeReadsBackAsItWasWritten) {
  for (const std::string& name : recipe_names()) {
    SCOPED_TRACE(name);
    const Entries entries = recipe_entries(named_recipe(name));
    EXPECT_EQ(text_of(written(Config(entries))), text_of(entries));
    EXPECT_EQ(text_of(written({{"task", name}})), text_of(entries));
  }
}

// Values that no named recipe has, by the kind of the key.
Config::Entry changed(const Config::Entry& entry) {
  static const std::map<std::string, std::string> kOtherWords = {
      {"architecture", "decoder_only"},   {"activation", "silu"}, {"norm", "rms"},
      {"positions", "sinusoidal"},        {"optimizer", "sgd"},   {"schedule", "constant"},
      {"entropy_attentions", "layers.1"}, {"decayed", "matrices"}};
  switch (entry.kind) {
    case Config::Kind::kNumber:
      return {entry.key, entry.number < 1 ? entry.number / 2 + 0.1875 : entry.number + 1};
    case Config::Kind::kFlag:
      return {entry.key, entry.number == 0};
    case Config::Kind::kList:
      if (entry.key == "rotary") return {entry.key, std::vector<double>{0, 1}};
      return {entry.key, std::vector<double>{entry.list[0] + 1, entry.list[1] + 2}};
    default:
      return {entry.key, kOtherWords.at(entry.key)};
  }
}

TEST(RecipeConfig, EachKeyChangesItsOwnValueOnly) {
  const Entries entries = written({{"task", "goes_with"}, {"seed", 1}, {"pool", 1}, {"length", 5}});
  for (const Config::Entry& entry : entries) {
    if (entry.key == "task" || entry.key == "layers") continue;
    SCOPED_TRACE(entry.key);
    Entries expected = entries;
    at(expected, entry.key) = changed(entry);
    EXPECT_NE(text_of(expected), text_of(entries));
    EXPECT_EQ(text_of(written(Config(expected))), text_of(expected));
    const Config alone(Entries{{"task", "goes_with"}, at(expected, entry.key)});
    Entries read = written(alone);
    EXPECT_EQ(at(read, entry.key).shown, at(expected, entry.key).shown);
  }
}

TEST(RecipeConfig, ASingleNumberAppliesToEveryLayer) {
  const Recipe recipe = read_recipe({{"task", "goes_with"}, {"heads", 3}, {"d_ff", {0, 16}}});
  const std::vector<LayerConfig>& layers = recipe.model.layers.layers;
  ASSERT_EQ(layers.size(), 2u);
  EXPECT_EQ(layers[0].attention.num_heads, 3);
  EXPECT_EQ(layers[1].attention.num_heads, 3);
  EXPECT_TRUE(layers[0].attention_only);
  EXPECT_FALSE(layers[1].attention_only);
  EXPECT_EQ(layers[1].feed_forward.d_ff, 16);
}

TEST(RecipeConfig, FurtherLayersCopyTheLastOne) {
  Entries entries = recipe_entries(distinct_recipe());
  at(entries, "layers") = {"layers", 4};
  at(entries, "d_v") = {"d_v", {1, 2, 3, 4}};
  for (const char* key : {"heads", "d_head", "d_ff", "rotary"}) {
    const auto has_key = [&](const Config::Entry& entry) { return entry.key == key; };
    entries.erase(std::find_if(entries.begin(), entries.end(), has_key));
  }
  const auto heads_of = [](const Recipe& recipe) {
    std::vector<Index> heads;
    for (const LayerConfig& layer : recipe.model.layers.layers) {
      heads.push_back(layer.attention.num_heads);
    }
    return heads;
  };
  std::vector<Index> expected = heads_of(named_recipe("goes_with"));
  expected.resize(4, expected.back());
  const Recipe recipe = read_recipe(Config(entries));
  EXPECT_EQ(heads_of(recipe), expected);
  EXPECT_EQ(recipe.model.layers.layers[3].attention.d_v, 4);
  expected.resize(1);
  EXPECT_EQ(heads_of(read_recipe({{"task", "goes_with"}, {"layers", 1}})), expected);
}

TEST(RecipeConfig, DecodersHaveTheirOwnKeys) {
  const Recipe recipe = read_recipe({{"task", "translation"}, {"heads", 2}, {"decoder_heads", 8}});
  EXPECT_EQ(recipe.model.layers.layers[0].attention.num_heads, 2);
  EXPECT_EQ(recipe.model.decoder.layers[0].attention.num_heads, 8);
  EXPECT_TRUE(
      contains(refused_recipe({{"task", "sort"}, {"decoder_heads", 2}}), "got \"decoder_heads\""));
}

TEST(RecipeConfig, TheSameRecipeTrainsTheSameModel) {
  const Config config{{"task", "induction"}, {"batch", 2}, {"seed", 4}, {"heads", {2, 1}}};
  Trainer trainer(read_recipe(config));
  const std::vector<Config::Entry> entries = recipe_entries(trainer.recipe());
  Trainer again(read_recipe(Config(entries)));
  EXPECT_EQ(text_of(recipe_entries(again.recipe())), text_of(entries));
  trainer.step(3);
  again.step(3);
  const NamedTensors parameters = trainer.parameters(), others = again.parameters();
  EXPECT_FALSE(parameters.empty());
  for (const auto& [name, tensor] : parameters) EXPECT_EQ(others.at(name).data, tensor.data);
}

TEST(RecipeConfig, ATaskWithoutARecipeUsesThatOfARelatedTask) {
  EXPECT_EQ(named_recipe("needle").task, "needle");
  EXPECT_EQ(named_recipe("needle").steps, named_recipe("induction").steps);
  const Recipe recipe = read_recipe({{"task", "words"}, {"text", "a b c"}, {"length", 8}});
  EXPECT_EQ(recipe.task, "words");
  EXPECT_EQ(recipe.task_options.text, "a b c");
  EXPECT_EQ(recipe.task_options.length, 8);
  EXPECT_EQ(recipe.steps, named_recipe("characters").steps);
}

TEST(RecipeConfig, RefusalsNameTheKey) {
  EXPECT_EQ(refused_recipe({}), "expected \"task\", a text, got none");
  EXPECT_EQ(
      refused_recipe({{"task", "chess"}}),
      "expected one of the recipes \"goes_with\", \"who\", \"induction\", \"translation\", "
      "\"sort\", \"reverse\", \"copy\", \"copy_places\", \"digits\", \"characters\", \"needle\", "
      "\"words\", got \"chess\"");
  EXPECT_EQ(refused_recipe({{"task", "sort"}, {"clip", -1}}),
            "expected a finite clip of at least 0, got -1");
  EXPECT_EQ(refused_recipe({{"task", "sort"}, {"entropy", -0.5}}),
            "expected a finite entropy of at least 0, got -0.5");
  EXPECT_TRUE(contains(refused_recipe({{"task", "sort"}, {"lr", 1}}), "got \"lr\""));
  EXPECT_EQ(refused_recipe({{"task", "goes_with"}, {"heads", {4, 1, 1}}}),
            "expected \"heads\" to be a whole number from 1 to 4096, or a list of 2, one for each "
            "layer, got [4, 1, 1]");
  EXPECT_TRUE(contains(refused_recipe({{"task", "goes_with"}, {"heads", {4, 0}}}), "got [4, 0]"));
  EXPECT_TRUE(contains(refused_recipe({{"task", "goes_with"}, {"heads", 1.5}}), "got 1.5"));
  EXPECT_TRUE(contains(refused_recipe({{"task", "goes_with"}, {"heads", "4"}}), "got \"4\""));
  EXPECT_EQ(refused_recipe({{"task", "translation"}, {"architecture", "decoder_only"}}),
            "expected \"architecture\" to be one of \"encoder_decoder\", got \"decoder_only\"");
  EXPECT_EQ(refused_recipe({{"task", "sort"}, {"embedding_std", -1}}),
            "expected \"embedding_std\" to be at least 0, got -1");
}

}  // namespace
}  // namespace attn
