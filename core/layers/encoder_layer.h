// One encoder layer: self-attention and feed-forward, each with a norm and a residual connection.
//
//   post-norm   norm_1 = norm(x + attention(x))        (Vaswani et al. 2017, 3.1)
//               output = norm(norm_1 + feed_forward(norm_1))
//   pre-norm    residual_1 = x + attention(norm(x))    (Xiong et al. 2020, table 1)
//               output = residual_1 + feed_forward(norm(residual_1))
//
// With a causal mask, this is the layer of a decoder-only model. An attention-only layer ends after
// the attention block: its output is norm_1 (post-norm) or residual_1 (pre-norm).
#pragma once

#include <cstdint>

#include "layers/layer_config.h"
#include "layers/part.h"
#include "layers/pass_options.h"
#include "layers/residual_block.h"

namespace attn {

struct EncoderLayerParameters {
  MultiHeadParameters attention;
  NormParameters norm_1;  // of the attention block
  FeedForwardParameters feed_forward;
  NormParameters norm_2;  // of the feed-forward block

  // Initial values before training, as in MultiHeadParameters and FeedForwardParameters; each part
  // has its own seed. Norms are the identity.
  static EncoderLayerParameters random(const LayerConfig& config, std::uint64_t seed);

  // Calls visit(name, matrix or row vector) for every parameter, including empty ones:
  // "attention.w_q" ..
  template <class Self, class Visit>
  static void for_each(Self& self, Visit&& visit) {
    MultiHeadParameters::for_each(self.attention, under("attention", visit));
    NormParameters::for_each(self.norm_1, under("norm_1", visit));
    FeedForwardParameters::for_each(self.feed_forward, under("feed_forward", visit));
    NormParameters::for_each(self.norm_2, under("norm_2", visit));
  }
};

// Every tensor is [batch, query, d_model] unless noted, also for unbatched inputs. The last result
// is stored as `output` only; norm_2 of a post-norm layer and residual_2 of a pre-norm layer, which
// would be equal to it, stay empty. So do norm_1 or residual_1 of an attention-only layer.
struct EncoderLayerTrace {
  Keep keep = Keep::kTrace;  // kWeights keeps the attention weights only
  bool norm_first = false;
  Tensor norm_1;  // norm(residual_1) (post-norm) or norm(x) (pre-norm)
  AttentionTrace attention;
  Tensor residual_1;  // x + attention.output
  Tensor norm_2;      // norm(residual_1) (pre-norm)
  FeedForwardTrace feed_forward;
  Tensor residual_2;  // norm_1 + feed_forward.y (post-norm)
  Tensor output;

  // Calls visit(name, tensor) for every field, including empty ones, in the order of computation.
  template <class Self, class Visit>
  static void for_each(Self& self, Visit&& visit) {
    if (self.norm_first) visit("norm_1", self.norm_1);
    AttentionTrace::for_each(self.attention, under("attention", visit));
    visit("residual_1", self.residual_1);
    if (!self.norm_first) visit("norm_1", self.norm_1);
    visit("norm_2", self.norm_2);
    FeedForwardTrace::for_each(self.feed_forward, under("feed_forward", visit));
    visit("residual_2", self.residual_2);
    visit("output", self.output);
  }
};

struct EncoderLayerGradients {
  EncoderLayerParameters parameters;  // d_attention.w_q ..
  Tensor d_x;
  Tensor d_score_bias;  // empty when the mask has no score_bias
};

class EncoderLayer {
 public:
  using Parameters = EncoderLayerParameters;
  using Trace = EncoderLayerTrace;
  using Gradients = EncoderLayerGradients;

  // Throws std::invalid_argument as LayerConfig::resolved does, or if a parameter's shape does not
  // match the configuration (naming both).
  EncoderLayer(const LayerConfig& config, EncoderLayerParameters parameters);

  // A layer of zeros for inference; see MultiHead.
  EncoderLayer(const LayerConfig& config, ParameterForm form);

  //   x        [batch, query, d_model], or [query, d_model] unbatched
  //   mask     mask of the attention
  //   options  dropout in training, and hooks
  //   trace    if not null, receives the intermediates that trace->keep selects
  //   returns output, shaped as x
  Tensor forward(const Tensor& x, const Mask& mask, const PassOptions& options = {},
                 EncoderLayerTrace* trace = nullptr) const;

  //   trace     from forward with the same inputs
  //   d_output  shaped as output
  //   wanted    kGradientsOfParameters leaves d_x empty
  EncoderLayerGradients backward(const Tensor& x, const Mask& mask, const PassOptions& options,
                                 const EncoderLayerTrace& trace, const Tensor& d_output,
                                 Wanted wanted = Wanted::kAllGradients) const;

  // Processes new tokens that follow the cached ones, and appends them to the cache. The results
  // equal those of one causal pass over all tokens.
  //   x  [batch, query, d_model]
  //   returns output, shaped as x
  Tensor step(const Tensor& x, KeyValueCache& cache, EncoderLayerTrace* trace = nullptr) const;

  // Packs the matrices in this form and frees the float32 ones; see MultiHead.
  void pack_as(ParameterForm form) {
    attention_.pack_as(form);
    feed_forward_.pack_as(form);
  }
  std::size_t packed_bytes() const {
    return attention_.packed_bytes() + feed_forward_.packed_bytes();
  }

  const LayerConfig& config() const { return config_; }  // resolved

  // Calls visit(name, matrix or row vector) for every parameter, as the struct's for_each; see
  // MultiHead.
  template <class Self, class Visit>
  static void for_each_parameter(Self& self, Visit&& visit) {
    MultiHead::for_each_parameter(self.attention_, under("attention", visit));
    ResidualBlock::for_each_parameter(self.block_1_, under("norm_1", visit));
    FeedForward::for_each_parameter(self.feed_forward_, under("feed_forward", visit));
    ResidualBlock::for_each_parameter(self.block_2_, under("norm_2", visit));
  }

  // Calls visit(name, PackedParameter) for every packed matrix; see MultiHead.
  template <class Visit>
  static void for_each_packed(EncoderLayer& self, Visit&& visit) {
    MultiHead::for_each_packed(self.attention_, under("attention", visit));
    if (self.config_.attention_only) return;
    FeedForward::for_each_packed(self.feed_forward_, under("feed_forward", visit));
  }

 private:
  Tensor apply(const Tensor& x, const ResidualBlock::Part& attend, const PassOptions& options,
               EncoderLayerTrace* trace) const;

  LayerConfig config_;
  MultiHead attention_;
  ResidualBlock block_1_;
  FeedForward feed_forward_;
  ResidualBlock block_2_;
};

}  // namespace attn
