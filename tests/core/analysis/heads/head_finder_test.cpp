#include "analysis/heads/head_finder.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "base/check.h"
#include "support/refusal.h"

namespace attn {
namespace {

// Tokens: a delimiter, word 0 in two pieces, word 1, word 2, a delimiter.
const std::vector<Index> kWordOf = {-1, 0, 0, 1, 2, -1};

Tensor one_head(std::vector<float> weights) {
  return Tensor({"layer", "head", "query", "key"}, {1, 1, 6, 6}, std::move(weights));
}

const Tensor kWeights = one_head({
    1,    0,    0,    0,    0,    0,     //
    0.5f, 0,    0,    0.5f, 0,    0,     // first piece of word 0: half on word 1
    0.2f, 0,    0,    0.1f, 0.7f, 0,     // second piece: mostly on word 2
    0,    0.2f, 0.2f, 0.3f, 0,    0.3f,  // word 1: 0.4 on word 0, in two pieces
    1,    0,    0,    0,    0,    0,     // word 2: no weight on words
    0,    0,    0,    0,    0,    1,
});

RelationScores scores_of(const WordPair& pair) {
  HeadFinder finder(1, 1, {{}});
  finder.add(kWeights, kWordOf, {pair}, HeadFinder::Half::kReport);
  return finder.relations()[0];
}

TEST(HeadFinder, SumsOverTheKeyTokensOfAWordAndAveragesOverItsQueryTokens) {
  // Word 0 puts 0.3 on word 1 and 0.35 on word 2.
  EXPECT_EQ(scores_of({0, 0, 1}).heads[0].share.right, 0);
  EXPECT_NEAR(scores_of({0, 0, 1}).heads[0].mean_weight, 0.3, 1e-7);
  EXPECT_EQ(scores_of({0, 0, 2}).heads[0].share.right, 1);
  EXPECT_NEAR(scores_of({0, 0, 2}).heads[0].mean_weight, 0.35, 1e-7);
  // Word 1 puts 0.3 on itself, more than on either piece of word 0, but less than on both.
  EXPECT_EQ(scores_of({0, 1, 0}).heads[0].share.right, 1);
  EXPECT_NEAR(scores_of({0, 1, 0}).heads[0].mean_weight, 0.4, 1e-7);
}

TEST(HeadFinder, ARowWithoutWeightOnWordsCountsAsWrong) {
  for (Index to = 0; to < 3; ++to) EXPECT_EQ(scores_of({0, 2, to}).heads[0].share.right, 0);
}

TEST(HeadFinder, MeasuresTheShareOnDelimiters) {
  HeadFinder finder(1, 1, {});
  EXPECT_EQ(finder.delimiter_share(), std::vector<double>{0});
  finder.add(kWeights, kWordOf, {}, HeadFinder::Half::kFind);
  EXPECT_NEAR(finder.delimiter_share()[0], (1 + 0.5 + 0.2 + 0.3 + 1 + 1) / 6, 1e-7);
}

TEST(HeadFinder, IntervalsAreWilsons) {
  // Newcombe 1998, Statistics in Medicine 17, table I: 81 of 263, 15 of 148, 0 of 20, 1 of 29.
  const struct {
    Share share;
    double low, high;
  } cases[] = {{{81, 263}, 0.2553, 0.3662},
               {{15, 148}, 0.0624, 0.1605},
               {{0, 20}, 0, 0.1611},
               {{1, 29}, 0.0061, 0.1718}};
  for (const auto& [share, low, high] : cases) {
    EXPECT_NEAR(wilson_interval(share).low, low, 5e-5);
    EXPECT_NEAR(wilson_interval(share).high, high, 5e-5);
  }
  EXPECT_EQ(wilson_interval({}).low, 0);
  EXPECT_EQ(wilson_interval({}).high, 1);
}

// For 0 and n of n rows, Wilson's interval is [0, z² / (n + z²)] and [n / (n + z²), 1].
TEST(HeadFinder, IntervalsEndAtExactly0And1) {
  constexpr double kZSquared = 1.959963984540054 * 1.959963984540054;
  for (Index n = 1; n <= 2000; ++n) {
    const Interval none = wilson_interval({0, n}), all = wilson_interval({n, n});
    EXPECT_EQ(none.low, 0);
    EXPECT_NEAR(none.high, kZSquared / (static_cast<double>(n) + kZSquared), 1e-12);
    EXPECT_NEAR(all.low, static_cast<double>(n) / (static_cast<double>(n) + kZSquared), 1e-12);
    EXPECT_EQ(all.high, 1);
  }
}

// Nouns are words 0, 1 and 4, word 3 is a verb.
const std::vector<WordKind> kKinds = {WordKind::kNoun, WordKind::kNoun, WordKind::kOther,
                                      WordKind::kVerb, WordKind::kNoun};

std::optional<NearestOfKind> nearest_of(WordKind to, const std::vector<WordPair>& pairs,
                                        const std::vector<WordKind>& kinds = kKinds) {
  HeadFinder finder(1, 1, {{.to = to}});
  Tensor weights({"layer", "head", "query", "key"}, {1, 1, 5, 5});
  finder.add(weights, {0, 1, 2, 3, 4}, pairs, HeadFinder::Half::kReport, kinds);
  return finder.relations()[0].nearest;
}

TEST(HeadFinder, TakesTheNearestWordOfAKindAsABaseline) {
  // The nearest nouns before words 2, 3, 1 and 4 are 1, 1, 0 and 1; after words 2 and 3 it is word
  // 4.
  const auto before =
      nearest_of(WordKind::kNoun, {{0, 2, 1}, {0, 3, 0}, {0, 3, 4}, {0, 1, 0}, {0, 4, 1}});
  ASSERT_TRUE(before);
  EXPECT_FALSE(before->after);
  EXPECT_EQ(before->kind, WordKind::kNoun);
  EXPECT_EQ(before->share.right, 3);
  EXPECT_EQ(before->share.count, 5);
  const auto after = nearest_of(WordKind::kNoun, {{0, 2, 4}, {0, 3, 4}, {0, 3, 1}, {0, 0, 4}});
  ASSERT_TRUE(after);
  EXPECT_TRUE(after->after);
  EXPECT_EQ(after->share.right, 2);
  const auto verb = nearest_of(WordKind::kVerb, {{0, 0, 3}, {0, 2, 3}, {0, 4, 3}});
  ASSERT_TRUE(verb);
  EXPECT_EQ(verb->share.right, 2);
}

TEST(HeadFinder, HasNoKindBaselineWhereKindsAreUnknownOrMixed) {
  EXPECT_FALSE(nearest_of(WordKind::kOther, {{0, 2, 1}}));
  EXPECT_FALSE(nearest_of(WordKind::kNoun, {}));
  EXPECT_FALSE(nearest_of(WordKind::kNoun, {{0, 2, 1}}, {}));
  EXPECT_EQ(refusal([] { nearest_of(WordKind::kNoun, {{0, 2, 1}}, {WordKind::kNoun}); }),
            "expected a kind for each of 5 words, got 1");
}

TEST(HeadFinder, RefusesAWordThatASentenceCannotHave) {
  HeadFinder finder(1, 1, {});
  const Tensor weights({"layer", "head", "query", "key"}, {1, 1, 2, 2});
  for (const Index word : {Index{-2}, Index{2}, Index{1} << 40}) {
    EXPECT_EQ(refusal([&] { finder.add(weights, {0, word}, {}, HeadFinder::Half::kFind); }),
              "expected the number of a word from -1 to 1, got " + integer_text(word));
  }
}

// Sentences of five words, one token each. In layer 0 head 1 finds the right word in all rows;
// every other head looks at the word itself. `distances` are those of the right words.
RelationScores planted(bool is_offset, const std::vector<Index>& distances, Index right_to_find,
                       Index right_to_report) {
  HeadFinder finder(2, 2, {{.is_offset = is_offset}});
  for (const auto half : {HeadFinder::Half::kFind, HeadFinder::Half::kReport}) {
    Index left = half == HeadFinder::Half::kFind ? right_to_find : right_to_report;
    for (const Index distance : distances) {
      Tensor weights({"layer", "head", "query", "key"}, {2, 2, 5, 5});
      for (Index map = 0; map < 4; ++map) {
        const Index to = map == 1 && left > 0 ? 2 + distance : 2;
        weights.matrix(map)(2, to) = 1;
      }
      --left;
      finder.add(weights, {0, 1, 2, 3, 4}, {{0, 2, 2 + distance}}, half);
    }
  }
  return finder.relations()[0];
}

TEST(HeadFinder, ProposesAHeadOnOneHalfAndNamesItByTheOther) {
  const std::vector<Index> varied = {-2, -1, 1, 1, -2, 1, 2, -1};
  const RelationScores scores = planted(false, varied, 6, 6);
  EXPECT_EQ(scores.offset, 1);
  EXPECT_EQ(scores.offset_share.right, 3);
  EXPECT_EQ(scores.offset_share.count, 8);
  EXPECT_EQ(scores.best_layer, 0);
  EXPECT_EQ(scores.best_head, 1);
  EXPECT_TRUE(scores.heads[1].named);
  for (const std::size_t other : {0U, 2U, 3U}) EXPECT_FALSE(scores.heads[other].named);

  EXPECT_TRUE(planted(false, varied, 4, 6).heads[1].named);
  EXPECT_FALSE(planted(false, varied, 3, 8).heads[1].named);
  EXPECT_FALSE(planted(false, varied, 8, 5).heads[1].named);
  EXPECT_EQ(planted(false, varied, 8, 5).heads[1].share.right, 5);
  EXPECT_EQ(planted(false, varied, 7, 5).heads[1].find_share.right, 7);
  EXPECT_EQ(planted(false, varied, 7, 5).heads[1].find_share.count, 8);
}

TEST(HeadFinder, AHeadMustBeatTheBestOffsetUnlessTheRelationIsAnOffset) {
  const std::vector<Index> mostly_next = {1, 1, 1, 1, 1, 1, 1, -1};
  EXPECT_FALSE(planted(false, mostly_next, 8, 8).heads[1].named);
  EXPECT_TRUE(planted(true, mostly_next, 8, 8).heads[1].named);
  EXPECT_TRUE(planted(true, mostly_next, 8, 8).is_offset);
}

// The right word is always the nearest noun; the rule does not consider that.
TEST(HeadFinder, TheKindBaselineDoesNotDecideNames) {
  HeadFinder finder(1, 1, {{.to = WordKind::kNoun}});
  for (const auto half : {HeadFinder::Half::kFind, HeadFinder::Half::kReport}) {
    for (const Index to : {1, 3, 4}) {
      Tensor weights({"layer", "head", "query", "key"}, {1, 1, 5, 5});
      weights.matrix(0)(0, to) = 1;
      std::vector<WordKind> kinds(5);
      kinds[static_cast<std::size_t>(to)] = WordKind::kNoun;
      finder.add(weights, {0, 1, 2, 3, 4}, {{0, 0, to}}, half, kinds);
    }
  }
  const RelationScores scores = finder.relations()[0];
  EXPECT_EQ(scores.nearest->share.value(), 1);
  EXPECT_TRUE(scores.heads[0].named);
}

TEST(HeadFinder, CountsNothingOfASentenceItRefuses) {
  HeadFinder finder(1, 1, {{}});
  for (const WordPair wrong : {WordPair{1, 0, 1}, {-1, 0, 1}, {0, 3, 1}, {0, 0, -1}}) {
    EXPECT_EQ(refusal([&] {
                finder.add(kWeights, kWordOf, {{0, 0, 1}, wrong}, HeadFinder::Half::kReport);
              }),
              message_of("expected a relation below 1 between words of the sentence, got {} from "
                         "{} to {}",
                         {wrong.relation, wrong.from, wrong.to}));
  }
  EXPECT_EQ(refusal([&] { finder.add(kWeights, {0, 1}, {}, HeadFinder::Half::kReport); }),
            "expected weights of shape [1, 1, 2, 2], got [1, 1, 6, 6]");
  EXPECT_EQ(finder.relations()[0].heads[0].share.count, 0);
  EXPECT_EQ(finder.delimiter_share()[0], 0);
}

}  // namespace
}  // namespace attn
