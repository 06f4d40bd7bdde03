#include "training/loss.h"

namespace attn {

double mean_squared_error(const Tensor& y, const Tensor& target, Tensor& d_y) {
  d_y = Tensor::zeros_like(y);
  const double count = static_cast<double>(y.size());
  const float slope = static_cast<float>(2 / count);
  double squares = 0;
  for (std::size_t i = 0; i < y.data.size(); ++i) {
    const float difference = y.data[i] - target.data[i];
    squares += static_cast<double>(difference) * difference;
    d_y.data[i] = slope * difference;
  }
  return squares / count;
}

}  // namespace attn
