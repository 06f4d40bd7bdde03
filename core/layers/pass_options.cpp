#include "layers/pass_options.h"

#include <vector>

namespace attn {

void drop(const Dropout& dropout, Tensor& x) {
  if (dropout.probability == 0) return;
  std::vector<float> factors(x.data.size());
  dropout_factors(dropout, 0, x.size(), factors.data());
  for (std::size_t i = 0; i < factors.size(); ++i) x.data[i] *= factors[i];
}

}  // namespace attn
