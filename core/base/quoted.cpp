#include "base/quoted.h"

#include <cstdint>

#include "base/utf8.h"

namespace attn {

std::string quoted(std::string_view text) {
  constexpr std::size_t kMax = 80;
  std::string shown = "\"";
  for (std::size_t i = 0; i < text.size();) {
    if (shown.size() > kMax) return shown + "...\"";
    const std::size_t length = utf8_length(text.substr(i, 4));
    const auto byte = static_cast<std::uint8_t>(text[i]);
    if (length == 0 || byte < 0x20 || byte == 0x7F) {
      constexpr const char* kDigits = "0123456789abcdef";
      shown += "\\x";
      shown += kDigits[byte >> 4];
      shown += kDigits[byte & 15];
      ++i;
    } else {
      shown += text.substr(i, length);
      i += length;
    }
  }
  return shown + '"';
}

}  // namespace attn
