#include "layers/encoder_layer.h"

#include <utility>

#include "layers/sequence.h"

namespace attn {

EncoderLayerParameters EncoderLayerParameters::random(const LayerConfig& config,
                                                      std::uint64_t seed) {
  const LayerConfig c = config.resolved();
  const auto norm = [&] { return NormParameters::identity(c.norm, c.attention.d_model); };
  return {MultiHeadParameters::random(c.attention, part_seed(seed, "attention")), norm(),
          FeedForwardParameters::random(c.feed_forward, part_seed(seed, "feed_forward")), norm()};
}

EncoderLayer::EncoderLayer(const LayerConfig& config, EncoderLayerParameters p)
    : config_(config.resolved()),
      attention_(in_part("attention",
                         [&] { return MultiHead(config_.attention, std::move(p.attention)); })),
      block_1_(in_part("norm_1", [&] { return ResidualBlock(config_, std::move(p.norm_1)); })),
      feed_forward_(
          in_part("feed_forward",
                  [&] { return FeedForward(config_.feed_forward, std::move(p.feed_forward)); })),
      block_2_(in_part("norm_2", [&] { return ResidualBlock(config_, std::move(p.norm_2)); })) {}

Tensor EncoderLayer::apply(const Tensor& x, const ResidualBlock::Part& attend,
                           EncoderLayerTrace* trace) const {
  const Keep keep = keep_of(trace);
  if (trace != nullptr) {
    *trace = {};
    trace->norm_first = config_.norm_first;
    trace->keep = trace->attention.keep = keep;
  }
  const auto feed = [&](const Tensor& part) {
    return feed_forward_.forward(part, keeps_intermediates(keep) ? &trace->feed_forward : nullptr);
  };
  if (!keeps_intermediates(keep)) {
    return block_2_.forward(block_1_.forward(x, attend, nullptr, nullptr), feed, nullptr, nullptr);
  }
  const Tensor attended = block_1_.forward(x, attend, &trace->norm_1, &trace->residual_1);
  return config_.norm_first ? block_2_.forward(attended, feed, &trace->norm_2, &trace->output)
                            : block_2_.forward(attended, feed, &trace->output, &trace->residual_2);
}

Tensor EncoderLayer::forward(const Tensor& x, const Mask& mask, const Dropout& dropout,
                             EncoderLayerTrace* trace) const {
  check_sequence("x", x, config_.attention.d_model);
  MultiHeadOptions options;
  options.dropout = dropout;
  const auto attend = [&](const Tensor& part) {
    return attention_.forward(part, part, part, mask, options,
                              trace == nullptr ? nullptr : &trace->attention);
  };
  return shaped_as(x, apply(with_batch(x), attend, trace));
}

EncoderLayerGradients EncoderLayer::backward(const Tensor& x_in, const Mask& mask,
                                             const Dropout& dropout, const EncoderLayerTrace& trace,
                                             const Tensor& d_output, Wanted wanted) const {
  check_sequence("x", x_in, config_.attention.d_model);
  check_same_shape("d_output", d_output, x_in);
  const Tensor x = with_batch(x_in);
  check_same_shape("the trace's output", trace.output, x);
  MultiHeadOptions options;
  options.dropout = dropout;
  EncoderLayerGradients gradients;
  EncoderLayerParameters& d = gradients.parameters;

  const Tensor& attended = config_.norm_first ? trace.residual_1 : trace.norm_1;
  const auto feed_backward = [&](const Tensor& d_y) {
    const Tensor& normed = config_.norm_first ? trace.norm_2 : trace.norm_1;
    FeedForwardGradients part_gradients = feed_forward_.backward(normed, trace.feed_forward, d_y);
    d.feed_forward = std::move(part_gradients.parameters);
    return std::move(part_gradients.d_x);
  };
  const Tensor d_attended =
      block_2_.backward(attended, trace.residual_2, with_batch(d_output), feed_backward, d.norm_2);

  const auto attend_backward = [&](const Tensor& d_attention) {
    const Tensor& part = config_.norm_first ? trace.norm_1 : x;
    // Pre-norm: the gradients of norm_1's parameters need d_x of the attention.
    MultiHeadGradients part_gradients =
        attention_.backward(part, part, part, mask, options, trace.attention, d_attention,
                            config_.norm_first ? Wanted::kAllGradients : wanted);
    d.attention = std::move(part_gradients.parameters);
    gradients.d_score_bias = std::move(part_gradients.d_score_bias);
    return sum(sum(std::move(part_gradients.d_query), part_gradients.d_key),
               part_gradients.d_value);
  };
  Tensor d_x = block_1_.backward(x, trace.residual_1, d_attended, attend_backward, d.norm_1);
  if (wanted == Wanted::kAllGradients) gradients.d_x = shaped_as(x_in, std::move(d_x));
  return gradients;
}

Tensor EncoderLayer::step(const Tensor& x, KeyValueCache& cache, EncoderLayerTrace* trace) const {
  check_sequence("x", x, config_.attention.d_model);
  const auto attend = [&](const Tensor& part) {
    return attention_.step(part, cache, trace == nullptr ? nullptr : &trace->attention);
  };
  return shaped_as(x, apply(with_batch(x), attend, trace));
}

}  // namespace attn
