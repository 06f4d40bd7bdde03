// The heads that a language model of the BERT family may have on top of its last layer
// (Devlin et al. 2019, sections 3.1 and A.1):
//
//   pooler_output = tanh(x w + b)                        x of the first token
//   logits        = norm(activate(x w_transform + b_transform)) w_out + b_out
//
// The second is the head that predicts masked words. If it is tied, w_out is the transposed table
// of tokens.
#pragma once

#include <cstddef>

#include "kernels/packed_matrix.h"
#include "layers/part.h"
#include "models/input_embedding.h"
#include "ops/activation.h"
#include "ops/layer_norm.h"

namespace attn {

struct EncoderHeadsConfig {
  bool pooler = false;
  bool masked_words = false;

  // Settings of the head for masked words.
  bool tied = true;
  Activation activation = Activation::kGelu;
  float epsilon = 1e-12f;
};

// The gradients of the parameters of the head for masked words.
struct WordHeadGradients {
  Matrix w_transform;     // [d_model, d_model]
  RowVector b_transform;  // [d_model]
  NormParameters norm;
  Matrix table;     // [vocab_size, d_model]  w_out transposed; if tied, the table of tokens
  RowVector b_out;  // [vocab_size]

  // Names as EncoderHeads::for_each_parameter, without "masked_words.".
  template <class Self, class Visit>
  static void for_each(Self& self, Visit&& visit) {
    visit("w_transform", self.w_transform);
    visit("b_transform", self.b_transform);
    NormParameters::for_each(self.norm, under("norm", visit));
    visit("table", self.table);
    visit("b_out", self.b_out);
  }
};

class EncoderHeads {
 public:
  // Heads of zeros. The matrices are kept packed in this form only.
  EncoderHeads(const EncoderHeadsConfig& config, Index d_model, Index vocab_size,
               ParameterForm form);

  // The parameters of the heads that the configuration names:
  //   pooler.w [d_model, d_model]    pooler.b [d_model]
  //   masked_words.w_transform [d_model, d_model]    masked_words.b_transform [d_model]
  //   masked_words.norm.gamma, masked_words.norm.beta [d_model]
  //   masked_words.table [vocab_size, d_model]  w_out transposed, unless tied
  //   masked_words.b_out [vocab_size]
  // Calls visit(name, PackedParameter) for each matrix, the table transposed, and visit(name, row
  // vector) for each vector.
  template <class Visit>
  static void for_each_parameter(EncoderHeads& self, Visit&& visit) {
    PackedParameter pooler{&self.pooler_w_, 0}, transform{&self.w_transform_, 0},
        table{&self.w_out_, 0};
    if (self.config_.pooler) {
      visit("pooler.w", pooler);
      visit("pooler.b", self.pooler_b_);
    }
    if (!self.config_.masked_words) return;
    visit("masked_words.w_transform", transform);
    visit("masked_words.b_transform", self.b_transform_);
    visit("masked_words.norm.gamma", self.norm_.gamma);
    visit("masked_words.norm.beta", self.norm_.beta);
    if (!self.config_.tied) visit("masked_words.table", table);
    visit("masked_words.b_out", self.b_out_);
  }

  const EncoderHeadsConfig& config() const { return config_; }
  std::size_t parameter_bytes() const;

  // Requires a pooler.
  //   x  [n, d_model]  the last layer's vectors of first tokens
  //   returns [n, d_model]
  Matrix pooler_output(ConstMatrixRef x) const;

  // Requires a head for masked words.
  //   x       [n, d_model]  the last layer's vectors of masked words
  //   tokens  the model's embedding of tokens
  //   returns logits [n, vocab_size]
  Matrix word_logits(ConstMatrixRef x, const InputEmbedding& tokens) const;

  //   x, tokens  as in word_logits
  //   d_logits   [n, vocab_size]
  //   d_x        [n, d_model]  out
  //   d          receives the gradients of the head's parameters; may be null
  void word_logits_backward(ConstMatrixRef x, const InputEmbedding& tokens, ConstMatrixRef d_logits,
                            MatrixRef d_x, WordHeadGradients* d) const;

 private:
  struct Transformed;
  Transformed transformed(ConstMatrixRef x) const;

  EncoderHeadsConfig config_;
  PackedMatrix pooler_w_, w_transform_, w_out_;
  RowVector pooler_b_, b_transform_, b_out_;
  NormParameters norm_;
};

}  // namespace attn
