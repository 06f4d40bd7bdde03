#include "efficient/big_bird.h"

#include <algorithm>

#include "base/check.h"
#include "base/draw.h"
#include "base/heap_sort.h"
#include "base/random.h"
#include "efficient/pattern_builder.h"

namespace attn {
namespace {

void check_config(const BigBird& config, Index n) {
  check_min("block", config.block, 1);
  check_min("window", config.window, 0);
  check_min("num_global", config.num_global, 0);
  check_min("num_random", config.num_random, 0);
  check_min("n", n, 0);
}

// Decides at random whether the last of `rest` blocks is among the `count` chosen blocks. This is
// drawn first, so that count_tokens needs no further draws: only the last block can be shorter.
bool takes_last(Index count, Index rest, Random& random) {
  return count > 0 && below(random, rest) < count;
}

// A uniformly random subset of `count` numbers from [0, total).
//                                                        (Floyd's algorithm; Bentley & Floyd 1987)
//   is_taken  [total or more]  scratch space: all 0 on entry and on return
std::vector<Index> sample(Index count, Index total, Random& random,
                          std::vector<std::uint8_t>& is_taken) {
  std::vector<Index> chosen;
  const auto take = [&](Index number) {
    is_taken[static_cast<std::size_t>(number)] = 1;
    chosen.push_back(number);
  };
  const bool has_last = takes_last(count, total, random);
  if (has_last) take(total - 1);
  const Index others = count - (has_last ? 1 : 0);
  for (Index max = std::max<Index>(total - 1, 0) - others; max < total - 1; ++max) {
    const Index drawn = below(random, max + 1);
    take(is_taken[static_cast<std::size_t>(drawn)] != 0 ? max : drawn);
  }
  for (const Index number : chosen) is_taken[static_cast<std::size_t>(number)] = 0;
  return chosen;
}

Index count_blocks(const BigBird& config, Index n) {
  return n / config.block + (n % config.block != 0 ? 1 : 0);
}

// The number of tokens in the blocks [first, last).
Index tokens_of(const BigBird& config, Index first, Index last, Index n) {
  return first < last ? std::min(last * config.block, n) - first * config.block : 0;
}

// The blocks that `block` attends to: [0, global_end), then [first, last), and num_random of
// the remaining blocks, which are [global_end, first) and [last, end).
struct Neighbors {
  Index block, global_end, first, last, end, num_random;

  Index between() const { return first - global_end; }
  Index after() const { return end - last; }
  Index rest() const { return between() + after(); }
};

Neighbors neighbors_of(const BigBird& config, Index block, Index num_blocks) {
  const Index window = std::min(config.window, num_blocks);
  const Index num_global = std::min(config.num_global, num_blocks);
  Neighbors blocks{};
  blocks.block = block;
  blocks.end = config.causal ? block + 1 : num_blocks;
  blocks.global_end = std::min(block < num_global ? blocks.end : num_global, blocks.end);
  blocks.first = std::max(block - window, blocks.global_end);
  blocks.last = std::max(std::min(block + window + 1, blocks.end), blocks.global_end);
  blocks.first = std::min(blocks.first, blocks.last);
  blocks.num_random = std::min(config.num_random, blocks.rest());
  return blocks;
}

Random random_of(const BigBird& config, Index block) {
  return Random(config.seed, static_cast<std::uint64_t>(block));
}

// The attended blocks in ascending order.
std::vector<Index> list(const BigBird& config, const Neighbors& near,
                        std::vector<std::uint8_t>& is_taken) {
  std::vector<Index> blocks;
  for (Index block = 0; block < near.global_end; ++block) blocks.push_back(block);
  for (Index block = near.first; block < near.last; ++block) blocks.push_back(block);
  Random random = random_of(config, near.block);
  for (const Index rank : sample(near.num_random, near.rest(), random, is_taken)) {
    blocks.push_back(rank < near.between() ? near.global_end + rank
                                           : near.last + rank - near.between());
  }
  heap_sort(blocks.begin(), blocks.end());
  return blocks;
}

// The number of tokens in the attended blocks, without listing the blocks.
Index count_tokens(const BigBird& config, const Neighbors& near, Index num_blocks, Index n) {
  Index tokens = tokens_of(config, 0, near.global_end, n) +
                 tokens_of(config, near.first, near.last, n) + near.num_random * config.block;
  const Index missing = num_blocks * config.block - n;  // tokens that the last block lacks
  if (missing > 0 && near.after() > 0) {
    Random random = random_of(config, near.block);
    if (takes_last(near.num_random, near.rest(), random)) tokens -= missing;
  }
  return tokens;
}

}  // namespace

SparsePattern big_bird_pattern(const BigBird& config, Index n) {
  check_config(config, n);
  PatternBuilder builder(n, n);
  builder.reserve(big_bird_pairs(config, n));
  const Index num_blocks = count_blocks(config, n);
  std::vector<std::uint8_t> is_taken(static_cast<std::size_t>(num_blocks));
  for (Index query_block = 0; query_block < num_blocks; ++query_block) {
    const std::vector<Index> blocks =
        list(config, neighbors_of(config, query_block, num_blocks), is_taken);
    const Index first = query_block * config.block, last = std::min(first + config.block, n);
    for (Index i = first; i < last; ++i) {
      const Index end = config.causal ? i + 1 : n;
      for (const Index block : blocks) {
        builder.add_range(block * config.block, std::min((block + 1) * config.block, end));
      }
      builder.end_query();
    }
  }
  return builder.take();
}

double big_bird_pairs(const BigBird& config, Index n) {
  check_config(config, n);
  const Index num_blocks = count_blocks(config, n);
  double pairs = 0;
  for (Index query_block = 0; query_block < num_blocks; ++query_block) {
    const Neighbors near = neighbors_of(config, query_block, num_blocks);
    const auto rows = static_cast<double>(tokens_of(config, query_block, query_block + 1, n));
    pairs += rows * static_cast<double>(count_tokens(config, near, num_blocks, n));
    if (config.causal) pairs -= rows * (rows - 1) / 2;  // later keys in the query's own block
  }
  return pairs;
}

}  // namespace attn
