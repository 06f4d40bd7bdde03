#include "layers/decoder_layer.h"

#include <utility>

#include "base/check.h"
#include "layers/sequence.h"

namespace attn {
namespace {

MultiHeadOptions options_of(const PassOptions& options, const char* part) {
  return {part_dropout(options.dropout, part), options.hooks.in(part)};
}

void check_inputs(const Tensor& x, const Tensor& memory, Index d_model) {
  check_sequence("x", x, d_model);
  check_sequence("memory", memory, d_model);
  if (memory.rank() == x.rank() && (x.rank() == 2 || memory.shape[0] == x.shape[0])) return;
  refuse("expected memory with the batch of x {}, got {}", {x, memory});
}

}  // namespace

DecoderLayerParameters DecoderLayerParameters::random(const LayerConfig& config,
                                                      std::uint64_t seed) {
  const LayerConfig c = config.resolved();
  const auto norm = [&] { return NormParameters::identity(c.norm, c.attention.d_model); };
  DecoderLayerParameters p;
  p.self_attention = MultiHeadParameters::random(c.attention, part_seed(seed, "self_attention"));
  p.norm_1 = norm();
  p.cross_attention =
      MultiHeadParameters::random(c.cross_attention(), part_seed(seed, "cross_attention"));
  p.norm_2 = norm();
  if (c.attention_only) return p;
  p.feed_forward = FeedForwardParameters::random(c.feed_forward, part_seed(seed, "feed_forward"));
  p.norm_3 = norm();
  return p;
}

DecoderLayer::DecoderLayer(const LayerConfig& config, DecoderLayerParameters p)
    : config_(config.resolved()),
      self_attention_(
          in_part("self_attention",
                  [&] { return MultiHead(config_.attention, std::move(p.self_attention)); })),
      block_1_(config_, {"norm_1", "residual_1"}, false, std::move(p.norm_1)),
      cross_attention_(in_part(
          "cross_attention",
          [&] { return MultiHead(config_.cross_attention(), std::move(p.cross_attention)); })),
      block_2_(config_, {"norm_2", "residual_2"}, config_.attention_only, std::move(p.norm_2)) {
  if (config_.attention_only) return;
  feed_forward_ = in_part(
      "feed_forward", [&] { return FeedForward(config_.feed_forward, std::move(p.feed_forward)); });
  block_3_ = {config_, {"norm_3", "residual_3"}, true, std::move(p.norm_3)};
}

Tensor DecoderLayer::apply(const Tensor& x, const ResidualBlock::Part& attend_to_itself,
                           const ResidualBlock::Part& attend_to_memory, const PassOptions& options,
                           DecoderLayerTrace* trace) const {
  const Keep keep = keep_of(trace);
  DecoderLayerTrace unkept;
  DecoderLayerTrace& t = trace == nullptr ? unkept : *trace;
  t = {};
  t.norm_first = config_.norm_first;
  t.keep = t.self_attention.keep = t.cross_attention.keep = keep;
  const bool keeps = keeps_intermediates(keep);
  const Tensor first =
      block_1_.forward(x, attend_to_itself, options, {keeps, t.norm_1, t.residual_1, t.output});
  Tensor second =
      block_2_.forward(first, attend_to_memory, options, {keeps, t.norm_2, t.residual_2, t.output});
  if (config_.attention_only) return second;
  const auto feed = [&](const Tensor& part) {
    return feed_forward_.forward(part, keeps ? &t.feed_forward : nullptr,
                                 options.hooks.in("feed_forward"));
  };
  return block_3_.forward(second, feed, options, {keeps, t.norm_3, t.residual_3, t.output});
}

Tensor DecoderLayer::forward(const Tensor& x, const Tensor& memory, const DecoderMasks& masks,
                             const PassOptions& options, DecoderLayerTrace* trace) const {
  check_inputs(x, memory, config_.attention.d_model);
  Tensor batched_memory, batched_x;
  const Tensor& keys = with_batch(memory, batched_memory);
  const auto attend_to_itself = [&](const Tensor& part) {
    return self_attention_.forward(part, part, part, masks.self_attention,
                                   options_of(options, "self_attention"),
                                   trace == nullptr ? nullptr : &trace->self_attention);
  };
  const auto attend_to_memory = [&](const Tensor& part) {
    return cross_attention_.forward(part, keys, keys, masks.cross_attention,
                                    options_of(options, "cross_attention"),
                                    trace == nullptr ? nullptr : &trace->cross_attention);
  };
  return shaped_as(
      x, apply(with_batch(x, batched_x), attend_to_itself, attend_to_memory, options, trace));
}

// The backward passes of the three parts. Each returns the gradient of the part's argument and
// stores its other gradients; all tensors have a batch.
struct DecoderLayer::BackwardPass {
  const DecoderLayer& layer;
  const Tensor &x, &memory;
  const DecoderMasks& masks;
  const PassOptions& options;
  const DecoderLayerTrace& trace;
  DecoderLayerGradients& gradients;

