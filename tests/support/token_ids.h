// The ids in tensors of files and samples, which hold them as floats.
#pragma once

#include <vector>

#include "base/tensor.h"
#include "models/token_ids.h"

namespace attn {

inline std::vector<Index> ids_in(const Tensor& tensor) {
  return {tensor.data.begin(), tensor.data.end()};
}

//   tensor  [batch, n]
inline TokenIds token_ids(const Tensor& tensor) {
  return {tensor.shape[0], tensor.shape[1], ids_in(tensor)};
}

}  // namespace attn
