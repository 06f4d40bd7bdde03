// What forward and backward of Performer go through alike.
//
// The denominator rides along as one more column: values [key, d_v + 1] are v with a 1 behind, so
// that sums [feature, d_v + 1] are sum_j exp(key_exponents[j] - peaks) values[j].
#pragma once

#include <cstdint>
#include <vector>

#include "efficient/performer.h"
#include "ops/softmax.h"

namespace attn {

struct PerformerSetup {
  AttentionCall call;
  float root_scale = 1;
  Matrix features;         // [feature, d_head]
  Matrix scaled_features;  // times root_scale
};

// Throws std::invalid_argument as performer_attention says.
PerformerSetup performer_setup(const Tensor& q, const Tensor& k, const Tensor& v,
                               const Performer& config, const VariantOptions& options);

// One head's keys and values by features, and its queries.
class PerformerHead {
 public:
  PerformerHead(const PerformerSetup& setup, bool causal, const std::uint8_t* is_real,
                ConstMatrixMap q, ConstMatrixMap k, ConstMatrixMap v);

  // The keys that query i may see, counted from the first.
  Index visible(Index i) const;
  // How query i fares.
  RowStatus status(Index i) const;

  // One more key into sums and peaks; correcting the sums where a peak grows. Padding is passed by.
  //   peaks [1, feature], -inf at first    sums [feature, d_v + 1], 0 at first
  void add_key(Index j, RowVector& peaks, MatrixRef sums) const;

  // All keys at once: sums of the non-causal form, with the largest exponent of each feature.
  //   features  [key, feature]  out: key_features of each
  void add_all_keys(RowVector& peaks, MatrixRef features, MatrixRef sums) const;

  // exp(query_exponents + peaks - their maximum) of a row, [feature]: with it, the row's context is
  // weighted sums / its last column. 0 for a query without keys, NaN for one that is not finite.
  void query_features(Index i, const RowVector& peaks, float* features) const;

  // exp(key_exponents - peaks) of a row, [feature]; 0 for padding.
  void key_features(Index j, const float* peaks, float* features) const;

  const Matrix& query_exponents() const { return query_exponents_; }
  const Matrix& key_exponents() const { return key_exponents_; }
  const Matrix& values() const { return values_; }
  bool is_real(Index j) const { return is_real_ == nullptr || is_real_[j] != 0; }

 private:
  bool causal_;
  const std::uint8_t* is_real_;
  Index first_real_ = 0;      // n_key when there is none
  Index first_overflow_ = 0;  // likewise
  Matrix query_exponents_, key_exponents_, values_;
};

// context [query, d_v] from weighted [query, d_v + 1]: each row by its last element, 0 by 0 is 0.
void divide_by_last(ConstMatrixRef weighted, MatrixRef context);

}  // namespace attn
