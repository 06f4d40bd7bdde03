// Errors for invalid input: std::invalid_argument that names the expected value and the actual one.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "base/matrix.h"

namespace attn {

struct Tensor;

// One argument of a message template. Holds a pointer to the value, not a copy, so that the wasm
// has no code to create and destroy temporaries.
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

// The template `words` with each {} replaced by the next piece.
std::string message_of(const char* words, std::initializer_list<Piece> pieces);

// The exception for invalid input. what() is the English message. The template and its pieces are
// also kept separately, so that another language can fill in its own template.
class Refusal : public std::invalid_argument {
 public:
  Refusal(const char* words, std::initializer_list<Piece> pieces);

  // The template, which is also the key of its translations:
  //   "expected num_heads to divide d_model {}, got {}"
  const char* words() const { return words_; }
  // One text for each {} of the template.
  const std::vector<std::string>& pieces() const { return pieces_; }

 private:
  const char* words_;  // a literal
  std::vector<std::string> pieces_;
};

// Throws a Refusal. `words` must be a string literal.
//   refuse("expected an id below {}, got {}", {vocab_size, id});
[[noreturn]] void refuse(const char* words, std::initializer_list<Piece> pieces = {});

// "-3". Replaces std::to_string, which adds more code to the wasm.
std::string integer_text(std::int64_t number);

// "0.5", "-3", "NaN" or "infinity", with at most six decimals, for messages. Also "more than 1000",
// "less than -1000", and "less than 0" for a negative number that rounds to 0. Replaces printf,
// which adds more code to the wasm.
std::string number_text(double number);
// The same, but an integer of up to 15 digits in full.
std::string plain_text(double number);

// Appends a name to a list of the form "a", "b".
void append_name(std::string& list, const char* name);

// "[3, 4]", for messages.
std::string shape_text(const std::vector<Index>& extents);
std::string shape_text(Index rows, Index columns);

// "expected the parameter "b_q" of shape [8], got none"
[[noreturn]] void refuse_missing_parameter(const char* name, const std::vector<Index>& shape);

// Throws unless `matrix` is [rows, columns]: "expected w_q of shape [8, 8], got [8, 6]". A [0, 0]
// matrix is reported as a missing parameter.
void check_shape(const char* name, ConstMatrixRef matrix, Index rows, Index columns);

// Throws unless `row` is [width]: "expected b_out of shape [8], got [6]". An empty row is reported
// as a missing parameter.
void check_row(const char* name, const RowVector& row, Index width);

// Throws unless `b` is [columns]; 0 columns: the configuration has no biases.
void check_bias(const char* name, const RowVector& b, Index columns);

// Throws unless 0 <= index < extent: "expected query of at least 0 and below 7, got 7".
void check_index(const char* name, Index index, Index extent);

// Throws unless number >= min: "expected window of at least 0, got -1".
void check_min(const char* name, Index number, Index min);

// Throws unless min <= number <= max: "expected count of 1 to 16384, got 0".
void check_range(const char* name, Index number, Index min, Index max);

}  // namespace attn
