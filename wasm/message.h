// A call from JavaScript, and its result: 32-bit words in memory, written and read on the other
// side by web/src/engine/message.ts and result.ts. The numbers of tensors stay outside of the
// words.
//
//   number     two words, a double            text     its length in bytes, then the bytes
//   config     entries: key, text for messages, kind, value
//   tensors    entries: name, rank, extents, whether axes are named, axes, count of numbers
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/keep.h"
#include "base/named_tensors.h"
#include "operations/config.h"
#include "operations/inspect.h"

namespace attn::js {

// The numbers of one tensor of the call, in the order in which the message names the tensors.
using Slots = std::vector<std::vector<float>>;

class Message {
 public:
  // Takes the numbers out of the slots.
  Message(const std::vector<std::uint32_t>& words, Slots& slots) : words_(words), slots_(slots) {}

  std::uint32_t word() { return words_[at_++]; }
  bool flag() { return word() != 0; }
  double number();
  std::uint64_t seed() { return static_cast<std::uint64_t>(number()); }
  std::string text();
  std::vector<std::string> texts();
  Keep keep();
  Config config();
  InspectOptions inspect_options();  // a config too
  // Messages call a tensor by `what` and its name. Axes that are not named are "axis_0" ..
  NamedTensors tensors(const char* what);

 private:
  Tensor tensor(const std::string& label);

  const std::vector<std::uint32_t>& words_;
  Slots& slots_;
  std::size_t at_ = 0, next_slot_ = 0;
};

class Result {
 public:
  void clear();

  void undefined() { kind(Kind::kUndefined); }
  void flag(bool value);
  void number(double value);
  void text(std::string_view value);
  // So many values follow; of an object each after its name.
  void list(std::size_t count);
  void object(std::size_t count);
  void name(std::string_view name) { bytes(name); }
  // Kept until the result is cleared.
  void tensor(Tensor&& tensor);
  void tensors(NamedTensors&& tensors);

  // Begins anew: the text, the template and its pieces of an exception that is being handled.
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
