// Whole models whose matrices are held in a form with fewer bits. A program without such models
// does not link this file.
#include <cassert>
#include <utility>

#include "base/check.h"
#include "models/encoder_heads.h"
#include "models/token_model.h"

namespace attn {
namespace {

// Throws for an encoder-decoder, whose parameters cannot be set part by part.
TokenModelConfig without_decoder(const TokenModelConfig& config) {
  if (config.architecture == Architecture::kEncoderDecoder) {
    refuse("expected a model without an encoder and a decoder, to read it layer by layer");
  }
  return config.resolved();
}

}  // namespace

TokenModel::TokenModel(const TokenModelConfig& config, ParameterForm form)
    : config_(without_decoder(config)),
      embedding_(config_.embedding, form),
      layers_(config_.layers, form),
      form_(form) {
  b_out_.setZero(config_.output_bias ? config_.num_labels : 0);
  if (config_.head && !config_.tied_head) {
    packed_w_out_.begin(config_.embedding.d_model, config_.num_labels, form);
  }
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
