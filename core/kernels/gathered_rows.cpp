#include "kernels/gathered_rows.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/gathered_rows.cpp"
#include "kernels/targets.h"
// Must follow targets.h, which says for which targets these kernels are compiled.
#include <hwy/foreach_target.h>

#include "kernels/row_vectors-inl.h"

HWY_BEFORE_NAMESPACE();
namespace attn::HWY_NAMESPACE {

// Never a fused multiply-add, so that the bits are the same on every target.
HWY_INLINE HWY_ATTR FloatVec add_product(FloatVec a, FloatVec b, FloatVec sum) {
  return hn::Add(sum, hn::Mul(a, b));
}

constexpr int kSums = 16;
constexpr int kSumVectors = kSums / kLanes;
static_assert(kSumVectors * kLanes == kSums, "the partial sums are the same on every target");

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
    const Index remaining = n - v * kLanes;
    if (remaining <= 0) break;
    const bool is_full = remaining >= kLanes;
    const float *x_v = x + v * kLanes, *row_v = row + v * kLanes;
    sums[v] = add_product(is_full ? hn::LoadU(d, x_v) : load_first(x_v, remaining, 0),
                          is_full ? hn::LoadU(d, row_v) : load_first(row_v, remaining, 0), sums[v]);
  }
#pragma GCC unroll 4
  for (int width = kSumVectors / 2; width > 0; width /= 2) {
#pragma GCC unroll 8
    for (int v = 0; v < width; ++v) sums[v] = hn::Add(sums[v], sums[v + width]);
  }
  return sum_of_lanes(sums[0]);
}

void gather_dot(const GatheredRows& gathered, const float* x, const float* rows, float* y) {
  for (Index i = 0; i < gathered.count; ++i) {
    y[i] = dot(x, rows + gathered.list[i] * gathered.columns, gathered.columns);
  }
}

// A group of columns, kept in registers while all rows of the list are added.
template <class D, int kVectors>
struct Columns {
  static constexpr Index kEach = hn::MaxLanes(D()), kCount = kVectors * kEach;
  hn::Vec<D> at[kVectors];

  HWY_INLINE HWY_ATTR explicit Columns(const float* x) {
#pragma GCC unroll 8
    for (int v = 0; v < kVectors; ++v) at[v] = hn::LoadU(D(), x + v * kEach);
  }
  HWY_INLINE HWY_ATTR void store(float* x) const {
#pragma GCC unroll 8
    for (int v = 0; v < kVectors; ++v) hn::StoreU(at[v], D(), x + v * kEach);
  }
  HWY_INLINE HWY_ATTR void add_scaled(float factor, const Columns& x) {
    const auto by = hn::Set(D(), factor);
#pragma GCC unroll 8
    for (int v = 0; v < kVectors; ++v) at[v] = hn::Add(at[v], hn::Mul(by, x.at[v]));
  }
};

using Wide = Columns<Floats, kLanes == 16 ? 4 : 8>;
using Narrow = Columns<hn::CappedTag<float, 8>, kLanes == 4 ? 2 : 1>;
using Single = Columns<hn::CappedTag<float, 1>, 1>;

// gather_add for columns from `first` on, in blocks while a full block is left. Returns the first
// column that is not done.
template <class Block>
HWY_ATTR Index add_columns(const GatheredRows& gathered, const float* factors, const float* rows,
                           float* sum, Index first) {
  for (; first + Block::kCount <= gathered.columns; first += Block::kCount) {
    Block sums(sum + first);
    for (Index i = 0; i < gathered.count; ++i) {
      if (factors[i] == 0) continue;
      sums.add_scaled(factors[i], Block(rows + gathered.list[i] * gathered.columns + first));
    }
    sums.store(sum + first);
  }
  return first;
}

void gather_add(const GatheredRows& gathered, const float* factors, const float* rows, float* sum) {
  Index done = add_columns<Wide>(gathered, factors, rows, sum, 0);
  done = add_columns<Narrow>(gathered, factors, rows, sum, done);
  add_columns<Single>(gathered, factors, rows, sum, done);
}

// scatter_add for columns from `first` on, in blocks while a full block is left. Returns the first
// column that is not done.
template <class Block>
HWY_ATTR Index add_to_columns(const GatheredRows& gathered, const float* factors, const float* x,
                              float* rows, Index first) {
  for (; first + Block::kCount <= gathered.columns; first += Block::kCount) {
    const Block x_block(x + first);
    for (Index i = 0; i < gathered.count; ++i) {
      if (factors[i] == 0) continue;
      float* row = rows + gathered.list[i] * gathered.columns + first;
      Block sums(row);
      sums.add_scaled(factors[i], x_block);
      sums.store(row);
    }
  }
  return first;
}

void scatter_add(const GatheredRows& gathered, const float* factors, const float* x, float* rows) {
  Index done = add_to_columns<Wide>(gathered, factors, x, rows, 0);
  done = add_to_columns<Narrow>(gathered, factors, x, rows, done);
  add_to_columns<Single>(gathered, factors, x, rows, done);
}

}  // namespace attn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace attn {

HWY_EXPORT(gather_dot);
void gather_dot(const GatheredRows& gathered, const float* x, const float* rows, float* y) {
  HWY_DYNAMIC_DISPATCH(gather_dot)(gathered, x, rows, y);
}

HWY_EXPORT(gather_add);
void gather_add(const GatheredRows& gathered, const float* factors, const float* rows, float* sum) {
  HWY_DYNAMIC_DISPATCH(gather_add)(gathered, factors, rows, sum);
}

HWY_EXPORT(scatter_add);
void scatter_add(const GatheredRows& gathered, const float* factors, const float* x, float* rows) {
  HWY_DYNAMIC_DISPATCH(scatter_add)(gathered, factors, x, rows);
}

}  // namespace attn
#endif  // HWY_ONCE
