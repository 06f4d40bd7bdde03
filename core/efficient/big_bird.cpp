#include "efficient/big_bird.h"

#include "base/random.h"
#include "efficient/pattern_builder.h"
#include "efficient/variant_options.h"

namespace attn {
namespace {

void check_config(const BigBird& config, Index n) {
  check_least("block", config.block, 1);
  check_least("window", config.window, 0);
  check_least("num_global", config.num_global, 0);
  check_least("num_random", config.num_random, 0);
  check_least("n", n, 0);
}

// A whole number in [0, below), from the upper half of a product: no division, no rejection.
Index draw_below(Index below, Random& random) {
  return static_cast<Index>(
      (static_cast<std::uint64_t>(random.next_uint32()) * static_cast<std::uint64_t>(below)) >> 32);
}

// `count` of the numbers [0, total), each set as likely as another, without a list of all.
//                                                        (Floyd's algorithm; Bentley & Floyd 1987)
std::vector<Index> sample(Index count, Index total, Random& random) {
  std::vector<Index> chosen;
  for (Index most = total - count; most < total; ++most) {
    const Index drawn = draw_below(most + 1, random);
    const bool is_taken = std::find(chosen.begin(), chosen.end(), drawn) != chosen.end();
    chosen.push_back(is_taken ? most : drawn);
  }
  return chosen;
}

// The tokens of a block.
struct Span {
  Index first, last;
  Index size() const { return last - first; }
};
Span span_of(const BigBird& config, Index block, Index n) {
  return {block * config.block, std::min((block + 1) * config.block, n)};
}

}  // namespace

std::vector<std::vector<Index>> big_bird_blocks(const BigBird& config, Index n) {
  check_config(config, n);
  const Index num_blocks = n / config.block + (n % config.block != 0 ? 1 : 0);
  const Index window = std::min(config.window, num_blocks);
  const Index num_global = std::min(config.num_global, num_blocks);
  std::vector<std::vector<Index>> blocks(static_cast<std::size_t>(num_blocks));
  for (Index own = 0; own < num_blocks; ++own) {
    std::vector<Index>& keys = blocks[static_cast<std::size_t>(own)];
    const Index end = config.causal ? own + 1 : num_blocks;
    // Global blocks and the window: two ranges, the second after the first.
    const Index global_end = std::min(own < num_global ? end : num_global, end);
    const Index first = std::max(own - window, global_end), last = std::min(own + window + 1, end);
    for (Index block = 0; block < global_end; ++block) keys.push_back(block);
    for (Index block = first; block < last; ++block) keys.push_back(block);

    // The random ones, by their rank among the rest: between the ranges, and after the second.
    const Index between = std::max<Index>(first - global_end, 0);
    const Index after = end - std::max(last, global_end);
    const Index rest = between + after;
    Random random(config.seed, static_cast<std::uint64_t>(own));
    for (const Index rank : sample(std::min(config.num_random, rest), rest, random)) {
      keys.push_back(rank < between ? global_end + rank
                                    : std::max(last, global_end) + rank - between);
    }
    std::sort(keys.begin(), keys.end());
  }
  return blocks;
}

SparsePattern big_bird_pattern(const BigBird& config, Index n) {
  const std::vector<std::vector<Index>> blocks = big_bird_blocks(config, n);
  PatternBuilder builder(n, n);
  builder.reserve(big_bird_pairs(config, n));
  for (Index i = 0; i < n; ++i) {
    for (const Index block : blocks[static_cast<std::size_t>(i / config.block)]) {
      const Span keys = span_of(config, block, n);
      builder.add_range(keys.first, config.causal ? std::min(keys.last, i + 1) : keys.last);
    }
    builder.end_query();
  }
  return builder.take();
}

double big_bird_pairs(const BigBird& config, Index n) {
  const std::vector<std::vector<Index>> blocks = big_bird_blocks(config, n);
  double pairs = 0;
  for (std::size_t own = 0; own < blocks.size(); ++own) {
    const auto rows = static_cast<double>(span_of(config, static_cast<Index>(own), n).size());
    for (const Index block : blocks[own]) {
      const auto columns = static_cast<double>(span_of(config, block, n).size());
      const bool is_triangle = config.causal && block == static_cast<Index>(own);
      pairs += is_triangle ? rows * (rows + 1) / 2 : rows * columns;
    }
  }
  return pairs;
}

}  // namespace attn
