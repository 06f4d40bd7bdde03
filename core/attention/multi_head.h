// MultiHead(query, key, value) = concat(context_1 .. context_h) w_o + b_o
//   context_i = attention(query w_q_i, key w_k_i, value w_v_i)       (Vaswani et al. 2017, 3.2.2)
#pragma once

#include <cstdint>
#include <optional>
#include <type_traits>
#include <vector>

#include "attention/key_value_cache.h"
#include "attention/trace.h"
#include "attention/trace_hooks.h"
#include "base/matrix.h"
#include "base/tensor.h"
#include "kernels/packed_matrix.h"
#include "ops/dropout.h"
#include "ops/mask.h"
#include "ops/relative_bias.h"
#include "ops/rotary.h"

namespace attn {

// How attention encodes positions. (Positions added to the embeddings are in ops/position.h.)
enum class AttentionPositions { kNone, kRotary, kAlibi, kRelativeBuckets };

struct MultiHeadConfig {
  Index d_model = 0;  // width of query and output
  Index num_heads = 0;
  bool bias = true;

  // 0 stands for the default named in the comment.
  Index num_kv_heads = 0;  // num_heads; must divide num_heads (grouped-query; 1 is multi-query)
  Index d_head = 0;        // d_model / num_heads, which must then divide evenly
  Index d_v = 0;           // d_head: the width of a head's values
  Index d_key = 0;         // d_model: the width of `key` (PyTorch's kdim)
  Index d_value = 0;       // d_model: the width of `value` (PyTorch's vdim)

  std::optional<float> scale = {};  // 1/√d_head
  float temperature = 1;

  AttentionPositions positions = AttentionPositions::kNone;
  RotaryConfig rotary = {};
  RelativeBuckets relative_buckets = {};

  // A copy with every 0 replaced by its default. Throws std::invalid_argument for a number out of
  // range, a num_heads that num_kv_heads does not divide, a d_model that num_heads does not divide
  // if d_head is 0, and for more parameters than the maximum.
  MultiHeadConfig resolved() const;
};

struct MultiHeadParameters {
  Matrix w_q;  // [d_model, num_heads d_head]; head h owns columns [h d_head, (h+1) d_head)
  Matrix w_k;  // [d_key, num_kv_heads d_head]
  Matrix w_v;  // [d_value, num_kv_heads d_v]
  Matrix w_o;  // [num_heads d_v, d_model]
  RowVector b_q, b_k, b_v, b_o;  // as wide as the matrix of that name, or empty without bias
  Matrix relative_bias;          // [num_buckets, num_heads] for kRelativeBuckets, else empty

  // Untrained parameters. Matrices are independent normals of variance 2 / (rows + columns) (Glorot
  // & Bengio 2010), each from its own stream of the seed. relative_bias has variance 1. Biases
  // are 0.
  static MultiHeadParameters random(const MultiHeadConfig& config, std::uint64_t seed);

  // visit(name, matrix or row vector) for every parameter, empty ones too.
  template <class Self, class Visit>
  static void for_each(Self& self, Visit&& visit) {
    visit("w_q", self.w_q);
    visit("b_q", self.b_q);
    visit("w_k", self.w_k);
    visit("b_k", self.b_k);
    visit("w_v", self.w_v);
    visit("b_v", self.b_v);
    visit("w_o", self.w_o);
    visit("b_o", self.b_o);
    visit("relative_bias", self.relative_bias);
  }
};

struct MultiHeadOptions {
  Dropout dropout = {};   // on the weights, in training
  TraceHooks hooks = {};  // at the fields of the trace, and at the parameters
};

struct MultiHeadGradients {
  MultiHeadParameters parameters;  // d_w_q ..
  Tensor d_query, d_key, d_value;  // in self-attention the gradient of x is their sum
  Tensor d_score_bias;             // empty when the mask has none
};

class MultiHead {
 public:
  // Throws std::invalid_argument as MultiHeadConfig::resolved does, or for a parameter whose shape
  // does not match the configuration (naming both).
  MultiHead(const MultiHeadConfig& config, MultiHeadParameters parameters);

  // A layer of zeros for inference, as after pack_as. for_each_packed sets its matrices,
  // for_each_parameter its other parameters.
  MultiHead(const MultiHeadConfig& config, ParameterForm form);

  //   query  [batch, query, d_model], or [query, d_model] unbatched
  //   key    [batch, key, d_key]      or [key, d_key]
  //   value  [batch, key, d_value]    or [key, d_value]
  //   trace  if not null, receives the intermediates that trace->keep selects, always with a batch
  //          axis
  //   returns output, shaped as query
  // In self-attention query, key and value are the same tensor; in cross-attention key and value
  // are.
  Tensor forward(const Tensor& query, const Tensor& key, const Tensor& value, const Mask& mask,
                 const MultiHeadOptions& options = {}, AttentionTrace* trace = nullptr) const;

