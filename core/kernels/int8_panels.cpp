#include "kernels/int8_panels.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>

#include "base/check.h"
#include "base/finite.h"
#include "kernels/bfloat16.h"
#include "kernels/encoded_panels.h"
#include "kernels/panel_bytes.h"
#include "kernels/product.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/int8_panels.cpp"
#include "kernels/targets.h"
// Must follow targets.h, which says for which targets these kernels are compiled.
#include <hwy/foreach_target.h>

#include "kernels/product-inl.h"

#ifndef ATTN_KERNELS_INT8_PANELS_CPP_
#define ATTN_KERNELS_INT8_PANELS_CPP_
namespace attn {

constexpr Index kPairs = kInt8ScaleBlock / 2;
constexpr float kNegligible = 1e-30f;

// The bytes of the scales, which precede the numbers of a panel.
constexpr Index scale_bytes(Index rows, Index width) {
  return scale_blocks_of(rows) * width * kWordBytes;
}

// Two numbers of 16 bits in one of 32, the first in the lower half.
inline std::int32_t pair_of(std::int32_t first, std::int32_t second) {
  return static_cast<std::int32_t>((static_cast<std::uint32_t>(first) & 0xFFFF) |
                                   static_cast<std::uint32_t>(second) << 16);
}

}  // namespace attn
#endif

