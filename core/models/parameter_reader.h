// Where a model reads its parameters one at a time, so that they need not all be in memory in
// float32.
#pragma once

#include <string_view>
#include <vector>

#include "base/matrix.h"
#include "kernels/packed_matrix.h"

namespace attn {

// Names are those of TokenModelParameters::for_each.
class ParameterReader {
 public:
  virtual ~ParameterReader() = default;

  // [rows, columns] of a matrix, [n] of a row vector; empty if there is no such parameter.
  virtual std::vector<Index> shape(std::string_view name) = 0;

  // Reads rows of a matrix from `first` on, or a row vector as one row.
  //   to  [count, columns]  out
  virtual void read_rows(std::string_view name, Index first, MatrixRef to) = 0;
};

// Reads a parameter if the reader has one of this name and rank.
void read_parameter(ParameterReader& reader, const char* name, Matrix& matrix);
void read_parameter(ParameterReader& reader, const char* name, RowVector& vector);

// Reads a matrix that the reader has, some rows at a time.
//   returns [columns, rows], held in this form
PackedMatrix read_transposed(ParameterReader& reader, const char* name, ParameterForm form);

}  // namespace attn