  //   trace     forward's trace for the same inputs; backward reads its q, k, v, weights and concat
  //   d_output  shaped as output
  //   wanted    kGradientsOfParameters leaves d_query, d_key and d_value empty, unless the layer is
  //             packed
  MultiHeadGradients backward(const Tensor& query, const Tensor& key, const Tensor& value,
                              const Mask& mask, const MultiHeadOptions& options,
                              const AttentionTrace& trace, const Tensor& d_output,
                              Wanted wanted = Wanted::kAllGradients) const;

  // Causal self-attention of new tokens to all cached tokens and themselves. Appends the new tokens
  // to the cache. Stepping through a sequence in parts of any size gives the same result as one
  // causal pass; the same bits as long as all keys fit in one block (tiled_attention.h).
  //   x  [batch, query, d_model]; batch must match a cache that is not empty
  //   returns output, shaped as x
  Tensor step(const Tensor& x, KeyValueCache& cache, AttentionTrace* trace = nullptr) const;

  // Projects a sequence that is attended to repeatedly, such as the encoder's output.
  KeyValueCache project_key_value(const Tensor& key, const Tensor& value) const;

  // Cross-attention of x [batch, query, d_model] to a cache from project_key_value.
  Tensor attend_to(const Tensor& x, const KeyValueCache& cache, const Mask& mask,
                   AttentionTrace* trace = nullptr) const;

  // Packs w_q, w_k, w_v and w_o in this form, rounded, and frees the float32 ones, for inference:
  // they are then empty in parameters(), and backward computes no gradients of parameters.
  // Throws std::invalid_argument for a parameter that the form cannot represent; the layer is then
  // unusable.
  void pack_as(ParameterForm form);
  std::size_t packed_bytes() const { return w_qkv_.bytes() + w_o_.bytes(); }

  const MultiHeadConfig& config() const { return config_; }  // resolved
  const MultiHeadParameters& parameters() const { return parameters_; }

  // visit(name, matrix or row vector) for every parameter, as MultiHeadParameters::for_each. If the
  // layer is not const, `visit` may change the elements, but not the shapes.
  template <class Self, class Visit>
  static void for_each_parameter(Self& self, Visit&& visit) {
    MultiHeadParameters::for_each(self.parameters_, visit);
    if constexpr (!std::is_const_v<Self>) self.pack();
  }

  // visit(name, PackedParameter) for every packed matrix of a layer for inference.
  template <class Visit>
  static void for_each_packed(MultiHead& self, Visit&& visit) {
    const char* names[] = {"w_q", "w_k", "w_v"};
    for (int each = kQuery; each < kProjections; ++each) {
      PackedParameter parameter{&self.w_qkv_, self.projections_[each].first};
      visit(names[each], parameter);
    }
    PackedParameter w_o{&self.w_o_, 0};
    visit("w_o", w_o);
  }

 private:
  void pack();
  // Sets projections_ and b_qkv_.
  void set_parts();

  // The projections, in the order of their columns in w_qkv_.
  enum Projection { kQuery, kKey, kValue, kProjections };
  struct Columns {
    Index first, heads, width;  // first column in w_qkv_, number of heads, columns per head
    Index end() const { return first + heads * width; }
  };

  struct Projected;
  // Projects x to the parts `first` to `last` with one product. x begins at first_position.
  void project(const Tensor& x, Projection first, Projection last, Index first_position,
               const TraceHooks& hooks, Projected& projected) const;
  // Projects keys and values from position 0 on, with one product if they are the same tensor.
  void project(const Tensor& key, const Tensor& value, const TraceHooks& hooks,
               Projected& projected) const;
  Factor factor(Projection projection) const;

  // Everything after the projections, including copying q, k and v to the trace.
  Tensor attend(const Tensor& query, AttendedHeads heads, const Mask& mask,
                const MultiHeadOptions& options, AttentionTrace* trace) const;

  // The backward pass of output = concat w_o + b_o, which adds to d.w_o and d.b_o.
  //   returns d_context [batch, head, query, d_v]
  Tensor output_backward(const AttentionTrace& trace, const Tensor& d_output,
                         const TraceHooks& hooks, MultiHeadParameters& d) const;

  MultiHeadConfig config_;
  MultiHeadParameters parameters_;
  // The parameters, packed for the products.
  PackedMatrix w_qkv_, w_o_;  // w_qkv_: w_q, w_k and w_v side by side, where projections_ says
  Columns projections_[kProjections];
  RowVector b_qkv_;  // as wide as w_qkv_, or empty
};

}  // namespace attn
