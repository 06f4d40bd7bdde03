#include "efficient/performer_sums.h"

#include <algorithm>
#include <cmath>

#include "base/check.h"
#include "base/finite.h"
#include "efficient/random_features.h"
#include "kernels/exp.h"
#include "kernels/product.h"
#include "kernels/row_softmax.h"

namespace attn {
namespace {

// x [n, d_head] -> exponents [n, feature]: (root_scale w) · x
Matrix projections(const PerformerSetup& setup, ConstMatrixRef x) {
  check_element_count({x.rows(), setup.features.rows()});
  Matrix exponents(x.rows(), setup.features.rows());
  multiply(x, transposed(setup.scaled_features), exponents);
  return exponents;
}

}  // namespace

PerformerSetup performer_setup(const Tensor& q, const Tensor& k, const Tensor& v,
                               const Performer& config, const VariantOptions& options) {
  PerformerSetup setup{check_variant_call(q, k, v, options), 1, {}, {}};
  check_min("num_features", config.num_features, 1);
  const float scale = setup.call.factor / setup.call.divisor;
  if (!(scale > 0)) refuse("expected a scale above 0, got {}", {number_text(scale)});
  setup.root_scale = std::sqrt(scale);
  setup.features = random_features(config.num_features, q.shape[3], config.seed, config.orthogonal);
  setup.scaled_features = setup.root_scale * setup.features;
  return setup;
}

PerformerHead::PerformerHead(const PerformerSetup& setup, bool causal, RealKeys is_real,
                             ConstMatrixMap q, ConstMatrixMap k, ConstMatrixMap v)
    : causal_(causal),
      is_real_(is_real),
      first_real_(k.rows()),
      first_overflow_(k.rows()),
      query_exponents_(projections(setup, q)),
      key_exponents_(projections(setup, k)),
      values_(v.rows(), v.cols() + 1) {
  const Index num_features = key_exponents_.cols();
  for (Index j = k.rows() - 1; j >= 0; --j) {
    float* exponents = key_exponents_.data() + j * num_features;
    float* value = values_.data() + j * values_.cols();
    if (!this->is_real(j)) {
      std::fill_n(exponents, num_features, -kInfinity);
      std::fill_n(value, values_.cols(), 0.0f);
      continue;
    }
    const float* key = k.data() + j * k.cols();
    float half_square = 0;
    for (Index c = 0; c < k.cols(); ++c) {
      const float y = setup.root_scale * key[c];
      half_square += y * y / 2;
    }
    for (Index m = 0; m < num_features; ++m) exponents[m] -= half_square;
    std::copy_n(v.data() + j * v.cols(), v.cols(), value);
    value[v.cols()] = 1;
    first_real_ = j;
    if (!all_finite(exponents, num_features)) first_overflow_ = j;
  }
}

Index PerformerHead::visible(Index i) const {
  const Index n_key = key_exponents_.rows();
  return causal_ ? std::max<Index>(i + n_key - query_exponents_.rows() + 1, 0) : n_key;
}

void PerformerHead::add_key(Index j, RowVector& peaks, MatrixRef sums) const {
  if (!is_real(j) || j >= first_overflow_) return;
  const float* exponents = key_exponents_.data() + j * peaks.size();
  for (Index m = 0; m < peaks.size(); ++m) {
    if (!(exponents[m] > peaks(m))) continue;
    const float correction =
        peaks(m) == -kInfinity ? 0 : exp_of_nonpositive(peaks(m) - exponents[m]);
    float* sum = sums.data() + m * sums.outerStride();
    for (Index c = 0; c < sums.cols(); ++c) sum[c] = correction != 0 ? sum[c] * correction : 0;
    peaks(m) = exponents[m];
  }
  RowVector features(peaks.size());
  key_features(j, peaks.data(), features.data());
  ProductOptions add;
  add.beta = 1;
  multiply_where_nonzero(transposed(features), values_.row(j), sums, add);
}

void PerformerHead::add_all_keys(RowVector& peaks, MatrixRef features, MatrixRef sums) const {
  const Index num_features = key_exponents_.cols();
  peaks.setConstant(num_features, -kInfinity);
  for (Index j = 0; j < key_exponents_.rows(); ++j) {
    const float* exponents = key_exponents_.data() + j * num_features;
    for (Index m = 0; m < num_features; ++m) peaks(m) = std::max(peaks(m), exponents[m]);
  }
  for (Index j = 0; j < key_exponents_.rows(); ++j) {
    key_features(j, peaks.data(), features.data() + j * features.outerStride());
  }
  multiply_where_nonzero(transposed(features), values_, sums);
}

RowStatus PerformerHead::query_features(Index i, const RowVector& peaks, float* features) const {
  const Index num_features = peaks.size();
  if (first_real_ >= visible(i)) {
    std::fill_n(features, num_features, 0.0f);
    return RowStatus::kNothingToAttend;
  }
  const float* exponents = query_exponents_.data() + i * num_features;
  for (Index m = 0; m < num_features; ++m) features[m] = exponents[m] + peaks(m);
  const float max = row_peak(features, num_features).max;
  const bool is_finite =
      first_overflow_ >= visible(i) && std::isfinite(max) && all_finite(query_exponents_.row(i));
  if (!is_finite) {
    std::fill_n(features, num_features, kNaN);
    return RowStatus::kNotFinite;
  }
  row_exponentials(features, num_features, max, 1, features);
  return RowStatus::kOk;
}

void PerformerHead::key_features(Index j, const float* peaks, float* features) const {
  const Index num_features = key_exponents_.cols();
  if (!is_real(j)) {
    std::fill_n(features, num_features, 0.0f);
    return;
  }
  const float* exponents = key_exponents_.data() + j * num_features;
  for (Index m = 0; m < num_features; ++m) features[m] = exponents[m] - peaks[m];
  row_exponentials(features, num_features, 0, 1, features);
}

void divide_by_last(ConstMatrixRef weighted, MatrixRef context) {
  for (Index i = 0; i < context.rows(); ++i) {
    const float* sums = weighted.data() + i * weighted.outerStride();
    float* row = context.data() + i * context.outerStride();
    const float denominator = sums[context.cols()];
    for (Index c = 0; c < context.cols(); ++c) {
      row[c] = denominator == 0 ? 0 : sums[c] / denominator;
    }
  }
}

}  // namespace attn
