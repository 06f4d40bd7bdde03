#include "ops/cosine.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "support/central_difference.h"
#include "support/inputs.h"
#include "support/near.h"

namespace attn {
namespace {

RowVector row(std::vector<float> numbers) {
  return Eigen::Map<RowVector>(numbers.data(), static_cast<Index>(numbers.size()));
}

TEST(Cosine, IsThatOfTheAngle) {
  EXPECT_DOUBLE_EQ(cosine(row({3, 0}), row({2, 2})), std::sqrt(0.5));
  EXPECT_DOUBLE_EQ(cosine(row({1, -2}), row({-2, 4})), -1);
  EXPECT_DOUBLE_EQ(cosine(row({1, 2}), row({-2, 1})), 0);
}

TEST(Cosine, OfAZeroVectorIsZeroAndHasNoGradient) {
  RowVector d = row({5, 6});
  EXPECT_EQ(cosine(row({0, 0}), row({1, 2})), 0);
  cosine_backward(row({0, 0}), row({1, 2}), 1, d);
  cosine_backward(row({1, 2}), row({0, 0}), 1, d);
  EXPECT_EQ(d, row({5, 6}));
}

TEST(Cosine, AddsTheGradientOfItsFirstVector) {
  const Tensor x = random_tensor({"d"}, {7}, 1), y = random_tensor({"d"}, {7}, 2);
  const auto formula = [](const reference::Values& values) {
    double xy = 0, xx = 0, yy = 0;
    for (std::size_t i = 0; i < 7; ++i) {
      const double a = values.at("x")[i], b = values.at("y")[i];
      xy += a * b, xx += a * a, yy += b * b;
    }
    return std::vector<double>{xy / std::sqrt(xx * yy)};
  };
  const reference::Values values = {{"x", {x.data.begin(), x.data.end()}},
                                    {"y", {y.data.begin(), y.data.end()}}};
  std::vector<double> expected =
      reference::central_differences(formula, values, {-3}, {"x"}).at("x");
  for (double& each : expected) each += 0.5;
  Tensor d({"d"}, {7}, std::vector<float>(7, 0.5f));
  cosine_backward(x.matrix(), y.matrix(), -3, d.matrix());
  EXPECT_TRUE(all_near(d, expected, 1e-6));
}

}  // namespace
}  // namespace attn
