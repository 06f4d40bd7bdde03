#include "analysis/vectors/turned_vectors.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/finite.h"
#include "support/inputs.h"
#include "support/near.h"
#include "support/refusal.h"

namespace attn {
namespace {

const std::vector<std::string> kAxes = {"token", "layer", "d_model"};

TEST(TurnedVectors, AreOneMinusTheCosineOfPlainLoops) {
  const Tensor before = random_tensor(kAxes, {4, 3, 5}, 1);
  const Tensor after = random_tensor(kAxes, {4, 3, 5}, 2);
  std::vector<double> expected;
  for (std::size_t vector = 0; vector < 12; ++vector) {
    double product = 0, before_squared = 0, after_squared = 0;
    for (std::size_t i = vector * 5; i < vector * 5 + 5; ++i) {
      const double x = double{before.data[i]}, y = double{after.data[i]};
      product += x * y;
      before_squared += x * x;
      after_squared += y * y;
    }
    expected.push_back(1 - product / std::sqrt(before_squared * after_squared));
  }
  const Tensor turned = turned_vectors(before, after);
  EXPECT_EQ(turned.shape_text(), "[token 4, layer 3]");
  EXPECT_TRUE(all_near(turned, expected, 1e-6));
}

TEST(TurnedVectors, AreZeroWithoutAChangeAndNeverNegative) {
  const Tensor vectors = random_tensor(kAxes, {20, 2, 7}, 3);
  for (const float each : turned_vectors(vectors, vectors).data) {
    EXPECT_GE(each, 0);
    EXPECT_LE(each, 1e-7);
  }
}

TEST(TurnedVectors, AreNaNWhereAVectorIs) {
  const Tensor before(kAxes, {2, 1, 2}, {1, 0, 1, 0}), after(kAxes, {2, 1, 2}, {1, kNaN, 0, 1});
  const Tensor turned = turned_vectors(before, after);
  EXPECT_TRUE(std::isnan(turned.data[0]));
  EXPECT_EQ(turned.data[1], 1);
}

TEST(TurnedVectors, RefusalsSayWhatIsExpected) {
  const Tensor flat({"token", "d_model"}, {2, 3}), two(kAxes, {2, 1, 3}), three(kAxes, {3, 1, 3});
  EXPECT_EQ(refusal([&] { turned_vectors(flat, flat); }),
            "expected vectors of shape [token, layer, d_model], got [token 2, d_model 3]");
  EXPECT_EQ(refusal([&] { turned_vectors(two, three); }),
            "expected vectors of the same shape before and after, got [token 2, layer 1, d_model "
            "3] and [token 3, layer 1, d_model 3]");
}

}  // namespace
}  // namespace attn
