// The messages of the core's refusals.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

namespace attn {

// The message of the std::invalid_argument that `action` throws, or "nothing was refused".
template <class Action>
std::string refusal(Action&& action) {
  try {
    action();
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "nothing was refused";
}

inline bool contains(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

// Whether this is the message of a refusal that names an input.
inline bool refuses(const std::string& message, const std::string& name) {
  return message.starts_with("expected ") && contains(message, name);
}

}  // namespace attn
