#include "base/check.h"

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
