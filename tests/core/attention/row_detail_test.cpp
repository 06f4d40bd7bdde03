#include "attention/row_detail.h"

#include <gtest/gtest.h>

#include <cmath>

#include "attention/head_layout.h"
#include "attention/multi_head.h"
#include "attention/scaled_dot_product.h"
#include "base/finite.h"
#include "ops/mask_patterns.h"
#include "ops/softmax.h"
#include "support/inputs.h"
#include "support/near.h"
#include "support/refusal.h"

namespace attn {
namespace {

AttentionTrace full_trace(const Mask& mask = Mask::causal_at()) {
  const MultiHeadConfig config{12, 3, true};
  const Tensor x = random_sequence(2, 7, 12, 1);
  AttentionTrace trace;
  MultiHead(config, random_parameters(config, 5)).forward(x, x, x, mask, {}, &trace);
  return trace;
}

std::vector<float> row_of(const Tensor& tensor, Index i, Index row) {
  const Matrix values = tensor.matrix(i).row(row);
  return {values.data(), values.data() + values.size()};
}

TEST(RowDetail, CopiesTheBitsOfTheTrace) {
  const AttentionTrace trace = full_trace();
  const RowDetail detail = row_detail(trace, 1, 2, 4, 3);
  EXPECT_EQ(detail.scores.data, row_of(trace.scores, 5, 4));
  EXPECT_EQ(detail.masked_scores.data, row_of(trace.masked_scores, 5, 4));
  EXPECT_EQ(detail.weights.data, row_of(trace.weights, 5, 4));
  EXPECT_EQ(detail.context.data, row_of(trace.context, 5, 4));
}

TEST(RowDetail, EachStepFollowsBitForBitFromTheOneBefore) {
  const AttentionTrace trace = full_trace();
  for (Index i = 0; i < 6; ++i) {
    for (Index query = 0; query < 7; ++query) {
      const RowDetail d = row_detail(trace, i / 3, i % 3, query, 7);
      for (std::size_t j = 0; j < 7; ++j) {
        EXPECT_EQ(d.scores.data[j], d.dots.data[j] / std::sqrt(4.0f));
        EXPECT_EQ(d.weights.data[j], d.exponentials.data[j] / d.exponential_sum.data[0]);
        EXPECT_LE(d.masked_scores.data[j], d.row_max.data[0]);
      }
    }
  }
}

TEST(RowDetail, MatchesAHandComputedExample) {
  const Tensor q({"batch", "head", "query", "d_head"}, {1, 1, 1, 1}, {2});
  const Tensor k({"batch", "head", "key", "d_head"}, {1, 1, 3, 1}, {0, 1, 5});
  const Tensor v({"batch", "head", "key", "d_v"}, {1, 1, 3, 2}, {1, 2, 3, 4, 5, 6});
  Mask mask;
  mask.attend = Attend{{1, 1, 1, 3}, {1, 1, 0}};
  AttentionTrace trace;
  scaled_dot_product_attention(q, k, v, mask, {}, &trace);
  trace.q = q, trace.k = k, trace.v = v;
  const RowDetail d = row_detail(trace, 0, 0, 0, 1);

  const double e2 = std::exp(-2.0), sum = 1 + e2;
  EXPECT_EQ(d.products.data, (std::vector<float>{0, 2, 10}));
  EXPECT_EQ(d.products.shape_text(), "[key 3, d_head 1]");
  EXPECT_EQ(d.dots.data, (std::vector<float>{0, 2, 10}));
  EXPECT_EQ(d.scores.data, (std::vector<float>{0, 2, 10}));
  EXPECT_EQ(d.masked_scores.data, (std::vector<float>{0, 2, -kInfinity}));
  EXPECT_EQ(d.row_max.data, std::vector<float>{2});
  EXPECT_TRUE(all_near(d.exponentials, {e2, 1, 0}, 1e-7));
  EXPECT_TRUE(all_near(d.exponential_sum, {sum}, 1e-7));
  EXPECT_TRUE(all_near(d.weights, {e2 / sum, 1 / sum, 0}, 1e-7));
  EXPECT_EQ(d.ranking.data, std::vector<float>{1});
  EXPECT_TRUE(all_near(d.rest_weight, {e2 / sum}, 1e-7));
  EXPECT_TRUE(all_near(d.context, {(e2 + 3) / sum, (2 * e2 + 4) / sum}, 1e-6));
  EXPECT_TRUE(all_near(d.contributions, {e2 / sum, 2 * e2 / sum, 3 / sum, 4 / sum, 0, 0}, 1e-6));
  EXPECT_TRUE(all_near(d.rest_contributions, {e2 / sum, 2 * e2 / sum}, 1e-6));
  EXPECT_EQ(d.context.shape_text(), "[d_v 2]");
  EXPECT_EQ(d.contributions.shape_text(), "[key 3, d_v 2]");
  EXPECT_EQ(d.rest_contributions.shape_text(), "[d_v 2]");
  EXPECT_EQ(d.row_max.shape_text(), "[]");
  EXPECT_EQ(d.ranking.shape_text(), "[rank 1]");
}

TEST(RowDetail, ContributionsAddUpToTheContext) {
  const AttentionTrace trace = full_trace();
  for (const Index max_keys : {0, 2, 7, 50}) {
    const RowDetail d = row_detail(trace, 0, 1, 6, max_keys);
    EXPECT_EQ(d.ranking.size(), std::min<Index>(max_keys, 7));
    RowVector sum = d.rest_contributions.matrix();
    float weight = d.rest_weight.data[0];
    for (const float j : d.ranking.data) {
      sum += d.contributions.matrix().row(static_cast<Index>(j));
      weight += d.weights.data[static_cast<std::size_t>(j)];
    }
    EXPECT_NEAR(weight, 1, 1e-6);
    EXPECT_TRUE(sum.isApprox(d.context.matrix(), 1e-5f));
  }
}

TEST(RowDetail, SupportsGroupedHeadsDropoutAndTemperature) {
  MultiHeadConfig config{12, 6, true};
  config.num_kv_heads = 2;
  config.temperature = 1.5f;
  MultiHeadOptions options;
  options.dropout = {0.4, 2};
  const Tensor x = random_sequence(2, 7, 12, 1);
  AttentionTrace trace;
  MultiHead(config, random_parameters(config, 5)).forward(x, x, x, Mask::none(), options, &trace);
  for (Index head = 0; head < 6; ++head) {
    const RowDetail d = row_detail(trace, 1, head, 4, 3, 1.5f);
    for (std::size_t j = 0; j < 7; ++j) {
      EXPECT_EQ(d.scores.data[j], d.dots.data[j] / std::sqrt(2.0f));
      EXPECT_EQ(d.weights.data[j], d.exponentials.data[j] / d.exponential_sum.data[0]);
    }
    EXPECT_TRUE(RowVector(d.contributions.matrix().colwise().sum())
                    .isApprox(RowVector(d.context.matrix()), 1e-5f));
  }
  const RowDetail mean = mean_row_detail(trace, 1, 4, 3);
  EXPECT_TRUE(RowVector(mean.contributions.matrix().colwise().sum())
                  .isApprox(RowVector(mean.context.matrix()), 1e-5f));
}

TEST(RowDetail, RanksByDescendingWeightThenByPosition) {
  AttentionTrace trace = full_trace(Mask::none());
  const std::vector<float> weights = {0.1f, 0.2f, 0.2f, 0, 0.2f, 0.3f, 0};
  std::copy(weights.begin(), weights.end(), trace.weights.data.begin());
  EXPECT_EQ(row_detail(trace, 0, 0, 0, 7).ranking.data, (std::vector<float>{5, 1, 2, 4, 0, 3, 6}));
  EXPECT_EQ(row_detail(trace, 0, 0, 0, 3).ranking.data, (std::vector<float>{5, 1, 2}));
  EXPECT_NEAR(row_detail(trace, 0, 0, 0, 3).rest_weight.data[0], 0.3, 1e-6);
}

// TEST-CASES 14
TEST(RowDetail, OfAQueryThatMayAttendToNothingIsZero) {
  const RowDetail d =
      row_detail(full_trace(padding_mask(std::vector<std::uint8_t>(7, 0), 1, 7, 7)), 0, 0, 3, 2);
  EXPECT_EQ(d.row_max.data[0], 0);
  EXPECT_EQ(d.exponential_sum.data[0], 0);
  EXPECT_EQ(d.exponentials.data, std::vector<float>(7, 0.0f));
  EXPECT_EQ(d.contributions.data, std::vector<float>(28, 0.0f));
  EXPECT_EQ(d.ranking.data, (std::vector<float>{0, 1}));
}

// TEST-CASES 8
TEST(RowDetail, OfAScoreThatOverflowedToMinusInfinityIsNaN) {
  const Tensor q({"batch", "head", "query", "d_head"}, {1, 1, 1, 1}, {1e30f});
  const Tensor k({"batch", "head", "key", "d_head"}, {1, 1, 2, 1}, {-1e30f, 0});
  AttentionTrace trace;
  scaled_dot_product_attention(q, k, k, Mask::none(), {}, &trace);
  trace.q = q, trace.k = trace.v = k;
  const RowDetail d = row_detail(trace, 0, 0, 0, 2);
  EXPECT_TRUE(std::isnan(d.row_max.data[0]));
  EXPECT_TRUE(std::isnan(d.exponential_sum.data[0]));
  EXPECT_TRUE(d.exponentials.matrix().array().isNaN().all());
  EXPECT_TRUE(d.weights.matrix().array().isNaN().all());
  EXPECT_EQ(d.ranking.data, (std::vector<float>{0, 1}));
}

// TEST-CASES 21
TEST(RowDetail, AMaskedValueContributesZeroEvenIfItIsNaN) {
  AttentionTrace trace = full_trace();
  trace.v.matrix(0).row(6).setConstant(kNaN);
  const RowDetail d = row_detail(trace, 0, 0, 2, 7);
  EXPECT_EQ(d.contributions.matrix().row(6), Matrix::Zero(1, 4));
}

// TEST-CASES 33
TEST(MeanRowDetail, AveragesWeightsAndConcatenatesContributions) {
  const AttentionTrace trace = full_trace();
  const RowDetail d = mean_row_detail(trace, 1, 4, 2);
  EXPECT_EQ(d.weights.data, row_of(average_heads(trace.weights), 1, 4));
  EXPECT_EQ(d.context.data, row_of(trace.concat, 1, 4));
  EXPECT_EQ(d.contributions.shape_text(), "[key 7, d_model 12]");
  EXPECT_EQ(d.context.shape_text(), "[d_model 12]");
  EXPECT_EQ(d.rest_contributions.shape_text(), "[d_model 12]");
  for (Index h = 0; h < 3; ++h) {
    EXPECT_EQ(d.contributions.matrix().middleCols(4 * h, 4),
              row_detail(trace, 1, h, 4, 2).contributions.matrix());
  }
  EXPECT_TRUE(RowVector(d.contributions.matrix().colwise().sum())
                  .isApprox(RowVector(d.context.matrix()), 1e-5f));
}

TEST(RowDetail, NamesAxesAsTheTraceDoes) {
  for (const Index d_v : {4, 3}) {
    MultiHeadConfig config{12, 3, true};
    config.d_v = d_v;
    const Tensor x = random_sequence(1, 5, 12, 1);
    AttentionTrace trace;
    MultiHead(config, random_parameters(config, 5)).forward(x, x, x, Mask::none(), {}, &trace);
    EXPECT_EQ(trace.context.axes[3], d_v == 4 ? "d_head" : "d_v");
    EXPECT_EQ(trace.concat.axes[2], d_v == 4 ? "d_model" : "concat");

    const RowDetail head = row_detail(trace, 0, 0, 0, 2), mean = mean_row_detail(trace, 0, 0, 2);
    for (const Tensor* field : {&head.context, &head.contributions, &head.rest_contributions}) {
      EXPECT_EQ(field->axes.back(), trace.context.axes[3]);
    }
    for (const Tensor* field : {&mean.context, &mean.contributions, &mean.rest_contributions}) {
      EXPECT_EQ(field->axes.back(), trace.concat.axes[2]);
    }
  }
}

TEST(MeanRowDetail, LeavesFieldsEmptyThatHaveNoMeanOverHeads) {
  const RowDetail d = mean_row_detail(full_trace(), 0, 0, 2);
  for (const Tensor* field : {&d.products, &d.dots, &d.scores, &d.masked_scores, &d.exponentials,
                              &d.row_max, &d.exponential_sum}) {
    EXPECT_TRUE(field->empty());
  }
  EXPECT_FALSE(d.ranking.empty());
  EXPECT_FALSE(d.rest_weight.empty());
}

TEST(RowDetail, NamesTheIndexOutOfRange) {
  const AttentionTrace t = full_trace();
  EXPECT_EQ(refusal([&] { row_detail(t, 2, 0, 0, 1); }),
            "expected batch of at least 0 and below 2, got 2");
  EXPECT_EQ(refusal([&] { row_detail(t, 0, 3, 0, 1); }),
            "expected head of at least 0 and below 3, got 3");
  EXPECT_EQ(refusal([&] { row_detail(t, 0, 0, -1, 1); }),
            "expected query of at least 0 and below 7, got -1");
  EXPECT_EQ(refusal([&] { row_detail(t, 0, 0, 0, -1); }),
            "expected max_keys of at least 0, got -1");
  EXPECT_EQ(refusal([&] { mean_row_detail(t, 0, 7, 1); }),
            "expected query of at least 0 and below 7, got 7");
}

TEST(RowDetail, RefusesAnIncompleteTrace) {
  AttentionTrace trace = full_trace();
  trace.scores = Tensor();
  EXPECT_EQ(refusal([&] { row_detail(trace, 0, 0, 0, 1); }),
            "expected a full trace with scores of shape [2, 3, 7, 7], got []");
  EXPECT_EQ(refusal([] { mean_row_detail({}, 0, 0, 1); }),
            "expected a full trace, got one with q of shape [] and v of shape []");
}

}  // namespace
}  // namespace attn
