#include "layers/pass_options.h"

#include <vector>

namespace attn {

const NormParameters& changed(const NormParameters& norm, const TraceHooks& hooks,
                              NormParameters& copy) {
  if (!hooks.replaces("gamma") && !hooks.replaces("beta")) return norm;
  RowVector changed_vector;
  copy.gamma = hooks.changed("gamma", norm.gamma, changed_vector);
  copy.beta = hooks.changed("beta", norm.beta, changed_vector);
  return copy;
}

void drop(const Dropout& dropout, Tensor& x) {
  if (dropout.probability == 0) return;
  std::vector<float> factors(x.data.size());
  dropout_factors(dropout, 0, x.size(), factors.data());
  for (std::size_t i = 0; i < factors.size(); ++i) x.data[i] *= factors[i];
}

}  // namespace attn
