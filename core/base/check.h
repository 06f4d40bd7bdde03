// How the core refuses bad input: std::invalid_argument naming what was expected and what came.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "base/matrix.h"

namespace attn {

struct Tensor;

// Throws std::invalid_argument(message) unless `holds`.
void check(bool holds, const std::string& message);

// One piece of a message. It only looks at what it is given, so a message of many pieces costs the
// caller no temporaries, and the wasm no code to destroy them.
class Piece {
 public:
  Piece(const char* text) : at_(text), kind_(Kind::kChars) {}
  Piece(const std::string_view& text) : at_(&text), kind_(Kind::kView) {}
  Piece(const std::string& text) : at_(&text), kind_(Kind::kString) {}
  Piece(Index number) : number_(number), kind_(Kind::kNumber) {}
  Piece(const std::vector<Index>& extents) : at_(&extents), kind_(Kind::kExtents) {}
  Piece(const Tensor& tensor) : at_(&tensor), kind_(Kind::kTensor) {}  // its shape, with axes

  void append_to(std::string& message) const;

 private:
  enum class Kind { kChars, kView, kString, kNumber, kExtents, kTensor };
  union {
    const void* at_;
    Index number_;
  };
  Kind kind_;
};

// The words, each {} in them replaced by the next piece.
std::string message_of(const char* words, std::initializer_list<Piece> pieces);

// Throws std::invalid_argument with them:
//   refuse("expected an id below {}, got {}", {vocab_size, id});
[[noreturn]] void refuse(const char* words, std::initializer_list<Piece> pieces = {});

// "-3". Not std::to_string, whose table of digits and whose conversions are long in wasm.
std::string whole_text(std::int64_t number);

// "0.5", "-3", "NaN", "infinity" or "more than 1000": six decimals at most, for messages. Not
// printf's, which is long in wasm.
std::string number_text(double number);

// Makes a list of names longer by one: "a", "b"
void append_name(std::string& list, const char* name);

// "[3, 4]", for messages.
std::string shape_text(const std::vector<Index>& extents);
std::string shape_text(Index rows, Index columns);

// Throws unless `matrix` is [rows, columns]: "expected w_q of shape [8, 8], got [8, 6]".
void check_shape(const char* name, ConstMatrixRef matrix, Index rows, Index columns);

}  // namespace attn
