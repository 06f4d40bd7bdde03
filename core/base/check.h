// How the core refuses bad input: std::invalid_argument naming what was expected and what came.
#pragma once

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
  Piece(const char* text) : Piece(std::string_view(text)) {}
  Piece(std::string_view text)
      : at_(text.data()), number_(static_cast<Index>(text.size())), kind_(Kind::kText) {}
  Piece(const std::string& text) : Piece(std::string_view(text)) {}
  Piece(Index number) : number_(number), kind_(Kind::kNumber) {}
  Piece(const std::vector<Index>& extents) : at_(&extents), kind_(Kind::kExtents) {}
  Piece(const Tensor& tensor) : at_(&tensor), kind_(Kind::kTensor) {}  // its shape, with axes

  void append_to(std::string& message) const;

 private:
  enum class Kind { kText, kNumber, kExtents, kTensor };
  const void* at_ = nullptr;
  Index number_ = 0;  // or the length of the text
  Kind kind_;
};

// The words, each {} in them replaced by the next piece.
std::string message_of(const char* words, std::initializer_list<Piece> pieces);

// Throws std::invalid_argument with them:
//   refuse("expected an id below {}, got {}", {vocab_size, id});
[[noreturn]] void refuse(const char* words, std::initializer_list<Piece> pieces = {});

// "0.5", "-3", "NaN", "infinity" or "more than 1000": six decimals at most, for messages. Not
// printf's, which is long in wasm.
std::string number_text(double number);

// "[3, 4]", for messages.
std::string shape_text(const std::vector<Index>& extents);
std::string shape_text(Index rows, Index columns);

// Throws unless `matrix` is [rows, columns]: "expected w_q of shape [8, 8], got [8, 6]".
void check_shape(const char* name, ConstMatrixRef matrix, Index rows, Index columns);

}  // namespace attn
