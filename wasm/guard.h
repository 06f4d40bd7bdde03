// An exception of the core, carried over to JavaScript as an `Error` with the same words. It is
// returned, and thrown by the caller (embind.js): thrown from here it would leave the stack of
// WebAssembly where it stood then, each time, until there is none left.
#pragma once

#include <emscripten/val.h>

#include <type_traits>

namespace attn::js {

// Of the exception that is being handled. Not inline: once for all that is guarded.
emscripten::val error_of_exception();

// What `body` returns; undefined for nothing.
template <class Body>
emscripten::val guard(Body&& body) {
  try {
    if constexpr (std::is_void_v<decltype(body())>) {
      body();
      return emscripten::val::undefined();
    } else {
      return emscripten::val(body());
    }
  } catch (...) {
    return error_of_exception();
  }
}

}  // namespace attn::js
