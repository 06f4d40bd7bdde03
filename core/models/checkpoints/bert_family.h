// The tables of the architectures that read_checkpoint can read: the keys of their config.json and
// the names of their tensors.
#pragma once

#include <span>

namespace attn {

// The axes of tensors. Settings in config.json determine their extents.
enum class Extent { kModel, kFeedForward, kVocab, kPositions, kTypes };

// A table [rows, d_model].
struct TableNames {
  const char* tensor;
  const char* parameter;
  Extent rows;
};

// "weight" [d_out, d_in] and "bias" [d_out].
struct LinearNames {
  const char* tensor;
  const char* w;
  const char* b;
  Extent d_out, d_in;
};

// "weight" or "gamma", and "bias" or "beta".
struct NormNames {
  const char* tensor;
  const char* parameter;
};

// The head for masked words, whose names have no prefix.
struct WordHeadNames {
  LinearNames transform;
  NormNames norm;
  const char* decoder;        // has "weight" unless it is tied, and in some files "bias"
  const char* bias;           // the other name of that bias
  bool activation_of_config;  // true: the activation of the feed-forwards; false: gelu
};

struct ArchitectureNames {
  const char* model_type;
  const char* prefix;  // of tensors' names, except those of `words`; some files are without it

  // Keys of config.json; null where the architecture has no such key.
  const char* d_model;
  const char* num_layers;
  const char* num_heads;
  const char* d_ff;
  const char* activation;
  const char* num_types;
  const char* epsilon;           // null: 1e-12
  bool positions_after_padding;  // positions count from pad_token_id + 1

  std::span<const TableNames> tables;
  const char* embedding_norm;
  const char* layers;  // what precedes a layer's number
  std::span<const LinearNames> linears;
  std::span<const NormNames> norms;

  // Parts that only some files have.
  const LinearNames* pooler;  // null: none
  WordHeadNames words;
};

std::span<const ArchitectureNames> bert_family();

}  // namespace attn
