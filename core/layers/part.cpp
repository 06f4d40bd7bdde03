#include "layers/part.h"

#include <stdexcept>

#include "base/check.h"

namespace attn {

std::string PartName::then(const char* name) const {
  const std::string joined = std::string(part) + "." + name;
  return outer == nullptr ? joined : outer->then(joined.c_str());
}

void rethrow_from(const char* part) {
  try {
    throw;
  } catch (const std::invalid_argument& refused) {
    refuse("{}: {}", {part, refused.what()});
  }
}

}  // namespace attn
