// Translates a checkpoint of the Hugging Face hub: from its config.json and the names and shapes of
// its tensors to our configuration, and to the tensor that each of our parameters is read from.
//
// Architectures: bert, distilbert, roberta (bert_family.h has one table for each). The model ends
// with the mean over the real positions ("pooled", the sentence vector of sentence-transformers
// before it is scaled to length 1). Beside it are the pooler and the head for masked words, if the
// file has them. Heads for other tasks are left out.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/matrix.h"
#include "models/encoder_heads.h"
#include "models/token_model_config.h"

namespace attn {

// The entries of config.json that are numbers or texts, by their keys; true is 1 and false is 0.
struct CheckpointSettings {
  std::map<std::string, double> numbers;
  std::map<std::string, std::string> texts;
};

// The shapes of a file's tensors by name.
using CheckpointShapes = std::map<std::string, std::vector<Index>>;

struct TensorSource {
  std::string parameter;    // as in TokenModelParameters::for_each or EncoderHeads
  std::string tensor;       // of the file
  std::string scales;       // the tensor of its scales (stored_tensors.h); empty if there is none
  bool transposed = false;  // the file has [d_out, d_in], we have [d_in, d_out]
  Index first_row = 0;      // the rows before it are not used
};

struct Checkpoint {
  TokenModelConfig config;
  EncoderHeadsConfig heads;
  std::vector<TensorSource> sources;  // of every parameter
};

// Throws std::invalid_argument, naming what was expected and what was found, for
//   another architecture
//   a setting that is missing, out of range, or not supported
//   a tensor that is missing, or whose shape does not match the settings
//   a tensor that the model does not have, except buffers and heads for other tasks
Checkpoint read_checkpoint(const CheckpointSettings& settings, const CheckpointShapes& shapes);

}  // namespace attn
