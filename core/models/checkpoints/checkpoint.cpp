#include "models/checkpoints/checkpoint.h"

#include <cmath>
#include <set>
#include <string_view>
#include <utility>

#include "base/check.h"
#include "base/quoted.h"
#include "kernels/int8_panels.h"
#include "layers/part.h"
#include "models/checkpoints/bert_family.h"

namespace attn {
namespace {

constexpr Index kMaxSetting = 1'000'000;  // of a width or a count

// Tensors whose names begin like this, after the architecture's prefix if they have it, are not
// read: heads for other tasks, the matrix of a tied head, and buffers.
constexpr std::string_view kIgnored[] = {"embeddings.position_ids", "embeddings.token_type_ids",
                                         "cls.seq_relationship.",   "cls.predictions.decoder.",
                                         "lm_head.decoder.",        "classifier.",
                                         "pre_classifier.",         "qa_outputs.",
                                         "vocab_projector."};

const ArchitectureNames& architecture_of(const CheckpointSettings& settings) {
  const auto type = settings.texts.find("model_type");
  if (type == settings.texts.end()) {
    refuse("expected a text \"{}\" in config.json, got none", {"model_type"});
  }
  std::string known;
  for (const ArchitectureNames& names : bert_family()) {
    if (type->second == names.model_type) return names;
    append_name(known, names.model_type);
  }
  refuse("expected a model_type of {} in config.json, got {}", {known, quoted(type->second)});
}

Index integer(const CheckpointSettings& settings, const char* key, Index min, Index max) {
  const auto entry = settings.numbers.find(key);
  if (entry == settings.numbers.end()) {
    refuse("expected a number \"{}\" in config.json, got none", {key});
  }
  const double number = entry->second;
  if (!(number >= static_cast<double>(min) && number <= static_cast<double>(max)) ||
      number != std::floor(number)) {
    const std::string got = plain_text(number);
    refuse("expected \"{}\" in config.json to be an integer from {} to {}, got {}",
           {key, min, max, got});
  }
  return static_cast<Index>(number);
}

Index positive_integer(const CheckpointSettings& settings, const char* key) {
  return integer(settings, key, 1, kMaxSetting);
}

float epsilon_of(const CheckpointSettings& settings, const char* key) {
  constexpr double kDefault = 1e-12;
  if (key == nullptr) return static_cast<float>(kDefault);
  const auto entry = settings.numbers.find(key);
  return static_cast<float>(entry == settings.numbers.end() ? kDefault : entry->second);
}

Activation activation_of(const CheckpointSettings& settings, const char* key) {
  const auto entry = settings.texts.find(key);
  const std::string name = entry == settings.texts.end() ? "gelu" : entry->second;
  if (name == "gelu") return Activation::kGelu;
  if (name == "gelu_new" || name == "gelu_pytorch_tanh") return Activation::kGeluTanh;
  if (name == "relu") return Activation::kRelu;
  if (name == "silu" || name == "swish") return Activation::kSilu;
  refuse("expected \"{}\" in config.json to be {}, got {}",
         {key, "\"gelu\", \"gelu_new\", \"relu\", \"silu\"", quoted(name)});
}

void check_supported(const CheckpointSettings& settings) {
  const auto positions = settings.texts.find("position_embedding_type");
  if (positions != settings.texts.end() && positions->second != "absolute") {
    refuse("expected \"{}\" in config.json to be {}, got {}",
           {"position_embedding_type", "\"absolute\"", quoted(positions->second)});
  }
  const auto decoder = settings.numbers.find("is_decoder");
  if (decoder != settings.numbers.end() && decoder->second != 0) {
    refuse("expected \"{}\" in config.json to be {}, got {}", {"is_decoder", "false", "true"});
  }
}

// The row of the first position in the file's table of positions.
Index first_position(const CheckpointSettings& settings, const ArchitectureNames& names) {
  if (!names.positions_after_padding) return 0;
  const bool has = settings.numbers.contains("pad_token_id");
  return (has ? integer(settings, "pad_token_id", 0, kMaxSetting) : 1) + 1;
}

// The configuration, with the file's own number of positions.
TokenModelConfig config_of(const CheckpointSettings& settings, const ArchitectureNames& names) {
  TokenModelConfig config;
  config.architecture = Architecture::kEncoderOnly;
  config.readout = Readout::kMean;
  config.head = false;
  config.layers.num_layers = integer(settings, names.num_layers, 1, kMaxLayers);

  LayerConfig& layer = config.layers.layer;
  layer.attention.d_model = positive_integer(settings, names.d_model);
  layer.attention.num_heads = positive_integer(settings, names.num_heads);
  layer.feed_forward.d_ff = positive_integer(settings, names.d_ff);
  layer.feed_forward.activation = activation_of(settings, names.activation);
  layer.epsilon = epsilon_of(settings, names.epsilon);

  InputEmbeddingConfig& embedding = config.embedding;
  embedding.vocab_size = positive_integer(settings, "vocab_size");
  embedding.max_length = positive_integer(settings, "max_position_embeddings");
  if (names.num_types != nullptr) embedding.num_types = positive_integer(settings, names.num_types);
  embedding.positions = EmbeddingPositions::kLearned;
  embedding.scale_embedding = false;
  embedding.norm = true;
  embedding.epsilon = layer.epsilon;
  return config;
}

// Whether the head for masked words uses the table of tokens as its matrix. The file may store a
// copy of that matrix all the same.
bool has_tied_words(const CheckpointSettings& settings) {
  const auto tied = settings.numbers.find("tie_word_embeddings");
  return tied == settings.numbers.end() || tied->second != 0;
}

// Finds the tensor of each parameter, and throws for tensors that are left over. add_words comes
// last.
class Sources {
 public:
  Sources(const ArchitectureNames& names, const TokenModelConfig& config,
          const CheckpointShapes& shapes)
      : names_(names), config_(config), shapes_(shapes) {
    const std::string first = names.prefix + std::string(names.tables[0].tensor);
    if (shapes.contains(first)) prefix_ = names.prefix;
  }

