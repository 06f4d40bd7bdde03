#include "ops/cosine.h"

#include <cmath>

namespace attn {
namespace {

struct Products {
  double xy = 0, length_x = 0, length_y = 0;

  Products(ConstMatrixRef x, ConstMatrixRef y) {
    double xx = 0, yy = 0;
    for (Index i = 0; i < x.cols(); ++i) {
      const double of_x{x(0, i)}, of_y{y(0, i)};
      xy += of_x * of_y;
      xx += of_x * of_x;
      yy += of_y * of_y;
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

void cosine_backward(ConstMatrixRef x, ConstMatrixRef y, double d, MatrixRef d_x) {
  const Products products(x, y);
  if (products.has_zero_vector()) return;
  const double of_y = d / (products.length_x * products.length_y);
  const double of_x = d * products.cosine() / (products.length_x * products.length_x);
  for (Index i = 0; i < x.cols(); ++i) {
    d_x(0, i) += static_cast<float>(of_y * double{y(0, i)} - of_x * double{x(0, i)});
  }
}

}  // namespace attn
