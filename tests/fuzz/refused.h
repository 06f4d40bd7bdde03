// The only way in which untrusted input may fail.
#pragma once

#include <cstdlib>
#include <cstring>
#include <stdexcept>

namespace attn {

// Runs the action; true when it was refused, in words. Everything else that is thrown is a finding.
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