  void add_table(const TableNames& table) {
    add(table.parameter, prefix_ + table.tensor, {extent(table.rows), extent(Extent::kModel)});
  }

  void add_linear(const std::string& theirs, const std::string& ours, const LinearNames& linear) {
    const std::string tensor = prefix_ + theirs + linear.tensor;
    add(ours + linear.w, tensor + ".weight", {extent(linear.d_out), extent(linear.d_in)});
    sources_.back().transposed = true;
    add(ours + linear.b, tensor + ".bias", {extent(linear.d_out)});
  }

  void add_norm(const std::string& theirs, const std::string& ours) {
    const std::string tensor = prefix_ + theirs;
    const std::vector<Index> shape = {extent(Extent::kModel)};
    const bool older = shapes_.contains(tensor + ".gamma");
    add(ours + ".gamma", tensor + (older ? ".gamma" : ".weight"), shape);
    add(ours + ".beta", tensor + (older ? ".beta" : ".bias"), shape);
  }

  // Returns whether the file has a pooler.
  bool add_pooler(const LinearNames& pooler) {
    if (!has_any(prefix_ + pooler.tensor)) return false;
    add_linear("", "pooler.", pooler);
    return true;
  }

  // Returns whether the file has a head for masked words. Its names have no prefix, so that none is
  // added from here on.
  bool add_words(const WordHeadNames& words, bool tied) {
    const std::string own_bias = std::string(words.decoder) + ".bias";
    if (!has_any(words.transform.tensor) && !has_any(words.norm.tensor) && !has_any(words.bias)) {
      return false;
    }
    prefix_.clear();
    const std::string ours = "masked_words.";
    add_linear("", ours, words.transform);
    add_norm(words.norm.tensor, ours + words.norm.parameter);
    if (!tied) {
      add(ours + "table", std::string(words.decoder) + ".weight",
          {extent(Extent::kVocab), extent(Extent::kModel)});
    }
    // The bias has one of two names, or is stored under both. An untied matrix prefers its own.
    const bool is_own = shapes_.contains(own_bias) && (!tied || !shapes_.contains(words.bias));
    add(ours + "b_out", is_own ? own_bias : words.bias, {extent(Extent::kVocab)});
    used_.insert({own_bias, words.bias});
    return true;
  }

  // Throws if the file has a tensor that is neither used nor in kIgnored.
  std::vector<TensorSource> finish() {
    for (const auto& [name, shape] : shapes_) {
      if (!used_.contains(name) && !ignored(name)) {
        refuse("expected no tensor {} in a {} of {} layers, got one",
               {quoted(name), names_.model_type, config_.layers.num_layers});
      }
    }
    return std::move(sources_);
  }

