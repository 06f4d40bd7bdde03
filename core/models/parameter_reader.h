// Where a model reads its parameters one at a time, so that they need not all be in memory in
// float32.
#pragma once

#include <string_view>
#include <vector>

#include "base/matrix.h"

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

}  // namespace attn
