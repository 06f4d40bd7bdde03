// UTF-8 (RFC 3629): no overlong forms, no surrogates, nothing above U+10FFFF.
#pragma once

#include <cstddef>
#include <string_view>

namespace attn {

// The number of bytes of the character at the start of `text`; 0 when there is no valid one.
std::size_t utf8_length(std::string_view text);

bool is_utf8(std::string_view text);

}  // namespace attn
