#include "guard.h"

#include <emscripten/val.h>

#include <exception>
#include <new>
#include <stdexcept>

namespace attn::js {

void throw_error(const std::string& message) {
  emscripten::val::global("Error").new_(message).throw_();
  __builtin_unreachable();
}

std::string words_of_exception() {
  constexpr const char* kNoMemory = "not enough memory for this request";
  try {
    throw;
  } catch (const std::bad_alloc&) {
    return kNoMemory;
  } catch (const std::length_error&) {
    return kNoMemory;
  } catch (const std::exception& error) {
    return error.what();
  }
}

}  // namespace attn::js
