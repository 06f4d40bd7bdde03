// Calls that are shorter than they say. tests/wasm/malformed-calls.test.ts has those of whole
// verbs.
#include "messages/message.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "support/refusal.h"

namespace attn::js {
namespace {

TEST(Message, ASlotOfBytesHoldsAtLeastThoseThatWereAnnounced) {
  const std::vector<std::uint32_t> words;
  Slots slots = {{1, 2}, {3, 4}, {}};
  Message in(words, slots);
  EXPECT_EQ(in.bytes_slot(7), (std::vector<float>{1, 2}));
  EXPECT_EQ(refusal([&] { in.bytes_slot(9); }), "expected a call as the client writes it");
  EXPECT_EQ(refusal([&] { in.bytes_slot(1); }), "expected a call as the client writes it");
  EXPECT_EQ(refusal([&] { in.bytes_slot(0); }), "expected a call as the client writes it");
}

}  // namespace
}  // namespace attn::js
