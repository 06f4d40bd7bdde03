// The same call gives the same bits, whatever uninitialized memory contains.
#include <gtest/gtest.h>

#include "attention/multi_head.h"
#include "base/random.h"
#include "kernels/product.h"
#include "support/highway_target.h"
#include "support/inputs.h"
#include "support/repeated.h"

namespace attn {
namespace {

class Determinism : public testing::TestWithParam<std::int64_t> {
 protected:
  const OnTargets only_{GetParam()};
};

// TEST-CASES 38
TEST_P(Determinism, OfProductsWithFreshlyPackedOperands) {
  Random random(1);
  const Matrix a = normal_matrix(37, 300, 1, random), b = normal_matrix(300, 77, 1, random);
  const Matrix a_columns = a.transpose(), b_columns = b.transpose();
  for (const Index rows : {1, 37}) {
    EXPECT_TRUE(is_deterministic([&] {
      Bits bits;
      for (const ProductOptions& options : {ProductOptions{}, {0.3f}}) {
        Matrix c(rows, 77);
        multiply(a.topRows(rows), PackedMatrix(b), c, options);
        append(bits, c);
        multiply(a.topRows(rows), PackedMatrix(transposed(b_columns)), c, options);
        append(bits, c);
        multiply(transposed(a_columns).row_range(0, rows), transposed(b_columns), c, options);
        append(bits, c);
        multiply_where_nonzero(a.topRows(rows), b, c, options);
        append(bits, c);
      }
      return bits;
    }));
  }
}

// Tiled attention with few and with many queries, a traced pass, and backward.
TEST_P(Determinism, OfAFreshLayerForwardAndBackward) {
  const MultiHeadConfig config{24, 3, true};
  for (const Index n : {5, 150}) {
    const Tensor x = random_sequence(2, n, 24, 1), d_output = random_sequence(2, n, 24, 2);
    for (const Mask& mask : {Mask::none(), Mask::causal_at()}) {
      EXPECT_TRUE(is_deterministic([&] {
        const MultiHead layer = layer_of(config);
        Bits bits;
        append(bits, layer.forward(x, x, x, mask));
        AttentionTrace trace;
        append(bits, layer.forward(x, x, x, mask, {}, &trace));
        append(bits, layer.backward(x, x, x, mask, {}, trace, d_output));
        return bits;
      })) << n
          << " tokens";
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Targets, Determinism, testing::ValuesIn(targets()),
                         [](const auto& info) { return hwy::TargetName(info.param); });

}  // namespace
}  // namespace attn
