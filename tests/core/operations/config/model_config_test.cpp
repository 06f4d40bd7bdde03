#include "operations/config/model_config.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "operations/config/recipe_config.h"
#include "operations/tensors/fields.h"
#include "support/config_entries.h"
#include "support/refusal.h"
#include "training/recipes.h"
#include "training/trainer.h"

namespace attn {
namespace {

std::string refused_model(const Config& config) {
  return refusal([&] { read_model_config(config); });
}

TEST(ModelConfig, WritesEveryKey) {
  const Config config{{"architecture", "encoder_decoder"},
                      {"d_model", 12},
                      {"layers", 2},
                      {"heads", {4, 3}},
                      {"d_ff", {0, 7}},
                      {"decoder_rotary", 1},
                      {"vocab_size", 5},
                      {"target_vocab_size", 6},
                      {"max_length", 9}};
  EXPECT_EQ(text_of(model_entries(read_model_config(config))),
            "architecture \"encoder_decoder\"\nd_model 12\nlayers 2\nheads [4, 3]\nd_head [3, 4]\n"
            "d_v [3, 4]\nd_ff [0, 7]\nrotary [0, 0]\ndecoder_layers 1\ndecoder_heads [1]\n"
            "decoder_d_head [12]\ndecoder_d_v [12]\ndecoder_d_ff [0]\ndecoder_rotary [1]\n"
            "rotary_base 10000\nactivation \"relu\"\nnorm \"layer\"\nnorm_first false\n"
            "final_norm false\nbias true\npositions \"sinusoidal\"\nembedding_std 0\n"
            "scale_embedding true\ntied_head false\noutput_bias true\nvocab_size 5\nnum_types "
            "0\nembedding_norm false\nepsilon 0.00001\nmax_length 9\n"
            "target_vocab_size 6\ntarget_max_length 9\nnum_labels 6\nanswers_per_place 1\n");
  const Config vision{{"architecture", "vision"}, {"d_model", 4},       {"d_patch", 3},
                      {"class_token", true},      {"readout", "first"}, {"num_labels", 10},
                      {"answers_per_place", 2}};
  EXPECT_TRUE(
      text_of(model_entries(read_model_config(vision)))
          .ends_with(
              "output_bias true\nd_patch 3\nepsilon 0.00001\nmax_length 0\nclass_token true\n"
              "readout \"first\"\nhead true\nnum_labels 10\nanswers_per_place 2\n"));
  const Config headless{{"architecture", "encoder_only"},
                        {"d_model", 4},
                        {"vocab_size", 5},
                        {"readout", "mean"},
                        {"head", false},
                        {"tied_head", true}};
  EXPECT_TRUE(text_of(model_entries(read_model_config(headless)))
                  .ends_with("readout \"mean\"\nhead false\nanswers_per_place 1\n"));
  const auto with_head = [](bool head) {
    return Config{
        {"architecture", "decoder_only"}, {"d_model", 4}, {"vocab_size", 5}, {"head", head}};
  };
  const std::string written = text_of(model_entries(read_model_config(with_head(true))));
  EXPECT_FALSE(contains(written, "\nhead true\n"));
  EXPECT_EQ(refused_model(with_head(false)),
            "expected a model without a head to be an encoder with a readout, got another model");
}

// A recipe's model, read from its configuration, gives the bits of the trainer's model.
TEST(ModelConfig, TheModelOfARecipeReadsBackAsItWasWritten) {
  for (const std::string& name : recipe_names()) {
    if (name == "digits" || name == "characters") continue;  // their tasks need data
    SCOPED_TRACE(name);
    Recipe recipe = named_recipe(name);
    recipe.batch = recipe.pool = 1;
    recipe.seed = 4;
    const Trainer trainer(recipe, {0, 0});
    const Entries entries = model_entries(trainer.recipe().model);
    const TokenModelConfig config = read_model_config(Config(entries));
    EXPECT_EQ(text_of(model_entries(config)), text_of(entries));
    const NamedTensors parameters = named(TokenModelParameters::random(config, recipe.seed));
    const NamedTensors expected = trainer.parameters();
    ASSERT_EQ(parameters.size(), expected.size());
    for (const auto& [parameter, tensor] : expected) {
      EXPECT_EQ(parameters.at(parameter).data, tensor.data) << parameter;
    }
  }
}

TEST(ModelConfig, RefusalsNameTheKey) {
  EXPECT_EQ(refused_model({{"d_model", 8}}), "expected \"architecture\", a text, got none");
  EXPECT_EQ(refused_model({{"architecture", "rnn"}}),
            "expected \"architecture\" to be one of \"encoder_only\", \"decoder_only\", "
            "\"encoder_decoder\", \"vision\", got \"rnn\"");
  const Config::Entry decoder{"architecture", "decoder_only"};
  EXPECT_TRUE(contains(refused_model(Config{decoder, {"vocab_size", 5}}), "d_model"));
  EXPECT_TRUE(contains(refused_model(Config{decoder, {"d_model", 8}}), "vocab_size"));
  EXPECT_TRUE(contains(refused_model(Config{decoder, {"vocab", 8}}), "got \"vocab\""));
  EXPECT_TRUE(contains(refused_model(Config{decoder, {"d_patch", 8}}), "got \"d_patch\""));
  EXPECT_TRUE(contains(refused_model(Config{decoder, {"d_model", 8}, {"heads", {1, 2}}}),
                       "or a list of 1, one for each layer, got [1, 2]"));
  EXPECT_TRUE(contains(refused_model(Config{decoder, {"d_model", 1 << 20}}), "\"d_model\""));
  EXPECT_EQ(
      refused_model(Config{
          decoder, {"d_model", 8}, {"vocab_size", 5}, {"num_labels", 6}, {"answers_per_place", 4}}),
      "expected answers_per_place to divide num_labels 6, got 4");
  EXPECT_EQ(refused_model(Config{decoder, {"d_model", 8}, {"vocab_size", 5}, {"readout", "mean"}}),
            "expected an encoder for readout, got architecture decoder_only");
}

}  // namespace
}  // namespace attn
