#include "kernels/encoded_panels.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstdint>
#include <new>
#include <vector>

#include "base/check.h"
#include "base/element_type.h"
#include "kernels/bfloat16.h"
#include "kernels/int8_panels.h"
#include "kernels/panel_bytes.h"
#include "kernels/product.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/encoded_panels.cpp"
#include "kernels/targets.h"
// Must follow targets.h, which says for which targets these kernels are compiled.
#include <hwy/foreach_target.h>

#include "kernels/panel-inl.h"
#include "kernels/product-inl.h"
#include "kernels/simd-inl.h"

HWY_BEFORE_NAMESPACE();
namespace attn::HWY_NAMESPACE {

using Bits = hn::RebindToUnsigned<Floats>;
using Integers = hn::RebindToSigned<Floats>;
using BitsVec = hn::Vec<Bits>;
using Words = hn::Rebind<std::uint16_t, Floats>;

constexpr std::uint32_t kSignOfHalf = 0x8000, kMagnitudeOfHalf = 0x7FFF;
constexpr std::uint32_t kBelowInfinityOfHalf = (0x7C00 << 13) - 1, kInfinityOfFloat = 0x7F800000;
constexpr float kExponents = 5192296858534827628530496329220096.0f;  // 2^112

HWY_INLINE HWY_ATTR BitsVec load_words(const std::uint8_t* from) {
#if HWY_TARGET == HWY_SCALAR
  return hn::Set(Bits(), word_at(from, 0));
#else
  const hn::Repartition<std::uint8_t, Words> bytes;
  return hn::PromoteTo(Bits(), hn::BitCast(Words(), hn::LoadU(bytes, from)));
#endif
}

HWY_INLINE HWY_ATTR FloatVec float_of_bfloat(BitsVec bits) {
  return hn::BitCast(Floats(), hn::ShiftLeft<16>(bits));
}

// The biases of the exponents differ by 112. Multiplying by 2^112 is exact for subnormal numbers as
// well. Infinity and NaN get the largest exponent of float32.
HWY_INLINE HWY_ATTR FloatVec float_of_half(BitsVec bits) {
  const BitsVec sign = hn::ShiftLeft<16>(hn::And(bits, constant(kSignOfHalf)));
  const BitsVec magnitude = hn::ShiftLeft<13>(hn::And(bits, constant(kMagnitudeOfHalf)));
  const FloatVec scaled = hn::Mul(hn::BitCast(Floats(), magnitude), constant(kExponents));
  const auto is_special = hn::Gt(hn::BitCast(Integers(), magnitude),
                                 hn::BitCast(Integers(), constant(kBelowInfinityOfHalf)));
  const BitsVec exponent = hn::BitCast(
      Bits(), hn::IfThenElseZero(is_special, hn::BitCast(Integers(), constant(kInfinityOfFloat))));
  return hn::BitCast(Floats(), hn::Or(hn::Or(hn::BitCast(Bits(), scaled), exponent), sign));
}

HWY_ATTR void halves_to_floats(const std::uint8_t* from, Index n, float* to) {
  for (Index i = 0; i < n; i += kLanes) {
    hn::StoreU(float_of_half(load_words(from + i * kWordBytes)), Floats(), to + i);
  }
}

HWY_ATTR void bfloats_to_floats(const std::uint8_t* from, Index n, float* to) {
  for (Index i = 0; i < n; i += kLanes) {
    hn::StoreU(float_of_bfloat(load_words(from + i * kWordBytes)), Floats(), to + i);
  }
}

void multiply_encoded_blocks(const MatrixView& a, const PackedColumns& b, MatrixRef first_block,
                             Index column_blocks, Index block_stride,
                             const ProductOptions& options) {
  const MatrixView shape(b.panels, b.rows, b.cols, b.cols);
  multiply_blocks<true>(a, shape, b.panels, first_block, column_blocks, block_stride, options,
                        b.code->column_floats(b.rows), b.code->decode);
}

}  // namespace attn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace attn {

