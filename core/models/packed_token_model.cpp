// Whole models whose matrices are packed in a form with fewer bits. A program without such models
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
    refuse("expected a model with one stack, to read it layer by layer, got an encoder-decoder");
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

void TokenModel::pack_as(ParameterForm form) {
  assert(!form_);
  embedding_.pack_as(form);
  layers_.pack_as(form);
  if (decoder_) {
    target_->pack_as(form);
    decoder_->pack_as(form);
  }
  pack_head_as(form);
}

// A tied head has no matrix of its own: it multiplies with the packed table of tokens.
void TokenModel::pack_head_as(ParameterForm form) {
  packed_w_out_ = {};
  if (config_.head && !config_.tied_head) {
    const MatrixView w_out = w_out_;
    packed_w_out_.assign(std::span(&w_out, 1), form);
    w_out_.resize(0, 0);
  }
  form_ = form;
}

std::size_t TokenModel::parameter_bytes() const {
  std::size_t bytes =
      layers_.packed_bytes() + embedding_.packed_table().bytes() + packed_w_out_.bytes();
  if (decoder_) bytes += decoder_->packed_bytes() + target_->packed_table().bytes();
  if (heads_) bytes += heads_->parameter_bytes();
  for_each_parameter(*this, [&](const char*, const auto& parameter) {
    bytes += static_cast<std::size_t>(parameter.size()) * sizeof(float);
  });
  return bytes;
}

}  // namespace attn
