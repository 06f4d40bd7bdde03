#include "ops/cosine.h"

#include <cmath>

namespace attn {
namespace {

struct Products {
  double xy = 0, length_x = 0, length_y = 0;

  Products(ConstMatrixRef x, ConstMatrixRef y) {
    double xx = 0, yy = 0;
    for (Index i = 0; i < x.cols(); ++i) {
      const double x_i{x(0, i)}, y_i{y(0, i)};
      xy += x_i * y_i;
      xx += x_i * x_i;
      yy += y_i * y_i;
    }
    length_x = std::sqrt(xx);
    length_y = std::sqrt(yy);
  }

  bool has_zero_vector() const { return length_x == 0 || length_y == 0; }
  double cosine() const { return has_zero_vector() ? 0 : xy / (length_x * length_y); }
};

}  // namespace

double cosine(ConstMatrixRef x, ConstMatrixRef y) { return Products(x, y).cosine(); }

void scale_to_unit(ConstMatrixRef x, MatrixRef unit) {
  const double length = Products(x, x).length_x;
  for (Index i = 0; i < x.cols(); ++i) {
    unit(0, i) = length == 0 ? 0 : static_cast<float>(double{x(0, i)} / length);
  }
}

void cosine_backward(ConstMatrixRef x, ConstMatrixRef y, double d_cosine, MatrixRef d_x) {
  const Products products(x, y);
  if (products.has_zero_vector()) return;
  const double y_factor = d_cosine / (products.length_x * products.length_y);
  const double x_factor = d_cosine * products.cosine() / (products.length_x * products.length_x);
  for (Index i = 0; i < x.cols(); ++i) {
    d_x(0, i) += static_cast<float>(y_factor * double{y(0, i)} - x_factor * double{x(0, i)});
  }
}

}  // namespace attn