HWY_EXPORT(multiply_encoded_blocks);
HWY_EXPORT(halves_to_floats);
HWY_EXPORT(bfloats_to_floats);

namespace {

Index floats_of_floats(Index rows) { return rows; }
Index floats_of_words(Index rows) { return (rows + 1) / 2; }

void decode_floats(const float* panel, Index, Index row, Index count, float* to) {
  const Index width = panel_columns();
  std::copy_n(panel + row * width, count * width, to);
}

void decode_halves(const float* panel, Index, Index row, Index count, float* to) {
  const Index width = panel_columns();
  const std::uint8_t* from = panel_bytes(panel) + row * width * kWordBytes;
  HWY_DYNAMIC_DISPATCH(halves_to_floats)(from, count * width, to);
}

void decode_bfloats(const float* panel, Index, Index row, Index count, float* to) {
  const Index width = panel_columns();
  const std::uint8_t* from = panel_bytes(panel) + row * width * kWordBytes;
  HWY_DYNAMIC_DISPATCH(bfloats_to_floats)(from, count * width, to);
}

void multiply_decoded(const MatrixView& a, const PackedColumns& b, MatrixRef first_block,
                      Index column_blocks, Index block_stride, const ProductOptions& options) {
  HWY_DYNAMIC_DISPATCH(multiply_encoded_blocks)(a, b, first_block, column_blocks, block_stride,
                                                options);
}

// Panels of float32 are read in place.
void multiply_in_place(const MatrixView& a, const PackedColumns& b, MatrixRef first_block,
                       Index column_blocks, Index block_stride, const ProductOptions& options) {
  const Index cols = round_up_to_panels(b.cols, b.panel_columns);  // the last panel is complete
  multiply_in_column_blocks(a, {b.panels, b.rows, cols, b.panel_columns}, first_block,
                            column_blocks, block_stride, options);
}

void encode_floats(const MatrixView& column, Index in_panel, float* panel) {
  const Index width = panel_columns();
  for (Index k = 0; k < column.rows; ++k) panel[k * width + in_panel] = column.at(k, 0);
}

// A form of 16 bits.
struct WordForm {
  const char *name, *max;  // as messages show them
  std::uint16_t infinity;
  std::uint16_t (*rounded)(float x);
};
constexpr WordForm kHalf{"float16", "65504", 0x7C00, half_bits};
constexpr WordForm kBfloat{"bfloat16", "3.3895e38", 0x7F80, bfloat16_of};

// Throws if a finite number is rounded to infinity.
template <const WordForm& form>
void encode_words(const MatrixView& column, Index in_panel, float* panel) {
  const Index width = panel_columns();
  std::uint8_t* to = panel_bytes(panel);
  for (Index k = 0; k < column.rows; ++k) {
    const float x = column.at(k, 0);
    const std::uint16_t word = form.rounded(x);
    if ((word & 0x7FFF) == form.infinity && std::isfinite(x)) {
      refuse("expected parameters of at most {} to hold them as {}, got a larger one",
             {form.max, form.name});
    }
    set_word(to, k * width + in_panel, word);
  }
}

constexpr PanelCode kFloats{floats_of_floats,  encode_floats,       decode_floats,
                            multiply_in_place, multiply_transposed, unpack_column};
constexpr PanelCode kHalves{floats_of_words,  encode_words<kHalf>, decode_halves,
                            multiply_decoded, multiply_transposed, unpack_column};
constexpr PanelCode kBfloats{floats_of_words,  encode_words<kBfloat>, decode_bfloats,
                             multiply_decoded, multiply_transposed,   unpack_column};

const PanelCode* code_of(ParameterForm form) {
  switch (form) {
    case ParameterForm::kFloat16:
      return &kHalves;
    case ParameterForm::kBfloat16:
      return &kBfloats;
    case ParameterForm::kInt8:
      return &kInt8Panels;
    case ParameterForm::kFloat32:
      break;
  }
  return &kFloats;
}

}  // namespace

