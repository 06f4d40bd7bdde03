#include "kernels/layer_norm.h"

#include "kernels/targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/layer_norm.cpp"
#include <hwy/foreach_target.h>

#include "kernels/simd-inl.h"

HWY_BEFORE_NAMESPACE();
namespace attn::HWY_NAMESPACE {

// The largest vectors are for doubles first, and then for single ones: what is left of a row goes
// through the same code, one element at a time.
template <class D>
struct Doubles {
  using V = hn::Vec<D>;
  static constexpr Index kWidth = static_cast<Index>(hn::MaxLanes(D()));
  static constexpr hn::Rebind<float, D> kFloats{};

  static HWY_INLINE HWY_ATTR V same(double value) { return hn::Set(D(), value); }
  static HWY_INLINE HWY_ATTR V load(const float* x) {
    return hn::PromoteTo(D(), hn::LoadU(kFloats, x));
  }
  static HWY_INLINE HWY_ATTR void store(V v, float* y) {
    hn::StoreU(hn::DemoteTo(kFloats, v), kFloats, y);
  }
  static HWY_INLINE HWY_ATTR void add_to(double* sum, V v) {
    hn::StoreU(hn::Add(hn::LoadU(D(), sum), v), D(), sum);
  }
};

using Wide = Doubles<hn::ScalableTag<double>>;
using Single = Doubles<hn::CappedTag<double, 1>>;

// Sums of whole vectors, then of what is left.
struct Sum {
  Wide::V wide;
  Single::V single;

  HWY_INLINE HWY_ATTR Sum() : wide(Wide::same(0)), single(Single::same(0)) {}
  HWY_INLINE HWY_ATTR void add(Wide::V v) { wide = hn::Add(wide, v); }
  HWY_INLINE HWY_ATTR void add_single(Single::V v) { single = hn::Add(single, v); }
  HWY_INLINE HWY_ATTR double total() const {
    return hn::GetLane(hn::SumOfLanes(hn::ScalableTag<double>(), wide)) + hn::GetLane(single);
  }
};

double row_sum(const float* x, Index n) {
  // Two, since a sum waits for the one before.
  Sum even, odd;
  Index c = 0;
  for (; c + 2 * Wide::kWidth <= n; c += 2 * Wide::kWidth) {
    even.add(Wide::load(x + c));
    odd.add(Wide::load(x + c + Wide::kWidth));
  }
  for (; c < n; ++c) even.add_single(Single::load(x + c));
  return even.total() + odd.total();
}

template <class D>
HWY_INLINE HWY_ATTR typename D::V squared_distance(const float* x, double mean) {
  const auto distance = hn::Sub(D::load(x), D::same(mean));
  return hn::Mul(distance, distance);
}

double row_square_sum(const float* x, Index n, double mean) {
  Sum even, odd;
  Index c = 0;
  for (; c + 2 * Wide::kWidth <= n; c += 2 * Wide::kWidth) {
    even.add(squared_distance<Wide>(x + c, mean));
    odd.add(squared_distance<Wide>(x + c + Wide::kWidth, mean));
  }
  for (; c < n; ++c) even.add_single(squared_distance<Single>(x + c, mean));
  return even.total() + odd.total();
}

template <class D>
HWY_INLINE HWY_ATTR typename D::V standardized(const float* x, double mean, double scale) {
  return hn::Mul(hn::Sub(D::load(x), D::same(mean)), D::same(scale));
}

template <class D>
HWY_INLINE HWY_ATTR void normalize_at(const float* x, double mean, double scale, const float* gamma,
                                      const float* beta, float* y) {
  const auto scaled = hn::Mul(standardized<D>(x, mean, scale), D::load(gamma));
  D::store(beta == nullptr ? scaled : hn::Add(scaled, D::load(beta)), y);
}

void normalize_row(const float* x, Index n, double mean, double scale, const float* gamma,
                   const float* beta, float* y) {
  const auto beta_at = [&](Index c) { return beta == nullptr ? nullptr : beta + c; };
  Index c = 0;
  for (; c + Wide::kWidth <= n; c += Wide::kWidth) {
    normalize_at<Wide>(x + c, mean, scale, gamma + c, beta_at(c), y + c);
  }
  for (; c < n; ++c) normalize_at<Single>(x + c, mean, scale, gamma + c, beta_at(c), y + c);
}

template <class D>
struct NormTerms {
  typename D::V g, g_z;

