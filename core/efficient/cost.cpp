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

// Scores, masked scores and weights of a query that sees all keys.
double longest_row_bytes(Index n) { return 3 * kFloat * static_cast<double>(n); }

}  // namespace

Cost exact_cost(Index n_tokens, Index d_head) {
  const auto [n, d] = checked(n_tokens, d_head);
  return cost_of(2 * n * n * d, tiled_attention_bytes(n_tokens, n_tokens, d_head), "n²", "n");
}

Cost flash_cost(Index n_tokens, Index d_head, Index block) {
  const auto [n, d] = checked(n_tokens, d_head);
  const TileSizes sizes = FlashOptions{{}, 1, block}.tile_sizes();
  return cost_of(2 * n * n * d, tiled_attention_bytes(n_tokens, n_tokens, d_head, sizes), "n²",
                 "n");
}

// Bytes: the scores of one chunk, and the status of its rows and of all.
Cost chunked_cost(Index n_tokens, Index d_head, Index block) {
  const auto [n, d] = checked(n_tokens, d_head);
  check_min("block", block, 1);
  const double rows = at_most(block, n_tokens);
  return cost_of(2 * n * n * d, kFloat * (rows * (n + 1) + n) + rows, "n²", "n · block");
}

// Bytes: the pattern's keys and offsets. A row of scores is left out: its length is not known.
Cost sparse_cost(double pairs, Index n_tokens, Index d_head, const char* grow) {
  const auto [n, d] = checked(n_tokens, d_head);
  return cost_of(2 * pairs * d, sizeof(std::int32_t) * pairs + sizeof(Index) * (n + 1), grow, grow);
}

// Bytes: those of tiles, in which flash_attention computes the window's mask.
Cost sliding_window_cost(Index n, Index d_head, const SlidingWindow& config) {
  Cost cost = sparse_cost(sliding_window_pairs(config, n), n, d_head, "n · window");
  cost.bytes = tiled_attention_bytes(n, n, d_head);
  cost.bytes_grow = "n";
  return cost;
}

Cost longformer_cost(Index n, Index d_head, const Longformer& config) {
  Cost cost = sparse_cost(longformer_pairs(config, n), n, d_head, "n · (window + globals)");
  if (!config.global_tokens.empty()) cost.bytes += longest_row_bytes(n);
  return cost;
}

Cost big_bird_cost(Index n, Index d_head, const BigBird& config) {
  Cost cost =
      sparse_cost(big_bird_pairs(config, n), n, d_head, "n · block · (window + globals + random)");
  if (config.num_global > 0) cost.bytes += longest_row_bytes(n);
  return cost;
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
  const double in_a_round = std::min(n, visible_keys);
  const double listed = n * std::min(rounds * in_a_round, 2 * n + in_a_round),
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

// Bytes: projected keys and values, the copies of k and v with padding zeroed, scores, weights and
// the status of each row.
Cost linformer_cost(Index n_tokens, Index d_head, Index k_projected) {
  const auto [n, d] = checked(n_tokens, d_head);
  check_min("k_projected", k_projected, 1);
  const auto p = static_cast<double>(k_projected);
  return cost_of(4 * n * p * d, kFloat * (2 * n * d + 2 * p * d + 2 * n * p + n), "n · k_projected",
                 "n · k_projected");
}

// Bytes: exponents and features of queries and keys, the values and the result with one extra
// column, the random features (also scaled), the sums, and the status of each row.
Cost performer_cost(Index n_tokens, Index d_head, const Performer& config) {
  const auto [n, d] = checked(n_tokens, d_head);
  check_min("num_features", config.num_features, 1);
  const auto m = static_cast<double>(config.num_features);
  const double kept = config.causal ? 2 * n * m : 4 * n * m;
  return cost_of(2 * n * m * d + 2 * n * m * (d + 1),
                 kFloat * (kept + 2 * n * (d + 1) + m * (3 * d + 1) + n), "n · features",
                 "n · features");
}

// Bytes: the means; for one chunk, the list of its entries, their keys and values, and its weights.
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
  return cost_of(
      2 * pairs * d,
      kFloat * (2 * chunks * d + 2 * entries * d + chunk * entries) + 2 * sizeof(Index) * entries,
      "n · (chunk + n / chunk)", "chunk² + n / chunk");
}

}  // namespace attn
