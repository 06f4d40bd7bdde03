// The functions that the module exports. JavaScript (web/src/engine/module.ts) writes a call into
// memory, runs it, and reads its result from memory (message.h). engine.d.ts has the types.
#include <emscripten/em_macros.h>

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

// The address of `count` numbers, never 0 for a count of 0; 0 when there is not enough memory.
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

}  // namespace
}  // namespace attn::js

// Numbers only, so that nothing has to be converted.
extern "C" {

using namespace attn::js;

// Returns the address to write the words of a call to.
EMSCRIPTEN_KEEPALIVE std::uintptr_t attn_message(std::size_t words) {
  return resized(the_call().words, words);
}

// Returns the address to write the numbers of the call's next tensor to.
EMSCRIPTEN_KEEPALIVE std::uintptr_t attn_reserve(std::size_t count) {
  std::vector<float> numbers;
  const std::uintptr_t address = resized(numbers, count);
  if (address != 0) the_call().slots.push_back(std::move(numbers));
  return address;
}

// Runs the call. Returns the address of the result's words.
EMSCRIPTEN_KEEPALIVE std::uintptr_t attn_call() {
  Call& made = the_call();
  try {
    Message message(made.words, made.slots);
    carry_out(message, made.result);
  } catch (...) {
    made.result.refusal();
  }
  return reinterpret_cast<std::uintptr_t>(made.result.words());
}

// Frees the call's memory and its result.
EMSCRIPTEN_KEEPALIVE void attn_release() { the_call() = Call(); }

}  // extern "C"
