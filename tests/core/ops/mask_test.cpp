#include "ops/mask.h"

#include <gtest/gtest.h>

#include "base/check.h"
#include "base/finite.h"
#include "base/random.h"
#include "ops/mask_patterns.h"
#include "support/masks.h"
#include "support/near.h"
#include "support/refusal.h"
#include "support/sliding_window.h"

namespace attn {
namespace {

// The cells of one head that may attend, one string per query: "10", "11".
std::vector<std::string> pattern(const Mask& mask, Index n_query, Index n_key) {
  const ScoresShape shape{1, 1, n_query, n_key};
  check_mask(mask, shape);
  const Matrix scores = Matrix::Zero(n_query, n_key);
  Matrix masked(n_query, n_key);
  apply_mask(mask, shape, 0, 0, scores, masked);
  std::vector<std::string> rows;
  for (Index i = 0; i < n_query; ++i) {
    std::string row;
    for (Index j = 0; j < n_key; ++j) {
      row += may_attend(mask, shape, 0, 0, i, j) ? '1' : '0';
      EXPECT_EQ(masked(i, j), row.back() == '1' ? 0 : -kInfinity);
    }
    rows.push_back(row);
  }
  return rows;
}

Tensor bias_of(Index n_query, Index n_key, std::vector<float> cells) {
  return Tensor({"batch", "head", "query", "key"}, {1, 1, n_query, n_key}, std::move(cells));
}

using Rows = std::vector<std::string>;

TEST(Mask, NoneAllowsEveryCell) { EXPECT_EQ(pattern(Mask::none(), 2, 2), (Rows{"11", "11"})); }

TEST(Mask, CausalOfASquareIsALowerTriangle) {
  for (const auto alignment : {CausalAlignment::kStart, CausalAlignment::kEnd}) {
    EXPECT_EQ(pattern(Mask::causal_at(alignment), 3, 3), (Rows{"100", "110", "111"}));
  }
}

// TEST-CASES 22
TEST(Mask, CausalWithMoreKeysThanQueries) {
  EXPECT_EQ(pattern(Mask::causal_at(CausalAlignment::kStart), 2, 5), (Rows{"10000", "11000"}));
  EXPECT_EQ(pattern(Mask::causal_at(CausalAlignment::kEnd), 2, 5), (Rows{"11110", "11111"}));
  EXPECT_EQ(pattern(Mask::causal_at(), 2, 5), (Rows{"11110", "11111"}));
}

// The window as the mask, and as the attend mask that other tests compare it with.
Rows window_pattern(Index n_query, Index n_key, Index window) {
  Mask mask, attend;
  mask.window = Window{window, window};
  attend.attend = sliding_window_attend(n_query, n_key, window);
  EXPECT_EQ(pattern(attend, n_query, n_key), pattern(mask, n_query, n_key));
  return pattern(mask, n_query, n_key);
}

TEST(Mask, AWindowReachesToBothSides) {
  EXPECT_EQ(window_pattern(4, 4, 1), (Rows{"1100", "1110", "0111", "0011"}));
  EXPECT_EQ(window_pattern(2, 4, 1), (Rows{"0111", "0011"}));
  EXPECT_EQ(window_pattern(3, 1, 1), (Rows{"0", "1", "1"}));
  EXPECT_EQ(window_pattern(3, 3, 0), (Rows{"100", "010", "001"}));
  EXPECT_EQ(window_pattern(0, 3, 1), Rows{});
  Mask left;
  left.window = Window{1, 0};
  EXPECT_EQ(pattern(left, 3, 3), (Rows{"100", "110", "011"}));
}

TEST(Mask, AWindowOfTheFullLengthMasksNothing) {
  EXPECT_EQ(window_pattern(5, 5, 5), Rows(5, "11111"));
}

Mask prefix_of(Index prefix, CausalAlignment alignment = CausalAlignment::kEnd) {
  Mask mask = Mask::causal_at(alignment);
  mask.prefix = prefix;
  return mask;
}

TEST(Mask, ThePrefixIsVisibleToAllAndTheRestIsCausal) {
  EXPECT_EQ(pattern(prefix_of(2), 4, 4), (Rows{"1100", "1100", "1110", "1111"}));
  EXPECT_EQ(pattern(prefix_of(0), 3, 3), (Rows{"100", "110", "111"}));
  EXPECT_EQ(pattern(prefix_of(9), 2, 3), (Rows{"111", "111"}));
  EXPECT_EQ(pattern(prefix_of(3), 3, 5), (Rows{"11100", "11110", "11111"}));
  EXPECT_EQ(pattern(prefix_of(2, CausalAlignment::kStart), 3, 5),
            (Rows{"11000", "11000", "11100"}));
  // Queries before the first key also attend to the prefix.
  EXPECT_EQ(pattern(prefix_of(1), 4, 2), (Rows{"10", "10", "10", "11"}));
}

TEST(Mask, ThePrefixIsSubjectToEveryOtherMask) {
  Mask mask = prefix_of(3);
  mask.window = Window{1, 1};
  EXPECT_EQ(pattern(mask, 4, 4), (Rows{"1100", "1110", "0110", "0011"}));
  mask.window.reset();
  mask.attend = Attend{{1, 1, 2, 4}, {1, 0, 1, 1, 1, 1, 0, 1}};
  EXPECT_EQ(pattern(mask, 2, 4), (Rows{"1010", "1101"}));
  mask.attend.reset();
  mask.score_bias = bias_of(2, 4, {0, 0, -kInfinity, 0, 0, 0, 0, 0});
  EXPECT_EQ(pattern(mask, 2, 4), (Rows{"1100", "1111"}));
}

TEST(Mask, APrefixWithoutCausalityExcludesNothing) {
  Mask mask;
  mask.prefix = 1;
  EXPECT_EQ(pattern(mask, 2, 3), (Rows{"111", "111"}));
}

// TEST-CASES 23
TEST(Mask, CausalWithMoreQueriesThanKeys) {
  EXPECT_EQ(pattern(Mask::causal_at(CausalAlignment::kEnd), 5, 2),
            (Rows{"00", "00", "00", "10", "11"}));
  EXPECT_EQ(pattern(Mask::causal_at(CausalAlignment::kStart), 5, 2),
            (Rows{"10", "11", "11", "11", "11"}));
}

TEST(Mask, KeyPaddingHidesTheKeyFromEveryQuery) {
  EXPECT_EQ(pattern(padding_mask({1, 0, 1}, 1, 2, 3), 2, 3), (Rows{"101", "101"}));
}

// TEST-CASES 11
TEST(Mask, AttendAndABiasOfMinusInfinityMaskTheSameCells) {
  Mask boolean, additive;
  boolean.attend = Attend{{1, 1, 2, 3}, {1, 0, 1, 0, 0, 1}};
  additive.score_bias = bias_of(2, 3, {0, -kInfinity, 0, -kInfinity, -kInfinity, 0});
  EXPECT_EQ(pattern(boolean, 2, 3), (Rows{"101", "001"}));
  EXPECT_EQ(pattern(additive, 2, 3), (Rows{"101", "001"}));
}

// TEST-CASES 13
TEST(Mask, CausalAndPaddingTogetherAreTheMergedMask) {
  Mask both = padding_mask({1, 0, 1}, 1, 3, 3);
  both.causal = CausalAlignment::kEnd;
  EXPECT_EQ(pattern(both, 3, 3), (Rows{"100", "100", "101"}));
}

TEST(Mask, AllThreePartsCombine) {
  Mask mask = padding_mask({1, 1, 0, 1}, 1, 2, 4);
  mask.causal = CausalAlignment::kEnd;
  mask.score_bias = bias_of(2, 4, {-kInfinity, 0, 0, 0, 0, 0, 0, 0});
  EXPECT_EQ(pattern(mask, 2, 4), (Rows{"0100", "1101"}));
}

// TEST-CASES 12, before the softmax
TEST(Mask, AFiniteBiasIsAddedAndIsNotABoolean) {
  Mask mask;
  mask.score_bias = bias_of(1, 3, {0.5f, 0, -2});
  const Matrix scores = (Matrix(1, 3) << 1, 2, 3).finished();
  Matrix masked(1, 3);
  apply_mask(mask, {1, 1, 1, 3}, 0, 0, scores, masked);
  EXPECT_EQ(masked, (Matrix(1, 3) << 1.5f, 2, 1).finished());
}

// TEST-CASES 19
TEST(Mask, TwoHugeNegativesOnOneCellExcludeItWithoutNaN) {
  const float lowest = std::numeric_limits<float>::lowest();
  Mask mask;
  mask.score_bias = bias_of(1, 2, {lowest, 0});
  const Matrix scores = (Matrix(1, 2) << lowest, 1).finished();
  Matrix masked(1, 2);
  apply_mask(mask, {1, 1, 1, 2}, 0, 0, scores, masked);
  EXPECT_EQ(masked, (Matrix(1, 2) << -kInfinity, 1).finished());
}

// TEST-CASES 21
TEST(Mask, NeverReadsAMaskedScore) {
  Mask mask;
  mask.causal = CausalAlignment::kEnd;
  mask.attend = Attend{{1, 1, 2, 3}, {0, 1, 1, 1, 0, 1}};
  mask.score_bias = bias_of(2, 3, {0, 0, 0, -kInfinity, 0, 0});
  Matrix scores = Matrix::Zero(2, 3), masked(2, 3);
  for (const float special : {kNaN, kInfinity, -kInfinity}) {
    scores(0, 0) = scores(0, 2) = scores(1, 0) = scores(1, 1) = special;
    apply_mask(mask, {1, 1, 2, 3}, 0, 0, scores, masked);
    const Matrix expected =
        (Matrix(2, 3) << -kInfinity, 0, -kInfinity, -kInfinity, -kInfinity, 0).finished();
    EXPECT_EQ(masked, expected);
  }
}

// TEST-CASES 40
TEST(Mask, AppliesInPlaceInsideALargerMatrix) {
  const ScoresShape shape{1, 1, 3, 4};
  const Mask mask = mask_case(MaskKind::kCausalWithPaddingAndBias, shape).mask;
  Random random(1);
  const Matrix scores = normal_matrix(3, 4, 1, random);
  Matrix expected(3, 4), larger = Matrix::Constant(5, 7, 77);
  apply_mask(mask, shape, 0, 0, scores, expected);
  larger.block(1, 2, 3, 4) = scores;
  apply_mask(mask, shape, 0, 0, larger.block(1, 2, 3, 4), larger.block(1, 2, 3, 4));
  EXPECT_EQ(larger.block(1, 2, 3, 4), expected);
  larger.block(1, 2, 3, 4).setConstant(77);
  EXPECT_EQ(larger, Matrix::Constant(5, 7, 77));
}

class MaskKinds : public testing::TestWithParam<MaskKind> {};

// TEST-CASES 26
TEST_P(MaskKinds, MatchTheirRuleInEveryBatchItemAndHead) {
  const ScoresShape shape{2, 3, 5, 7};
  const MaskCase masking = mask_case(GetParam(), shape);
  check_mask(masking.mask, shape);
  Random random(2);
  const Matrix scores = normal_matrix(5, 7, 1, random);
  Matrix masked(5, 7);
  for (Index b = 0; b < 2; ++b) {
    for (Index h = 0; h < 3; ++h) {
      apply_mask(masking.mask, shape, b, h, scores, masked);
      for (Index i = 0; i < 5; ++i) {
        for (Index j = 0; j < 7; ++j) {
          const double bias = masking.rule(b, h, i, j);
          const bool excluded = bias == -reference::kInfinity;
          EXPECT_EQ(may_attend(masking.mask, shape, b, h, i, j), !excluded);
          if (excluded) {
            EXPECT_EQ(masked(i, j), -kInfinity);
          } else {
            EXPECT_NEAR(masked(i, j), scores(i, j) + bias, 1e-6);
          }
        }
      }
    }
  }
}
INSTANTIATE_TEST_SUITE_P(All, MaskKinds, testing::ValuesIn(all_masks()));

TEST(CheckMask, RefusesANegativePrefix) {
  EXPECT_EQ(refusal([] { check_mask(prefix_of(-3), {1, 1, 2, 2}); }),
            "expected prefix of at least 0, got -3");
}

// TEST-CASES 43
TEST(CheckMask, NamesTheExpectedAndTheActualShape) {
  Mask mask;
  mask.attend = Attend{{1, 1, 3, 4}, std::vector<std::uint8_t>(12, 1)};
  EXPECT_EQ(refusal([&] { check_mask(mask, {2, 4, 3, 5}); }),
            "expected attend of shape [batch 2 or 1, head 4 or 1, query 3, key 5], got "
            "[1, 1, 3, 4]");
  mask = {};
  mask.score_bias = Tensor({"query", "key"}, {3, 5});
  EXPECT_EQ(refusal([&] { check_mask(mask, {1, 1, 3, 5}); }),
            "expected score_bias of shape [batch 1, head 1, query 3, key 5], got [3, 5]");
}

TEST(CheckMask, RefusesAnyExtentThatDoesNotFit) {
  const ScoresShape shape{3, 4, 3, 5};
  const std::vector<Index> fits = {3, 4, 3, 5};
  for (std::size_t axis = 0; axis < 4; ++axis) {
    for (const Index by : {-1, 1}) {
      Mask mask;
      mask.attend = Attend{fits, {}};
      mask.attend->shape[axis] += by;
      mask.attend->allowed.resize(static_cast<std::size_t>(element_count(mask.attend->shape)), 1);
      EXPECT_EQ(refusal([&] { check_mask(mask, shape); }),
                "expected attend of shape [batch 3 or 1, head 4 or 1, query 3, key 5], got " +
                    shape_text(mask.attend->shape));
    }
  }
}

TEST(CheckMask, RefusesAShapeThatDoesNotMatchTheNumberOfElements) {
  Mask mask;
  mask.attend = Attend{{1, 1, 2, 2}, {1, 1, 1}};
  EXPECT_EQ(refusal([&] { check_mask(mask, {1, 1, 2, 2}); }),
            "expected attend of shape [1, 1, 2, 2] to hold 4 elements, got 3");
}

TEST(CheckMask, RefusesValuesOtherThanZeroAndOne) {
  Mask mask;
  mask.attend = Attend{{1, 1, 1, 2}, {1, 255}};
  EXPECT_EQ(refusal([&] { check_mask(mask, {1, 1, 1, 2}); }),
            "expected attend to hold 0 or 1, got 255");
}

TEST(CheckMask, RefusesABiasThatIsNaNOrPlusInfinity) {
  Mask mask;
  mask.score_bias = bias_of(1, 2, {0, kNaN});
  EXPECT_EQ(refusal([&] { check_mask(mask, {1, 1, 1, 2}); }),
            "expected score_bias to hold finite numbers or -inf, got NaN");
  mask.score_bias = bias_of(1, 2, {kInfinity, 0});
  EXPECT_EQ(refusal([&] { check_mask(mask, {1, 1, 1, 2}); }),
            "expected score_bias to hold finite numbers or -inf, got +inf");
}

// TEST-CASES 42
TEST(KeyPadding, RefusesASizeThatOverflows) {
  const std::vector<std::uint8_t> key_padding(65536, 1);
  EXPECT_EQ(refusal([&] { padding_mask(key_padding, 1, 65536, 65536); }),
            "expected at most 2147483647 elements, got the shape [1, 1, 65536, 65536]");
}

}  // namespace
}  // namespace attn
