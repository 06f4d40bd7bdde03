// An exception of the core, carried over to JavaScript as an `Error` with the same words: uncaught
// it would arrive there as a bare number.
#pragma once

#include <string>

namespace attn::js {

[[noreturn]] void throw_error(const std::string& message);

// Of the exception that is being handled. Not inline: once for all that is guarded.
std::string words_of_exception();

template <class Body>
auto guard(Body&& body) {
  std::string message;
  try {
    return body();
  } catch (...) {
    message = words_of_exception();
  }
  throw_error(message);
}

}  // namespace attn::js
