#include "efficient/cost.h"

#include <algorithm>

#include "base/check.h"
#include "efficient/flash.h"

namespace attn {
namespace {

struct Sizes {
  double n, d;
};

Sizes checked(Index n, Index d_head) {
  check_min("n", n, 0);
  check_min("d_head", d_head, 1);
  return {static_cast<double>(n), static_cast<double>(d_head)};
}

double at_most(Index number, Index n) { return static_cast<double>(std::min(number, n)); }

Cost cost_of(double multiply_adds, double bytes, const char* flops_grow, const char* bytes_grow) {
  return {2 * multiply_adds, bytes, flops_grow, bytes_grow};
}

constexpr double kFloat = sizeof(float);

}  // namespace

// Bytes: scores, masked scores and weights, as in a trace, and the transposed keys.
Cost exact_cost(Index n_tokens, Index d_head) {
  const auto [n, d] = checked(n_tokens, d_head);
  return cost_of(2 * n * n * d, kFloat * (3 * n * n + n * d), "n²", "n²");
}

// Bytes: the transposed keys, one tile of scores, and its product with the values.
Cost flash_cost(Index n_tokens, Index d_head, Index block) {
  const auto [n, d] = checked(n_tokens, d_head);
  const TileSizes sizes = FlashOptions{{}, 1, block}.tile_sizes();
  const double rows = at_most(sizes.queries, n_tokens), columns = at_most(sizes.keys, n_tokens);
  return cost_of(2 * n * n * d, kFloat * (n * d + rows * columns + rows * d), "n²", "n");
}

// Bytes: the transposed keys, and the scores of one chunk.
Cost chunked_cost(Index n_tokens, Index d_head, Index block) {
  const auto [n, d] = checked(n_tokens, d_head);
  check_min("block", block, 1);
  return cost_of(2 * n * n * d, kFloat * (n * d + at_most(block, n_tokens) * n), "n²", "n · block");
}

// Bytes: the pattern's keys and offsets.
Cost sparse_cost(double pairs, Index n_tokens, Index d_head, const char* grow) {
  const auto [n, d] = checked(n_tokens, d_head);
  return cost_of(2 * pairs * d, sizeof(std::int32_t) * pairs + sizeof(Index) * (n + 1), grow, grow);
}

Cost sliding_window_cost(Index n, Index d_head, const SlidingWindow& config) {
  return sparse_cost(sliding_window_pairs(config, n), n, d_head, "n · window");
}

Cost longformer_cost(Index n, Index d_head, const Longformer& config) {
  return sparse_cost(longformer_pairs(config, n), n, d_head, "n · (window + globals)");
}

Cost big_bird_cost(Index n, Index d_head, const BigBird& config) {
  return sparse_cost(big_bird_pairs(config, n), n, d_head,
                     "n · block · (window + globals + random)");
}

Cost strided_cost(Index n, Index d_head, const Strided& config) {
  return sparse_cost(strided_pairs(config, n), n, d_head, "n · (stride + n / stride)");
}

// Upper bound: in each round, a query's two chunks may contain only keys.
// Bytes: the pattern, the lists that it is built from (capacity up to twice their length), and the
// sorted sequence of queries and keys.
Cost reformer_cost(Index n_tokens, Index d_head, const Reformer& config) {
  const auto [n, d] = checked(n_tokens, d_head);
  check_reformer(config);
  const auto rounds = static_cast<double>(config.num_rounds);
  const double visible_keys = 2 * static_cast<double>(lsh_chunk(config, n_tokens, n_tokens));
  const double listed = n * rounds * std::min(n, visible_keys),
               pairs = n * std::min(n, rounds * visible_keys);
  const auto [first, second] = lsh_factors(config.num_buckets);
  const auto half = static_cast<double>(first / 2 + second / 2);
  const double hashing = rounds * 2 * n * d * half;
  constexpr double kElement = 4 * sizeof(Index);  // SequenceElement
  Cost cost = sparse_cost(pairs, n_tokens, d_head, "n · rounds · n / buckets");
  cost.flops += 2 * hashing;
  cost.bytes += 2 * sizeof(std::int32_t) * listed + 2 * n * kElement + kFloat * n * half;
  cost.flops_grow = "n · rounds · (n / buckets + √buckets)";
  return cost;
}

// Bytes: both projections, the copies of k and v with padding zeroed, scores and weights.
Cost linformer_cost(Index n_tokens, Index d_head, Index k_projected) {
  const auto [n, d] = checked(n_tokens, d_head);
  check_min("k_projected", k_projected, 1);
  const auto p = static_cast<double>(k_projected);
  return cost_of(4 * n * p * d, kFloat * (2 * n * d + 3 * p * d + 2 * n * p), "n · k_projected",
                 "n · k_projected");
}

// Bytes: exponents and features of queries and keys, the values with one extra column, and the
// sums.
Cost performer_cost(Index n_tokens, Index d_head, const Performer& config) {
  const auto [n, d] = checked(n_tokens, d_head);
  check_min("num_features", config.num_features, 1);
  const auto m = static_cast<double>(config.num_features);
  const double kept = config.causal ? 2 * n * m : 4 * n * m;
  return cost_of(2 * n * m * d + 2 * n * m * (d + 1),
                 kFloat * (kept + 2 * n * (d + 1) + m * (2 * d + 1)), "n · features",
                 "n · features");
}

// Bytes: the means; for one chunk, its entries, also transposed, and its weights.
Cost hierarchical_cost(Index n_tokens, Index d_head, const Hierarchical& config) {
  const auto [n, d] = checked(n_tokens, d_head);
  check_min("chunk", config.chunk, 1);
  const double chunk = at_most(config.chunk, std::max<Index>(n_tokens, 1));
  const auto whole = static_cast<double>(n_tokens / config.chunk);
  const auto rest = static_cast<double>(n_tokens % config.chunk);
  const double chunks = whole + (rest > 0 ? 1 : 0);
  double pairs = 0;
  if (config.causal) {
    pairs = chunk * (whole * chunk + whole * (whole - 1) / 2) + rest * (rest + whole);
  } else if (chunks > 0) {
    pairs = whole * chunk * (chunk + chunks - 1) + rest * (rest + chunks - 1);
  }
  const double entries = chunk + std::max(chunks - 1, 0.0);
  return cost_of(2 * pairs * d, kFloat * (2 * chunks * d + 3 * entries * d + chunk * entries),
                 "n · (chunk + n / chunk)", "chunk² + n / chunk");
}

}  // namespace attn