 private:
  // Whether a tensor's name begins with this.
  bool has_any(const std::string& name) const {
    const auto it = shapes_.lower_bound(name);
    return it != shapes_.end() && it->first.starts_with(name);
  }

  Index extent(Extent extent) const {
    const LayerConfig& layer = config_.layers.layer;
    switch (extent) {
      case Extent::kModel:
        return layer.attention.d_model;
      case Extent::kFeedForward:
        return layer.feed_forward.d_ff;
      case Extent::kVocab:
        return config_.embedding.vocab_size;
      case Extent::kPositions:
        return config_.embedding.max_length;
      case Extent::kTypes:
        break;
    }
    return config_.embedding.num_types;
  }

  void add(const std::string& parameter, const std::string& tensor,
           const std::vector<Index>& expected) {
    const auto it = shapes_.find(tensor);
    if (it == shapes_.end()) {
      refuse("expected a tensor {} of shape {}, got none", {quoted(tensor), expected});
    }
    check_shape(tensor, expected, it->second);
    used_.insert(tensor);
    sources_.push_back({parameter, tensor, scales_of(tensor, expected)});
  }

  // The name of a matrix's scales, or empty.
  std::string scales_of(const std::string& tensor, std::vector<Index> shape) {
    const std::string name = tensor + ".scales";
    const auto it = shapes_.find(name);
    if (it == shapes_.end() || shape.size() != 2) return "";
    shape[1] = scale_blocks_of(shape[1]);
    check_shape(name, shape, it->second);
    used_.insert(name);
    return name;
  }

  static void check_shape(const std::string& tensor, const std::vector<Index>& expected,
                          const std::vector<Index>& got) {
    if (got != expected) {
      refuse("expected tensor {} of shape {}, got {}", {quoted(tensor), expected, got});
    }
  }

  bool ignored(std::string_view name) const {
    if (name.starts_with(names_.prefix)) name.remove_prefix(std::string_view(names_.prefix).size());
    for (const std::string_view start : kIgnored) {
      if (name.starts_with(start)) return true;
    }
    return false;
  }

  const ArchitectureNames& names_;
  const TokenModelConfig& config_;
  const CheckpointShapes& shapes_;
  std::string prefix_;
  std::set<std::string> used_;
  std::vector<TensorSource> sources_;
};

}  // namespace

Checkpoint read_checkpoint(const CheckpointSettings& settings, const CheckpointShapes& shapes) {
  const ArchitectureNames& names = architecture_of(settings);
  check_supported(settings);
  Checkpoint checkpoint;
  TokenModelConfig& config = checkpoint.config = config_of(settings, names);
  const Index first = first_position(settings, names);
  if (first >= config.embedding.max_length) {
    refuse("expected max_position_embeddings in config.json above pad_token_id + 1 = {}, got {}",
           {first, config.embedding.max_length});
  }

  Sources sources(names, config, shapes);
  for (const TableNames& table : names.tables) sources.add_table(table);
  sources.add_norm(names.embedding_norm, "embedding_norm");
  for (Index i = 0; i < config.layers.num_layers; ++i) {
    const std::string theirs = names.layers + integer_text(i) + ".";
    const std::string ours = layer_name(static_cast<std::size_t>(i)) + ".";
    for (const LinearNames& linear : names.linears) sources.add_linear(theirs, ours, linear);
    for (const NormNames& norm : names.norms) {
      sources.add_norm(theirs + norm.tensor, ours + norm.parameter);
    }
  }
  EncoderHeadsConfig& heads = checkpoint.heads;
  if (names.pooler != nullptr) heads.pooler = sources.add_pooler(*names.pooler);
  heads.tied = has_tied_words(settings);
  heads.masked_words = sources.add_words(names.words, heads.tied);
  heads.epsilon = config.embedding.epsilon;
  if (names.words.activation_of_config) {
    heads.activation = config.layers.layer.feed_forward.activation;
  }
  checkpoint.sources = sources.finish();
  for (TensorSource& source : checkpoint.sources) {
    if (source.parameter == "positions") source.first_row = first;
  }
  config.embedding.max_length -= first;
  config = config.resolved();
  return checkpoint;
}

}  // namespace attn
