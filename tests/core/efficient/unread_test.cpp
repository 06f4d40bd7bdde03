// Keys outside every window are skipped and never read, instead of being computed and then masked.
#ifdef __linux__
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>

#include "core/efficient/double_loops.h"
#include "efficient/chunked.h"
#include "efficient/flash.h"

namespace attn {
namespace {

// Protects the pages of the first `count` numbers of x: reading them ends the process.
bool forbid_reading(std::vector<float>& x, std::size_t count) {
  const auto page = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
  const auto first = reinterpret_cast<std::uintptr_t>(x.data());
  const std::uintptr_t from = (first + page - 1) / page * page;
  const std::uintptr_t to = (first + count * sizeof(float)) / page * page;
  return from < to && mprotect(reinterpret_cast<void*>(from), to - from, PROT_NONE) == 0;
}

constexpr Index kHead = 16, kKeys = 4096, kQueries = 64, kUnseen = 3072;

template <class Run>
[[noreturn]] void run_with_unseen_keys_forbidden(const Run& run) {
  Heads in = random_inputs({1, 1, 1, kQueries, kKeys, kHead, kHead});
  if (!forbid_reading(in.k.data, kUnseen * kHead) || !forbid_reading(in.v.data, kUnseen * kHead)) {
    std::_Exit(2);
  }
  Mask mask = Mask::causal_at(CausalAlignment::kEnd);
  mask.window = Window{kQueries / 2, 0};
  run(in, mask);
  std::_Exit(0);
}

void attend_by_flash(const Heads& in, const Mask& mask) {
  FlashTrace trace;
  flash_attention(in.q, in.k, in.v, mask, {{}, 1, 32}, &trace);
  flash_attention_backward(in.q, in.k, in.v, mask, {{}, 1, 32}, trace, in.d_context);
}

void attend_by_chunks(const Heads& in, const Mask& mask) {
  chunked_attention(in.q, in.k, in.v, mask, {{}, 1, 32});
  chunked_attention_backward(in.q, in.k, in.v, mask, {{}, 1, 32}, in.d_context);
}

TEST(UnreadDeathTest, FlashSkipsKeysBeforeEveryWindow) {
  EXPECT_EXIT(run_with_unseen_keys_forbidden(attend_by_flash), testing::ExitedWithCode(0), "");
}

TEST(UnreadDeathTest, ChunkedSkipsKeysBeforeEveryWindow) {
  EXPECT_EXIT(run_with_unseen_keys_forbidden(attend_by_chunks), testing::ExitedWithCode(0), "");
}

// Shows that the protection works.
TEST(UnreadDeathTest, ReadingAProtectedKeyEndsTheProcess) {
  EXPECT_DEATH(run_with_unseen_keys_forbidden([](const Heads& in, Mask mask) {
                 mask.window.reset();
                 attend_by_flash(in, mask);
               }),
               "");
}

}  // namespace
}  // namespace attn
#endif  // __linux__
