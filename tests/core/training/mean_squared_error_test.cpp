#include "training/mean_squared_error.h"

#include <gtest/gtest.h>

#include "support/inputs.h"
#include "support/near.h"

namespace attn {
namespace {

TEST(MeanSquaredError, OfAWorkedRow) {
  Tensor y({"row"}, {4}), target = y, d_y;
  y.data = {1, 2, 3, 4};
  target.data = {1, 0, 4, 1};
  EXPECT_EQ(mean_squared_error(y, target, d_y), 14.0 / 4);
  EXPECT_EQ(d_y.data, (std::vector<float>{0, 1, -0.5f, 1.5f}));
  EXPECT_EQ(d_y.axes, y.axes);
}

// TEST-CASES 36
TEST(MeanSquaredError, ItsGradientMatchesCentralDifferences) {
  Tensor y = random_sequence(2, 3, 5, 1), d_y, unused;
  const Tensor target = random_sequence(2, 3, 5, 2);
  mean_squared_error(y, target, d_y);
  std::vector<double> expected;
  for (float& each : y.data) {
    const float here = each, step = 0x1p-8f;
    each = here + step;
    const double above = mean_squared_error(y, target, unused), width = each;
    each = here - step;
    expected.push_back((above - mean_squared_error(y, target, unused)) / (width - each));
    each = here;
  }
  EXPECT_TRUE(all_near(d_y.data.data(), d_y.data.size(), expected, 1e-5));
}

}  // namespace
}  // namespace attn
