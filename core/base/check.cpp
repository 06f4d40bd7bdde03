#include "base/check.h"

#include <algorithm>
#include <cmath>

#include "base/tensor.h"

namespace attn {

namespace {

void append_extents(const std::vector<Index>& extents, std::string& message) {
  message += '[';
  for (std::size_t axis = 0; axis < extents.size(); ++axis) {
    if (axis != 0) message += ", ";
    message += integer_text(extents[axis]);
  }
  message += ']';
}

// A name from the caller may be a megabyte long. The core's own lists of names stay below this.
constexpr std::size_t kMaxShown = 2000;

void append_text(std::string_view text, std::string& message) {
  std::size_t shown = std::min(text.size(), kMaxShown);
  // Do not cut inside a UTF-8 character.
  while (shown < text.size() && shown > 0 && (text[shown] & 0xC0) == 0x80) --shown;
  message += text.substr(0, shown);
  if (shown < text.size()) message += "...";
}

}  // namespace

void Piece::append_to(std::string& message) const {
  switch (kind_) {
    case Kind::kChars:
      append_text(static_cast<const char*>(at_), message);
      break;
    case Kind::kView:
      append_text(*static_cast<const std::string_view*>(at_), message);
      break;
    case Kind::kString:
      append_text(*static_cast<const std::string*>(at_), message);
      break;
    case Kind::kNumber:
      message += integer_text(number_);
      break;
    case Kind::kExtents:
      append_extents(*static_cast<const std::vector<Index>*>(at_), message);
      break;
    case Kind::kTensor:
      append_text(static_cast<const Tensor*>(at_)->shape_text(), message);
  }
}

std::string message_of(const char* words, std::initializer_list<Piece> pieces) {
  std::string message;
  const Piece* next = pieces.begin();
  for (; *words != '\0'; ++words) {
    if (words[0] == '{' && words[1] == '}' && next != pieces.end()) {
      (next++)->append_to(message);
      ++words;
    } else {
      message += *words;
    }
  }
  return message;
}

Refusal::Refusal(const char* words, std::initializer_list<Piece> pieces)
    : std::invalid_argument(message_of(words, pieces)), words_(words) {
  for (const Piece& piece : pieces) piece.append_to(pieces_.emplace_back());
}

void refuse(const char* words, std::initializer_list<Piece> pieces) {
  throw Refusal(words, pieces);
}

std::string integer_text(std::int64_t number) {
  char text[20];
  char* const end = text + sizeof text;
  char* first = end;
  auto rest = static_cast<std::uint64_t>(number);
  if (number < 0) rest = 0 - rest;
  do {
    *--first = static_cast<char>('0' + rest % 10);
  } while ((rest /= 10) != 0);
  if (number < 0) *--first = '-';
  return std::string(first, end);
}

std::string number_text(double number) {
  if (std::isinf(number)) return number > 0 ? "infinity" : "-infinity";
  if (!(std::abs(number) <= 1000)) {
    return number > 0 ? "more than 1000" : number < 0 ? "less than -1000" : "NaN";
  }
  // Written from the last decimal to the first digit, without trailing zeros.
  char text[16];
  char* const end = text + sizeof text;
  char* first = end;
  auto millionths = static_cast<Index>(std::abs(number) * 1e6 + 0.5);
  if (millionths == 0 && number < 0) return "less than 0";
  for (int decimal = 0; decimal <= 6 || millionths != 0; ++decimal, millionths /= 10) {
    if (decimal == 6 && first != end) *--first = '.';
    const auto digit = static_cast<char>('0' + millionths % 10);
    if (decimal >= 6 || first != end || digit != '0') *--first = digit;
  }
  if (number < 0) *--first = '-';
  return std::string(first, end);
}

std::string plain_text(double number) {
  const bool is_whole = std::abs(number) < 1e15 && number == std::floor(number);
  return is_whole ? integer_text(static_cast<std::int64_t>(number)) : number_text(number);
}

void append_name(std::string& list, const char* name) {
  if (!list.empty()) list += ", ";
  list += '"';
  list += name;
  list += '"';
}

std::string shape_text(const std::vector<Index>& extents) {
  std::string text;
  append_extents(extents, text);
  return text;
}

std::string shape_text(Index rows, Index columns) {
  return shape_text(std::vector<Index>{rows, columns});
}

void refuse_missing_parameter(const char* name, const std::vector<Index>& shape) {
  refuse("expected the parameter \"{}\" of shape {}, got none", {name, shape});
}

void check_index(const char* name, Index index, Index extent) {
  if (index >= 0 && index < extent) return;
  refuse("expected {} of at least 0 and below {}, got {}", {name, extent, index});
}

void check_min(const char* name, Index number, Index min) {
  if (number < min) refuse("expected {} of at least {}, got {}", {name, min, number});
}

void check_range(const char* name, Index number, Index min, Index max) {
  if (number >= min && number <= max) return;
  refuse("expected {} of {} to {}, got {}", {name, min, max, number});
}

void check_shape(const char* name, ConstMatrixRef matrix, Index rows, Index columns) {
  if (matrix.rows() == rows && matrix.cols() == columns) return;
  if (matrix.rows() == 0 && matrix.cols() == 0) refuse_missing_parameter(name, {rows, columns});
  refuse("expected {} of shape [{}, {}], got [{}, {}]",
         {name, rows, columns, matrix.rows(), matrix.cols()});
}

void check_row(const char* name, const RowVector& row, Index width) {
  if (row.size() == width) return;
  if (row.size() == 0) refuse_missing_parameter(name, {width});
  refuse("expected {} of shape [{}], got [{}]", {name, width, row.size()});
}

void check_bias(const char* name, const RowVector& b, Index columns) {
  if (b.size() == columns) return;
  if (b.size() == 0) refuse_missing_parameter(name, {columns});
  refuse("expected {} of shape [{}] with bias {}, got [{}]",
         {name, columns, columns != 0 ? "true" : "false", b.size()});
}

}  // namespace attn
