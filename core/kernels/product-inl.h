// A product, block by block. The right operand's panels may be encoded (encoded_panels.h); a
// program without such matrices has no code for them.
#if defined(ATTN_KERNELS_PRODUCT_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ATTN_KERNELS_PRODUCT_INL_H_
#undef ATTN_KERNELS_PRODUCT_INL_H_
#else
#define ATTN_KERNELS_PRODUCT_INL_H_
#endif

#include <algorithm>
#include <memory>

#include "kernels/depth_block-inl.h"
#include "kernels/panel-inl.h"
#include "kernels/product.h"
#include "kernels/row_vectors-inl.h"
#include "kernels/simd-inl.h"

HWY_BEFORE_NAMESPACE();
namespace attn::HWY_NAMESPACE {

// A panel of this depth stays in the L1 cache while all rows of a are multiplied by it.
constexpr Index kBlockDepth = 256;

// Rows of a block. Their sums stay on the stack from one depth block to the next. Each block of
// rows reads all of b once. Panels with four lanes are narrow, so their blocks can have more rows.
constexpr Index kMinBlockRows = kLanes == 4 ? 256 : 128;
constexpr Index kBlockRows = (kMinBlockRows + kTileRows - 1) / kTileRows * kTileRows;

// If b is larger than the L2 cache, reading its panels bounds the product. From this many rows on,
// a depth block takes long enough to prefetch the next one, a part with each tile.
constexpr Index kMinRowsToPrefetch = 16;

// From this many panels on, the rows of a are packed tile by tile as well. With four lanes a step
// of a tile takes only 5 cycles (6 with relaxed SIMD), and computing addresses in a takes as long.
#ifdef __wasm_relaxed_simd__
constexpr Index kPanelsForPackedRows = 24;
#else
constexpr Index kPanelsForPackedRows = 12;
#endif
HWY_INLINE bool packs_rows(Index rows, Index columns) {
  return kLanes == 4 && rows >= kTileRows && columns >= kPanelsForPackedRows * kPanelColumns;
}

// In the templates below kEncoded says whether the panels of b are encoded. pack_rows and finish do
// not depend on it: they are templates so that products with float32 panels have their own copy,
// however the linker optimizes the other one.
template <bool kEncoded>
HWY_ATTR void pack_rows(const MatrixView& a, float* packed) {
  for (Index row = 0; row + kTileRows <= a.rows; row += kTileRows) {
    pack_panel(transposed(a.row_range(row, kTileRows)), packed + row * a.cols, kTileRows);
  }
}

// A block of rows of c = alpha a b + bias + beta c.
struct Block {
  MatrixView a;           // [rows, depth]
  const float* packed_a;  // a packed tile by tile, each [depth, kTileRows]; or null
  MatrixView b;           // [depth, columns], or larger
  const float* panels;    // b packed, or null
  Index column_floats;    // floats per column of encoded panels
  DecodePanel* decode;    // decodes rows of encoded panels
  float* c;               // [rows, columns], rows c_stride apart
  Index columns, c_stride;
  ProductOptions options;
};

// How b is read: from panels packed by the caller, decoded from such panels, in place, or packed
// here.
enum class Layout { kPanels, kEncoded, kRows, kPackedHere };

// Columns of c that are summed side by side.
struct Strip {
  Index first, columns;
  Index width;  // columns of the sums, rounded up to complete vectors
  Layout b;
  Index panel_stride = kPanelColumns;  // columns of c from panel to panel

