#include "kernels/row_softmax.h"

#include "base/finite.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/row_softmax.cpp"
#include "kernels/targets.h"
// Must follow targets.h, which says for which targets these kernels are compiled.
#include <hwy/foreach_target.h>

#include "kernels/exp-inl.h"
#include "kernels/row_vectors-inl.h"

HWY_BEFORE_NAMESPACE();
namespace attn::HWY_NAMESPACE {

RowPeak row_peak(const float* x, Index n) {
  const Floats d;
  const FloatVec infinity = constant(kInfinity);
  // Two accumulators of each, because each maximum waits for the previous one.
  FloatVec max_a = hn::Set(d, -kInfinity), max_b = max_a;
  auto finite_a = hn::Lt(max_a, infinity), finite_b = finite_a;
  Index j = 0;
  for (; j + 2 * kLanes <= n; j += 2 * kLanes) {
    const FloatVec a = hn::LoadU(d, x + j), b = hn::LoadU(d, x + j + kLanes);
    max_a = hn::Max(max_a, a);
    max_b = hn::Max(max_b, b);
    finite_a = hn::And(finite_a, hn::Lt(a, infinity));
    finite_b = hn::And(finite_b, hn::Lt(b, infinity));
  }
  for (; j < n; j += kLanes) {
    const FloatVec a = load_up_to(x + j, n - j, -kInfinity);
    max_a = hn::Max(max_a, a);
    finite_a = hn::And(finite_a, hn::Lt(a, infinity));
  }
  return {hn::GetLane(hn::MaxOfLanes(d, hn::Max(max_a, max_b))),
          hn::AllTrue(d, hn::And(finite_a, finite_b))};
}

float row_exponentials(const float* x, Index n, float max, float temperature, float* y) {
  const Floats d;
  if (temperature != 1) {
    // Divide after the subtraction: dividing the scores themselves might overflow.
    const FloatVec shift = hn::Set(d, max), divisor = hn::Set(d, temperature);
    map_row(x, n, y, [&](FloatVec v) HWY_ATTR { return hn::Div(hn::Sub(v, shift), divisor); });
    x = y;
    max = 0;
  }
  const FloatVec shift = hn::Set(d, max);
  const auto exponential = [&](FloatVec v)
                               HWY_ATTR { return exp_of_nonpositive(hn::Sub(v, shift)); };
  static_assert(kSummedAtOnce % kLanes == 0);
  FloatVec total = hn::Zero(d);
  for (Index j = 0; j < n;) {
    const Index end = n - j < kSummedAtOnce ? n : j + kSummedAtOnce;
    // Two vectors at once, which load the constants once.
    FloatVec sum = hn::Zero(d);
    for (; j + 2 * kLanes <= end; j += 2 * kLanes) {
      const FloatVec a = exponential(hn::LoadU(d, x + j));
      const FloatVec b = exponential(hn::LoadU(d, x + j + kLanes));
      hn::StoreU(a, d, y + j);
      hn::StoreU(b, d, y + j + kLanes);
      sum = hn::Add(hn::Add(sum, a), b);
    }
    for (; j < end; j += kLanes) {
      const FloatVec v = exponential(load_up_to(x + j, end - j, -kInfinity));
      store_up_to(v, y + j, end - j);
      sum = hn::Add(sum, v);
    }
    total = hn::Add(total, sum);
  }
  return sum_of_lanes(total);
}

void divide_row(float* y, Index n, float divisor) {
  const FloatVec by = hn::Set(Floats(), divisor);
  map_row(y, n, y, [&](FloatVec v) HWY_ATTR { return hn::Div(v, by); });
}

float mean_d_weight(const float* weights, const float* d_weights, Index n) {
  const Floats d;
  const FloatVec zero = hn::Zero(d);
  const auto add = [&](FloatVec weight, FloatVec d_weight, FloatVec sum) HWY_ATTR {
    return mul_add(weight, hn::IfThenZeroElse(hn::Eq(weight, zero), d_weight), sum);
  };
  // Two accumulators, because each sum waits for the previous one.
  FloatVec sum_a = zero, sum_b = zero;
  Index j = 0;
  for (; j + 2 * kLanes <= n; j += 2 * kLanes) {
    sum_a = add(hn::LoadU(d, weights + j), hn::LoadU(d, d_weights + j), sum_a);
    sum_b = add(hn::LoadU(d, weights + j + kLanes), hn::LoadU(d, d_weights + j + kLanes), sum_b);
  }
  for (; j + kLanes <= n; j += kLanes) {
    sum_a = add(hn::LoadU(d, weights + j), hn::LoadU(d, d_weights + j), sum_a);
  }
  if (j < n) {
    sum_b = add(load_first(weights + j, n - j, 0), load_first(d_weights + j, n - j, 0), sum_b);
  }
  return sum_of_lanes(hn::Add(sum_a, sum_b));
}

void row_d_scores(const float* weights, const float* d_weights, Index n, float mean,
                  float* d_scores) {
  const FloatVec zero = hn::Zero(Floats()), shift = hn::Set(Floats(), mean);
  map_rows(weights, d_weights, n, d_scores, [&](FloatVec weight, FloatVec d_weight) HWY_ATTR {
    return hn::IfThenZeroElse(hn::Eq(weight, zero), hn::Mul(weight, hn::Sub(d_weight, shift)));
  });
}

}  // namespace attn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace attn {

HWY_EXPORT(row_peak);
RowPeak row_peak(const float* x, Index n) { return HWY_DYNAMIC_DISPATCH(row_peak)(x, n); }

HWY_EXPORT(row_exponentials);
float row_exponentials(const float* x, Index n, float max, float temperature, float* y) {
  return HWY_DYNAMIC_DISPATCH(row_exponentials)(x, n, max, temperature, y);
}

HWY_EXPORT(divide_row);
void divide_row(float* y, Index n, float divisor) {
  HWY_DYNAMIC_DISPATCH(divide_row)(y, n, divisor);
}

HWY_EXPORT(mean_d_weight);
float mean_d_weight(const float* weights, const float* d_weights, Index n) {
  return HWY_DYNAMIC_DISPATCH(mean_d_weight)(weights, d_weights, n);
}

HWY_EXPORT(row_d_scores);
void row_d_scores(const float* weights, const float* d_weights, Index n, float mean,
                  float* d_scores) {
  HWY_DYNAMIC_DISPATCH(row_d_scores)(weights, d_weights, n, mean, d_scores);
}

void scale_where_nonzero(const float* factors, const float* x, Index n, float* y) {
  row_d_scores(factors, x, n, 0, y);
}

}  // namespace attn
#endif  // HWY_ONCE
