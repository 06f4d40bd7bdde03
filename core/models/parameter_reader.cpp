#include "models/parameter_reader.h"

#include <algorithm>
#include <string>

namespace attn {

void read_parameter(ParameterReader& reader, const char* name, Matrix& matrix) {
  const std::vector<Index> shape = reader.shape(name);
  if (shape.size() != 2) return;
  matrix.resize(shape[0], shape[1]);
  reader.read_rows(name, 0, matrix);
}

void read_parameter(ParameterReader& reader, const char* name, RowVector& vector) {
  const std::vector<Index> shape = reader.shape(name);
  if (shape.size() != 1) return;
  vector.resize(shape[0]);
  reader.read_rows(name, 0, vector);
}

PackedMatrix read_transposed(ParameterReader& reader, const char* name, ParameterForm form) {
  constexpr Index kRowsAtOnce = 512;  // at least
  const std::vector<Index> shape = reader.shape(name);
  PackedMatrix packed;
  packed.begin(shape[1], shape[0], form);
  const Index step = packed.next_panel(kRowsAtOnce);
  Matrix rows(std::min(step, shape[0]), shape[1]);
  for (Index first = 0; first < shape[0]; first += step) {
    const Index n = std::min(step, shape[0] - first);
    reader.read_rows(name, first, rows.topRows(n));
    packed.set_columns(first, transposed(rows.topRows(n)));
  }
  return packed;
}

}  // namespace attn