  // The index in c of the strip's j-th column.
  Index column(Index j) const {
    return first + j / kPanelColumns * panel_stride + j % kPanelColumns;
  }
};

// Whether b is read in place: if few rows read it, or it is small.
HWY_INLINE bool reads_in_place(Index rows, const MatrixView& b) {
  return b.column_stride == 1 &&
         (rows <= 2 * kTileRows || b.rows * b.row_stride <= kFloatsReadInPlace);
}

// The strip of columns from `first` on: one panel, or several if a has few rows and b need not be
// packed here.
template <bool kEncoded>
HWY_INLINE Strip strip_from(const Block& block, Index first) {
  constexpr Index kWide = kPanelsPerRow * kPanelColumns;
  const Index left = block.columns - first;
  if constexpr (kEncoded) {
    return {first, std::min(left, kPanelColumns), kPanelColumns, Layout::kEncoded};
  }
  const bool is_packed = block.panels != nullptr, has_few_rows = block.a.rows < kTileRows;
  const bool in_place = is_packed || reads_in_place(block.a.rows, block.b);
  const bool is_wide = has_few_rows && in_place && left >= kWide;
  const Layout layout = is_packed ? Layout::kPanels : Layout::kRows;
  if (is_wide && is_packed) {
    // Wide strips come first. Of 9 panels: 0, 2, 4 and 6, then 1, 3, 5 and 7, then panel 8 alone.
    return {first / kPanelsPerRow, kWide, kWide, layout, block.columns / kWide * kPanelColumns};
  }
  const Index width = is_wide ? kWide : panel_width(block.b.cols, first);
  const Index columns = std::min(width, left);
  if (is_packed || (in_place && columns == width)) return {first, columns, width, layout};
  return {first, columns, width, Layout::kPackedHere};
}

// The stack memory of a block.
struct Workspace {
  HWY_ALIGN float initial_row[kPanelsPerRow * kPanelColumns] = {};  // initial sums of every row
  HWY_ALIGN float sums[kBlockRows * kPanelColumns];     // of a strip, between depth blocks
  HWY_ALIGN float packed[kBlockDepth * kPanelColumns];  // a depth block of b
};

// The initial value of a product's sums: 0, the bias, or c.
enum class Initial { kZero, kBias, kResult };
HWY_INLINE Initial initial_of(const ProductOptions& options) {
  const bool adds_bias = options.bias != nullptr;
  if (options.alpha != 1 || (adds_bias && options.beta != 0)) return Initial::kZero;
  if (adds_bias) return Initial::kBias;
  return options.beta == 1 ? Initial::kResult : Initial::kZero;
}

// Sets where the first depth block of a strip reads its initial sums: from one row for all rows,
// from c, or from a copy of c's columns padded to complete vectors.
HWY_INLINE HWY_ATTR void set_initial_sums(Initial initial, const Block& block, const Strip& strip,
                                          Workspace& workspace, DepthBlock& depth_block) {
  depth_block.from = workspace.initial_row;
  depth_block.from_stride = 0;
  depth_block.from_panel = kPanelColumns;
  if (initial == Initial::kZero) return;
  if (initial == Initial::kBias) {
    for (Index j = 0; j < strip.columns; j += kPanelColumns) {
      std::copy_n(block.options.bias + strip.column(j), std::min(strip.columns - j, kPanelColumns),
                  workspace.initial_row + j);
    }
    return;
  }
  depth_block.from = block.c + strip.first;
  depth_block.from_stride = block.c_stride;
  depth_block.from_panel = strip.panel_stride;
  if (strip.columns == strip.width) return;
  zero_last_columns(workspace.sums, block.a.rows, strip.width, strip.columns);
  for (Index i = 0; i < block.a.rows; ++i) {
    std::copy_n(depth_block.from + i * depth_block.from_stride, strip.columns,
                workspace.sums + i * strip.width);
  }
  depth_block.from = workspace.sums;
  depth_block.from_stride = strip.width;
}

// Sets what a depth block prefetches: `count` floats from `next` on, but none from `end` on.
HWY_INLINE void prefetch_next(const Block& block, const float* next, Index count, const float* end,
                              DepthBlock& depth_block) {
  if (block.a.rows < kMinRowsToPrefetch) return;
  depth_block.next = next;
  depth_block.next_per_row = std::clamp<Index>(end - next, 0, count) / block.a.rows;
  const Index floats_per_tile = kTileRows * depth_block.next_per_row;
  depth_block.steps = depth_block.a.cols / (floats_per_tile / kPrefetchedAtOnce + 1) + 1;
}

// Sets where a depth block reads its part of b, the rows from k on, and what it prefetches.
template <bool kEncoded>
HWY_INLINE HWY_ATTR void set_b(const Block& block, const Strip& strip, Index k,
                               Workspace& workspace, DepthBlock& depth_block) {
  const Index depth = depth_block.a.cols;
  const Index panel = kHalfPanels ? std::min(strip.width, kPanelColumns) : kPanelColumns;
  const MatrixView b = block.b.row_range(k, depth).column_range(strip.first, strip.columns);
  depth_block.b = b.data;
  depth_block.b_stride = panel;
  if constexpr (kEncoded) {
    const float* panel_of_b = block.panels + strip.first * block.column_floats;
    block.decode(panel_of_b, block.b.rows, k, depth, workspace.packed);
    depth_block.b = workspace.packed;
    // A panel's scales precede its numbers, so this is where the next ones are, within a few lines.
    // In 64 bits, because Index has 32 in WebAssembly.
    const std::int64_t panel_floats = std::int64_t{panel} * block.column_floats;
    const auto floats_of = [&](Index rows) {
      return rows == 0 ? 0 : static_cast<Index>(panel_floats * rows / block.b.rows);
    };
    prefetch_next(block, panel_of_b + floats_of(k + depth), floats_of(depth),
                  block.panels + block.column_floats * round_up_to_panels(block.b.cols, panel),
                  depth_block);
    return;
  }
  if (strip.b == Layout::kPanels) {
    depth_block.b = block.panels + strip.first * block.b.rows + k * panel;
    depth_block.b_panel = block.b.rows * strip.panel_stride;
    const bool is_last = k + depth == block.a.cols;
    const float* next = is_last ? block.panels + (strip.first + strip.width) * block.b.rows
                                : depth_block.b + depth * panel;
    prefetch_next(block, next, depth * panel,
                  block.panels + block.b.rows * padded_columns(block.b.cols), depth_block);
  } else if (strip.b == Layout::kRows) {
    depth_block.b_stride = b.row_stride;
    depth_block.b_panel = kPanelColumns;
  } else {
    zero_last_columns(workspace.packed, depth, panel, strip.columns);
    pack_panel(b, workspace.packed, panel);
    depth_block.b = workspace.packed;
  }
}

// c = alpha sums + bias + beta c, for strips that a tile cannot write to c directly.
template <bool kEncoded>
HWY_ATTR void finish(const float* sums, const Block& block, const Strip& strip,
                     const ProductOptions& options) {
  const Floats d;
  const FloatVec alpha = hn::Set(d, options.alpha), beta = hn::Set(d, options.beta);
  for (Index i = 0; i < block.a.rows; ++i) {
    for (Index j = 0; j < strip.columns; j += kLanes) {
      const Index n = strip.columns - j;
      float* to = block.c + i * block.c_stride + strip.column(j);
      FloatVec x = hn::Mul(hn::LoadU(d, sums + i * strip.width + j), alpha);
      if (options.bias != nullptr) x = hn::Add(x, load_up_to(options.bias + strip.column(j), n, 0));
      if (options.beta != 0) x = mul_add(beta, load_up_to(to, n, 0), x);
      store_up_to(x, to, n);
    }
  }
}

// Multiplies strip by strip, each strip depth block by depth block.
template <bool kEncoded>
HWY_ATTR void multiply_block(const Block& block) {
  Workspace workspace;
  const Initial initial = initial_of(block.options);
  ProductOptions final_options = block.options;  // what is applied to the finished sums
  if (initial == Initial::kBias) final_options.bias = nullptr;
  if (initial == Initial::kResult) final_options.beta = 0;

  // Depth blocks have equal depths, rounded up to the squares in which b is transposed.
  const Index depth = block.a.cols;
  const Index n_depth_blocks = std::max<Index>(1, (depth + kBlockDepth - 1) / kBlockDepth);
  const Index block_depth = ((depth + n_depth_blocks - 1) / n_depth_blocks + kQuad - 1) & -kQuad;
  Strip strip;
  for (Index j = 0; j < block.columns; j += strip.columns) {
    strip = strip_from<kEncoded>(block, j);
    const bool is_plain =
        final_options.bias == nullptr && final_options.beta == 0 && strip.columns == strip.width;
    DepthBlock depth_block{};
    depth_block.packed_stride = depth;
    depth_block.width = strip.width;
    depth_block.to = workspace.sums;
    depth_block.to_stride = strip.width;
    depth_block.to_panel = kPanelColumns;
    depth_block.alpha = 1;
    set_initial_sums(initial, block, strip, workspace, depth_block);
    for (Index i = 0; i < n_depth_blocks; ++i) {
      const Index k = i * block_depth;
      if (is_plain && i == n_depth_blocks - 1) {
        depth_block.to = block.c + strip.first;
        depth_block.to_stride = block.c_stride;
        depth_block.to_panel = strip.panel_stride;
        depth_block.alpha = block.options.alpha;
      }
      depth_block.a = block.a.column_range(k, std::min(block_depth, depth - k));
      depth_block.steps = depth_block.a.cols;
      if (block.packed_a != nullptr) depth_block.packed_a = block.packed_a + k * kTileRows;
      set_b<kEncoded>(block, strip, k, workspace, depth_block);
      multiply_depth_block(depth_block);
      depth_block.from = workspace.sums;
      depth_block.from_stride = strip.width;
      depth_block.from_panel = kPanelColumns;
    }
    if (!is_plain) finish<kEncoded>(workspace.sums, block, strip, final_options);
  }
}

// multiply_in_column_blocks, block of rows by block of rows. `c` is the first of column_blocks.
//   column_floats, decode  used if the panels are encoded
template <bool kEncoded>
HWY_ATTR void multiply_blocks(const MatrixView& a, const MatrixView& b, const float* panels,
                              MatrixRef c, Index column_blocks, Index block_stride,
                              const ProductOptions& options, Index column_floats = 0,
                              DecodePanel* decode = nullptr) {
  std::unique_ptr<float[]> packed;
  for (Index row = 0; row < a.rows; row += kBlockRows) {
    const Index rows = std::min(kBlockRows, a.rows - row);
    Block block{
        .a = a.row_range(row, rows),
        .packed_a = nullptr,
        .b = b,
        .panels = panels,
        .column_floats = column_floats,
        .decode = decode,
        .c = c.data() + row * c.outerStride(),
        .columns = c.cols(),
        .c_stride = c.outerStride(),
        .options = options,
    };
    if (packs_rows(rows, column_blocks * c.cols())) {
      if (packed == nullptr) packed.reset(new float[rows * a.cols]);
      pack_rows<kEncoded>(block.a, packed.get());
      block.packed_a = packed.get();
    }
    for (Index column_block = 0; column_block < column_blocks; ++column_block) {
      multiply_block<kEncoded>(block);
      if (options.activate != nullptr) {
        for (Index i = 0; i < rows; ++i) {
          options.activate(block.c + i * block.c_stride, block.columns);
        }
      }
      block.c += block_stride;
      block.b = block.b.column_range(block.columns, block.b.cols - block.columns);
      if constexpr (kEncoded) {
        block.panels += block.columns * column_floats;
      } else if (panels != nullptr) {
        block.panels += block.columns * b.rows;
      }
      if (options.bias != nullptr) block.options.bias += block.columns;
    }
  }
}

}  // namespace attn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // ATTN_KERNELS_PRODUCT_INL_H_