HWY_BEFORE_NAMESPACE();
namespace attn::HWY_NAMESPACE {

using Integers = hn::RebindToSigned<Floats>;
using IntegerVec = hn::Vec<Integers>;

// This many rows are multiplied by every panel before the next rows. Rounded to 16 bits, they fit
// in the L2 cache up to a depth of about 2000.
constexpr Index kRowsAtOnce = 64;

// Rows of a tile: its sums, two vectors of pairs of b and one of a fit 16 registers.
constexpr Index kInt8TileRows = 4;

// Loads one pair per lane, and widens each number to 16 bits.
HWY_INLINE HWY_ATTR IntegerVec load_pairs(const std::uint8_t* from) {
#if HWY_TARGET == HWY_WASM
  return IntegerVec{wasm_i16x8_load8x8(from)};
#elif HWY_TARGET == HWY_SCALAR
  return hn::Set(Integers(),
                 pair_of(static_cast<std::int8_t>(from[0]), static_cast<std::int8_t>(from[1])));
#else
  const hn::Repartition<std::int16_t, Integers> words;
  const hn::Rebind<std::int8_t, decltype(words)> numbers;
  const hn::Rebind<std::uint8_t, decltype(words)> bytes;
  const auto loaded = hn::BitCast(numbers, hn::LoadU(bytes, from));
  return hn::BitCast(Integers(), hn::PromoteTo(words, loaded));
#endif
}

// Adds to each lane of `sum` the products of both numbers of a pair.
HWY_INLINE HWY_ATTR IntegerVec add_products(IntegerVec a, IntegerVec b, IntegerVec sum) {
#if HWY_TARGET == HWY_WASM
  return IntegerVec{wasm_i32x4_add(sum.raw, wasm_i32x4_dot_i16x8(a.raw, b.raw))};
#elif HWY_TARGET & (HWY_SSE2 | HWY_SSE4 | HWY_AVX2 | HWY_AVX3)
  // On x86 this adds the products of adjacent numbers to `sum`, and nothing to `none`.
  const hn::Repartition<std::int16_t, Integers> words;
  IntegerVec none = hn::Zero(Integers());
  return hn::ReorderWidenMulAccumulate(Integers(), hn::BitCast(words, a), hn::BitCast(words, b),
                                       sum, none);
#else
  const auto first = [](IntegerVec pairs)
                         HWY_ATTR { return hn::ShiftRight<16>(hn::ShiftLeft<16>(pairs)); };
  const auto second = [](IntegerVec pairs) HWY_ATTR { return hn::ShiftRight<16>(pairs); };
  return hn::Add(sum, hn::Add(hn::Mul(first(a), first(b)), hn::Mul(second(a), second(b))));
#endif
}

// Adds the product of kRows rows with a panel over one scale block of the depth.
//   a         [pairs, kRows]             a_scales  [kRows]
//   b         [pairs, kPanelColumns, 2]  b_scales  [kPanelColumns]
//   sums      [kRows, kPanelColumns]  in and out
template <int kRows>
HWY_ATTR void add_scale_block(const std::int32_t* a, const float* a_scales, const std::uint8_t* b,
                              const float* b_scales, Index pairs, float* sums) {
  IntegerVec sum[kRows][2];
#pragma GCC unroll 4
  for (int row = 0; row < kRows; ++row) sum[row][0] = sum[row][1] = hn::Zero(Integers());
  for (Index pair = 0; pair < pairs; ++pair) {
    const IntegerVec left = load_pairs(b), right = load_pairs(b + kPanelColumns);
#pragma GCC unroll 4
    for (int row = 0; row < kRows; ++row) {
      const IntegerVec a_pair = hn::Set(Integers(), a[row]);
      sum[row][0] = add_products(a_pair, left, sum[row][0]);
      sum[row][1] = add_products(a_pair, right, sum[row][1]);
    }
    a += kRows;
    b += 2 * kPanelColumns;
  }
  const Floats d;
#pragma GCC unroll 4
  for (int row = 0; row < kRows; ++row) {
    const FloatVec a_scale = hn::Set(d, a_scales[row]);
#pragma GCC unroll 2
    for (int v = 0; v < 2; ++v) {
      float* to = sums + row * kPanelColumns + v * kLanes;
      const FloatVec scale = hn::Mul(a_scale, hn::LoadU(d, b_scales + v * kLanes));
      hn::StoreU(mul_add(hn::ConvertTo(d, sum[row][v]), scale, hn::LoadU(d, to)), d, to);
    }
  }
}

// Rounds a scale block of a row. Returns its scale.
//   x      [kInt8ScaleBlock]
//   pairs  [kPairs], `stride` apart  out
HWY_ATTR float round_scale_block(const float* x, Index stride, std::int32_t* pairs) {
  const Floats d;
  FloatVec magnitude = hn::Zero(d), differences = hn::Zero(d);
  for (Index k = 0; k < kInt8ScaleBlock; k += kLanes) {
    const FloatVec v = hn::LoadU(d, x + k);
    magnitude = hn::Max(magnitude, hn::Abs(v));
    differences = hn::Add(differences, hn::Sub(v, v));  // NaN if v is not finite
  }
  const float largest = hn::GetLane(hn::MaxOfLanes(d, magnitude));
  const bool is_finite = hn::GetLane(hn::SumOfLanes(d, differences)) == 0;
  if (!is_finite || largest < kNegligible) {
    for (Index pair = 0; pair < kPairs; ++pair) pairs[pair * stride] = 0;
    return is_finite ? 0 : kNaN;
  }
  HWY_ALIGN std::int32_t rounded[kInt8ScaleBlock];
  const FloatVec inverse = hn::Set(d, 32767 / largest);
  for (Index k = 0; k < kInt8ScaleBlock; k += kLanes) {
    hn::StoreU(hn::NearestInt(hn::Mul(hn::LoadU(d, x + k), inverse)), Integers(), rounded + k);
  }
  for (Index pair = 0; pair < kPairs; ++pair) {
    pairs[pair * stride] = pair_of(rounded[2 * pair], rounded[2 * pair + 1]);
  }
  return largest / 32767;
}

// Rows rounded to 16 bits, scale block by scale block of the depth.
//   pairs   [scale_block, row, pair], tile by tile: in each, [pair, row]
//   scales  [scale_block, row]
struct RoundedRows {
  Index scale_blocks;
  std::unique_ptr<std::int32_t[]> pairs;
  std::unique_ptr<float[]> scales;
};

HWY_INLINE Index tile_rows_at(Index rows, Index row) {
  return rows / kInt8TileRows * kInt8TileRows > row ? kInt8TileRows : 1;
}

HWY_ATTR void round_rows(const MatrixView& a, RoundedRows& to) {
  HWY_ALIGN float x[kInt8ScaleBlock];
  for (Index scale_block = 0; scale_block < to.scale_blocks; ++scale_block) {
    const Index first = scale_block * kInt8ScaleBlock,
                n = std::min(kInt8ScaleBlock, a.cols - first);
    if (n < kInt8ScaleBlock) std::fill_n(x, kInt8ScaleBlock, 0.0f);
    for (Index row = 0; row < a.rows; ++row) {
      for (Index k = 0; k < n; ++k) x[k] = a.at(row, first + k);
      const Index tile_rows = tile_rows_at(a.rows, row), in_tile = row % tile_rows;
      const Index index = scale_block * a.rows + row;
      to.scales[index] =
          round_scale_block(x, tile_rows, to.pairs.get() + (index - in_tile) * kPairs + in_tile);
    }
  }
}

// sums = a b, for one panel of b.
//   sums  [rows, kPanelColumns]  out
HWY_ATTR void multiply_panel(const RoundedRows& a, Index rows, Index depth,
                             const std::uint8_t* scales, const std::uint8_t* q, float* sums) {
  // Called by address: wasm compilers would otherwise inline both into one function, whose loops
  // then run out of registers.
  static constexpr auto* kTile = add_scale_block<kInt8TileRows>;
  static constexpr auto* kRow = add_scale_block<1>;
  std::fill_n(sums, rows * kPanelColumns, 0.0f);
  HWY_ALIGN float b_scales[kPanelColumns];
  for (Index scale_block = 0; scale_block < a.scale_blocks; ++scale_block) {
    for (Index j = 0; j < kPanelColumns; ++j) {
      b_scales[j] = float_of_bfloat16(word_at(scales, scale_block * kPanelColumns + j));
    }
    const Index pairs = std::min(kPairs, (depth - scale_block * kInt8ScaleBlock + 1) / 2);
    for (Index row = 0, n = 0; row < rows; row += n) {
      n = tile_rows_at(rows, row);
      const Index index = scale_block * rows + row;
      (n == 1 ? kRow : kTile)(a.pairs.get() + index * kPairs, a.scales.get() + index,
                              q + scale_block * kInt8ScaleBlock * kPanelColumns, b_scales, pairs,
                              sums + row * kPanelColumns);
    }
  }
}

// multiply_in_column_blocks (product.h) for int8 panels.
void multiply_int8(const MatrixView& a, const PackedColumns& b, MatrixRef first_block,
                   Index column_blocks, Index block_stride, const ProductOptions& options) {
  const Index max_rows = std::min(kRowsAtOnce, a.rows), columns = first_block.cols();
  RoundedRows rounded{scale_blocks_of(a.cols), nullptr, nullptr};
  rounded.pairs.reset(new std::int32_t[rounded.scale_blocks * max_rows * kPairs]);
  rounded.scales.reset(new float[rounded.scale_blocks * max_rows]);
  HWY_ALIGN float sums[kRowsAtOnce * kPanelColumns];
  for (Index row = 0; row < a.rows; row += kRowsAtOnce) {
    Block block{};
    block.a = a.row_range(row, std::min(kRowsAtOnce, a.rows - row));
    block.c = first_block.data() + row * first_block.outerStride();
    block.c_stride = first_block.outerStride();
    block.options = options;
    round_rows(block.a, rounded);
    const float* panel = b.panels;
    for (Index column_block = 0; column_block < column_blocks; ++column_block) {
      for (Index j = 0; j < columns; j += kPanelColumns) {
        const std::uint8_t* scales = panel_bytes(panel);
        const std::uint8_t* q = scales + scale_bytes(b.rows, kPanelColumns);
        multiply_panel(rounded, block.a.rows, a.cols, scales, q, sums);
        const Strip strip{j, std::min(kPanelColumns, columns - j), kPanelColumns, Layout::kEncoded};
        finish<true>(sums, block, strip, block.options);
        panel += kPanelColumns * b.code->column_floats(b.rows);
      }
      if (options.activate != nullptr) {
        for (Index i = 0; i < block.a.rows; ++i) {
          options.activate(block.c + i * block.c_stride, columns);
        }
      }
      block.c += block_stride;
      if (options.bias != nullptr) block.options.bias += columns;
    }
  }
}

}  // namespace attn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace attn {