  Tensor attend_to_itself(const Tensor& d_attention) const {
    const Tensor& part = layer.config_.norm_first ? trace.norm_1 : x;
    MultiHeadGradients d = layer.self_attention_.backward(part, part, part, masks.self_attention,
                                                          options_of(options, "self_attention"),
                                                          trace.self_attention, d_attention);
    gradients.parameters.self_attention = std::move(d.parameters);
    gradients.d_score_bias = std::move(d.d_score_bias);
    return sum(sum(std::move(d.d_query), d.d_key), d.d_value);
  }

  Tensor attend_to_memory(const Tensor& d_attention) const {
    MultiHeadGradients d = layer.cross_attention_.backward(
        layer.config_.norm_first ? trace.norm_2 : trace.norm_1, memory, memory,
        masks.cross_attention, options_of(options, "cross_attention"), trace.cross_attention,
        d_attention);
    gradients.parameters.cross_attention = std::move(d.parameters);
    gradients.d_memory_score_bias = std::move(d.d_score_bias);
    gradients.d_memory = sum(std::move(d.d_key), d.d_value);
    return std::move(d.d_query);
  }

  Tensor feed(const Tensor& d_y) const {
    FeedForwardGradients d =
        layer.feed_forward_.backward(layer.config_.norm_first ? trace.norm_3 : trace.norm_2,
                                     trace.feed_forward, d_y, options.hooks.in("feed_forward"));
    gradients.parameters.feed_forward = std::move(d.parameters);
    return std::move(d.d_x);
  }
};

DecoderLayerGradients DecoderLayer::backward(const Tensor& x_in, const Tensor& memory_in,
                                             const DecoderMasks& masks, const PassOptions& options,
                                             const DecoderLayerTrace& trace,
                                             const Tensor& d_output) const {
  check_inputs(x_in, memory_in, config_.attention.d_model);
  check_same_shape("d_output", d_output, x_in);
  Tensor batched_x, batched_memory, batched_d, d_of_block;
  const Tensor& x = with_batch(x_in, batched_x);
  check_same_shape("the trace's output", trace.output, x);
  DecoderLayerGradients gradients;
  DecoderLayerParameters& d = gradients.parameters;
  const BackwardPass pass{*this, x,        with_batch(memory_in, batched_memory), masks, options,
                          trace, gradients};
  const auto attend_to_itself = [&](const Tensor& d_part) { return pass.attend_to_itself(d_part); };
  const auto attend_to_memory = [&](const Tensor& d_part) { return pass.attend_to_memory(d_part); };
  const auto feed = [&](const Tensor& d_part) { return pass.feed(d_part); };

  const bool norm_first = config_.norm_first;
  const Tensor& first = norm_first ? trace.residual_1 : trace.norm_1;
  const Tensor& second = norm_first ? trace.residual_2 : trace.norm_2;
  const Tensor* d_second = &with_batch(d_output, batched_d);
  if (!config_.attention_only) {
    d_of_block = block_3_.backward(second, trace.residual_3, options, *d_second, feed, d.norm_3);
    d_second = &d_of_block;
  }
  const Tensor d_first =
      block_2_.backward(first, trace.residual_2, options, *d_second, attend_to_memory, d.norm_2);
  gradients.d_memory = shaped_as(memory_in, std::move(gradients.d_memory));
  gradients.d_x = shaped_as(
      x_in, block_1_.backward(x, trace.residual_1, options, d_first, attend_to_itself, d.norm_1));
  return gradients;
}

DecoderLayerCache DecoderLayer::begin(const Tensor& memory) const {
  check_sequence("memory", memory, config_.attention.d_model);
  Tensor batched;
  const Tensor& keys = with_batch(memory, batched);
  DecoderLayerCache cache;
  cache.cross_attention = cross_attention_.project_key_value(keys, keys);
  return cache;
}

Tensor DecoderLayer::step(const Tensor& x, DecoderLayerCache& cache, const Mask& memory_mask,
                          DecoderLayerTrace* trace) const {
  check_sequence("x", x, config_.attention.d_model);
  const auto attend_to_itself = [&](const Tensor& part) {
    return self_attention_.step(part, cache.self_attention,
                                trace == nullptr ? nullptr : &trace->self_attention);
  };
  const auto attend_to_memory = [&](const Tensor& part) {
    return cross_attention_.attend_to(part, cache.cross_attention, memory_mask,
                                      trace == nullptr ? nullptr : &trace->cross_attention);
  };
  Tensor batched;
  return step_or_undo(std::span(&cache, 1), [&] {
    return shaped_as(x,
                     apply(with_batch(x, batched), attend_to_itself, attend_to_memory, {}, trace));
  });
}

}  // namespace attn
