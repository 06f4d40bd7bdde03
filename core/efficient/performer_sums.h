// The computations that Performer's forward and backward share.
//
// The denominator is computed as one extra column: values [key, d_v + 1] is v with a column of ones
// appended, and sums [feature, d_v + 1] is sum_j exp(key_exponents[j] - peaks) values[j].
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

// Throws std::invalid_argument as performer_attention does.
PerformerSetup performer_setup(const Tensor& q, const Tensor& k, const Tensor& v,
                               const Performer& config, const VariantOptions& options);

// The queries, keys and values of one head in feature space.
class PerformerHead {
 public:
  PerformerHead(const PerformerSetup& setup, bool causal, RealKeys is_real, ConstMatrixMap q,
                ConstMatrixMap k, ConstMatrixMap v);

  // Query i sees the keys [0, visible(i)).
  Index visible(Index i) const;

  // Adds key j to the sums and updates the peaks; where a peak grows, rescales the sums. Skips
  // padding.
  //   peaks  [1, feature]        running maxima, initially -inf
  //   sums   [feature, d_v + 1]  initially 0
  void add_key(Index j, RowVector& peaks, MatrixRef sums) const;

  // Computes peaks and sums over all keys, for the non-causal form.
  //   features  [key, feature]  out: key_features of each key
  void add_all_keys(RowVector& peaks, MatrixRef features, MatrixRef sums) const;

  // The features [feature] of query i: exp(query_exponents + peaks - max), with the max over the
  // row. The query's context is features · sums, divided by its last element. All 0 for a query
  // without keys, NaN for a row that is kNotFinite. Returns the row's status.
  RowStatus query_features(Index i, const RowVector& peaks, float* features) const;

  // The features [feature] of key j: exp(key_exponents - peaks); 0 for padding.
  void key_features(Index j, const float* peaks, float* features) const;

  const Matrix& query_exponents() const { return query_exponents_; }
  const Matrix& key_exponents() const { return key_exponents_; }
  const Matrix& values() const { return values_; }
  bool is_real(Index j) const { return is_real_[j]; }

 private:
  bool causal_;
  RealKeys is_real_;
  Index first_real_ = 0;      // n_key if there is none
  Index first_overflow_ = 0;  // likewise
  Matrix query_exponents_, key_exponents_, values_;
};

// weighted [query, d_v + 1] -> context [query, d_v]: divides each row by its last element; 0 / 0 is
// 0.
void divide_by_last(ConstMatrixRef weighted, MatrixRef context);

}  // namespace attn
