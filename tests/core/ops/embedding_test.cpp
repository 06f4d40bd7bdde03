#include "ops/embedding.h"

#include <gtest/gtest.h>

#include "base/random.h"
#include "support/refusal.h"

namespace attn {
namespace {

TEST(Embedding, SelectsTheRowsOfTheTable) {
  const Matrix table = (Matrix(3, 2) << 1, 2, 3, 4, 5, 6).finished();
  EXPECT_EQ(embedding({2, 0, 2}, table), (Matrix(3, 2) << 5, 6, 1, 2, 5, 6).finished());
}

// TEST-CASES 36
TEST(EmbeddingBackward, AddsEachRowsGradientToItsToken) {
  Matrix d_table = Matrix::Ones(3, 2);
  embedding_backward({2, 0, 2}, (Matrix(3, 2) << 1, 2, 3, 4, 5, 6).finished(), d_table);
  EXPECT_EQ(d_table, (Matrix(3, 2) << 4, 5, 1, 1, 7, 9).finished());
}

TEST(EmbeddingBackward, ChangesNothingWhenItRefuses) {
  Matrix d_table = Matrix::Zero(3, 2);
  EXPECT_EQ(refusal([&] { embedding_backward({0, 3}, Matrix(Matrix::Ones(2, 2)), d_table); }),
            "expected an id in 0 .. vocab_size - 1 with vocab_size 3, got 3 at position 1");
  EXPECT_EQ(d_table, Matrix::Zero(3, 2));
  EXPECT_EQ(refusal([&] { embedding_backward({0}, Matrix(Matrix::Ones(2, 2)), d_table); }),
            "expected d_y of shape [1, 2], got [2, 2]");
}

TEST(Embedding, NamesTheIdOutOfRange) {
  const Matrix table = Matrix::Zero(3, 2);
  EXPECT_EQ(refusal([&] { embedding({0, 3}, table); }),
            "expected an id in 0 .. vocab_size - 1 with vocab_size 3, got 3 at position 1");
  EXPECT_EQ(refusal([&] { embedding({-1}, table); }),
            "expected an id in 0 .. vocab_size - 1 with vocab_size 3, got -1 at position 0");
}

// TEST-CASES 41
TEST(Embedding, OfZeroTokensIsZeroRows) {
  EXPECT_EQ(embedding({}, Matrix(Matrix::Zero(3, 2))).rows(), 0);
}

TEST(Vocabulary, ListsTokensInOrderOfFirstAppearance) {
  const Vocabulary vocabulary = build_vocabulary({"the", "cat", "the", "", "cat", "The"});
  EXPECT_EQ(vocabulary.tokens, (std::vector<std::string>{"the", "cat", "", "The"}));
  EXPECT_EQ(vocabulary.ids, (std::vector<Index>{0, 1, 0, 2, 1, 3}));
  EXPECT_TRUE(build_vocabulary({}).tokens.empty());
}

TEST(RandomEmbedding, AWordHasTheSameVectorInEverySentence) {
  const Matrix here = random_embedding_table({"the", "cat", "sat"}, 8, 5);
  const Matrix there = random_embedding_table({"a", "cat"}, 8, 5);
  EXPECT_EQ(here.row(1), there.row(1));
}

TEST(RandomEmbedding, WordsAndSeedsDiffer) {
  const Matrix table = random_embedding_table({"cat", "cats"}, 8, 5);
  EXPECT_NE(table.row(0), table.row(1));
  EXPECT_NE(table, random_embedding_table({"cat", "cats"}, 8, 6));
}

TEST(RandomEmbedding, IsDrawnFromOneStreamPerToken) {
  Random random(5, stream_of("token \xc3\xa9t\xc3\xa9"));
  EXPECT_EQ(random_embedding_table({"\xc3\xa9t\xc3\xa9"}, 8, 5), normal_matrix(1, 8, 1, random));
}

TEST(RandomEmbedding, HasVarianceOne) {
  std::vector<std::string> tokens;
  for (int i = 0; i < 300; ++i) tokens.push_back(std::to_string(i));
  const Matrix table = random_embedding_table(tokens, 32, 1);
  EXPECT_NEAR(table.mean(), 0, 0.04);
  EXPECT_NEAR(table.array().square().mean(), 1, 0.06);
}

// TEST-CASES 42
TEST(RandomEmbedding, RefusesASizeThatOverflows) {
  EXPECT_EQ(refusal([] { random_embedding_table({"a", "b"}, 2000000000, 1); }),
            "expected at most 2147483647 elements, got the shape [2, 2000000000]");
}

}  // namespace
}  // namespace attn
