#include "layers/encoder_layer.h"

#include <utility>

#include "layers/sequence.h"

namespace attn {

EncoderLayerParameters EncoderLayerParameters::random(const LayerConfig& config,
                                                      std::uint64_t seed) {
  const LayerConfig c = config.resolved();
  const auto norm = [&] { return NormParameters::identity(c.norm, c.attention.d_model); };
  EncoderLayerParameters p;
  p.attention = MultiHeadParameters::random(c.attention, part_seed(seed, "attention"));
  p.norm_1 = norm();
  if (c.attention_only) return p;
  p.feed_forward = FeedForwardParameters::random(c.feed_forward, part_seed(seed, "feed_forward"));
  p.norm_2 = norm();
  return p;
}

EncoderLayer::EncoderLayer(const LayerConfig& config, EncoderLayerParameters p)
    : config_(config.resolved()),
      attention_(in_part("attention",
                         [&] { return MultiHead(config_.attention, std::move(p.attention)); })),
      block_1_(config_, {"norm_1", "residual_1"}, config_.attention_only, std::move(p.norm_1)) {
  if (config_.attention_only) return;
  feed_forward_ = in_part(
      "feed_forward", [&] { return FeedForward(config_.feed_forward, std::move(p.feed_forward)); });
  block_2_ = {config_, {"norm_2", "residual_2"}, true, std::move(p.norm_2)};
}

EncoderLayer::EncoderLayer(const LayerConfig& config, ParameterForm form)
    : config_(config.resolved()),
      attention_(config_.attention, form),
      block_1_(config_, {"norm_1", "residual_1"}, config_.attention_only,
               NormParameters::identity(config_.norm, config_.attention.d_model)) {
  if (config_.attention_only) return;
  feed_forward_ = FeedForward(config_.feed_forward, form);
  block_2_ = {config_,
              {"norm_2", "residual_2"},
              true,
              NormParameters::identity(config_.norm, config_.attention.d_model)};
}

Tensor EncoderLayer::apply(const Tensor& x, const ResidualBlock::Part& attend,
                           const PassOptions& options, EncoderLayerTrace* trace) const {
  const Keep keep = keep_of(trace);
  EncoderLayerTrace unkept;
  EncoderLayerTrace& t = trace == nullptr ? unkept : *trace;
  t = {};
  t.norm_first = config_.norm_first;
  t.keep = t.attention.keep = keep;
  const bool keeps = keeps_intermediates(keep);
  Tensor attended = block_1_.forward(x, attend, options, {keeps, t.norm_1, t.residual_1, t.output});
  if (config_.attention_only) return attended;
  const auto feed = [&](const Tensor& part) {
    return feed_forward_.forward(part, keeps ? &t.feed_forward : nullptr,
                                 options.hooks.in("feed_forward"));
  };
  return block_2_.forward(attended, feed, options, {keeps, t.norm_2, t.residual_2, t.output});
}

Tensor EncoderLayer::forward(const Tensor& x, const Mask& mask, const PassOptions& options,
                             EncoderLayerTrace* trace) const {
  check_sequence("x", x, config_.attention.d_model);
  const MultiHeadOptions attention_options{options.dropout, options.hooks.in("attention")};
  const auto attend = [&](const Tensor& part) {
    return attention_.forward(part, part, part, mask, attention_options,
                              trace == nullptr ? nullptr : &trace->attention);
  };
  Tensor batched;
  return shaped_as(x, apply(with_batch(x, batched), attend, options, trace));
}

EncoderLayerGradients EncoderLayer::backward(const Tensor& x_in, const Mask& mask,
                                             const PassOptions& options,
                                             const EncoderLayerTrace& trace, const Tensor& d_output,
                                             Wanted wanted) const {
  check_sequence("x", x_in, config_.attention.d_model);
  check_same_shape("d_output", d_output, x_in);
  Tensor batched_x, batched_d, d_of_block;
  const Tensor& x = with_batch(x_in, batched_x);
  check_same_shape("the trace's output", trace.output, x);
  const MultiHeadOptions attention_options{options.dropout, options.hooks.in("attention")};
  EncoderLayerGradients gradients;
  EncoderLayerParameters& d = gradients.parameters;

  const Tensor& attended = config_.norm_first ? trace.residual_1 : trace.norm_1;
  const auto feed_backward = [&](const Tensor& d_y) {
    const Tensor& normed = config_.norm_first ? trace.norm_2 : trace.norm_1;
    FeedForwardGradients part_gradients =
        feed_forward_.backward(normed, trace.feed_forward, d_y, options.hooks.in("feed_forward"));
    d.feed_forward = std::move(part_gradients.parameters);
    return std::move(part_gradients.d_x);
  };
  const Tensor* d_attended = &with_batch(d_output, batched_d);
  if (!config_.attention_only) {
    d_of_block = block_2_.backward(attended, trace.residual_2, options, *d_attended, feed_backward,
                                   d.norm_2);
    d_attended = &d_of_block;
  }

  const auto attend_backward = [&](const Tensor& d_attention) {
    const Tensor& part = config_.norm_first ? trace.norm_1 : x;
    // Pre-norm: the gradients of norm_1's parameters need d_x of the attention.
    MultiHeadGradients part_gradients =
        attention_.backward(part, part, part, mask, attention_options, trace.attention, d_attention,
                            config_.norm_first ? Wanted::kAllGradients : wanted);
    d.attention = std::move(part_gradients.parameters);
    gradients.d_score_bias = std::move(part_gradients.d_score_bias);
    return sum(sum(std::move(part_gradients.d_query), part_gradients.d_key),
               part_gradients.d_value);
  };
  Tensor d_x =
      block_1_.backward(x, trace.residual_1, options, *d_attended, attend_backward, d.norm_1);
  if (wanted == Wanted::kAllGradients) gradients.d_x = shaped_as(x_in, std::move(d_x));
  return gradients;
}

Tensor EncoderLayer::step(const Tensor& x, KeyValueCache& cache, EncoderLayerTrace* trace) const {
  check_sequence("x", x, config_.attention.d_model);
  const auto attend = [&](const Tensor& part) {
    return attention_.step(part, cache, trace == nullptr ? nullptr : &trace->attention);
  };
  Tensor batched;
  return step_or_undo(std::span(&cache, 1), [&] {
    return shaped_as(x, apply(with_batch(x, batched), attend, {}, trace));
  });
}

}  // namespace attn
