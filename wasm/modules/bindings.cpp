// The functions that Embind exports. JavaScript (web/src/engine/module/module.ts) writes a call
// into memory (messages/message.h), runs it, and reads its result from memory (messages/result.h).
// engine.d.ts has the types.
#include <emscripten/bind.h>
#include <emscripten/val.h>

#include <cstdint>
#include <exception>
#include <utility>
#include <vector>

#include "messages/message.h"
#include "messages/result.h"
#include "verbs/verbs.h"

namespace attn::js {
namespace {

// One call at a time. Global, so that the memory of its result is reserved when the module starts.
struct {
  std::vector<std::uint32_t> words;
  Slots slots;
  Result result;
} the_call;

// A view that gives JavaScript the memory's buffer; valid until memory grows.
emscripten::val memory() {
  static const std::uint8_t byte = 0;
  return emscripten::val(emscripten::typed_memory_view(1, &byte));
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

// Returns the address to write the words of a call to.
std::uintptr_t message(std::size_t words) { return resized(the_call.words, words); }

// Returns the address to write the numbers of the call's next tensor to.
std::uintptr_t reserve(std::size_t count) {
  Slots& slots = the_call.slots;
  try {
    slots.emplace_back();
  } catch (const std::exception&) {
    return 0;
  }
  const std::uintptr_t address = resized(slots.back(), count);
  if (address == 0) slots.pop_back();
  return address;
}

// Frees the call's memory and its result. Does not throw.
void release() {
  the_call.words = std::vector<std::uint32_t>();
  the_call.slots = Slots();
  the_call.result.release();
}

// Runs the call. Returns the address of the result's words.
std::uintptr_t call() {
  try {
    Message message(the_call.words, the_call.slots);
    run_verb(message, the_call.result);
  } catch (...) {
    the_call.result.refusal();
  }
  return reinterpret_cast<std::uintptr_t>(the_call.result.data());
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
