#include "models/token_model.h"

#include <utility>

#include "base/check.h"
#include "kernels/product.h"
#include "layers/sequence.h"
#include "ops/linear.h"
#include "ops/mask_patterns.h"

namespace attn {

TokenModel::TokenModel(const TokenModelConfig& config, TokenModelParameters p)
    : config_(config.resolved()),
      embedding_(config_.embedding, std::move(p.embedding),
                 config_.architecture == Architecture::kEncoderDecoder ? "source_" : ""),
      layers_(config_.architecture == Architecture::kEncoderDecoder
                  ? in_part("encoder",
                            [&] { return EncoderStack(config_.layers, std::move(p.layers)); })
                  : EncoderStack(config_.layers, std::move(p.layers))),
      w_out_(std::move(p.w_out)),
      b_out_(std::move(p.b_out)) {
  if (config_.architecture == Architecture::kEncoderDecoder) {
    target_.emplace(config_.target, std::move(p.target), "target_");
    decoder_ =
        in_part("decoder", [&] { return DecoderStack(config_.decoder, std::move(p.decoder)); });
  }
  check_head();
  pack();
}

void TokenModel::check_head() {
  const Index labels = config_.num_labels;
  const bool has_w_out = config_.head && !config_.tied_head;
  check_shape("w_out", w_out_, has_w_out ? config_.embedding.d_model : 0, has_w_out ? labels : 0);
  check_row("b_out", b_out_, config_.output_bias ? labels : 0);
}

const PackedMatrix& TokenModel::head() const {
  return form_ && config_.tied_head ? output_embedding().packed_table() : packed_w_out_;
}

void TokenModel::pack() {
  if (!config_.head || form_) return;
  if (config_.tied_head) {
    packed_w_out_.assign(transposed(output_embedding().parameters().embedding));
  } else {
    packed_w_out_.assign(w_out_);
  }
}

EmbeddingInputs TokenModel::source_of(const ModelInputs& inputs) const {
  if (config_.architecture == Architecture::kVision) {
    const Tensor& patches = inputs.patches;
    if (patches.rank() != 3 || patches.shape[0] < 1 ||
        patches.shape[2] != config_.embedding.d_patch) {
      refuse("expected patches of shape [batch, patch, d_patch] with d_patch {}, got {}",
             {config_.embedding.d_patch, patches});
    }
    return {nullptr, nullptr, &patches};
  }
  check_ids(decoder_ ? "source_ids" : "ids", inputs.ids, config_.embedding.vocab_size);
  check_type_ids(inputs.type_ids, inputs.ids, config_.embedding.num_types);
  return {&inputs.ids, &inputs.type_ids, nullptr};
}

void TokenModel::check_output_ids(const TokenIds& ids) const {
  check_ids(decoder_ ? "target_ids" : "ids", ids, output_embedding().config().vocab_size);
}

std::vector<std::uint8_t> TokenModel::real_positions(const ModelInputs& inputs) const {
  const std::vector<std::uint8_t>& real = inputs.key_padding;
  if (real.empty()) return real;
  const EmbeddingInputs source = source_of(inputs);
  const Index batch = embedding_.batch(source), class_tokens = config_.embedding.class_token;
  const Index n = embedding_.length(source) - class_tokens;
  check_key_padding("key_padding", real, batch, n);
  return class_tokens == 0 ? real : with_class_token(real, batch);
}

TransformerMasks TokenModel::masks_of(const ModelInputs& inputs) const {
  if (inputs.masks) return *inputs.masks;
  const EmbeddingInputs source = source_of(inputs);
  const Index batch = embedding_.batch(source), n = embedding_.length(source);
  const std::vector<std::uint8_t> real = real_positions(inputs);
  TransformerMasks masks;
  masks.source = padding_mask(real, batch, n, n);
  if (config_.architecture == Architecture::kDecoderOnly) {
    masks.source.causal = CausalAlignment::kEnd;
  }
  if (decoder_) {
    const Index n_target = inputs.target_ids.n;
    if (!inputs.target_key_padding.empty()) {
      check_key_padding("target_key_padding", inputs.target_key_padding, batch, n_target);
    }
    masks.target = padding_mask(inputs.target_key_padding, batch, n_target, n_target);
    masks.target.causal = CausalAlignment::kEnd;
    masks.memory = padding_mask(real, batch, n_target, n);
  }
  return masks;
}

PassOptions TokenModel::encoder_options(const PassOptions& options) const {
  return decoder_ ? options.in("encoder") : options;
}

Tensor TokenModel::logits_of(const Tensor& output, const TraceHooks& hooks) const {
  const char* axis = decoder_                                             ? "target_vocab_size"
                     : config_.num_labels == config_.embedding.vocab_size ? "vocab_size"
                                                                          : "label";
  Tensor logits({"batch", "query", axis}, {output.shape[0], output.shape[1], config_.num_labels});
  ProductOptions options;
  if (config_.output_bias) options.bias = b_out_.data();
  multiply(rows_of(output), head(), rows_of(logits), options);
  if (!config_.tied_head) {
    hooks.correct("w_out", {w_out_.data(), &packed_w_out_}, rows_of(output), rows_of(logits));
  }
  hooks.correct_bias("b_out", b_out_, rows_of(logits));
  return logits;
}

Tensor TokenModel::forward(const ModelInputs& inputs, const PassOptions& options,
                           TokenModelTrace* trace) const {
  const EmbeddingInputs source = source_of(inputs);
  if (decoder_) check_output_ids(inputs.target_ids);
  const TransformerMasks masks = masks_of(inputs);
  const Keep keep = keep_of(trace);
  const bool keeps = keeps_intermediates(keep);
  if (trace != nullptr) {
    trace->has_decoder = decoder_.has_value();
    trace->layers.keep = trace->decoder.keep = keep;
  }
  const Tensor embedded =
      embedding_.forward(source, embedding_.positions(embedding_.length(source)),
                         decoder_ ? "key" : "query", options, keeps ? &trace->embedding : nullptr);
  Tensor target_embedded;
  if (decoder_) {
    target_embedded = target_->forward({&inputs.target_ids, nullptr, nullptr},
                                       target_->positions(inputs.target_ids.n), "query", options,
                                       keeps ? &trace->target : nullptr);
  }
  Tensor output = layers_.forward(embedded, masks.source, encoder_options(options),
                                  trace == nullptr ? nullptr : &trace->layers);
  if (decoder_) {
    output = decoder_->forward(target_embedded, output, {masks.target, masks.memory},
                               options.in("decoder"), trace == nullptr ? nullptr : &trace->decoder);
  }
  if (config_.readout != Readout::kEveryPosition) {
    output = pool(
        readout_shares(config_.readout, real_positions(inputs), output.shape[0], output.shape[1]),
        output);
    options.hooks.change("pooled", output);
    if (keep != Keep::kOutputs) trace->pooled = output;
  }
  if (!config_.head) {
    options.hooks.check_applied();
    return {};
  }
  Tensor logits = logits_of(output, options.hooks);
  options.hooks.change("logits", logits);
  if (keeps) trace->logits = logits;
  options.hooks.check_applied();
  return logits;
}

Tensor TokenModel::logits_backward(const Tensor& output, const Tensor& d_logits,
                                   const TraceHooks& hooks, TokenModelParameters& d,
                                   Matrix& d_tied) const {
  Tensor d_output = Tensor::zeros_like(output);
  const ConstMatrixMap x = rows_of(output), d_y = rows_of(d_logits);
  if (form_) {
    const PackedMatrix& w_out = head();
    w_out.code()->multiply_transposed(d_y, w_out, rows_of(d_output));
  } else if (config_.tied_head) {
    const Matrix w_out = output_embedding().parameters().embedding.transpose();
    d_tied.setZero(w_out.rows(), w_out.cols());
    linear_backward(x, w_out, d_y, rows_of(d_output), d_tied, d.b_out);
  } else {
    linear_backward(x, w_out_, d_y, rows_of(d_output), d.w_out, d.b_out);
  }
  if (!config_.tied_head) {
    hooks.correct_backward("w_out", {w_out_.data(), &packed_w_out_}, d_y, rows_of(d_output));
  }
  return d_output;
}

TokenModelGradients TokenModel::backward(const ModelInputs& inputs, const PassOptions& options,
                                         const TokenModelTrace& trace,
                                         const Tensor& d_logits_in) const {
  const EmbeddingInputs source = source_of(inputs);
  if (decoder_) check_output_ids(inputs.target_ids);
  check_same_shape("d_logits", d_logits_in, trace.logits);
  const TransformerMasks masks = masks_of(inputs);
  Tensor changed;
  const Tensor& d_logits =
      config_.head ? options.hooks.backward("logits", d_logits_in, changed) : d_logits_in;
  TokenModelGradients gradients;
  TokenModelParameters& d = gradients.parameters;
  d.has_decoder = decoder_.has_value();
  d.w_out.setZero(w_out_.rows(), w_out_.cols());
  d.b_out.setZero(b_out_.size());

  const bool pools = config_.readout != Readout::kEveryPosition;
  const Tensor& output = decoder_ ? trace.decoder.output : trace.layers.output;
  const Tensor& read = pools ? trace.pooled : output;
  Matrix d_tied;  // the transposed gradient of the table that a tied head shares
  // Without a head, gradients come from the fields that the hooks name.
  Tensor d_output = config_.head ? logits_backward(read, d_logits, options.hooks, d, d_tied)
                                 : Tensor::zeros_like(read);
  if (pools) {
    options.hooks.backward("pooled", d_output);
    d_output = pool_backward(
        readout_shares(config_.readout, real_positions(inputs), output.shape[0], output.shape[1]),
        d_output);
  }
  if (decoder_) {
    DecoderStackGradients decoder_gradients =
        decoder_->backward(trace.target.embedded, trace.layers.output, {masks.target, masks.memory},
                           options.in("decoder"), trace.decoder, d_output);
    d.decoder = std::move(decoder_gradients.parameters);
    d_output = std::move(decoder_gradients.d_memory);
    gradients.d_target_embedded = std::move(decoder_gradients.d_x);
    gradients.d_masks.target = std::move(decoder_gradients.d_score_bias);
    gradients.d_masks.memory = std::move(decoder_gradients.d_memory_score_bias);
  }
  EncoderStackGradients layer_gradients = layers_.backward(
      trace.embedding.embedded, masks.source, encoder_options(options), trace.layers, d_output);
  d.layers = std::move(layer_gradients.parameters);
  gradients.d_embedded = std::move(layer_gradients.d_x);
  gradients.d_masks.source = std::move(layer_gradients.d_score_bias);
  d.embedding = embedding_.backward(source, options, trace.embedding, gradients.d_embedded);
  if (decoder_) {
    d.target = target_->backward({&inputs.target_ids, nullptr, nullptr}, options, trace.target,
                                 gradients.d_target_embedded);
  }
  if (form_) {
    d = {};
  } else if (config_.tied_head) {
    (decoder_ ? d.target : d.embedding).embedding += d_tied.transpose();
  }
  options.hooks.check_added();
  return gradients;
}

}  // namespace attn