HWY_EXPORT(multiply_int8);

namespace {

// The index of the number at a row and column, counted from the end of the scales.
Index index_in_panel(Index row, Index column, Index width) {
  return row / 2 * 2 * width + 2 * column + row % 2;
}

Index column_floats(Index rows) { return (2 * scale_blocks_of(rows) + (rows + 1) / 2 * 2 + 3) / 4; }

void encode_column(const MatrixView& column, Index in_panel, float* panel) {
  const Index width = panel_columns();
  std::uint8_t* scales = panel_bytes(panel);
  std::uint8_t* q = scales + scale_bytes(column.rows, width);
  for (Index first = 0; first < column.rows; first += kInt8ScaleBlock) {
    const Index end = std::min(first + kInt8ScaleBlock, column.rows);
    float largest = 0;
    for (Index k = first; k < end; ++k) {
      const float x = column.at(k, 0);
      if (!std::isfinite(x)) {
        refuse("expected finite parameters to hold them as int8, got {}", {number_text(x)});
      }
      largest = std::max(largest, std::abs(x));
    }
    // Numbers so small that the scale would be subnormal become 0.
    const bool is_zero = largest / 127 < 1e-37f;
    const std::uint16_t scale = is_zero ? 0 : bfloat16_of(largest / 127);
    set_word(scales, first / kInt8ScaleBlock * width + in_panel, scale);
    for (Index k = first; k < end; ++k) {
      const float in_scales = is_zero ? 0 : column.at(k, 0) / float_of_bfloat16(scale);
      const auto rounded = static_cast<std::int8_t>(std::nearbyint(in_scales));
      q[index_in_panel(k, in_panel, width)] = static_cast<std::uint8_t>(rounded);
    }
  }
}

// Reads the numbers of a panel one by one.
struct Reader {
  const std::uint8_t *scales, *q;
  Index width;

