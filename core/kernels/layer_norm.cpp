#include "kernels/layer_norm.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/layer_norm.cpp"
#include "kernels/targets.h"
// Must follow targets.h, which says for which targets these kernels are compiled.
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <cstring>

// Highway has no vectors of doubles in wasm, so these are plain loops that compilers vectorize.
// Compilers may not reorder a sum, so each sum has kStrands partial sums, the same on every target.
// In a loop with several sums LLVM vectorizes the partial sums only if they are explicit vectors.
HWY_BEFORE_NAMESPACE();
namespace attn::HWY_NAMESPACE {

constexpr Index kStrands = 8;
using Doubles = double __attribute__((vector_size(8 * kStrands)));
using Singles = float __attribute__((vector_size(4 * kStrands)));

HWY_INLINE HWY_ATTR void load(const float* from, Doubles& to) {
  Singles singles;
  std::memcpy(&singles, from, sizeof singles);
  to = __builtin_convertvector(singles, Doubles);
}

HWY_INLINE HWY_ATTR void add_to(double* sums, const Doubles& x) {
  Doubles sum;
  std::memcpy(&sum, sums, sizeof sum);
  sum += x;
  std::memcpy(sums, &sum, sizeof sum);
}

HWY_INLINE HWY_ATTR double total(const double (&s)[kStrands]) {
  return ((s[0] + s[1]) + (s[2] + s[3])) + ((s[4] + s[5]) + (s[6] + s[7]));
}

double row_sum(const float* x, Index n) {
  double sum[kStrands] = {};
  Index c = 0;
  for (; c + kStrands <= n; c += kStrands) {
    for (Index s = 0; s < kStrands; ++s) sum[s] += x[c + s];
  }
  for (Index s = 0; c < n; ++c, ++s) sum[s] += x[c];
  return total(sum);
}

double row_square_sum(const float* x, Index n, double mean) {
  double sum[kStrands] = {};
  Index c = 0;
  for (; c + kStrands <= n; c += kStrands) {
    for (Index s = 0; s < kStrands; ++s) sum[s] += (x[c + s] - mean) * (x[c + s] - mean);
  }
  for (Index s = 0; c < n; ++c, ++s) sum[s] += (x[c] - mean) * (x[c] - mean);
  return total(sum);
}

void normalize_row(const float* HWY_RESTRICT x, Index n, double mean, double scale,
                   const float* HWY_RESTRICT gamma, const float* HWY_RESTRICT beta,
                   float* HWY_RESTRICT y) {
  if (beta == nullptr) {
    for (Index c = 0; c < n; ++c) y[c] = static_cast<float>((x[c] - mean) * scale * gamma[c]);
  } else {
    for (Index c = 0; c < n; ++c) {
      y[c] = static_cast<float>((x[c] - mean) * scale * gamma[c] + beta[c]);
    }
  }
}

NormSums normalize_row_backward_sums(const float* HWY_RESTRICT x, const float* HWY_RESTRICT d_y,
                                     Index n, double mean, double scale,
                                     const float* HWY_RESTRICT gamma, double* HWY_RESTRICT d_gamma,
                                     double* HWY_RESTRICT d_beta) {
  double g_sum[kStrands] = {}, g_z_sum[kStrands] = {};
  Doubles g_sums = {}, g_z_sums = {};
  Index c = 0;
  for (; c + kStrands <= n; c += kStrands) {
    Doubles z, d, g;
    load(x + c, z);
    load(d_y + c, d);
    load(gamma + c, g);
    z = (z - mean) * scale;
    g *= d;
    add_to(d_gamma + c, d * z);
    add_to(d_beta + c, d);
    g_sums += g;
    g_z_sums += g * z;
  }
  add_to(g_sum, g_sums);
  add_to(g_z_sum, g_z_sums);
  for (Index s = 0; c < n; ++c, ++s) {
    const double z = (x[c] - mean) * scale, d = d_y[c], g = d * gamma[c];
    d_gamma[c] += d * z;
    d_beta[c] += d;
    g_sum[s] += g;
    g_z_sum[s] += g * z;
  }
  return {total(g_sum), total(g_z_sum)};
}

void normalize_row_backward(const float* HWY_RESTRICT x, const float* HWY_RESTRICT d_y, Index n,
                            double mean, double scale, const float* HWY_RESTRICT gamma,
                            double g_mean, double g_z_mean, float* HWY_RESTRICT d_x) {
  for (Index c = 0; c < n; ++c) {
    const double z = (x[c] - mean) * scale, g = static_cast<double>(d_y[c]) * gamma[c];
    d_x[c] = static_cast<float>(scale * (g - g_mean - z * g_z_mean));
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
