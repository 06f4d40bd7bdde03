// A training recipe as a flat configuration, and back:
//
//   Config{{"task", "goes_with"}, {"seed", 1}, {"heads", {4, 1}}, {"weight_decay", 0.3}}
//
// Keys: task seed steps batch pool
//   length min_length symbols places pairs text                  options of the task
//   architecture d_model layers heads d_head d_v d_ff rotary rotary_base positions embedding_std
//   scale_embedding activation norm norm_first final_norm bias tied_head output_bias
//   decoder_layers decoder_heads decoder_d_head decoder_d_v decoder_d_ff decoder_rotary
//   optimizer learning_rate beta_1 beta_2 epsilon weight_decay decayed momentum clip
//   schedule warm_up floor
//   entropy entropy_begin entropy_full entropy_attentions
//   dropout residual_dropout embedding_dropout label_smoothing
//
// Those of the model are described in model_config.h.
#pragma once

#include <vector>

#include "operations/config/config.h"
#include "training/recipe.h"

namespace attn {

// The named recipe of "task", changed by the other keys. A task without a recipe of its own has
// that of a related task. Throws std::invalid_argument for an unknown key, naming it, and for a
// value that the key does not take.
Recipe read_recipe(const Config& config);

// Every key of a recipe; of the task's options only those that are set. read_recipe of the entries
// gives the same recipe, except the images and digits of "digits", which have no key.
std::vector<Config::Entry> recipe_entries(const Recipe& recipe);

// Reads only the options of the task; the caller reads the other keys and calls check_all_read.
TaskOptions read_task_options(const Config& config);

}  // namespace attn
