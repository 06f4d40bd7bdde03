// Untrusted text inside a message.
#pragma once

#include <string>
#include <string_view>

namespace attn {

// The text in quotes, shortened when it is long; bytes that are not printable ASCII or UTF-8 are
// escaped.
std::string quoted(std::string_view text);

}  // namespace attn
