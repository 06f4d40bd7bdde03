// The only permitted reaction to invalid input.
#pragma once

#include <cstdlib>
#include <cstring>
#include <stdexcept>

namespace attn {

// Runs the action; returns true if it was refused with a message. Any other exception is a finding.
template <class Action>
bool is_refused(Action&& action) {
  try {
    action();
  } catch (const std::invalid_argument& error) {
    if (std::strstr(error.what(), "expected") == nullptr) std::abort();
    return true;
  }
  return false;
}

}  // namespace attn
