#include "efficient/big_bird.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <set>
#include <vector>

#include "support/dense_attend.h"

namespace attn {
namespace {

// The key blocks that a block's last query attends to.
std::vector<Index> blocks_of(const SparsePattern& pattern, Index block, Index own) {
  const auto last = static_cast<std::size_t>(std::min((own + 1) * block, pattern.n_query) - 1);
  std::vector<Index> blocks;
  for (Index pair = pattern.offsets[last]; pair < pattern.offsets[last + 1]; ++pair) {
    const Index key_block = pattern.keys[static_cast<std::size_t>(pair)] / block;
    if (blocks.empty() || blocks.back() != key_block) blocks.push_back(key_block);
  }
  return blocks;
}

TEST(BigBird, ListsTheWindowTheGlobalBlocksAndNumRandomBlocks) {
  for (const Index n : {0, 3, 16, 33, 50}) {
    for (const Index window : {0, 1}) {
      for (const Index num_global : {0, 1, 2, 90}) {
        for (const Index num_random : {0, 1, 3, 90}) {
          for (const bool causal : {false, true}) {
            const BigBird config{4, window, num_global, num_random, 5, causal};
            const SparsePattern pattern = big_bird_pattern(config, n);
            const Index num_blocks = (n + 3) / 4;
            std::vector<std::vector<Index>> blocks;
            for (Index own = 0; own < num_blocks; ++own) {
              blocks.push_back(blocks_of(pattern, 4, own));
              const std::vector<Index>& keys = blocks.back();
              const std::set<Index> listed(keys.begin(), keys.end());
              ASSERT_EQ(listed.size(), keys.size());
              const Index end = causal ? own + 1 : num_blocks;
              Index random = 0, rest = 0;
              for (Index block = 0; block < end; ++block) {
                const bool fixed =
                    std::abs(own - block) <= window || own < num_global || block < num_global;
                rest += fixed ? 0 : 1;
                random += !fixed && listed.count(block) != 0 ? 1 : 0;
                EXPECT_TRUE(!fixed || listed.count(block) == 1);
              }
              EXPECT_EQ(random, std::min(num_random, rest));
              EXPECT_TRUE(keys.empty() || keys.back() < end);
            }
            const auto expected = dense(n, n, [&](Index i, Index j) {
              const auto& keys = blocks[static_cast<std::size_t>(i / 4)];
              return std::count(keys.begin(), keys.end(), j / 4) > 0 && (!causal || j <= i);
            });
            EXPECT_EQ(dense_attend(pattern).allowed, expected);
            EXPECT_EQ(big_bird_pairs(config, n), ones(expected));
          }
        }
      }
    }
  }
}

TEST(BigBird, TheSeedChoosesTheRandomBlocksUniformly) {
  EXPECT_EQ(big_bird_pattern({2, 0, 1, 2, 7}, 64).keys, big_bird_pattern({2, 0, 1, 2, 7}, 64).keys);
  EXPECT_NE(big_bird_pattern({2, 0, 1, 2, 7}, 64).keys, big_bird_pattern({2, 0, 1, 2, 8}, 64).keys);
  std::vector<int> times(10);
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    for (const Index block : blocks_of(big_bird_pattern({1, 0, 0, 3, seed}, 10), 1, 4)) {
      ++times[static_cast<std::size_t>(block)];
    }
  }
  for (std::size_t block = 0; block < 10; ++block) {
    // 3 of the 9 other blocks: expected 667 of 2000, standard deviation 21.
    EXPECT_NEAR(times[block], block == 4 ? 2000 : 667, block == 4 ? 0 : 90) << block;
  }
}

}  // namespace
}  // namespace attn
