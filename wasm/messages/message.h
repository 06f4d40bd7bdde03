// A call from JavaScript and its result, as 32-bit words in memory.
// web/src/engine/module/message.ts writes the call, result-reader.ts reads the result. The numbers
// of tensors are stored separately.
//
//   number     two words, a double            text     its length in bytes, then the bytes
//   config     entries: key, text for messages, kind, value
//   tensors    entries: name, rank, extents, whether axes are named, axes, count of numbers
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
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
  bool flag() { return word() != 0; }
  double number();
  std::uint64_t seed() { return static_cast<std::uint64_t>(number()); }
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

 private:
  // The next `count` words.
  const std::uint32_t* take(std::size_t count);
  Tensor tensor(const char* what, const std::string& name);

  const std::vector<std::uint32_t>& words_;
  Slots& slots_;
  std::size_t at_ = 0, next_slot_ = 0;
};

class Result {
 public:
  // Reserves memory for the result of a step, so that writing it cannot fail after the model has
  // changed.
  Result() {
    words_.reserve(256);
    tensors_.reserve(1);
  }

  void clear();

  void undefined() { kind(Kind::kUndefined); }
  void flag(bool value);
  void number(double value);
  void text(std::string_view value);
  // `count` values follow; in an object, each after its name.
  void list(std::size_t count);
  void object(std::size_t count);
  void name(std::string_view name) { bytes(name); }
  // The result owns the tensor until it is cleared.
  void tensor(Tensor&& tensor);
  void tensors(NamedTensors&& tensors);

  // Replaces the result by the exception being handled: its text, its template and its pieces.
  void refusal();

  const std::uint32_t* words() const { return words_.data(); }

 private:
  enum class Kind { kUndefined, kFlag, kNumber, kText, kList, kObject, kTensor, kRefusal };
  void kind(Kind kind) { word(static_cast<std::size_t>(kind)); }
  void word(std::size_t word) { words_.push_back(static_cast<std::uint32_t>(word)); }
  void bytes(std::string_view bytes);
  void refusal(std::string_view message, std::string_view words,
               const std::vector<std::string>& pieces);

  std::vector<std::uint32_t> words_;
  std::vector<Tensor> tensors_;
};

}  // namespace attn::js
