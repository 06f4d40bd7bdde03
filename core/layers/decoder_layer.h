// One decoder layer: masked self-attention, cross-attention to the encoder's output (the memory),
// and a feed-forward layer, each with a norm and a residual connection as in encoder_layer.h.
//
//   post-norm   norm_1 = norm(x + self_attention(x))           (Vaswani et al. 2017, 3.1)
//               norm_2 = norm(norm_1 + cross_attention(norm_1, memory))
//               output = norm(norm_2 + feed_forward(norm_2))
//   pre-norm    residual_1 = x + self_attention(norm(x))
//               residual_2 = residual_1 + cross_attention(norm(residual_1), memory)
//               output = residual_2 + feed_forward(norm(residual_2))
//
// An attention-only layer ends after the cross-attention.
#pragma once

#include <cstdint>

#include "layers/layer_config.h"
#include "layers/part.h"
#include "layers/pass_options.h"
#include "layers/residual_block.h"

namespace attn {

struct DecoderLayerParameters {
  MultiHeadParameters self_attention;
  NormParameters norm_1;
  MultiHeadParameters cross_attention;
  NormParameters norm_2;
  FeedForwardParameters feed_forward;
  NormParameters norm_3;

  // Initial values before training, as in MultiHeadParameters and FeedForwardParameters; each part
  // has its own seed. Norms are the identity.
  static DecoderLayerParameters random(const LayerConfig& config, std::uint64_t seed);

  // Calls visit(name, matrix or row vector) for every parameter, including empty ones.
  template <class Self, class Visit>
  static void for_each(Self& self, Visit&& visit) {
    MultiHeadParameters::for_each(self.self_attention, under("self_attention", visit));
    NormParameters::for_each(self.norm_1, under("norm_1", visit));
    MultiHeadParameters::for_each(self.cross_attention, under("cross_attention", visit));
    NormParameters::for_each(self.norm_2, under("norm_2", visit));
    FeedForwardParameters::for_each(self.feed_forward, under("feed_forward", visit));
    NormParameters::for_each(self.norm_3, under("norm_3", visit));
  }
};

// The masks of the two attentions: query to query, and query to memory.
struct DecoderMasks {
  Mask self_attention;
  Mask cross_attention;
};

// Every tensor is [batch, query, d_model] unless noted, also for unbatched inputs. The last result
// is stored as `output` only; norm_3 of a post-norm layer and residual_3 of a pre-norm layer, which
// would be equal to it, stay empty. So do norm_2 or residual_2 of an attention-only layer.
struct DecoderLayerTrace {
  Keep keep = Keep::kTrace;  // kWeights keeps the attention weights only
  bool norm_first = false;
  Tensor norm_1;
  AttentionTrace self_attention;
  Tensor residual_1;  // x + self_attention.output
  Tensor norm_2;
  AttentionTrace cross_attention;
  Tensor residual_2;  // residual_1 (pre-norm) or norm_1 + cross_attention.output
  Tensor norm_3;
  FeedForwardTrace feed_forward;
  Tensor residual_3;  // norm_2 + feed_forward.y (post-norm)
  Tensor output;

  // Calls visit(name, tensor) for every field, including empty ones, in the order of computation.
  template <class Self, class Visit>
  static void for_each(Self& self, Visit&& visit) {
    if (self.norm_first) visit("norm_1", self.norm_1);
    AttentionTrace::for_each(self.self_attention, under("self_attention", visit));
    visit("residual_1", self.residual_1);
    if (!self.norm_first) visit("norm_1", self.norm_1);
    if (self.norm_first) visit("norm_2", self.norm_2);
    AttentionTrace::for_each(self.cross_attention, under("cross_attention", visit));
    visit("residual_2", self.residual_2);
    if (!self.norm_first) visit("norm_2", self.norm_2);
    visit("norm_3", self.norm_3);
    FeedForwardTrace::for_each(self.feed_forward, under("feed_forward", visit));
    visit("residual_3", self.residual_3);
    visit("output", self.output);
  }
};

struct DecoderLayerGradients {
  DecoderLayerParameters parameters;  // d_self_attention.w_q ..
  Tensor d_x, d_memory;
  Tensor d_score_bias;         // for the self-attention mask; empty when it has no score_bias
  Tensor d_memory_score_bias;  // for the cross-attention mask; likewise
};

struct DecoderLayerCache {
  KeyValueCache self_attention;   // grows with every step
  KeyValueCache cross_attention;  // keys and values of the memory, computed once

