// From ids or patches to the vectors that the first layer reads:
//
//   sum      = embedding[ids] scale + positions + types[type_ids]      scale is √d_model or 1
//   sum      = patches w_patch + b_patch + positions                   of images
//   embedded = dropout(norm(sum))                                      the norm is optional
//
// With a class token, a learned vector precedes the sequence and gets the first position.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/enum_words.h"
#include "base/tensor.h"
#include "kernels/packed_matrix.h"
#include "layers/hooked_norm.h"
#include "layers/pass_options.h"
#include "models/token_ids.h"
#include "ops/layer_norm.h"

namespace attn {

enum class EmbeddingPositions { kSinusoidal, kLearned, kNone };
inline constexpr EnumWords kEmbeddingPositionsWords = {"sinusoidal", "learned", "none"};

struct InputEmbeddingConfig {
  Index d_model = 0;
  Index vocab_size = 0;  // of tokens; 0 for patches
  Index d_patch = 0;     // numbers in a patch; 0 for tokens
  Index max_length = 0;  // needed for learned positions; includes the class token
  Index num_types = 0;   // 0: no type embeddings
  EmbeddingPositions positions = EmbeddingPositions::kSinusoidal;
  bool class_token = false;
  bool scale_embedding = true;  // multiply token embeddings by √d_model (Vaswani et al. 2017, 3.4)
  bool norm = false;            // normalize the sum
  NormKind norm_kind = NormKind::kLayer;
  float epsilon = 1e-5f;
  float position_scale = 1;  // factor of sinusoidal positions
  // Initial standard deviation of all tables and of the class token. 0 means 1 for learned
  // positions; for the others 1 / √d_model with `scale_embedding`, and 1 without.
  double embedding_std = 0;

  // Throws std::invalid_argument for vocab_size < 1 without patches, for d_patch or num_types < 0,
  // and for max_length < 1 with learned positions.
  void check() const;
};

struct InputEmbeddingParameters {
  Matrix embedding;       // [vocab_size, d_model], or empty for patches
  Matrix positions;       // [max_length, d_model] when learned, else empty
  Matrix types;           // [num_types, d_model], or empty
  Matrix w_patch;         // [d_patch, d_model], or empty for tokens
  RowVector b_patch;      // [d_model], likewise
  RowVector class_token;  // [d_model], or empty
  NormParameters norm;    // empty without a norm

  // Initial values before training: tables are normal with the configured standard deviations, and
  // w_patch with variance 2 / (rows + columns), each from the stream prefix + name of the seed.
  static InputEmbeddingParameters random(const InputEmbeddingConfig& config, std::uint64_t seed,
                                         const std::string& prefix);

  // Calls visit(name, matrix or row vector) for every parameter, including empty ones.
  template <class Self, class Visit>
  static void for_each(Self& self, Visit&& visit) {
    visit("embedding", self.embedding);
    visit("positions", self.positions);
    visit("types", self.types);
    visit("w_patch", self.w_patch);
    visit("b_patch", self.b_patch);
    visit("class_token", self.class_token);
    NormParameters::for_each(self.norm, under("embedding_norm", visit));
  }
  // The parameters that an encoder-decoder has, "source_embedding" "target_embedding" ..: no
  // patches, no class token, and no types of the target.
  template <class Self, class Visit>
  static void for_each_of_two(Self& source, Self& target, Visit&& visit) {
    visit("source_embedding", source.embedding);
    visit("target_embedding", target.embedding);
    visit("source_positions", source.positions);
    visit("target_positions", target.positions);
    visit("source_types", source.types);
    NormParameters::for_each(source.norm, under("source_embedding_norm", visit));
    NormParameters::for_each(target.norm, under("target_embedding_norm", visit));
  }
};

// The input of one sequence side. Tokens have ids, images have patches.
struct EmbeddingInputs {
  const TokenIds* ids = nullptr;
  const TokenIds* type_ids = nullptr;  // shaped as ids; null or empty: type 0
  const Tensor* patches = nullptr;     // [batch, patch, d_patch]
};

struct InputEmbeddingTrace {
  Tensor embedding_sum;  // [batch, n, d_model]  before the norm; only with a norm
  Tensor embedded;       // [batch, n, d_model]

  // Calls visit(name, tensor) for both fields, under the names of their side.
  template <class Self, class Visit>
  static void for_each(Self& self, const char* sum_name, const char* name, Visit&& visit) {
    visit(sum_name, self.embedding_sum);
    visit(name, self.embedded);
  }
};

class InputEmbedding {
 public:
  //   prefix  of the names of the parameters and of the trace's fields: "", "source_", "target_"
  // Throws std::invalid_argument as InputEmbeddingConfig::check, and if a parameter's shape does
  // not match the configuration (naming both).
  InputEmbedding(const InputEmbeddingConfig& config, InputEmbeddingParameters parameters,
                 const std::string& prefix);
  // An embedding of zeros for inference, as after pack_as; see MultiHead.
  InputEmbedding(const InputEmbeddingConfig& config, ParameterForm form);

  // Packs the table of tokens in this form and frees the float32 one; see MultiHead. It is packed
  // transposed, so that a tied head can multiply with it. The other tables are small and stay in
  // float32.
  void pack_as(ParameterForm form);
  // [d_model, vocab_size]; empty unless it is packed.
  const PackedMatrix& packed_table() const { return packed_table_; }
  PackedMatrix& packed_table() { return packed_table_; }

  // x tableᵀ + bias: a logit for each token.
  //   x  [n, d_model]    bias  [vocab_size]    returns [n, vocab_size]
  Matrix token_logits(ConstMatrixRef x, const RowVector& bias) const;

  Index batch(const EmbeddingInputs& inputs) const;
  // The length of the embedded sequence: that of the inputs, plus the class token.
  Index length(const EmbeddingInputs& inputs) const;

  // The vectors of the first n positions: [n, d_model], or empty for kNone.
  // Throws std::invalid_argument for more than max_length learned positions.
  Matrix positions(Index n) const;

  //   positions  [n, d_model], or empty
  //   n_axis     the name of the sequence axis
  //   options    dropout of the embedded vectors, and hooks at the fields of the trace
  //   returns embedded [batch, n, d_model]
  // Throws std::invalid_argument for an id outside its table.
  Tensor forward(const EmbeddingInputs& inputs, ConstMatrixRef positions, const char* n_axis,
                 const PassOptions& options = {}, InputEmbeddingTrace* trace = nullptr) const;

  // The gradients of all parameters, except that of a packed table of tokens.
  //   trace       from forward with the same inputs
  //   d_embedded  [batch, n, d_model]
  InputEmbeddingParameters backward(const EmbeddingInputs& inputs, const PassOptions& options,
                                    const InputEmbeddingTrace& trace,
                                    const Tensor& d_embedded) const;

  const InputEmbeddingConfig& config() const { return config_; }
  const InputEmbeddingParameters& parameters() const { return parameters_; }
  InputEmbeddingParameters& parameters() { return parameters_; }

 private:
  Dropout dropout_of(const PassOptions& options) const;
  HookedNorm norm_of(const TraceHooks& hooks) const;
  Matrix look_up(const std::vector<Index>& ids) const;

  InputEmbeddingConfig config_;
  InputEmbeddingParameters parameters_;
  PackedMatrix packed_table_;
  std::string prefix_;  // of the names of the trace's fields
  std::string norm_name_ = prefix_ + "embedding_norm";
};

}  // namespace attn
