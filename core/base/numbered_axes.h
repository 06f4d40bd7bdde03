// Axis names for tensors from files that do not name axes: "axis_0", "axis_1", ..
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "base/check.h"

namespace attn {

inline std::string numbered_axis(std::size_t axis) {
  return "axis_" + integer_text(static_cast<std::int64_t>(axis));
}

inline std::vector<std::string> numbered_axes(std::size_t rank) {
  std::vector<std::string> axes;
  axes.reserve(rank);
  for (std::size_t axis = 0; axis < rank; ++axis) axes.push_back(numbered_axis(axis));
  return axes;
}

}  // namespace attn
