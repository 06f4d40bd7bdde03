// Sparse attention over listed pairs, and the patterns that list them.
#include "efficient/sparse.h"

#include <cstdlib>
#include <set>

#include "base/finite.h"
#include "core/efficient/double_loops.h"
#include "efficient/big_bird.h"
#include "efficient/longformer.h"
#include "efficient/sliding_window.h"
#include "efficient/strided.h"
#include "ops/mask_patterns.h"
#include "ops/softmax.h"
#include "support/dense_attend.h"
#include "support/refusal.h"
#include "support/sliding_window.h"

namespace attn {
namespace {

TEST(SlidingWindow, ListsTheKeysInTheWindow) {
  for (const Index n : {0, 1, 2, 7, 16}) {
    for (const Index window : {0, 1, 3, 6, 7, 100}) {
      EXPECT_EQ(dense_attend(sliding_window_pattern({window, false}, n, n)).allowed,
                sliding_window_attend(n, n, window).allowed);
      const auto causal = dense(n, n, [&](Index i, Index j) { return j <= i && i - j <= window; });
      EXPECT_EQ(dense_attend(sliding_window_pattern({window, true}, n, n)).allowed, causal);
      EXPECT_EQ(sliding_window_pairs({window, true}, n), ones(causal));
      EXPECT_EQ(sliding_window_pairs({window, false}, n),
                sliding_window_pattern({window, false}, n, n).pairs());
    }
  }
  // The last query is aligned with the last key.
  EXPECT_EQ(dense_attend(sliding_window_pattern({1, false}, 2, 5)).allowed,
            sliding_window_attend(2, 5, 1).allowed);
  EXPECT_EQ(dense_attend(sliding_window_pattern({1, false}, 5, 2)).allowed,
            sliding_window_attend(5, 2, 1).allowed);
  EXPECT_EQ(dense_attend(sliding_window_pattern({1, true}, 2, 4)).allowed,
            (std::vector<std::uint8_t>{0, 1, 1, 0, 0, 0, 1, 1}));
}

TEST(Longformer, ListsTheWindowAndTheGlobalTokens) {
  const std::vector<std::vector<Index>> choices = {{}, {0}, {3, 0, 3}, {2, 5, 6}, {0, 1, 2, 3}};
  for (const Index n : {7, 12}) {
    for (const Index window : {0, 1, 2, 20}) {
      for (const auto& globals : choices) {
        for (const bool causal : {false, true}) {
          const std::set<Index> global(globals.begin(), globals.end());
          const auto expected = dense(n, n, [&](Index i, Index j) {
            const bool kept = std::abs(i - j) <= window || global.count(i) + global.count(j) > 0;
            return kept && (!causal || j <= i);
          });
          const Longformer config{window, globals, causal};
          EXPECT_EQ(dense_attend(longformer_pattern(config, n)).allowed, expected);
          EXPECT_EQ(longformer_pairs(config, n), ones(expected));
        }
      }
    }
  }
  EXPECT_EQ(longformer_pattern({1, {}, false}, 0).pairs(), 0);
}

// Every token is global: to visit each pair of them would take hours.
TEST(Longformer, CountsThePairsOfManyGlobalTokens) {
  constexpr Index kN = 1 << 20;
  Longformer config;
  for (Index i = 0; i < kN; ++i) config.global_tokens.push_back(i);
  EXPECT_EQ(longformer_pairs(config, kN), double{kN} * double{kN});
  config.causal = true;
  EXPECT_EQ(longformer_pairs(config, kN), double{kN} * double{kN + 1} / 2);
}

TEST(Strided, ListsTheWindowAndEveryStridethKey) {
  for (const Index n : {0, 1, 5, 16, 17}) {
    for (const Index stride : {1, 2, 4, 5, 16, 17, 40}) {
      for (const bool causal : {false, true}) {
        const auto expected = dense(n, n, [&](Index i, Index j) {
          const bool kept = std::abs(i - j) <= stride || (i - j) % stride == 0;
          return kept && (!causal || j <= i);
        });
        EXPECT_EQ(dense_attend(strided_pattern({stride, causal}, n)).allowed, expected);
        EXPECT_EQ(strided_pairs({stride, causal}, n), ones(expected)) << n << " by " << stride;
      }
    }
  }
}

struct Named {
  const char* name;
  SparsePattern pattern;
};
std::vector<Named> patterns_of(Index n) {
  return {{"window", sliding_window_pattern({2, false}, n, n)},
          {"causal window", sliding_window_pattern({1, true}, n, n)},
          {"longformer", longformer_pattern({1, {0, 4}, false}, n)},
          {"causal longformer", longformer_pattern({1, {0, 4}, true}, n)},
          {"big bird", big_bird_pattern({2, 0, 1, 1, 3, false}, n)},
          {"causal big bird", big_bird_pattern({2, 0, 1, 1, 3, true}, n)},
          {"strided", strided_pattern({2, false}, n)},
          {"causal strided", strided_pattern({3, true}, n)},
          {"full", sliding_window_pattern({n, false}, n, n)}};
}

Mask dense_mask(const SparsePattern& pattern, const std::vector<std::uint8_t>& padding,
                Index batch) {
  Mask mask;
  mask.attend = dense_attend(pattern);
  if (!padding.empty()) {
    mask.attend =
        both(*mask.attend, key_padding_attend(padding, batch, pattern.n_query, pattern.n_key));
  }
  return mask;
}

// TEST-CASES 13, 14, 18
TEST(Sparse, EqualsExactAttentionUnderItsDenseMask) {
  const Sizes e{2, 4, 2, 9, 9, 11, 5};
  const Heads in = random_inputs(e);
  std::vector<std::uint8_t> padding(18, 1);
  for (const std::size_t at : {2, 3, 8, 9, 10, 11, 12, 13, 17}) padding[at] = 0;
  for (const Named& each : patterns_of(9)) {
    SCOPED_TRACE(each.name);
    for (const auto& key_padding : {std::vector<std::uint8_t>{}, padding}) {
      const Mask mask = dense_mask(each.pattern, key_padding, 2);
      AttentionTrace exact;
      scaled_dot_product_attention(in.q, in.k, in.v, mask, {}, &exact);
      const VariantOptions options{{}, key_padding};
      SparseTrace trace;
      const Tensor got = sparse_attention(in.q, in.k, in.v, {each.pattern}, options, &trace);
      EXPECT_TRUE(all_near(got, exact.context, 2e-6));
      EXPECT_TRUE(identical(trace.row_status, exact.row_status));
      EXPECT_TRUE(identical(trace.context, got));
      EXPECT_EQ(trace.keys.size(), 8 * each.pattern.pairs());
      EXPECT_TRUE(identical(sparse_attention(in.q, in.k, in.v, {each.pattern}, options), got));
      std::size_t pair = 0;
      for (Index row = 0; row < 72; ++row) {
        const auto at = static_cast<std::size_t>(row);
        for (float left = trace.keys_per_query.data[at]; left > 0; --left, ++pair) {
          const auto cell = at * 9 + static_cast<std::size_t>(trace.keys.data[pair]);
          EXPECT_NEAR(trace.weights.data[pair], exact.weights.data[cell], 1e-6);
          EXPECT_TRUE(
              all_near(&trace.masked_scores.data[pair], 1, {exact.masked_scores.data[cell]}, 2e-6));
        }
      }
      const AttentionGradients wanted = scaled_dot_product_attention_backward(
          in.q, in.k, in.v, mask, {}, exact.weights, in.d_context);
      const AttentionGradients d =
          sparse_attention_backward(in.q, in.k, in.v, {each.pattern}, options, in.d_context);
      EXPECT_TRUE(all_near(d.d_q, wanted.d_q, 1e-5));
      EXPECT_TRUE(all_near(d.d_k, wanted.d_k, 1e-5));
      EXPECT_TRUE(all_near(d.d_v, wanted.d_v, 1e-5));
    }
  }
}

// TEST-CASES 36
TEST(Sparse, GradientsMatchCentralDifferencesForEveryPattern) {
  const Sizes e{2, 2, 1, 6, 6, 3, 2};
  const Heads in = random_inputs(e);
  const std::vector<std::uint8_t> padding = {1, 1, 0, 1, 1, 1, 1, 1, 1, 1, 0, 0};
  for (const Named& each : patterns_of(6)) {
    SCOPED_TRACE(each.name);
    const std::vector<std::uint8_t> listed = dense_attend(each.pattern).allowed;
    const auto rule = [&](Index b, Index, Index i, Index j) {
      const bool sees = listed[static_cast<std::size_t>(i * 6 + j)] != 0 &&
                        padding[static_cast<std::size_t>(b * 6 + j)] != 0;
      return sees ? 0 : -reference::kInfinity;
    };
    const auto formula = [&](const reference::Values& x) {
      return reference::attend(x, e, rule, {0.5, 1});
    };
    const VariantOptions options{0.5f, padding};
    EXPECT_TRUE(all_near(sparse_attention(in.q, in.k, in.v, {each.pattern}, options),
                         formula(doubles(in)), 1e-6));
    expect_gradients(formula, doubles(in), in.d_context,
                     by_name(sparse_attention_backward(in.q, in.k, in.v, {each.pattern}, options,
                                                       in.d_context)));
  }
}

// TEST-CASES 21
TEST(Sparse, UnlistedKeysAndPaddingAreNeverRead) {
  const Sizes e{1, 1, 1, 5, 5, 9, 3};
  Heads in = random_inputs(e);
  SparsePattern pattern{5, 5, {0, 2, 4, 6, 7, 7}, {0, 1, 0, 3, 1, 3, 3}};
  const VariantOptions options{{}, {1, 1, 1, 0, 1}};
  const Tensor clean = sparse_attention(in.q, in.k, in.v, {pattern}, options);
  const AttentionGradients clean_d =
      sparse_attention_backward(in.q, in.k, in.v, {pattern}, options, in.d_context);
  for (const Index j : {2, 3, 4}) {
    in.k.matrix().row(j).setConstant(kNaN);
    in.v.matrix().row(j).setConstant(kNaN);
  }
  SparseTrace trace;
  EXPECT_TRUE(identical(sparse_attention(in.q, in.k, in.v, {pattern}, options, &trace), clean));
  EXPECT_EQ(trace.row_status.data, (std::vector<float>{0, 0, 0, 1, 1}));  // TEST-CASES 14
  const AttentionGradients d =
      sparse_attention_backward(in.q, in.k, in.v, {pattern}, options, in.d_context);
  EXPECT_TRUE(identical(d.d_q, clean_d.d_q));
  EXPECT_TRUE(identical(d.d_k, clean_d.d_k));
  EXPECT_TRUE(identical(d.d_v, clean_d.d_v));
}

// TEST-CASES 8, 44
TEST(Sparse, ANonFiniteRowIsFlaggedAndLeavesOtherRowsUnchanged) {
  const Sizes e{1, 1, 1, 4, 4, 3, 2};
  Heads in = random_inputs(e);
  const std::vector<SparsePattern> window = {sliding_window_pattern({1, false}, 4, 4)};
  const Tensor clean = sparse_attention(in.q, in.k, in.v, window);
  in.q.matrix().row(1).setConstant(kNaN);
  SparseTrace trace;
  const Tensor got = sparse_attention(in.q, in.k, in.v, window, {}, &trace);
  EXPECT_EQ(trace.row_status.data, (std::vector<float>{0, 2, 0, 0}));
  EXPECT_TRUE(got.matrix().row(1).array().isNaN().all());
  EXPECT_EQ(got.matrix().bottomRows(2), clean.matrix().bottomRows(2));
  in.q.matrix().row(1).setConstant(-3e38f);
  sparse_attention(in.q, in.k, in.v, window, {}, &trace);
  EXPECT_EQ(trace.row_status.data, (std::vector<float>{0, 2, 0, 0}));
}

// TEST-CASES 17, 26
TEST(Sparse, EachHeadOfEachBatchItemMayHaveItsOwnPattern) {
  const Sizes e{2, 2, 2, 4, 4, 3, 2};
  const Heads in = random_inputs(e);
  std::vector<SparsePattern> patterns;
  Mask mask;
  mask.attend = Attend{{2, 2, 4, 4}, {}};
  for (const Index window : {0, 1, 2, 4}) {
    patterns.push_back(sliding_window_pattern({window, false}, 4, 4));
    const std::vector<std::uint8_t> allowed = dense_attend(patterns.back()).allowed;
    mask.attend->allowed.insert(mask.attend->allowed.end(), allowed.begin(), allowed.end());
  }
  EXPECT_TRUE(all_near(sparse_attention(in.q, in.k, in.v, patterns),
                       scaled_dot_product_attention(in.q, in.k, in.v, mask), 1e-6));
}

// TEST-CASES 41
TEST(Sparse, AcceptsEmptyInputs) {
  for (const Sizes& e :
       {Sizes{0, 1, 1, 2, 2, 2, 2}, Sizes{1, 1, 1, 0, 3, 2, 2}, Sizes{1, 1, 1, 3, 0, 2, 2}}) {
    const Heads in = random_inputs(e);
    const std::vector<SparsePattern> window = {
        sliding_window_pattern({1, false}, e.n_query, e.n_key)};
    SparseTrace trace;
    const Tensor got = sparse_attention(in.q, in.k, in.v, window, {}, &trace);
    for (const float element : got.data) EXPECT_EQ(element, 0);
    for (const float status : trace.row_status.data) EXPECT_EQ(status, 1);
    EXPECT_EQ(sparse_attention_backward(in.q, in.k, in.v, window, {}, in.d_context).d_v.data,
              std::vector<float>(in.v.data.size()));
  }
}

// TEST-CASES 42, 43
TEST(Sparse, RefusesMismatchedInputs) {
  EXPECT_EQ(refusal([] { sliding_window_pattern({-1, false}, 2, 2); }),
            "expected window of at least 0, got -1");
  EXPECT_EQ(refusal([] { sliding_window_pattern({1, false}, -2, 2); }),
            "expected extents of at least 0, got [-2]");
  EXPECT_EQ(refusal([] { sliding_window_pattern({1 << 20, false}, 1 << 20, 1 << 20); }),
            "expected a pattern of at most 2147483647 pairs, got more");
  EXPECT_EQ(refusal([] { big_bird_pattern({1, 1 << 17, 0, 0}, 1 << 17); }),
            "expected a pattern of at most 2147483647 pairs, got more");
  EXPECT_EQ(refusal([] { longformer_pattern({1, {4}, false}, 4); }),
            "expected global_tokens of at least 0 and below 4, got 4");
  EXPECT_EQ(refusal([] { longformer_pattern({1, {-1}, false}, 4); }),
            "expected global_tokens of at least 0 and below 4, got -1");
  EXPECT_EQ(refusal([] { strided_pattern({0, false}, 4); }),
            "expected stride of at least 1, got 0");
  EXPECT_EQ(refusal([] { big_bird_pattern({0}, 4); }), "expected block of at least 1, got 0");
  EXPECT_EQ(refusal([] { big_bird_pattern({1, 0, 0, -1}, 4); }),
            "expected num_random of at least 0, got -1");

  const Sizes e{2, 2, 2, 3, 3, 2, 2};
  const Heads in = random_inputs(e);
  const auto refused = [&](std::vector<SparsePattern> patterns, VariantOptions options = {}) {
    return refusal([&] { sparse_attention(in.q, in.k, in.v, patterns, options); });
  };
  const SparsePattern good = sliding_window_pattern({1, false}, 3, 3);
  EXPECT_EQ(refused({good, good}),
            "expected one pattern, or one for each of batch 2 times head 2, got 2");
  EXPECT_EQ(refused({sliding_window_pattern({1, false}, 4, 3)}),
            "expected a pattern of query 3 and key 3, got query 4 and key 3");
  EXPECT_EQ(refused({good}, {{}, {1, 0, 1}}),
            "expected key_padding of shape [batch 2, key 3], got 3 elements");
  EXPECT_EQ(refused({good}, {{}, {1, 0, 1, 1, 2, 1}}),
            "expected key_padding to hold 0 or 1, got 2");
  EXPECT_EQ(refused({{3, 3, {0, 1, 1}, {0}}}),
            "expected a pattern of 3 queries to hold one offset more, got 3");
  EXPECT_EQ(refused({{3, 3, {0, 1, 1, 2}, {0}}}),
            "expected the pattern's offsets to go from 0 to its 1 pairs, got from 0 to 2");
  EXPECT_EQ(refused({{3, 3, {0, 2, 1, 2}, {0, 1}}}),
            "expected the pattern's offsets to rise, got 2 and then 1");
  EXPECT_EQ(refused({{3, 3, {0, 2, 2, 2}, {1, 1}}}),
            "expected the keys of query 0 to rise, each below 3, got 1 after 1");
  EXPECT_EQ(refused({{3, 3, {0, 1, 1, 1}, {3}}}),
            "expected the keys of query 0 to rise, each below 3, got 3 after -1");
  EXPECT_EQ(refusal([&] {
              sparse_attention_backward(in.q, in.k, in.v, {good}, {},
                                        Tensor({"query", "d_v"}, {3, 2}));
            }),
            "expected d_context of shape [2, 2, 3, 2], got [3, 2]");
}

}  // namespace
}  // namespace attn
