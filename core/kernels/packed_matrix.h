// The right operand of a product, packed once in the order in which the kernel reads it. Parameters
// are packed when they are set; keys before many queries read them, or when a cache appends them.
#pragma once

#include <new>
#include <span>
#include <vector>

#include "base/matrix_view.h"
#include "kernels/parameter_form.h"

namespace attn {

// Aligns to cache lines: a vector that straddles two cache lines loads at half the speed.
template <class T>
struct CacheLineAllocator {
  using value_type = T;
  static constexpr std::align_val_t kLine{64};

  CacheLineAllocator() = default;
  template <class Other>
  CacheLineAllocator(const CacheLineAllocator<Other>&) {}
  T* allocate(std::size_t n) { return static_cast<T*>(::operator new(n * sizeof(T), kLine)); }
  void deallocate(T* p, std::size_t) { ::operator delete(p, kLine); }
  friend bool operator==(CacheLineAllocator, CacheLineAllocator) { return true; }
};

struct PackedColumns;
struct ProductOptions;

// Decodes `count` rows of an encoded panel (encoded_panels.h), from `row` on.
//   rows  of the whole panel
//   to    [count, panel_columns]  out
using DecodePanel = void(const float* panel, Index rows, Index row, Index count, float* to);

// How encoded panels are read. Called by address, so that a program links the code only if it
// encodes a matrix.
struct PanelCode {
  Index (*column_floats)(Index rows);  // the size of an encoded column, in floats
  // Rounds a column [rows, 1] and stores it as column number in_panel of a panel.
  void (*encode_column)(const MatrixView& column, Index in_panel, float* panel);
  DecodePanel* decode;
  // multiply_in_column_blocks (product.h) for encoded panels.
  void (*multiply)(const MatrixView& a, const PackedColumns& b, MatrixRef first_block,
                   Index column_blocks, Index block_stride, const ProductOptions& options);
  // See encoded_panels.h.
  void (*multiply_transposed)(ConstMatrixRef a, const PackedColumns& b, MatrixRef c);
  void (*unpack_column)(const PackedColumns& b, Index column, float* to, Index n);
};

// A view of a packed matrix: all of its columns, or those from the start of a panel on.
struct PackedColumns {
  // Each panel is row-major [rows, panel_columns] and as wide as one tile of the result. The last
  // panel holds the remaining columns, padded with zeros to complete vectors; where a vector has
  // four lanes, to a complete panel.
  const float* panels;
  Index rows;  // of a panel: those of the matrix, plus a row of zeros for some deep matrices
  Index cols, panel_columns;
  const PanelCode* code = nullptr;  // of encoded panels, which are all of full width; else null

  // The address of an element. Its panel must be of full width and not encoded.
  const float* element(Index row, Index column) const {
    return panels + (column / panel_columns * rows + row) * panel_columns + column % panel_columns;
  }
};

// The number of columns of a panel on this processor.
Index panel_columns();

// The number of floats that a matrix [rows, cols] takes when it is packed. Nothing has checked that
// such a matrix fits into memory, so the product may need more than 31 bits.
double packed_size(Index rows, Index cols);

// The number of columns rounded up to a multiple of panel_columns.
inline Index round_up_to_panels(Index columns, Index panel_columns) {
  return (columns + panel_columns - 1) / panel_columns * panel_columns;
}

class PackedMatrix {
 public:
  PackedMatrix() = default;
  explicit PackedMatrix(const MatrixView& b) { assign(b); }

  // Packs b, reusing the storage.
  void assign(const MatrixView& b) { assign(std::span(&b, 1)); }
  // Packs several matrices side by side, e.g. [w_q, w_k, w_v]. Each starts at a new panel,
  // next_panel(end of the previous one); the columns between are zeros. A product may use one of
  // them, or adjacent ones with the same number of rows.
  void assign(std::span<const MatrixView> side_by_side);

  // This and the next three are defined in encoded_panels.cpp, so that only a program that encodes
  // links that file.
  //
  // The same with the panels encoded in this form (encoded_panels.h). The numbers are rounded.
  // Throws std::invalid_argument for a number that the form cannot represent.
  void assign(std::span<const MatrixView> side_by_side, ParameterForm form);
  // Allocates matrices of zeros in this form, side by side as in assign; only the shapes are read.
  // set_columns fills them part by part, so that they never exist as a whole in float32. A part
  // must begin at a panel, and end at one or with its matrix.
  void begin(std::span<const MatrixView> shapes, ParameterForm form);
  void begin(Index rows, Index cols, ParameterForm form);
  void set_columns(Index first, const MatrixView& part);

  Index cols() const { return runs_.empty() ? 0 : runs_.back().end; }
  bool empty() const { return panels_.empty(); }
  // Null unless the panels are encoded.
  const PanelCode* code() const { return runs_.empty() ? nullptr : runs_.front().code; }
  std::size_t bytes() const { return panels_.size() * sizeof(float); }

  // The first column at or after `column` at which a panel begins.
  Index next_panel(Index column) const { return round_up_to_panels(column, panel_columns_); }

  // The columns from `first` on, at which a panel must begin, up to the next matrix with another
  // number of rows.
  PackedColumns columns_from(Index first) const;
  operator PackedColumns() const { return columns_from(0); }

 private:
  // Adjacent matrices whose panels have the same number of rows: the columns [first, end), stored
  // from `offset` on.
  struct Run {
    Index first, end, rows, column_floats, offset;
    const PanelCode* code = nullptr;
  };

  Index panel_columns_ = 0;
  std::vector<Run> runs_;
  std::vector<float, CacheLineAllocator<float>> panels_;  // or encoded panels, as bytes
};

// A packed parameter: the columns of `packed` from `first` on.
struct PackedParameter {
  PackedMatrix* packed;
  Index first;
};

}  // namespace attn
