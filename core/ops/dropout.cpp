#include "ops/dropout.h"

#include "base/check.h"
#include "base/random.h"

namespace attn {

void check_dropout(const Dropout& dropout) {
  const double p = dropout.probability;
  if (p >= 0 && p < 1) return;
  refuse("expected a dropout probability of at least 0 and below 1, got {}", {number_text(p)});
}

void dropout_factors(const Dropout& dropout, std::uint64_t stream, Index n, float* factors) {
  check_dropout(dropout);
  const auto kept = static_cast<float>(1 / (1 - dropout.probability));
  Random random(dropout.seed, stream);
  for (Index i = 0; i < n; ++i) {
    factors[i] = random.uniform() < dropout.probability ? 0.0f : kept;
  }
}

}  // namespace attn