  Index length() const { return self_attention.length(); }
  void truncate(Index length) { self_attention.truncate(length); }
};

class DecoderLayer {
 public:
  using Parameters = DecoderLayerParameters;
  using Trace = DecoderLayerTrace;
  using Gradients = DecoderLayerGradients;

  // Throws std::invalid_argument as EncoderLayer does.
  DecoderLayer(const LayerConfig& config, DecoderLayerParameters parameters);

  //   x        [batch, query, d_model], or [query, d_model] unbatched
  //   memory   [batch, key, d_model], or [key, d_model] unbatched, like x
  //   options  dropout in training, and hooks
  //   trace    if not null, receives the intermediates that trace->keep selects
  //   returns output, shaped as x
  Tensor forward(const Tensor& x, const Tensor& memory, const DecoderMasks& masks,
                 const PassOptions& options = {}, DecoderLayerTrace* trace = nullptr) const;

  //   trace     from forward with the same inputs
  //   d_output  shaped as output
  DecoderLayerGradients backward(const Tensor& x, const Tensor& memory, const DecoderMasks& masks,
                                 const PassOptions& options, const DecoderLayerTrace& trace,
                                 const Tensor& d_output) const;

  // Returns a cache for step: no tokens yet, and the projected keys and values of the memory.
  //   memory  [batch, key, d_model]
  DecoderLayerCache begin(const Tensor& memory) const;

  // Processes new tokens that follow the cached ones, and appends them to the cache. The results
  // equal those of one causal pass over all tokens.
  //   x            [batch, query, d_model]
  //   memory_mask  mask of the cross-attention
  //   returns output, shaped as x
  Tensor step(const Tensor& x, DecoderLayerCache& cache, const Mask& memory_mask,
              DecoderLayerTrace* trace = nullptr) const;

  // Packs the matrices in this form and frees the float32 ones; see MultiHead.
  void pack_as(ParameterForm form) {
    self_attention_.pack_as(form);
    cross_attention_.pack_as(form);
    feed_forward_.pack_as(form);
  }
  std::size_t packed_bytes() const {
    return self_attention_.packed_bytes() + cross_attention_.packed_bytes() +
           feed_forward_.packed_bytes();
  }

  const LayerConfig& config() const { return config_; }  // resolved

  // Calls visit(name, matrix or row vector) for every parameter, as the struct's for_each; see
  // MultiHead.
  template <class Self, class Visit>
  static void for_each_parameter(Self& self, Visit&& visit) {
    MultiHead::for_each_parameter(self.self_attention_, under("self_attention", visit));
    ResidualBlock::for_each_parameter(self.block_1_, under("norm_1", visit));
    MultiHead::for_each_parameter(self.cross_attention_, under("cross_attention", visit));
    ResidualBlock::for_each_parameter(self.block_2_, under("norm_2", visit));
    FeedForward::for_each_parameter(self.feed_forward_, under("feed_forward", visit));
    ResidualBlock::for_each_parameter(self.block_3_, under("norm_3", visit));
  }

 private:
  Tensor apply(const Tensor& x, const ResidualBlock::Part& attend_to_itself,
               const ResidualBlock::Part& attend_to_memory, const PassOptions& options,
               DecoderLayerTrace* trace) const;
  struct BackwardPass;

  LayerConfig config_;
  MultiHead self_attention_;
  ResidualBlock block_1_;
  MultiHead cross_attention_;
  ResidualBlock block_2_;
  FeedForward feed_forward_;
  ResidualBlock block_3_;
};

}  // namespace attn
