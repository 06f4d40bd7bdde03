// Apart from tensor.cpp, because in WebAssembly it has other options (apart_sources in
// CMakeLists.txt).
#include "base/tensor.h"

namespace attn {

MatrixMap rows_of(Tensor& x) noexcept {
  const Index columns = x.shape.back();
  return {x.data.data(), columns == 0 ? 0 : x.size() / columns, columns};
}

ConstMatrixMap rows_of(const Tensor& x) noexcept {
  const Index columns = x.shape.back();
  return {x.data.data(), columns == 0 ? 0 : x.size() / columns, columns};
}

}  // namespace attn