  Reader(const float* panel, Index rows) : scales(panel_bytes(panel)), width(panel_columns()) {
    q = scales + scale_bytes(rows, width);
  }
  float at(Index row, Index column) const {
    const float scale = float_of_bfloat16(word_at(scales, row / kInt8ScaleBlock * width + column));
    const auto number = static_cast<std::int8_t>(q[index_in_panel(row, column, width)]);
    return static_cast<float>(number) * scale;
  }
};

void decode_int8_panel(const float* panel, Index rows, Index row, Index count, float* to) {
  const Reader numbers(panel, rows);
  for (Index k = row; k < row + count; ++k) {
    for (Index j = 0; j < numbers.width; ++j) *to++ = numbers.at(k, j);
  }
}

void unpack_int8_column(const PackedColumns& b, Index column, float* to, Index n) {
  const Index in_panel = column % b.panel_columns;
  const Reader numbers(b.panels + (column - in_panel) * column_floats(b.rows), b.rows);
  for (Index k = 0; k < n; ++k) to[k] = numbers.at(k, in_panel);
}

void multiply_by_int8(const MatrixView& a, const PackedColumns& b, MatrixRef first_block,
                      Index column_blocks, Index block_stride, const ProductOptions& options) {
  HWY_DYNAMIC_DISPATCH(multiply_int8)(a, b, first_block, column_blocks, block_stride, options);
}

}  // namespace

const PanelCode kInt8Panels{column_floats,    encode_column,       decode_int8_panel,
                            multiply_by_int8, multiply_transposed, unpack_int8_column};

}  // namespace attn
#endif  // HWY_ONCE
