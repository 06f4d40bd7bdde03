// Whole models whose matrices are held in a form with fewer bits. A program that has none links
// none of this.
#include <cassert>
#include <utility>

#include "base/check.h"
#include "layers/part.h"
#include "models/encoder_heads.h"
#include "models/token_model.h"

namespace attn {
namespace {

// Visits parameters, and reads each that the reader has. A table that is read in parts is left out.
class Reading {
 public:
  explicit Reading(ParameterReader& reader, std::string_view without = "")
      : reader_(reader), without_(without) {}

  template <class Parameter>
  void operator()(const char* name, Parameter& parameter) {
    if (name != without_) read_parameter(reader_, name, parameter);
  }

 private:
  ParameterReader& reader_;
  std::string_view without_;
};

// Empty if the reader's table has another shape: the constructor of the embedding refuses that,
// naming both.
PackedMatrix read_table(ParameterReader& reader, const InputEmbeddingConfig& config,
                        ParameterForm form) {
  const std::vector<Index> expected = {config.vocab_size, config.d_model};
  if (reader.shape("embedding") != expected) return {};
  return read_transposed(reader, "embedding", form);
}

InputEmbedding read_embedding(ParameterReader& reader, const InputEmbeddingConfig& config,
                              ParameterForm form) {
  InputEmbeddingParameters parameters;
  PackedMatrix table;
  if (config.vocab_size != 0) table = read_table(reader, config, form);
  Reading reading(reader, table.empty() ? "" : "embedding");
  InputEmbeddingParameters::for_each(parameters, reading);
  return InputEmbedding(config, std::move(parameters), "", std::move(table));
}

EncoderStack read_layers(ParameterReader& reader, const StackConfig& config, ParameterForm form) {
  Reading reading(reader);
  NormParameters norm;
  NormParameters::for_each(norm, under("norm", reading));
  return EncoderStack(config, std::move(norm), form, [&](std::size_t i) {
    EncoderLayerParameters layer;
    EncoderLayerParameters::for_each(layer, under(layer_name(i).c_str(), reading));
    return layer;
  });
}

// Throws unless the configuration is one of a model that can be read layer by layer.
TokenModelConfig without_decoder(const TokenModelConfig& config) {
  if (config.architecture == Architecture::kEncoderDecoder) {
    refuse("expected a model without an encoder and a decoder, to read it layer by layer");
  }
  return config.resolved();
}

}  // namespace

TokenModel::TokenModel(const TokenModelConfig& config, ParameterReader& reader, ParameterForm form)
    : config_(without_decoder(config)),
      embedding_(read_embedding(reader, config_.embedding, form)),
      layers_(read_layers(reader, config_.layers, form)) {
  Reading reading(reader);
  reading("w_out", w_out_);
  reading("b_out", b_out_);
  check_head();
  hold_head_in(form);
}

void TokenModel::hold_in(ParameterForm form) {
  assert(!form_);
  embedding_.hold_in(form);
  layers_.hold_in(form);
  if (decoder_) {
    target_->hold_in(form);
    decoder_->hold_in(form);
  }
  hold_head_in(form);
}

// A tied head multiplies with the table of tokens.
void TokenModel::hold_head_in(ParameterForm form) {
  packed_w_out_ = {};
  if (config_.head && !config_.tied_head) {
    const MatrixView w_out = w_out_;
    packed_w_out_.assign(std::span(&w_out, 1), form);
    w_out_.resize(0, 0);
  }
  form_ = form;
}

std::size_t TokenModel::held_bytes() const {
  std::size_t bytes =
      layers_.held_bytes() + embedding_.held_table().bytes() + packed_w_out_.bytes();
  if (decoder_) bytes += decoder_->held_bytes() + target_->held_table().bytes();
  if (heads_) bytes += heads_->held_bytes();
  for_each_parameter(*this, [&](const char*, const auto& parameter) {
    bytes += static_cast<std::size_t>(parameter.size()) * sizeof(float);
  });
  return bytes;
}

}  // namespace attn
