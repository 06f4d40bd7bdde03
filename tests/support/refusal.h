// The messages of the core's refusals.
#pragma once

#include <gtest/gtest.h>

#include <cctype>
#include <cstddef>
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

// Whether `part` is in `text`; a failed expectation shows the text.
inline testing::AssertionResult contains(const std::string& text, std::string_view part) {
  if (text.find(part) != std::string::npos) return testing::AssertionSuccess();
  return testing::AssertionFailure() << "expected \"" << part << "\" in \"" << text << "\"";
}

// Whether this is the message of a refusal that names an input, as a whole word.
inline bool refuses(const std::string& message, const std::string& name) {
  const auto in_word = [&](std::size_t i) {  // beyond the ends there is no word
    return i < message.size() &&
           (std::isalnum(static_cast<unsigned char>(message[i])) || message[i] == '_');
  };
  std::size_t at = message.starts_with("expected ") ? message.find(name) : std::string::npos;
  while (at != std::string::npos && (in_word(at - 1) || in_word(at + name.size()))) {
    at = message.find(name, at + 1);
  }
  return at != std::string::npos;
}

// Whether this is the message of a refusal of a parameter, named without the layer's parts, or of a
// width that this parameter has.
inline bool refuses_parameter(const std::string& message, const std::string& name) {
  const std::size_t at = message.find("expected ");
  if (at == std::string::npos) return false;
  const std::string refused = message.substr(at), parameter = name.substr(name.rfind('.') + 1);
  struct Width {
    std::string_view parameter, key;
  };
  for (const Width& width : {Width{"w", "d_in"}, Width{"w", "d_out"}, Width{"table", "vocab_size"},
                             Width{"table", "d_model"}, Width{"gamma", "d_model"}}) {
    const std::string start = "expected parameters with \"" + std::string(width.key) + '"';
    if (parameter == width.parameter && refused.starts_with(start)) return true;
  }
  return refuses(refused, parameter);
}

}  // namespace attn
