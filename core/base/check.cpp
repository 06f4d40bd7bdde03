#include "base/check.h"

#include <cmath>
#include <stdexcept>

namespace attn {

void check(bool holds, const std::string& message) {
  if (!holds) throw std::invalid_argument(message);
}

void Piece::append_to(std::string& message) const {
  if (text_.data() != nullptr) {
    message += text_;
  } else if (extents_ == nullptr) {
    message += std::to_string(number_);
  } else {
    message += '[';
    for (std::size_t axis = 0; axis < extents_->size(); ++axis) {
      if (axis != 0) message += ", ";
      message += std::to_string((*extents_)[axis]);
    }
    message += ']';
  }
}

void refuse(std::initializer_list<Piece> pieces) {
  std::string message;
  for (const Piece& piece : pieces) piece.append_to(message);
  throw std::invalid_argument(message);
}

std::string number_text(double number) {
  if (std::isnan(number)) return "NaN";
  if (std::isinf(number)) return number < 0 ? "-inf" : "inf";
  double size = std::abs(number);
  int exponent = 0;
  const bool plain = size == 0 || (size >= 1e-4 && size < 1e6);
  if (!plain) {
    for (; size >= 9.999995; ++exponent) size /= 10;
    for (; size < 0.9999995; --exponent) size *= 10;
  }
  const auto millionths = static_cast<Index>(size * 1e6 + 0.5);
  std::string text = number < 0 ? "-" : "";
  text += std::to_string(millionths / 1000000);
  std::string decimals = std::to_string(1000000 + millionths % 1000000);  // a 1, then six digits
  decimals[0] = '.';
  decimals.erase(decimals.find_last_not_of('0') + 1);
  if (decimals.size() > 1) text += decimals;
  if (!plain) text += 'e' + std::to_string(exponent);
  return text;
}

std::string shape_text(const std::vector<Index>& extents) {
  std::string text;
  Piece(extents).append_to(text);
  return text;
}

std::string shape_text(Index rows, Index columns) {
  return shape_text(std::vector<Index>{rows, columns});
}

void check_shape(std::string_view name, ConstMatrixRef matrix, Index rows, Index columns) {
  if (matrix.rows() == rows && matrix.cols() == columns) return;
  refuse({"expected ", name, " of shape [", rows, ", ", columns, "], got [", matrix.rows(), ", ",
          matrix.cols(), "]"});
}

}  // namespace attn
