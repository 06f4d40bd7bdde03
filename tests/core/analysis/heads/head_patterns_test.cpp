#include "analysis/heads/head_patterns.h"

#include <gtest/gtest.h>

#include "core/analysis/weights/weights_of.h"
#include "support/near.h"
#include "support/refusal.h"

namespace attn {
namespace {

// a b a b: the third token repeats the token at 0, the fourth the token at 1.
const std::vector<Index> kRepeated = {7, 9, 7, 9};

TEST(HeadPatterns, MatchAHandComputedExample) {
  const Tensor weights = weights_of(4, 4,
                                    {1, 0, 0, 0,             //
                                     0.5f, 0.5f, 0, 0,       //
                                     0.25f, 0.5f, 0.25f, 0,  //
                                     0.1f, 0.2f, 0.3f, 0.4f});
  const HeadPatterns patterns = head_patterns(weights, kRepeated);
  EXPECT_TRUE(all_near(patterns.previous_token, {(0.5 + 0.5 + 0.3) / 3}, 1e-7));
  EXPECT_TRUE(all_near(patterns.first_token, {(1 + 0.5 + 0.25 + 0.1) / 4}, 1e-7));
  EXPECT_TRUE(all_near(patterns.same_token, {(0.25 + 0.2) / 2}, 1e-7));
  EXPECT_TRUE(all_near(patterns.induction, {(0.5 + 0.3) / 2}, 1e-7));
  EXPECT_EQ(patterns.induction.shape_text(), "[batch 1, head 1]");
}

TEST(HeadPatterns, APurePatternScoresOne) {
  const Tensor previous = weights_of(4, 4, {1, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0});
  EXPECT_EQ(head_patterns(previous, kRepeated).previous_token.data[0], 1);
  const Tensor first = weights_of(4, 4, {1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0});
  EXPECT_EQ(head_patterns(first, kRepeated).first_token.data[0], 1);
  const Tensor same = weights_of(4, 4, {1, 0, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0});
  EXPECT_EQ(head_patterns(same, kRepeated).same_token.data[0], 1);
  EXPECT_EQ(head_patterns(same, kRepeated).induction.data[0], 0);
  const Tensor induction = weights_of(4, 4, {1, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0});
  EXPECT_EQ(head_patterns(induction, kRepeated).induction.data[0], 1);
}

TEST(HeadPatterns, AreZeroWhereNoTokenRepeats) {
  const Tensor weights = weights_of(3, 3, std::vector<float>(9, 1.0f / 3));
  const HeadPatterns patterns = head_patterns(weights, {1, 2, 3});
  EXPECT_EQ(patterns.same_token.data[0], 0);
  EXPECT_EQ(patterns.induction.data[0], 0);
  EXPECT_EQ(head_patterns(weights_of(1, 1, {1}), {1}).previous_token.data[0], 0);
}

TEST(HeadPatterns, AcceptFewerQueriesThanKeysAndIdsPerBatchItem) {
  // The last query of a b a b, and a second batch item without repetition.
  const Tensor weights({"batch", "head", "query", "key"}, {2, 1, 1, 4},
                       {0.1f, 0.2f, 0.3f, 0.4f, 0.1f, 0.2f, 0.3f, 0.4f});
  const HeadPatterns patterns = head_patterns(weights, {7, 9, 7, 9, 1, 2, 3, 4});
  EXPECT_TRUE(all_near(patterns.same_token, {0.2, 0}, 1e-7));
  EXPECT_TRUE(all_near(patterns.induction, {0.3, 0}, 1e-7));
  EXPECT_TRUE(all_near(patterns.previous_token, {0.3, 0.3}, 1e-7));
  EXPECT_TRUE(all_near(head_patterns(weights, kRepeated).same_token, {0.2, 0.2}, 1e-7));
}

// TEST-CASES 43
TEST(HeadPatterns, NamesTheWrongShape) {
  const Tensor flat({"query", "key"}, {2, 2});
  EXPECT_EQ(refusal([&] { head_patterns(weights_of(2, 1, {1, 1}), {1}); }),
            "expected weights of at least one key, and of no more queries than keys, got [batch 1, "
            "head 1, query 2, key 1]");
  EXPECT_EQ(refusal([&] { head_patterns(weights_of(0, 0, {}), {}); }),
            "expected weights of at least one key, and of no more queries than keys, got [batch 1, "
            "head 1, query 0, key 0]");
  EXPECT_EQ(refusal([&] { head_patterns(flat, {1, 2}); }),
            "expected weights of shape [batch, head, query, key], got [query 2, key 2]");
  EXPECT_EQ(refusal([&] { head_patterns(weights_of(1, 2, {1, 0}), {1, 2, 3}); }),
            "expected ids of shape [batch 1, key 2] or [key 2], got 3");
}

}  // namespace
}  // namespace attn
