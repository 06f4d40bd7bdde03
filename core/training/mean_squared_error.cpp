#include "training/mean_squared_error.h"

#include "kernels/layer_norm.h"

namespace attn {

double mean_squared_error(const Tensor& y, const Tensor& target, Tensor& d_y) {
  d_y = y;
  const double count = static_cast<double>(y.size());
  const float slope = static_cast<float>(2 / count);
  for (std::size_t i = 0; i < y.data.size(); ++i) d_y.data[i] -= target.data[i];
  const double squares = row_square_sum(d_y.data.data(), d_y.size(), 0);
  for (float& d : d_y.data) d *= slope;
  return squares / count;
}

}  // namespace attn
