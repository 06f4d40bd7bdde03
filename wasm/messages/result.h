// The result of a call, as 32-bit words in memory, which web/src/engine/module/result-reader.ts
// reads. A value is its kind and then
//
//   undefined  nothing
//   flag       1 or 0
//   number     two words, a double
//   text       its bytes
//   list       a count, then the values
//   object     a count, then for each entry a name and a value
//   tensor     rank, extents, axes, and the count and the address of its numbers
//   refusal    the bytes of the message and of its template, a count, then the bytes of each piece
//
// Bytes, such as those of names and axes, are their length, then as many words as hold them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/named_tensors.h"
#include "operations/config/config.h"

namespace attn::js {

class Result {
 public:
  // Reserves memory for the result of a step, so that writing it cannot fail after the model has
  // changed.
  Result() { release(); }

  void clear();
  // Clears it, and frees memory beyond what the constructor reserved. Does not throw after that:
  // the memory that it frees is larger than what it reserves again.
  void release();

  void undefined() { begin(Kind::kUndefined); }
  void flag(bool value);
  void number(double value);
  void text(std::string_view value);
  // The result owns the tensor until it is cleared.
  void tensor(Tensor&& tensor);

  // The object of what `write` writes, each value after its name:
  //   out.object([&] { out.name("loss").number(loss); });
  template <class Write>
  void object(const Write& write) {
    enclose(Kind::kObject, write);
  }
  // Two functions, because a std::string_view takes more code in each call.
  Result& name(const char* name);
  Result& name(const std::string& name);
  // The list of what `write` writes for each value:
  //   out.list(names, [&](const std::string& name) { out.text(name); });
  template <class Values, class Write>
  void list(Values&& values, const Write& write) {
    list([&] {
      for (auto& value : values) write(value);
    });
  }
  // The list of what `write` writes.
  template <class Write>
  void list(const Write& write) {
    enclose(Kind::kList, write);
  }

  void texts(const std::vector<std::string>& texts);       // a list
  void tensors(NamedTensors&& tensors);                    // an object
  void config(const std::vector<Config::Entry>& entries);  // an object

  // Replaces the result by the exception being handled: its text, its template and its pieces. If
  // they do not fit into memory, the refusal says so.
  void refusal();

  const std::uint32_t* data() const { return words_.data() + 1; }

 private:
  enum class Kind { kUndefined, kFlag, kNumber, kText, kList, kObject, kTensor, kRefusal };
  // Counts the value that follows in the list or object around it.
  void begin(Kind kind);
  // Begins to count the values of a list or object. Returns the place of the count around it.
  std::size_t open(Kind kind);
  template <class Write>
  void enclose(Kind kind, const Write& write) {
    const std::size_t around = open(kind);
    write();
    count_ = around;
  }
  void word(std::size_t word) { words_.push_back(static_cast<std::uint32_t>(word)); }
  void bytes(std::string_view bytes);
  void refusal(std::string_view message, std::string_view words,
               const std::vector<std::string>& pieces);

  std::vector<std::uint32_t> words_;  // the first counts the values outside any list or object
  std::size_t count_ = 0;             // where words_ counts those of the innermost list or object
  std::vector<Tensor> tensors_;
};

}  // namespace attn::js
