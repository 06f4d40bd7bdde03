// Quotes untrusted text for a message.
#pragma once

#include <string>
#include <string_view>

namespace attn {

// The text in quotes, shortened if it is long. Control characters and bytes that are not UTF-8 are
// escaped as \xNN.
std::string quoted(std::string_view text);

}  // namespace attn
