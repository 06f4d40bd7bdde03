#include "models/answers/answers.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "base/finite.h"

namespace attn {
namespace {

// By hand: two positions, each with two rows of three answers; logits log 1, log 2, log 5 ..
TEST(Answers, AreTheSoftmaxOfEachRowOfAnswers) {
  const auto log = [](double x) { return static_cast<float>(std::log(x)); };
  const Tensor logits({"batch", "query", "label"}, {1, 2, 6},
                      {log(1), log(2), log(5), log(4), log(4), log(2),  //
                       log(3), log(3), log(3), log(1), log(9), log(0.001)});
  const Tensor p = probabilities_of(logits, 2);
  EXPECT_EQ(p.shape, (std::vector<Index>{1, 4, 3}));
  const double expected[] = {0.125, 0.25, 0.625, 0.4, 0.4, 0.2, 1 / 3.0, 1 / 3.0, 1 / 3.0};
  for (std::size_t i = 0; i < std::size(expected); ++i) {
    EXPECT_NEAR(double{p.data[i]}, expected[i], 1e-6);
  }
  const auto best = best_guesses(p, 2);
  ASSERT_EQ(best.size(), 4u);
  const Index answers[][2] = {{2, 1}, {0, 1}, {0, 1}, {1, 0}};
  for (std::size_t row = 0; row < 4; ++row) {
    ASSERT_EQ(best[row].size(), 2u);
    for (std::size_t rank = 0; rank < 2; ++rank) {
      const Guess& guess = best[row][rank];
      EXPECT_EQ(guess.answer, answers[row][rank]);
      EXPECT_EQ(guess.probability, p.data[3 * row + static_cast<std::size_t>(guess.answer)]);
    }
  }
  EXPECT_EQ(best_guesses(p)[0].size(), 3u);
}

TEST(Answers, EqualAndNaNGuessesAreInTheOrderOfTheirIndices) {
  const auto order = [](const std::vector<float>& p, std::size_t count) {
    std::vector<Index> answers;
    const Tensor row({"batch", "answer"}, {1, static_cast<Index>(p.size())}, p);
    const std::vector<std::vector<Guess>> guesses = best_guesses(row, count);
    for (const Guess& guess : guesses[0]) answers.push_back(guess.answer);
    return answers;
  };
  EXPECT_EQ(order({0.1f, 0.3f, 0.1f, 0.3f, 0.1f, 0.1f}, 9), (std::vector<Index>{1, 3, 0, 2, 4, 5}));
  EXPECT_EQ(order({kNaN, kNaN, kNaN, kNaN}, 3), (std::vector<Index>{0, 1, 2}));
}

TEST(Answers, AllGuessesOfALongRowAreInOrder) {
  Tensor row({"batch", "answer"}, {1, 1000});
  for (Index i = 0; i < 1000; ++i) {
    row.data[static_cast<std::size_t>(i)] = static_cast<float>(i * i % 97);
  }
  std::vector<Index> expected(1000);
  std::iota(expected.begin(), expected.end(), Index{0});
  const MatrixMap p = row.matrix();
  std::stable_sort(expected.begin(), expected.end(),
                   [&](Index a, Index b) { return p(0, a) > p(0, b); });
  std::vector<Index> answers;
  const std::vector<std::vector<Guess>> guesses = best_guesses(row, 1000);
  for (const Guess& guess : guesses[0]) answers.push_back(guess.answer);
  EXPECT_EQ(answers, expected);
}

TEST(Answers, LogProbabilitiesAreAccurateAtAnySizeAndNaNWhereTheSoftmaxIs) {
  const auto first_is = [](float logit, Index answer) {
    const float logits[] = {logit, 1, 2};
    return log_probability(logits, 3, answer);
  };
  const double rest = 2 + std::log1p(std::exp(-1.0));  // the other two: ln(e + e²)
  EXPECT_NEAR(first_is(0, 0), -std::log(1 + std::exp(1.0) + std::exp(2.0)), 1e-12);
  EXPECT_NEAR(first_is(-500, 0), -500 - rest, 1e-9);
  EXPECT_NEAR(first_is(-2000, 0), -2000 - rest, 1e-9);
  EXPECT_NEAR(first_is(2000, 1), -1999, 1e-9);
  EXPECT_EQ(first_is(2000, 0), 0);
  EXPECT_EQ(first_is(-kInfinity, 0), -double{kInfinity});
  for (const float logit : {kNaN, kInfinity}) {
    for (const Index answer : {0, 1}) EXPECT_TRUE(std::isnan(first_is(logit, answer)));
  }
}

}  // namespace
}  // namespace attn
