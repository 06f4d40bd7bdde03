// An exception of the core, carried over to JavaScript as an `Error` with the same words: uncaught
// it would arrive there as a bare number.
#pragma once

#include <emscripten/val.h>

#include <exception>
#include <new>
#include <stdexcept>
#include <string>

namespace attn::js {

[[noreturn]] inline void throw_error(const std::string& message) {
  emscripten::val::global("Error").new_(message).throw_();
  __builtin_unreachable();
}

template <class Body>
auto guard(Body&& body) {
  std::string message;
  try {
    return body();
  } catch (const std::bad_alloc&) {
    message = "not enough memory for this request";
  } catch (const std::length_error&) {
    message = "not enough memory for this request";
  } catch (const std::exception& error) {
    message = error.what();
  }
  throw_error(message);
}

}  // namespace attn::js
