// The tables of the architectures that read_checkpoint can read: the keys of their config.json and
// the names of their tensors.
#pragma once

#include <span>

namespace attn {

// An axis of a tensor, whose extent the settings say.
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
  const char* decoder;        // "weight", unless it is tied, and perhaps "bias"
  const char* bias;           // the same bias
  bool activation_of_config;  // of the feed-forwards; else gelu
};

struct ArchitectureNames {
  const char* model_type;
  const char* prefix;  // of the names of all tensors below; some files are without it

  // The keys of config.json. A null key has no entry there.
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
  const char* layers;  // before the number of a layer
  std::span<const LinearNames> linears;
  std::span<const NormNames> norms;

  // Parts that only some files have.
  const LinearNames* pooler;  // null: none
  WordHeadNames words;
};

std::span<const ArchitectureNames> bert_family();

}  // namespace attn
