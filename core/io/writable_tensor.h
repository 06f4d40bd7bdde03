// Checks that a file can hold a tensor.
#pragma once

#include <string_view>

#include "base/check.h"
#include "base/quoted.h"
#include "base/tensor.h"
#include "io/limits.h"

namespace attn {

// Throws std::invalid_argument, naming the tensor, if its data does not match its shape, or if it
// has more than kMaxAxes axes.
inline void check_writable(std::string_view name, const Tensor& tensor) {
  if (element_count(tensor.shape) != tensor.size()) {
    refuse("expected tensor {} of shape {} to have {} elements, got {}",
           {quoted(name), tensor.shape, element_count(tensor.shape), tensor.size()});
  }
  if (tensor.shape.size() > kMaxAxes) {
    refuse("expected tensor {} to have at most {} axes, got {}",
           {quoted(name), static_cast<Index>(kMaxAxes), tensor.rank()});
  }
}

}  // namespace attn
