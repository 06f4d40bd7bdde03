#include "efficient/performer_sums.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/check.h"
#include "base/finite.h"
#include "efficient/random_features.h"
#include "kernels/exp.h"
#include "kernels/product.h"

namespace attn {
namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();

// x [n, d_head] -> exponents [n, feature]: w · (root_scale x)
Matrix projections(const PerformerSetup& setup, ConstMatrixRef x) {
  const Matrix scaled = setup.root_scale * x;
  element_count({x.rows(), setup.features.rows()});
  Matrix exponents(x.rows(), setup.features.rows());
  multiply(scaled, transposed(setup.features), exponents);
  return exponents;
}

}  // namespace

PerformerSetup performer_setup(const Tensor& q, const Tensor& k, const Tensor& v,
                               const Performer& config, const VariantOptions& options) {
  PerformerSetup setup{check_variant_operands(q, k, v, options), 1, {}};
  check_least("num_features", config.num_features, 1);
  const float scale = setup.operands.factor / setup.operands.divisor;
  if (!(scale > 0)) refuse({"expected a scale above 0, got ", number_text(scale)});
  setup.root_scale = std::sqrt(scale);
  setup.features = random_features(config.num_features, q.shape[3], config.seed, config.orthogonal);
  return setup;
}

PerformerHead::PerformerHead(const PerformerSetup& setup, bool causal, const std::uint8_t* is_real,
                             ConstMatrixMap q, ConstMatrixMap k, ConstMatrixMap v)
    : causal_(causal),
      is_real_(is_real),
      first_real_(k.rows()),
      first_overflow_(k.rows()),
      query_exponents_(projections(setup, q)),
      key_exponents_(projections(setup, k)),
      values_(v.rows(), v.cols() + 1) {
  for (Index j = k.rows() - 1; j >= 0; --j) {
    if (!this->is_real(j)) {
      key_exponents_.row(j).setConstant(-kInfinity);
      values_.row(j).setZero();
      continue;
    }
    float half_square = 0;
    for (Index c = 0; c < k.cols(); ++c) {
      const float y = setup.root_scale * k(j, c);
      half_square += y * y / 2;
    }
    for (Index m = 0; m < key_exponents_.cols(); ++m) key_exponents_(j, m) -= half_square;
    values_.row(j).head(v.cols()) = v.row(j);
    values_(j, v.cols()) = 1;
    first_real_ = j;
    if (!all_finite(key_exponents_.row(j))) first_overflow_ = j;
  }
}

Index PerformerHead::visible(Index i) const {
  const Index n_key = key_exponents_.rows();
  return causal_ ? std::max<Index>(i + n_key - query_exponents_.rows() + 1, 0) : n_key;
}

RowStatus PerformerHead::status(Index i) const {
  if (first_real_ >= visible(i)) return RowStatus::kNothingToAttend;
  const bool is_finite = first_overflow_ >= visible(i) && all_finite(query_exponents_.row(i));
  return is_finite ? RowStatus::kOk : RowStatus::kNotFinite;
}

void PerformerHead::add_key(Index j, RowVector& peaks, MatrixRef sums) const {
  if (!is_real(j) || j >= first_overflow_) return;
  const Index width = values_.cols();
  const float* value = values_.data() + j * width;
  for (Index m = 0; m < peaks.size(); ++m) {
    const float exponent = key_exponents_(j, m);
    float* sum = sums.data() + m * sums.outerStride();
    if (exponent > peaks(m)) {
      const float correction = peaks(m) == -kInfinity ? 0 : exp_of_nonpositive(peaks(m) - exponent);
      peaks(m) = exponent;
      for (Index c = 0; c < width; ++c) sum[c] = correction != 0 ? sum[c] * correction : 0;
    }
    const float feature = exp_of_nonpositive(exponent - peaks(m));
    if (feature == 0) continue;
    for (Index c = 0; c < width; ++c) sum[c] += feature * value[c];
  }
}

void PerformerHead::add_all_keys(RowVector& peaks, MatrixRef features, MatrixRef sums) const {
  peaks.setConstant(key_exponents_.cols(), -kInfinity);
  for (Index j = 0; j < key_exponents_.rows(); ++j) {
    for (Index m = 0; m < peaks.size(); ++m) peaks(m) = std::max(peaks(m), key_exponents_(j, m));
  }
  for (Index j = 0; j < key_exponents_.rows(); ++j) {
    key_features(j, peaks.data(), features.data() + j * features.outerStride());
  }
  multiply_where_nonzero(transposed(features), values_, sums);
}

void PerformerHead::query_features(Index i, const RowVector& peaks, float* features) const {
  const Index num_features = peaks.size();
  if (status(i) != RowStatus::kOk) {
    const bool is_empty = status(i) == RowStatus::kNothingToAttend;
    std::fill_n(features, num_features, is_empty ? 0 : std::numeric_limits<float>::quiet_NaN());
    return;
  }
  float most = -kInfinity;
  for (Index m = 0; m < num_features; ++m) {
    features[m] = query_exponents_(i, m) + peaks(m);
    most = std::max(most, features[m]);
  }
  for (Index m = 0; m < num_features; ++m) features[m] = exp_of_nonpositive(features[m] - most);
}

void PerformerHead::key_features(Index j, const float* peaks, float* features) const {
  for (Index m = 0; m < key_exponents_.cols(); ++m) {
    features[m] = is_real(j) ? exp_of_nonpositive(key_exponents_(j, m) - peaks[m]) : 0;
  }
}

void divide_by_last(ConstMatrixRef weighted, MatrixRef context) {
  for (Index i = 0; i < context.rows(); ++i) {
    const float denominator = weighted(i, context.cols());
    for (Index c = 0; c < context.cols(); ++c) {
      context(i, c) = denominator == 0 ? 0 : weighted(i, c) / denominator;
    }
  }
}

}  // namespace attn
