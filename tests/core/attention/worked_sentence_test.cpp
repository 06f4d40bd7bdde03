// The worked example "The cat sat on the mat": two heads of width 4, short numbers, and every
// intermediate from tests/golden/worked_sentence.py.
#include "golden/worked_sentence.h"

#include <gtest/gtest.h>

#include "attention/multi_head.h"
#include "support/near.h"

namespace attn {
namespace {

constexpr double kTolerance = 2e-6;

template <class Element>
Matrix grid(Index rows, Index columns, Element element) {
  Matrix matrix(rows, columns);
  for (Index i = 0; i < rows; ++i) {
    for (Index c = 0; c < columns; ++c) matrix(i, c) = static_cast<float>(element(i, c));
  }
  return matrix;
}

MultiHead worked_layer() {
  MultiHeadParameters p;
  p.w_q = grid(8, 8, [](Index r, Index c) { return ((3 * r + 5 * c) % 7 - 3) / 8.0; });
  p.w_k = grid(8, 8, [](Index r, Index c) { return ((5 * r + 2 * c) % 9 - 4) / 8.0; });
  p.w_v = grid(8, 8, [](Index r, Index c) { return ((2 * r + 7 * c) % 5 - 2) / 4.0; });
  p.w_o = grid(8, 8, [](Index r, Index c) { return ((4 * r + 3 * c) % 7 - 3) / 4.0; });
  p.b_q = grid(1, 8, [](Index, Index c) { return (c % 3 - 1) / 4.0; });
  p.b_k = grid(1, 8, [](Index, Index c) { return (c % 4 - 1) / 8.0; });
  p.b_v = grid(1, 8, [](Index, Index c) { return (c % 5 - 2) / 4.0; });
  p.b_o = grid(1, 8, [](Index, Index c) { return (c % 2) / 2.0; });
  return MultiHead({8, 2, true}, p);
}

AttentionTrace worked_trace(const Mask& mask) {
  const Matrix x = grid(6, 8, [](Index i, Index c) { return ((7 * i + 3 * c) % 11 - 5) / 4.0; });
  const Tensor tokens = Tensor::from_matrix(x, "query", "d_model");
  AttentionTrace trace;
  worked_layer().forward(tokens, tokens, tokens, mask, {}, &trace);
  return trace;
}

TEST(WorkedSentence, MatchesEveryIntermediate) {
  const AttentionTrace trace = worked_trace(Mask::none());
  EXPECT_TRUE(all_near(trace.q, worked_sentence::kQ, kTolerance));
  EXPECT_TRUE(all_near(trace.k, worked_sentence::kK, kTolerance));
  EXPECT_TRUE(all_near(trace.v, worked_sentence::kV, kTolerance));
  EXPECT_TRUE(all_near(trace.scores, worked_sentence::kScores, kTolerance));
  EXPECT_TRUE(all_near(trace.masked_scores, worked_sentence::kScores, kTolerance));
  EXPECT_TRUE(all_near(trace.weights, worked_sentence::kWeights, kTolerance));
  EXPECT_TRUE(all_near(trace.row_status, std::vector<double>(12, 0), 0));
  EXPECT_TRUE(all_near(trace.context, worked_sentence::kContext, kTolerance));
  EXPECT_TRUE(all_near(trace.concat, worked_sentence::kConcat, kTolerance));
  EXPECT_TRUE(all_near(trace.output, worked_sentence::kOutput, kTolerance));
}

TEST(WorkedSentence, MatchesUnderACausalMask) {
  const AttentionTrace trace = worked_trace(Mask::causal_at());
  EXPECT_TRUE(all_near(trace.scores, worked_sentence::kScores, kTolerance));
  EXPECT_TRUE(all_near(trace.weights, worked_sentence::kCausalWeights, kTolerance));
  EXPECT_TRUE(all_near(trace.context, worked_sentence::kCausalContext, kTolerance));
  EXPECT_TRUE(all_near(trace.output, worked_sentence::kCausalOutput, kTolerance));
}

}  // namespace
}  // namespace attn
