// The module as JavaScript reaches it: a call is written into memory, made, and its result read
// from memory (message.h). web/src/engine/module.ts does that; engine.d.ts has the types.
#include <emscripten/bind.h>
#include <emscripten/val.h>

#include <cstdint>
#include <exception>
#include <utility>
#include <vector>

#include "message.h"
#include "verbs.h"

namespace attn::js {
namespace {

// One call at a time.
struct Call {
  std::vector<std::uint32_t> words;
  Slots slots;
  Result result;
};

Call& the_call() {
  static Call call;
  return call;
}

// A view of memory that shows JavaScript the buffer; good until memory grows.
emscripten::val memory() {
  static const std::uint8_t byte = 0;
  return emscripten::val(emscripten::typed_memory_view(1, &byte));
}

// The address of so many numbers, even of none; 0 when there is not enough memory.
template <class Numbers>
std::uintptr_t resized(Numbers& numbers, std::size_t count) {
  try {
    numbers.reserve(count + 1);
    numbers.resize(count);
    return reinterpret_cast<std::uintptr_t>(numbers.data());
  } catch (const std::exception&) {
    return 0;
  }
}

// Where the words of a call are to be written.
std::uintptr_t message(std::size_t words) { return resized(the_call().words, words); }

// Where the numbers of the call's next tensor are to be written.
std::uintptr_t reserve(std::size_t count) {
  std::vector<float> numbers;
  const std::uintptr_t address = resized(numbers, count);
  if (address != 0) the_call().slots.push_back(std::move(numbers));
  return address;
}

// Frees what was reserved for the call, and its result.
void release() { the_call() = Call(); }

// Makes the call. Returns the address of the result's words.
std::uintptr_t call() {
  Call& made = the_call();
  try {
    Message message(made.words, made.slots);
    carry_out(message, made.result);
  } catch (...) {
    made.result.refusal();
  }
  return reinterpret_cast<std::uintptr_t>(made.result.words());
}

}  // namespace
}  // namespace attn::js

EMSCRIPTEN_BINDINGS(attention) {
  using namespace attn::js;
  using emscripten::function;
  function("memory", &memory);
  function("message", &message);
  function("reserve", &reserve);
  function("call", &call);
  function("release", &release);
}
