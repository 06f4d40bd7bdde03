// A call from JavaScript, as 32-bit words in memory, which web/src/engine/module/message.ts writes.
// The numbers of tensors are stored separately.
//
//   number     two words, a double            text     its length in bytes, then the bytes
//   config     entries: key, text for messages, kind, value
//   tensors    entries: name, rank, extents, whether axes are named, axes
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "base/keep.h"
#include "base/named_tensors.h"
#include "operations/config/config.h"
#include "operations/inspect.h"

namespace attn::js {

// The numbers of each tensor of the call, in the order in which the message names the tensors.
using Slots = std::vector<std::vector<float>>;

class Message {
 public:
  // Moves the numbers out of the slots.
  Message(const std::vector<std::uint32_t>& words, Slots& slots) : words_(words), slots_(slots) {}

  // Each throws std::invalid_argument if the call ends too early or has a word that is none of its
  // values.
  std::uint32_t word() { return *take(1); }
  // A value of an enumeration, whose last value is `last`.
  template <class Enum>
  Enum choice(Enum last) {
    return static_cast<Enum>(word_below(static_cast<std::uint32_t>(last) + 1));
  }
  std::uint32_t word_below(std::uint32_t end);
  // How many entries follow, of one word or more each.
  std::size_t count();
  bool flag() { return word_below(2) != 0; }
  double number();
  std::uint64_t seed();  // from 0 to 2^53 - 1, JavaScript's largest safe integer
  std::string text();
  std::vector<std::string> texts();
  std::vector<Index> integers();  // each from -1 to 2^31 - 1
  Keep keep();
  Config config();
  InspectOptions inspect_options();  // a config too
  // Error messages name a tensor by `what` and its name. Unnamed axes become "axis_0" ..
  NamedTensors tensors(const char* what);
  // The numbers of the call's next tensor, moved out.
  std::vector<float> slot();
  // The same for a tensor whose numbers stand for `size` bytes. Throws if it has fewer.
  std::vector<float> bytes_slot(std::size_t size);

 private:
  // The next `count` words.
  const std::uint32_t* take(std::size_t count);
  Tensor tensor(const char* what, const std::string& name);

  const std::vector<std::uint32_t>& words_;
  Slots& slots_;
  std::size_t at_ = 0, next_slot_ = 0;
};

}  // namespace attn::js