  HWY_INLINE HWY_ATTR NormTerms(const float* x, const float* d_y, double mean, double scale,
                                const float* gamma, double* d_gamma, double* d_beta) {
    const auto z = standardized<D>(x, mean, scale), d = D::load(d_y);
    D::add_to(d_gamma, hn::Mul(d, z));
    D::add_to(d_beta, d);
    g = hn::Mul(d, D::load(gamma));
    g_z = hn::Mul(g, z);
  }
};

NormSums normalize_row_backward_sums(const float* x, const float* d_y, Index n, double mean,
                                     double scale, const float* gamma, double* d_gamma,
                                     double* d_beta) {
  Sum g, g_z;
  Index c = 0;
  for (; c + Wide::kWidth <= n; c += Wide::kWidth) {
    const NormTerms<Wide> terms(x + c, d_y + c, mean, scale, gamma + c, d_gamma + c, d_beta + c);
    g.add(terms.g);
    g_z.add(terms.g_z);
  }
  for (; c < n; ++c) {
    const NormTerms<Single> terms(x + c, d_y + c, mean, scale, gamma + c, d_gamma + c, d_beta + c);
    g.add_single(terms.g);
    g_z.add_single(terms.g_z);
  }
  return {g.total(), g_z.total()};
}

template <class D>
HWY_INLINE HWY_ATTR void normalize_backward_at(const float* x, const float* d_y, double mean,
                                               double scale, const float* gamma, double g_mean,
                                               double g_z_mean, float* d_x) {
  const auto g = hn::Mul(D::load(d_y), D::load(gamma));
  const auto pull = hn::Mul(standardized<D>(x, mean, scale), D::same(g_z_mean));
  D::store(hn::Mul(D::same(scale), hn::Sub(hn::Sub(g, D::same(g_mean)), pull)), d_x);
}

void normalize_row_backward(const float* x, const float* d_y, Index n, double mean, double scale,
                            const float* gamma, double g_mean, double g_z_mean, float* d_x) {
  Index c = 0;
  for (; c + Wide::kWidth <= n; c += Wide::kWidth) {
    normalize_backward_at<Wide>(x + c, d_y + c, mean, scale, gamma + c, g_mean, g_z_mean, d_x + c);
  }
  for (; c < n; ++c) {
    normalize_backward_at<Single>(x + c, d_y + c, mean, scale, gamma + c, g_mean, g_z_mean,
                                  d_x + c);
  }
}

}  // namespace attn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace attn {

HWY_EXPORT(row_sum);
double row_sum(const float* x, Index n) { return HWY_DYNAMIC_DISPATCH(row_sum)(x, n); }

HWY_EXPORT(row_square_sum);
double row_square_sum(const float* x, Index n, double mean) {
  return HWY_DYNAMIC_DISPATCH(row_square_sum)(x, n, mean);
}

HWY_EXPORT(normalize_row);
void normalize_row(const float* x, Index n, double mean, double scale, const float* gamma,
                   const float* beta, float* y) {
  HWY_DYNAMIC_DISPATCH(normalize_row)(x, n, mean, scale, gamma, beta, y);
}

HWY_EXPORT(normalize_row_backward_sums);
NormSums normalize_row_backward_sums(const float* x, const float* d_y, Index n, double mean,
                                     double scale, const float* gamma, double* d_gamma,
                                     double* d_beta) {
  return HWY_DYNAMIC_DISPATCH(normalize_row_backward_sums)(x, d_y, n, mean, scale, gamma, d_gamma,
                                                           d_beta);
}

HWY_EXPORT(normalize_row_backward);
void normalize_row_backward(const float* x, const float* d_y, Index n, double mean, double scale,
                            const float* gamma, double g_mean, double g_z_mean, float* d_x) {
  HWY_DYNAMIC_DISPATCH(normalize_row_backward)
  (x, d_y, n, mean, scale, gamma, g_mean, g_z_mean, d_x);
}

}  // namespace attn
#endif  // HWY_ONCE
