#include "guard.h"

#include <exception>
#include <new>
#include <stdexcept>
#include <string>

namespace attn::js {
namespace {

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

}  // namespace

emscripten::val error_of_exception() {
  return emscripten::val::global("Error").new_(words_of_exception());
}

}  // namespace attn::js