void PackedMatrix::begin(std::span<const MatrixView> shapes, ParameterForm form) {
  panel_columns_ = panel_columns();
  const PanelCode* code = code_of(form);
  runs_.clear();
  // In 64 bits, because Index has 32 in WebAssembly, and nothing has checked yet that such a matrix
  // fits into memory.
  std::int64_t size = 0;
  for (const MatrixView& part : shapes) {
    const Index first = next_panel(cols());
    if (runs_.empty() || runs_.back().rows != part.rows) {
      runs_.push_back({first, first, part.rows, code->column_floats(part.rows),
                       static_cast<Index>(size), code});
    }
    Run& run = runs_.back();
    run.end = first + part.cols;
    size = run.offset + std::int64_t{next_panel(run.end - run.first)} * run.column_floats;
    if (static_cast<std::uint64_t>(size) > panels_.max_size()) throw std::bad_alloc();
  }
  panels_ = decltype(panels_)();  // a vector keeps its memory when it shrinks
  panels_.resize(static_cast<std::size_t>(size));
}

void PackedMatrix::assign(std::span<const MatrixView> side_by_side, ParameterForm form) {
  begin(side_by_side, form);
  Index first = 0;
  for (const MatrixView& part : side_by_side) {
    set_columns(first, part);
    first = next_panel(first + part.cols);
  }
}

void PackedMatrix::begin(Index rows, Index cols, ParameterForm form) {
  const MatrixView shape(nullptr, rows, cols, cols);
  begin(std::span(&shape, 1), form);
}

void PackedMatrix::set_columns(Index first, const MatrixView& part) {
  const PackedColumns to = columns_from(first);
  const PanelCode* code = to.code;
  assert(code != nullptr && part.rows == to.rows && part.cols <= to.cols);
  float* panel = panels_.data() + (to.panels - panels_.data());  // the same address, writable
  for (Index j = 0; j < part.cols; ++j) {
    const Index in_panel = j % panel_columns_;
    if (j != 0 && in_panel == 0) panel += panel_columns_ * code->column_floats(to.rows);
    code->encode_column(part.column_range(j, 1), in_panel, panel);
  }
}

namespace {

// Decodes the first `rows` rows of the panel that begins at a column.
//   to  [rows, panel_columns]  out
void decode_panel(const PackedColumns& b, Index first, Index rows, std::vector<float>& to) {
  to.resize(static_cast<std::size_t>(rows * b.panel_columns));
  b.code->decode(b.panels + first * b.code->column_floats(b.rows), b.rows, 0, rows, to.data());
}

}  // namespace

void unpack_column(const PackedColumns& b, Index column, float* to, Index n) {
  std::vector<float> panel;
  const Index in_panel = column % b.panel_columns;
  decode_panel(b, column - in_panel, n, panel);
  for (Index k = 0; k < n; ++k) {
    to[k] = panel[static_cast<std::size_t>(k * b.panel_columns + in_panel)];
  }
}

void unpack_columns(const PackedColumns& b, Index first, MatrixRef to) {
  std::vector<float> panel;
  for (Index j = 0; j < to.cols(); j += b.panel_columns) {
    decode_panel(b, first + j, to.rows(), panel);
    const Index n = std::min(b.panel_columns, to.cols() - j);
    to.middleCols(j, n) = ConstMatrixMap(panel.data(), to.rows(), b.panel_columns).leftCols(n);
  }
}

void multiply_transposed(ConstMatrixRef a, const PackedColumns& b, MatrixRef c) {
  const Index columns_at_once = std::max<Index>(64, b.panel_columns);
  Matrix block(c.cols(), std::min(columns_at_once, a.cols()));
  ProductOptions options;
  for (Index j = 0; j < a.cols(); j += columns_at_once) {
    const Index n = std::min(columns_at_once, a.cols() - j);
    unpack_columns(b, j, block.leftCols(n));
    multiply(a.middleCols(j, n), transposed(block.leftCols(n)), c, options);
    options.beta = 1;
  }
}

}  // namespace attn
#endif  // HWY_ONCE
