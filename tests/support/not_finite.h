// The floats that are no finite numbers.
#pragma once

#include <limits>

namespace attn {

constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();

}  // namespace attn
