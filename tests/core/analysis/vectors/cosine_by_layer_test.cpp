#include "analysis/vectors/cosine_by_layer.h"

#include <gtest/gtest.h>

#include <cmath>

#include "support/near.h"
#include "support/refusal.h"

namespace attn {
namespace {

// Three words, two layers, two numbers.
Tensor three_words() {
  return Tensor({"word", "layer", "d_model"}, {3, 2, 2}, {1, 0, 0, 2, 1, 1, 3, 0, -4, 0, 0, -1});
}

TEST(CosineByLayer, ComparesAnyTwoWordsAtEachLayer) {
  const double r = std::sqrt(0.5);
  const Tensor cosines = cosine_by_layer(three_words());
  EXPECT_EQ(cosines.shape_text(), "[layer 2, word 3, other_word 3]");
  EXPECT_TRUE(
      all_near(cosines, {1, r, -1, r, 1, -r, -1, -r, 1, 1, 0, -1, 0, 1, 0, -1, 0, 1}, 1e-7));
}

TEST(CosineByLayer, HasMeansWithinAndAcrossGroups) {
  // Four words: the pairs of the group {0, 2, 3} are 02, 03 and 23; word 1 is alone.
  const Tensor cosines(
      {"layer", "word", "word"}, {1, 4, 4},
      {1, 0.5f, 0.25f, 0.125f, 0.5f, 1, 0, -1, 0.25f, 0, 1, 0.75f, 0.125f, -1, 0.75f, 1});
  const GroupCosines means = mean_cosines(cosines, {0, 1, 0, 0});
  EXPECT_EQ(means.within.shape_text(), "[group 2, layer 1]");
  EXPECT_TRUE(all_near(means.within, {(0.25 + 0.125 + 0.75) / 3, 0}, 1e-7));
  EXPECT_TRUE(all_near(means.across, {(0.5 + 0 - 1) / 3}, 1e-7));
  const Tensor two_layers = cosine_by_layer(three_words());
  const GroupCosines by_layer = mean_cosines(two_layers, {1, 0, 1});
  EXPECT_TRUE(all_near(by_layer.within, {0, 0, -1, -1}, 1e-7));
  EXPECT_TRUE(all_near(by_layer.across, {0, 0}, 1e-7));
}

TEST(CosineByLayer, RefusalsSayWhatIsExpected) {
  const Tensor flat({"word", "d_model"}, {2, 2});
  EXPECT_EQ(refusal([&] { cosine_by_layer(flat); }),
            "expected vectors of shape [word, layer, d_model], got [word 2, d_model 2]");
  EXPECT_EQ(refusal([&] { mean_cosines(flat, {0, 1}); }),
            "expected cosines of shape [layer, word, word], got [word 2, d_model 2]");
  const Tensor cosines = cosine_by_layer(three_words());
  EXPECT_EQ(refusal([&] { mean_cosines(cosines, {0, 1}); }),
            "expected a group for each of 3 words, got 2");
  EXPECT_EQ(refusal([&] { mean_cosines(cosines, {0, 1, 3}); }),
            "expected groups from 0 to 2, got 3");
  EXPECT_EQ(refusal([&] { mean_cosines(cosines, {0, -1, 2}); }),
            "expected groups from 0 to 2, got -1");
}

}  // namespace
}  // namespace attn
