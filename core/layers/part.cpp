#include "layers/part.h"

namespace attn {

std::string PartName::then(const char* name) const {
  const std::string joined = std::string(part) + "." + name;
  return outer == nullptr ? joined : outer->then(joined.c_str());
}

}  // namespace attn
