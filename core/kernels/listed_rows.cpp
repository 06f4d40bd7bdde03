#include "kernels/listed_rows.h"

#include "kernels/targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/listed_rows.cpp"
#include <hwy/foreach_target.h>

#include "kernels/row-inl.h"

HWY_BEFORE_NAMESPACE();
namespace attn::HWY_NAMESPACE {

// Two roundings, so that the bits are the same on every target.
HWY_INLINE HWY_ATTR FloatVec add_product(FloatVec a, FloatVec b, FloatVec sum) {
  return hn::Add(sum, hn::Mul(a, b));
}

constexpr int kSums = 16;
constexpr int kSumVectors = kSums / kLanes;
static_assert(kSumVectors * kLanes == kSums, "an element's sum is the same on every target");

HWY_INLINE HWY_ATTR float dot(const float* x, const float* row, Index n) {
  const Floats d;
  FloatVec sums[kSumVectors];
#pragma GCC unroll 16
  for (int v = 0; v < kSumVectors; ++v) sums[v] = hn::Zero(d);
  for (; n >= kSums; n -= kSums, x += kSums, row += kSums) {
#pragma GCC unroll 16
    for (int v = 0; v < kSumVectors; ++v) {
      sums[v] = add_product(hn::LoadU(d, x + v * kLanes), hn::LoadU(d, row + v * kLanes), sums[v]);
    }
  }
#pragma GCC unroll 16
  for (int v = 0; v < kSumVectors; ++v) {
    const Index left = n - v * kLanes;
    if (left <= 0) break;
    const bool whole = left >= kLanes;
    const float *x_v = x + v * kLanes, *row_v = row + v * kLanes;
    sums[v] = add_product(whole ? hn::LoadU(d, x_v) : load_first(x_v, left, 0),
                          whole ? hn::LoadU(d, row_v) : load_first(row_v, left, 0), sums[v]);
  }
#pragma GCC unroll 4
  for (int width = kSumVectors / 2; width > 0; width /= 2) {
#pragma GCC unroll 8
    for (int v = 0; v < width; ++v) sums[v] = hn::Add(sums[v], sums[v + width]);
  }
  return sum_of_lanes(sums[0]);
}

void multiply_listed(const ListedRows& listed, const float* x, const float* rows, float* y) {
  for (Index i = 0; i < listed.count; ++i) {
    y[i] = dot(x, rows + listed.list[i] * listed.columns, listed.columns);
  }
}

// So many columns of what all rows have to do with stay in registers while the list passes by.
struct Columns {
  static constexpr int kVectors = kLanes == 16 ? 4 : 8;
  static constexpr Index kCount = kVectors * kLanes;
  FloatVec at[kVectors];

  HWY_INLINE HWY_ATTR explicit Columns(const float* x) {
#pragma GCC unroll 8
    for (int v = 0; v < kVectors; ++v) at[v] = hn::LoadU(Floats(), x + v * kLanes);
  }
  HWY_INLINE HWY_ATTR void store(float* x) const {
#pragma GCC unroll 8
    for (int v = 0; v < kVectors; ++v) hn::StoreU(at[v], Floats(), x + v * kLanes);
  }
  HWY_INLINE HWY_ATTR void add_scaled(float factor, const Columns& x) {
    const FloatVec by = hn::Set(Floats(), factor);
#pragma GCC unroll 8
    for (int v = 0; v < kVectors; ++v) at[v] = add_product(by, x.at[v], at[v]);
  }
};

// sum [n] += factor x, fewer than those columns
HWY_INLINE HWY_ATTR void add_scaled(float factor, const float* x, Index n, float* sum) {
  const FloatVec by = hn::Set(Floats(), factor);
  map_rows(x, sum, n, sum,
           [&](FloatVec of_x, FloatVec so_far) HWY_ATTR { return add_product(by, of_x, so_far); });
}

void add_listed(const ListedRows& listed, const float* factors, const float* rows, float* sum) {
  Index c = 0;
  for (; c + Columns::kCount <= listed.columns; c += Columns::kCount) {
    Columns sums(sum + c);
    for (Index i = 0; i < listed.count; ++i) {
      if (factors[i] == 0) continue;
      sums.add_scaled(factors[i], Columns(rows + listed.list[i] * listed.columns + c));
    }
    sums.store(sum + c);
  }
  for (Index i = 0; c < listed.columns && i < listed.count; ++i) {
    if (factors[i] == 0) continue;
    add_scaled(factors[i], rows + listed.list[i] * listed.columns + c, listed.columns - c, sum + c);
  }
}

void add_to_listed(const ListedRows& listed, const float* factors, const float* x, float* rows) {
  Index c = 0;
  for (; c + Columns::kCount <= listed.columns; c += Columns::kCount) {
    const Columns of_x(x + c);
    for (Index i = 0; i < listed.count; ++i) {
      if (factors[i] == 0) continue;
      float* row = rows + listed.list[i] * listed.columns + c;
      Columns sums(row);
      sums.add_scaled(factors[i], of_x);
      sums.store(row);
    }
  }
  for (Index i = 0; c < listed.columns && i < listed.count; ++i) {
    if (factors[i] == 0) continue;
    add_scaled(factors[i], x + c, listed.columns - c, rows + listed.list[i] * listed.columns + c);
  }
}

}  // namespace attn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace attn {

HWY_EXPORT(multiply_listed);
void multiply_listed(const ListedRows& listed, const float* x, const float* rows, float* y) {
  HWY_DYNAMIC_DISPATCH(multiply_listed)(listed, x, rows, y);
}

HWY_EXPORT(add_listed);
void add_listed(const ListedRows& listed, const float* factors, const float* rows, float* sum) {
  HWY_DYNAMIC_DISPATCH(add_listed)(listed, factors, rows, sum);
}

HWY_EXPORT(add_to_listed);
void add_to_listed(const ListedRows& listed, const float* factors, const float* x, float* rows) {
  HWY_DYNAMIC_DISPATCH(add_to_listed)(listed, factors, x, rows);
}

}  // namespace attn
#endif  // HWY_ONCE
