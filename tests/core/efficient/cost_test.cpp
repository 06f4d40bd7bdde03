// Compares the cost formulas with the multiply-adds counted by plain loops and the pairs listed by
// the patterns.
#include "efficient/cost.h"

#include "core/efficient/double_loops.h"
#include "support/dense_attend.h"
#include "support/refusal.h"

namespace attn {
namespace {

double counted(Index n, Index d_head, const reference::Rule& rule) {
  const Sizes e{1, 1, 1, n, n, d_head, d_head};
  double count = 0;
  reference::attend(doubles(random_inputs(e)), e, rule, {1, 1}, &count);
  return 2 * count;
}

double counted(const SparsePattern& pattern, Index d_head) {
  const std::vector<std::uint8_t> listed = dense_attend(pattern).allowed;
  return counted(pattern.n_query, d_head, [&](Index, Index, Index i, Index j) {
    const bool sees = listed[static_cast<std::size_t>(i * pattern.n_key + j)] != 0;
    return sees ? 0 : -reference::kInfinity;
  });
}

TEST(Cost, ExactVariantsMultiplyEveryPair) {
  const double expected = counted(13, 3, reference::no_mask);
  EXPECT_EQ(exact_cost(13, 3).flops, expected);
  EXPECT_EQ(flash_cost(13, 3, 4).flops, expected);
  EXPECT_EQ(chunked_cost(13, 3, 4).flops, expected);
  EXPECT_STREQ(exact_cost(13, 3).bytes_grow, "n");
  EXPECT_STREQ(flash_cost(13, 3, 4).bytes_grow, "n");
}

TEST(Cost, SparseVariantsMultiplyThePairsOfTheirPatterns) {
  const Index n = 21, d = 3;
  for (const bool causal : {false, true}) {
    const SlidingWindow window{4, causal};
    EXPECT_EQ(sliding_window_cost(n, d, window).flops,
              counted(sliding_window_pattern(window, n, n), d));
    const Longformer longformer{2, {0, 3, 20}, causal};
    EXPECT_EQ(longformer_cost(n, d, longformer).flops,
              counted(longformer_pattern(longformer, n), d));
    const BigBird big_bird{.block = 4, .seed = 3, .causal = causal};
    EXPECT_EQ(big_bird_cost(n, d, big_bird).flops, counted(big_bird_pattern(big_bird, n), d));
    const Strided strided{5, causal};
    EXPECT_EQ(strided_cost(n, d, strided).flops, counted(strided_pattern(strided, n), d));
    EXPECT_EQ(sparse_cost(7, n, d, "n").flops, 2 * 7 * 2 * 3);
    EXPECT_EQ(sparse_cost(7, n, d, "n").bytes, 7 * 4 + sizeof(Index) * 22);
  }
}

TEST(Cost, BigBirdCostIsComputedWithoutListingPairs) {
  // The blocks cannot be listed: there would be 2^40 of them.
  const Index n = 1 << 20;
  BigBird all{.block = 1, .window = n, .num_global = 0, .num_random = 0, .seed = 1};
  const BigBird half{.block = 1, .window = 0, .num_global = 0, .num_random = n / 2, .seed = 1};
  EXPECT_EQ(big_bird_pairs(all, n), 1099511627776.0);
  all.causal = true;
  EXPECT_EQ(big_bird_pairs(all, n), 1024.0 * 512 * (n + 1));
  EXPECT_EQ(big_bird_pairs(half, n), 1.0 * n * (n / 2 + 1));
  // The seed decides whether the shorter last block is among the random ones.
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    for (const Index num_random : {1, 2, 5, 9}) {
      const BigBird config{.block = 4, .num_random = num_random, .seed = seed};
      EXPECT_EQ(big_bird_pairs(config, 41), big_bird_pattern(config, 41).pairs());
    }
  }
}

TEST(Cost, ReformerMultipliesAtMostThePairsOfItsChunks) {
  const Index n = 64, d = 4;
  const Heads in = random_inputs({1, 1, 1, n, n, d, d});
  for (const Index buckets : {1, 4, 16}) {
    const Reformer config{buckets, 2, 1, false};
    const auto pairs = static_cast<double>(reformer_patterns(in.q, in.k, config)[0].pairs());
    const double hashing = 2.0 * 2 * 2 * n * d * static_cast<double>(buckets / 2);
    const double max_flops = reformer_cost(n, d, config).flops - hashing;
    EXPECT_LE(sparse_cost(pairs, n, d, "n").flops, max_flops);
    EXPECT_LE(max_flops, sparse_cost(static_cast<double>(n * n), n, d, "n").flops);
  }
  EXPECT_EQ(reformer_cost(n, d, {1, 1, 1, false}).flops, exact_cost(n, d).flops);
}

TEST(Cost, HierarchicalMultipliesTheKeysOfAChunkAndTheSummaries) {
  EXPECT_EQ(hierarchical_cost(12, 3, {1, false}).flops, exact_cost(12, 3).flops);
  EXPECT_EQ(hierarchical_cost(12, 3, {12, false}).flops, exact_cost(12, 3).flops);
  EXPECT_EQ(hierarchical_cost(12, 3, {50, false}).flops, exact_cost(12, 3).flops);
  // 10 = 4 + 4 + 2: each query attends to its chunk and two summaries; causal queries to earlier
  // ones only.
  EXPECT_EQ(hierarchical_cost(10, 3, {4, false}).flops, 12.0 * (2 * 4 * 6 + 2 * 4));
  EXPECT_EQ(hierarchical_cost(10, 3, {4, true}).flops, 12.0 * (4 * 4 + 4 * 5 + 2 * 4));
  EXPECT_EQ(hierarchical_cost(0, 3, {4, false}).flops, 0);
}

TEST(Cost, LinformerAndPerformerMultiplyByTheirOwnWidths) {
  // Flops for projecting keys, projecting values, scores and context: n k_projected d each.
  EXPECT_EQ(linformer_cost(10, 3, 4).flops, 2.0 * 4 * 10 * 4 * 3);
  // Features of queries and of keys: n m d each. The sums over keys, and their product with the
  // query features including the denominator: n m (d + 1) each.
  EXPECT_EQ(performer_cost(10, 3, {5}).flops, 2.0 * (2 * 10 * 5 * 3 + 2 * 10 * 5 * 4));
  EXPECT_LT(performer_cost(10, 3, {5, 0, true, true}).bytes, performer_cost(10, 3, {5}).bytes);
}

// TEST-CASES 42: a result may need more than 31 bits.
TEST(Cost, AcceptsAnyLengthAndRefusesInvalidSizes) {
  EXPECT_EQ(exact_cost(1 << 20, 64).flops, 4.0 * 64 * 1099511627776.0);
  // A tile of scores, a packed block of keys and one of values, each with an odd number of rows;
  // three numbers per query, and a flag per row of the tile.
  const double n = 1 << 20, floats = 64 * n + (2048 + 1) * n + (n + 1) * 2048;
  EXPECT_EQ(flash_cost(1 << 20, 2048, 1 << 20).bytes, 4 * floats + 12 * n + 64);
  EXPECT_EQ(refusal([] { exact_cost(-1, 4); }), "expected n of at least 0, got -1");
  EXPECT_EQ(refusal([] { flash_cost(4, 0, 1); }), "expected d_head of at least 1, got 0");
  EXPECT_EQ(refusal([] { flash_cost(4, 4, 0); }), "expected block of at least 1, got 0");
  EXPECT_EQ(refusal([] { chunked_cost(4, 4, 0); }), "expected block of at least 1, got 0");
  EXPECT_EQ(refusal([] { linformer_cost(4, 4, 0); }), "expected k_projected of at least 1, got 0");
  EXPECT_EQ(refusal([] { strided_cost(4, 4, {.stride = 0}); }),
            "expected stride of at least 1, got 0");
  EXPECT_EQ(refusal([] { strided_cost(-1, 4, {.stride = 2}); }),
            "expected n of at least 0, got -1");
  EXPECT_EQ(refusal([] { sliding_window_cost(4, 4, {.window = -1}); }),
            "expected window of at least 0, got -1");
  EXPECT_EQ(refusal([] { sliding_window_cost(-1, 4, {.window = 1}); }),
            "expected n of at least 0, got -1");
}

}  // namespace
}  // namespace attn
