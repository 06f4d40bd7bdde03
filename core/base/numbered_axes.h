// Axis names for tensors from files that do not name axes: "axis_0", "axis_1", ..
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace attn {

inline std::vector<std::string> numbered_axes(std::size_t rank) {
  std::vector<std::string> axes;
  axes.reserve(rank);
  for (std::size_t axis = 0; axis < rank; ++axis) axes.push_back("axis_" + std::to_string(axis));
  return axes;
}

}  // namespace attn
