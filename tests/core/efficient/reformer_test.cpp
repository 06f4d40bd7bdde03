#include "efficient/reformer.h"

#include <algorithm>
#include <set>

#include "base/finite.h"
#include "core/efficient/double_loops.h"
#include "ops/softmax.h"
#include "support/dense_attend.h"
#include "support/refusal.h"

namespace attn {
namespace {

// The bucket of one vector, by the paper's equation.
Index bucket_of(const float* x, const Matrix& rotation) {
  std::vector<double> turned;
  for (const double sign : {1.0, -1.0}) {
    for (Index c = 0; c < rotation.cols(); ++c) {
      double sum = 0;
      for (Index d = 0; d < rotation.rows(); ++d) sum += double{x[d]} * rotation(d, c);
      turned.push_back(sign * sum);
    }
  }
  return std::max_element(turned.begin(), turned.end()) - turned.begin();
}

TEST(Reformer, OneBucketIsExact) {
  const Sizes e{2, 4, 2, 5, 8, 4, 3};
  const Heads in = random_inputs(e);
  for (const bool causal : {false, true}) {
    const Mask mask = causal ? Mask::causal_at() : Mask::none();
    EXPECT_TRUE(all_near(reformer_attention(in.q, in.k, in.v, {1, 1, 0, causal}),
                         scaled_dot_product_attention(in.q, in.k, in.v, mask), 1e-6));
  }
}

TEST(Reformer, BucketsMatchThePaper) {
  const Heads in = random_inputs({1, 2, 2, 40, 40, 6, 3});
  const Reformer config{8, 3, 5, false};
  ReformerTrace trace;
  reformer_attention(in.q, in.k, in.v, config, {}, &trace);
  for (Index h = 0; h < 2; ++h) {
    for (Index round = 0; round < 3; ++round) {
      const Matrix rotation = lsh_rotation(config, 6, h, round);
      for (Index i = 0; i < 40; ++i) {
        const auto at = static_cast<std::size_t>((h * 3 + round) * 40 + i);
        EXPECT_EQ(trace.query_buckets.data[at],
                  bucket_of(in.q.matrix(h).row(i).eval().data(), rotation));
        EXPECT_EQ(trace.key_buckets.data[at],
                  bucket_of(in.k.matrix(h).row(i).eval().data(), rotation));
      }
    }
  }
  std::vector<std::string> names;
  ReformerTrace::for_each(trace, [&](const char* name, Tensor&) { names.push_back(name); });
  EXPECT_EQ(names.size(), 9u);
  EXPECT_EQ(names[2], "keys_per_query");
}

TEST(Reformer, ManyBucketsAreHashedInTwoFactors) {
  const auto factors = [](Index num_buckets) {
    const LshFactors both = lsh_factors(num_buckets);
    return std::pair{both.first, both.second};
  };
  EXPECT_EQ(factors(1), std::pair(Index{1}, Index{1}));
  EXPECT_EQ(factors(62), std::pair(Index{62}, Index{1}));
  EXPECT_EQ(factors(64), std::pair(Index{8}, Index{8}));
  EXPECT_EQ(factors(72), std::pair(Index{12}, Index{6}));
  EXPECT_EQ(factors(66), std::pair(Index{66}, Index{1}));  // 33 is odd

  const Tensor x = random_tensor({"query", "d_head"}, {50, 5}, 3);
  const Reformer config{72, 1, 5, false};
  const Matrix rotation = lsh_rotation(config, 5, 0, 0);
  ASSERT_EQ(rotation.cols(), 9);
  const std::vector<Index> buckets = lsh_buckets(x.matrix(), rotation, 72);
  for (Index i = 0; i < 50; ++i) {
    const float* row = x.data.data() + i * 5;
    const Index high = bucket_of(row, rotation.leftCols(6)),
                low = bucket_of(row, rotation.rightCols(3));
    EXPECT_EQ(buckets[static_cast<std::size_t>(i)], 6 * high + low);
  }
}

// With q = k, as in the paper: positions sorted by bucket, in chunks of 2 n / num_buckets.
TEST(Reformer, WithSharedQueriesAndKeysThePatternMatchesThePaper) {
  const Index n = 32, num_buckets = 8, chunk = 2 * n / num_buckets;
  const Heads in = random_inputs({1, 1, 1, n, n, 4, 3});
  for (const bool causal : {false, true}) {
    const Reformer config{num_buckets, 2, 9, causal};
    std::vector<std::set<Index>> expected(static_cast<std::size_t>(n));
    for (Index round = 0; round < 2; ++round) {
      const std::vector<Index> bucket =
          lsh_buckets(in.q.matrix(), lsh_rotation(config, 4, 0, round), num_buckets);
      std::vector<std::pair<Index, Index>> sorted;
      for (Index i = 0; i < n; ++i) sorted.push_back({bucket[static_cast<std::size_t>(i)], i});
      std::sort(sorted.begin(), sorted.end());
      for (Index a = 0; a < n; ++a) {
        for (Index b = 0; b < n; ++b) {
          const auto [bucket_a, i] = sorted[static_cast<std::size_t>(a)];
          const auto [bucket_b, j] = sorted[static_cast<std::size_t>(b)];
          const bool is_near = b / chunk == a / chunk || b / chunk == a / chunk - 1;
          if (is_near && bucket_a == bucket_b && (!causal || j <= i)) {
            expected[static_cast<std::size_t>(i)].insert(j);
          }
        }
      }
    }
    const std::vector<SparsePattern> got = reformer_patterns(in.q, in.q, config);
    ASSERT_EQ(got.size(), 1u);
    check_pattern(got[0]);
    const Attend attend = dense_attend(got[0]);
    for (Index i = 0; i < n; ++i) {
      for (Index j = 0; j < n; ++j) {
        EXPECT_EQ(attend.allowed[static_cast<std::size_t>(i * n + j)],
                  expected[static_cast<std::size_t>(i)].count(j))
            << i << " to " << j;
      }
    }
  }
}

TEST(Reformer, MoreRoundsSeeMorePairsAndTheSeedChoosesThem) {
  const Heads in = random_inputs({1, 1, 1, 48, 48, 4, 3});
  Index before = 0;
  for (const Index rounds : {1, 2, 4, 8}) {
    const Index pairs = reformer_patterns(in.q, in.k, {8, rounds, 3, false})[0].pairs();
    EXPECT_GT(pairs, before);
    before = pairs;
  }
  const auto keys = [&](std::uint64_t seed) {
    return reformer_patterns(in.q, in.k, {8, 2, seed, false})[0].keys;
  };
  EXPECT_EQ(keys(4), keys(4));
  EXPECT_NE(keys(4), keys(5));
}

// TEST-CASES 36
TEST(Reformer, GradientsTakeTheHashAsAConstant) {
  const Sizes e{2, 2, 1, 6, 8, 3, 2};
  const Heads in = random_inputs(e);
  const std::vector<std::uint8_t> padding = {1, 1, 1, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0};
  const VariantOptions options{{}, padding};
  for (const bool causal : {false, true}) {
    const Reformer config{4, 2, 1, causal};
    std::vector<std::vector<std::uint8_t>> listed;
    for (const SparsePattern& pattern : reformer_patterns(in.q, in.k, config, options)) {
      listed.push_back(dense_attend(pattern).allowed);
    }
    const auto formula = [&](const reference::Values& x) {
      const auto rule = [&](Index b, Index h, Index i, Index j) {
        const bool sees =
            listed[static_cast<std::size_t>(b * 2 + h)][static_cast<std::size_t>(i * 8 + j)] != 0;
        return sees ? 0 : -reference::kInfinity;
      };
      return reference::attend(x, e, rule, {usual_scale(e), 1});
    };
    EXPECT_TRUE(all_near(reformer_attention(in.q, in.k, in.v, config, options),
                         formula(doubles(in)), 1e-6));
    expect_gradients(
        formula, doubles(in), in.d_context,
        by_name(reformer_attention_backward(in.q, in.k, in.v, config, options, in.d_context)));
  }
}

// TEST-CASES 18, 21, 35
TEST(Reformer, PaddingHasNoEffectAndABatchItemIsTheSameAlone) {
  const Sizes e{2, 2, 2, 16, 16, 4, 3};
  Heads in = random_inputs(e);
  VariantOptions options;
  options.key_padding.assign(32, 1);
  options.key_padding[3] = options.key_padding[7] = 0;
  const Reformer config{4, 2, 1, false};
  const Tensor clean = reformer_attention(in.q, in.k, in.v, config, options);
  for (const Index h : {0, 1}) {
    in.k.matrix(h).row(3).setConstant(kNaN);
    in.k.matrix(h).row(7).setConstant(1e9f);
    in.v.matrix(h).row(3).setConstant(kNaN);
  }
  EXPECT_TRUE(identical(reformer_attention(in.q, in.k, in.v, config, options), clean));
  EXPECT_TRUE(identical(
      reformer_attention(batch_item(in.q, 1), batch_item(in.k, 1), batch_item(in.v, 1), config),
      batch_item(clean, 1)));
}

// TEST-CASES 8
TEST(Reformer, ANonFiniteQueryIsFlaggedWhateverItsBucket) {
  for (const float special : {kNaN, kInfinity}) {
    for (const bool causal : {false, true}) {
      for (std::uint64_t seed = 0; seed < 10; ++seed) {
        Heads in = random_inputs({1, 1, 1, 6, 6, 4, 3});
        in.q.matrix().row(2).setConstant(special);
        ReformerTrace trace;
        const Tensor got = reformer_attention(in.q, in.k, in.v, {12, 1, seed, causal}, {}, &trace);
        EXPECT_EQ(trace.sparse.row_status.data[2], static_cast<float>(RowStatus::kNotFinite));
        EXPECT_TRUE(got.matrix().row(2).array().isNaN().all());
        EXPECT_FALSE(got.matrix().row(3).array().isNaN().any());
        // A query without visible keys is not read.
        const VariantOptions padded{{}, {0, 0, 0, 1, 1, 1}};
        reformer_attention(in.q, in.k, in.v, {12, 1, seed, true}, padded, &trace);
        EXPECT_EQ(trace.sparse.row_status.data[2], static_cast<float>(RowStatus::kNothingToAttend));
      }
    }
  }
}

TEST(Reformer, RefusesInvalidBucketsAndRounds) {
  const Heads in = random_inputs({1, 1, 1, 4, 4, 2, 2});
  const auto refused = [&](const Reformer& config) {
    return refusal([&] { reformer_attention(in.q, in.k, in.v, config); });
  };
  EXPECT_EQ(refused({3, 1}), "expected num_buckets to be even, or 1, got 3");
  EXPECT_EQ(refused({0, 1}), "expected num_buckets of at least 1, got 0");
  EXPECT_EQ(refused({2, 0}), "expected num_rounds of at least 1, got 0");
  EXPECT_EQ(refused({8, 1}), "nothing was refused");
  const std::string many =
      "expected num_buckets of at most 8, the number of queries and keys, got ";
  EXPECT_EQ(refused({10, 1}), many + "10");
  EXPECT_EQ(refused({1 << 30, 1}), many + "1073741824");
  EXPECT_EQ(refusal([&] { reformer_patterns(in.q, in.k, {10, 1}); }), many + "10");
  const Heads none = random_inputs({1, 1, 1, 0, 0, 2, 2});  // TEST-CASES 41
  EXPECT_EQ(reformer_attention(none.q, none.k, none.v, {4, 2}).size(), 0);
}

TEST(Reformer, AChunkIsTwiceTheLengthByTheBucketsRoundedUp) {
  for (Index n_key = 0; n_key < 40; ++n_key) {
    for (const Index buckets : {1, 2, 4, 6, 16, 64}) {
      const Index twice = 2 * (7 + n_key), rounded_up = (twice + buckets - 1) / buckets;
      EXPECT_EQ(lsh_chunk({buckets}, 7, n_key), std::max<Index>(rounded_up, 2)) << n_key;
    }
  }
}

// A list of more than 2 n_key keys loses its duplicates before the next round.
TEST(Reformer, FurtherRoundsOnlyAddKeys) {
  const Heads in = random_inputs({1, 1, 1, 20, 20, 4, 4});
  std::vector<std::uint8_t> before(400);
  for (Index rounds = 1; rounds <= 12; ++rounds) {
    const SparsePattern all = reformer_patterns(in.q, in.k, {1, rounds, 1, false})[0];
    EXPECT_EQ(all.pairs(), 400) << rounds;
    const std::vector<std::uint8_t> listed =
        dense_attend(reformer_patterns(in.q, in.k, {4, rounds, 1, false})[0]).allowed;
    for (std::size_t pair = 0; pair < 400; ++pair) EXPECT_GE(listed[pair], before[pair]) << rounds;
    before = listed;
  }
}

TEST(Reformer, AQueryThatIsNotFiniteListsARealKey) {
  Heads in = random_inputs({1, 1, 1, 4, 4, 3, 2});
  in.q.matrix().row(2).setConstant(kNaN);
  for (std::uint64_t seed = 0; seed < 10; ++seed) {  // puts the real key into either bucket
    ReformerTrace trace;
    reformer_attention(in.q, in.k, in.v, {2, 1, seed, false}, {{}, {0, 1, 0, 0}}, &trace);
    EXPECT_EQ(trace.sparse.row_status.data[2], 2) << seed;
  }
}

}  // namespace
}  // namespace attn
