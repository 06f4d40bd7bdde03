#include "layers/part.h"

#include <algorithm>
#include <cassert>
#include <cstring>
#include <stdexcept>

#include "base/check.h"

namespace attn {

namespace {

std::size_t append(const char* text, std::size_t at, PartName::FullName& full) {
  assert(at + std::strlen(text) <= PartName::kMaxLength);
  const std::size_t length = std::min(std::strlen(text), PartName::kMaxLength - at);
  std::memcpy(full.data() + at, text, length);
  full[at + length] = '\0';
  return at + length;
}

}  // namespace

std::string layer_name(std::size_t layer) {
  return "layers." + integer_text(static_cast<Index>(layer));
}

void PartName::write(const char* name, FullName& full) const {
  append(name, write_parts(full), full);
}

std::size_t PartName::write_parts(FullName& full) const {
  const std::size_t at = outer == nullptr ? 0 : outer->write_parts(full);
  return append(".", append(part, at, full), full);
}

void rethrow_from(const char* part) {
  try {
    throw;
  } catch (const std::invalid_argument& refused) {
    refuse("{}: {}", {part, refused.what()});
  }
}

}  // namespace attn
