#include "kernels/adam.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/adam.cpp"
#include "kernels/targets.h"
// Must follow targets.h, which says for which targets these kernels are compiled.
#include <hwy/foreach_target.h>

#include "kernels/row_vectors-inl.h"

HWY_BEFORE_NAMESPACE();
namespace attn::HWY_NAMESPACE {

void adam_step(const AdamStep& step, float* x, const float* g, float* m, float* v, Index n) {
  const Floats d;
  const FloatVec beta_1 = hn::Set(d, step.beta_1), rest_1 = hn::Set(d, step.one_minus_beta_1);
  const FloatVec beta_2 = hn::Set(d, step.beta_2), rest_2 = hn::Set(d, step.one_minus_beta_2);
  const FloatVec rate = hn::Set(d, step.rate), unbias = hn::Set(d, step.unbias);
  const FloatVec epsilon = hn::Set(d, step.epsilon);

  struct Updated {
    FloatVec x, m, v;
  };
  const auto update = [&](FloatVec x_j, FloatVec g_j, FloatVec m_j, FloatVec v_j) HWY_ATTR {
    m_j = mul_add(m_j, beta_1, hn::Mul(g_j, rest_1));
    v_j = mul_add(v_j, beta_2, hn::Mul(hn::Mul(g_j, g_j), rest_2));
    const FloatVec divisor = mul_add(hn::Sqrt(v_j), unbias, epsilon);
    const FloatVec moved = hn::Div(hn::Mul(rate, m_j), divisor);
    const auto divides_by_0 = hn::Eq(divisor, hn::Zero(d));
    return Updated{hn::Sub(x_j, hn::IfThenZeroElse(divides_by_0, moved)), m_j, v_j};
  };

  Index j = 0;
  for (; j + kLanes <= n; j += kLanes) {
    const Updated to =
        update(hn::LoadU(d, x + j), hn::LoadU(d, g + j), hn::LoadU(d, m + j), hn::LoadU(d, v + j));
    hn::StoreU(to.x, d, x + j);
    hn::StoreU(to.m, d, m + j);
    hn::StoreU(to.v, d, v + j);
  }
  if (j < n) {
    const Index remaining = n - j;
    const Updated to = update(load_first(x + j, remaining, 0), load_first(g + j, remaining, 0),
                              load_first(m + j, remaining, 0), load_first(v + j, remaining, 0));
    store_first(to.x, x + j, remaining);
    store_first(to.m, m + j, remaining);
    store_first(to.v, v + j, remaining);
  }
}

}  // namespace attn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace attn {

HWY_EXPORT(adam_step);
void adam_step(const AdamStep& step, float* x, const float* g, float* m, float* v, Index n) {
  HWY_DYNAMIC_DISPATCH(adam_step)(step, x, g, m, v, n);
}

}  // namespace attn
#endif  // HWY_ONCE
