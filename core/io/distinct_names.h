// Checks that no name occurs twice.
#pragma once

#include <algorithm>
#include <string_view>
#include <vector>

#include "base/check.h"
#include "base/quoted.h"

namespace attn {

// Throws std::invalid_argument, naming a duplicate.
//   kind  what the names are of, for the message: "tensor"
inline void check_distinct(std::string_view kind, std::vector<std::string_view> names) {
  std::sort(names.begin(), names.end());
  const auto twice = std::adjacent_find(names.begin(), names.end());
  if (twice != names.end()) {
    refuse("expected each {} once, got {} twice", {kind, quoted(*twice)});
  }
}

}  // namespace attn
