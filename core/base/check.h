// How the core refuses bad input: std::invalid_argument naming what was expected and what came.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "base/matrix.h"

namespace attn {

// Throws std::invalid_argument(message) unless `holds`.
void check(bool holds, const std::string& message);

// One piece of a message. It only looks at what it is given, so a message of many pieces costs the
// caller no temporaries, and the wasm no code to destroy them.
class Piece {
 public:
  Piece(const char* text) : text_(text) {}
  Piece(std::string_view text) : text_(text) {}
  Piece(const std::string& text) : text_(text) {}
  Piece(Index number) : number_(number) {}
  Piece(const std::vector<Index>& extents) : extents_(&extents) {}

  void append_to(std::string& message) const;

 private:
  std::string_view text_;
  Index number_ = 0;
  const std::vector<Index>* extents_ = nullptr;
};

// Throws std::invalid_argument with the pieces one after the other:
//   refuse({"expected an id below ", vocab_size, ", got ", id});
[[noreturn]] void refuse(std::initializer_list<Piece> pieces);

// "0.5", "-1e-09", "NaN" or "inf": six digits, for messages. Not printf's, which is long in wasm.
std::string number_text(double number);

// "[3, 4]", for messages.
std::string shape_text(const std::vector<Index>& extents);
std::string shape_text(Index rows, Index columns);

// Throws unless `matrix` is [rows, columns]: "expected w_q of shape [8, 8], got [8, 6]".
void check_shape(std::string_view name, ConstMatrixRef matrix, Index rows, Index columns);

}  // namespace attn
