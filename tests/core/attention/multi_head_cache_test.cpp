// Decoding with a key/value cache equals one causal pass.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "attention/multi_head.h"
#include "ops/mask_patterns.h"
#include "support/inputs.h"
#include "support/near.h"
#include "support/refusal.h"
#include "support/same_bits.h"

namespace attn {
namespace {

// d_model 12, three heads of 4, with these positions.
MultiHeadConfig config_with(AttentionPositions positions, Index num_kv_heads = 3, Index d_v = 4) {
  MultiHeadConfig config{12, 3, true};
  config.num_kv_heads = num_kv_heads;
  config.d_v = d_v;
  config.positions = positions;
  config.relative_buckets = {8, 10, false};
  return config;
}

// Returns the first n keys of every head.
//   heads  [batch, kv_head, key, d]
Tensor first_keys(const Tensor& heads, Index n) {
  Tensor first(heads.axes, {heads.shape[0], heads.shape[1], n, heads.shape[3]});
  for (Index i = 0; i < heads.matrix_count(); ++i) first.matrix(i) = heads.matrix(i).topRows(n);
  return first;
}

class MultiHeadStepWith : public testing::TestWithParam<AttentionPositions> {};

// TEST-CASES 46. Bit for bit, which is stricter than its 1e-5.
TEST_P(MultiHeadStepWith, SteppingInPartsOfAnySizeEqualsOneCausalPass) {
  const Index n = 70;  // more than 64, after which rotary positions restart their recurrence
  for (const auto& [num_kv_heads, d_v] : {std::pair<Index, Index>{3, 4}, {1, 5}}) {
    const MultiHead layer = layer_of(config_with(GetParam(), num_kv_heads, d_v));
    const Tensor x = random_sequence(2, n, 12, 1);
    const Tensor causal_pass = layer.forward(x, x, x, Mask::causal_at());
    for (const Index part : {Index{1}, Index{3}, Index{32}, n}) {
      KeyValueCache cache;
      for (Index first = 0; first < n; first += part) {
        const Index last = std::min(first + part, n);
        const Tensor output = layer.step(tokens(x, first, last), cache);
        EXPECT_TRUE(same_bits(output, tokens(causal_pass, first, last)))
            << "parts of " << part << ", from " << first;
        ASSERT_EQ(cache.length(), last);
      }
    }
  }
}

// Holds even after the cache has been reallocated.
TEST_P(MultiHeadStepWith, TheCacheHoldsTheKeysAndValuesOfAForwardPass) {
  const Index n = 70;
  for (const auto& [num_kv_heads, d_v] : {std::pair<Index, Index>{3, 4}, {1, 5}}) {
    const MultiHead layer = layer_of(config_with(GetParam(), num_kv_heads, d_v));
    const Tensor x = random_sequence(2, n, 12, 1);
    AttentionTrace causal_pass;
    layer.forward(x, x, x, Mask::causal_at(), {}, &causal_pass);
    for (const Index part : {1, 3, 32}) {
      KeyValueCache cache;
      for (Index first = 0; first < n; first += part) {
        const Index last = std::min(first + part, n);
        layer.step(tokens(x, first, last), cache);
        EXPECT_TRUE(identical(cache.k.tensor(), first_keys(causal_pass.k, last)))
            << "parts of " << part << ", after " << last;
        EXPECT_TRUE(identical(cache.v.tensor(), first_keys(causal_pass.v, last)))
            << "parts of " << part << ", after " << last;
      }
    }
  }
}

// With more than one block of keys, the order of summation differs.
TEST_P(MultiHeadStepWith, SteppingPastOneBlockEqualsOneCausalPassWithinRounding) {
  const Index n = 150;
  const MultiHead layer = layer_of(config_with(GetParam(), 3, 4));
  const Tensor x = random_sequence(2, n, 12, 1);
  const Tensor causal_pass = layer.forward(x, x, x, Mask::causal_at());
  for (const Index part : {1, 7, 9, 75}) {
    KeyValueCache cache;
    for (Index first = 0; first < n; first += part) {
      const Index last = std::min(first + part, n);
      EXPECT_TRUE(all_near(layer.step(tokens(x, first, last), cache),
                           tokens(causal_pass, first, last), reduction_tolerance(n + 12)))
          << "parts of " << part << ", from " << first;
    }
  }
}

// TEST-CASES 46
TEST_P(MultiHeadStepWith, AttendingToProjectedKeysEqualsAForwardPass) {
  MultiHeadConfig config = config_with(GetParam(), 1, 5);
  config.d_key = 7;
  config.d_value = 6;
  const MultiHead layer = layer_of(config);
  const Tensor x = random_sequence(2, 4, 12, 1);
  const Tensor key = random_sequence(2, 6, 7, 2), value = random_sequence(2, 6, 6, 3);
  const KeyValueCache cache = layer.project_key_value(key, value);
  Mask mask = padding_mask({1, 1, 0, 1, 1, 0}, 1, 4, 6);
  AttentionTrace trace, expected;
  const Tensor output = layer.attend_to(x, cache, mask, &trace);
  EXPECT_TRUE(identical(output, layer.forward(x, key, value, mask, {}, &expected)));
  EXPECT_TRUE(identical(trace.q, expected.q));
  EXPECT_TRUE(identical(trace.k, expected.k));
  EXPECT_TRUE(identical(trace.v, expected.v));
  EXPECT_TRUE(identical(trace.weights, expected.weights));
  EXPECT_TRUE(identical(layer.attend_to(x, cache, mask), output));
}
INSTANTIATE_TEST_SUITE_P(All, MultiHeadStepWith,
                         testing::Values(AttentionPositions::kNone, AttentionPositions::kRotary,
                                         AttentionPositions::kAlibi,
                                         AttentionPositions::kRelativeBuckets));

// A score that overflows to -inf does not count as masked: the row of its query is NaN.
TEST(MultiHeadStep, FlagsAnOverflowAmongCachedKeys) {
  MultiHeadConfig config{2, 1, false};
  MultiHeadParameters parameters;
  for (Matrix* w : {&parameters.w_q, &parameters.w_k, &parameters.w_v, &parameters.w_o}) {
    *w = Matrix::Identity(2, 2);
  }
  const MultiHead layer(config, parameters);
  Tensor x({"batch", "query", "d_model"}, {1, 20, 2});
  for (Index i = 0; i < 20; ++i) x.matrix().row(i) << -10, 1;
  x.matrix()(2, 0) = 3e38f;
  for (const Index part : {1, 10}) {
    KeyValueCache cache;
    for (Index first = 0; first < 20; first += part) {
      const Tensor output = layer.step(tokens(x, first, first + part), cache);
      for (Index i = 0; i < part; ++i) {
        EXPECT_EQ(std::isnan(output.matrix()(i, 1)), first + i >= 2) << "token " << first + i;
      }
    }
  }
}

// A pass with few queries starts at their first visible key, one with many queries at the first
// visible block; a trace computes all keys.
TEST(MultiHeadAttendTo, EqualsAForwardPassUnderAnyMask) {
  const MultiHead layer = layer_of(config_with(AttentionPositions::kNone, 1, 5));
  for (const Index n_key : {6, 21, 150}) {
    const Tensor key = random_sequence(2, n_key, 12, 2);
    const KeyValueCache cache = layer.project_key_value(key, key);
    for (const Index n_query : {1, 2, 9}) {
      const Tensor x = random_sequence(2, n_query, 12, 1);
      Mask windowed = Mask::causal_at();
      windowed.window = Window{1, 1};
      for (const Mask& mask : {Mask(), windowed}) {
        const Tensor expected = layer.forward(x, key, key, mask);
        AttentionTrace trace;
        EXPECT_TRUE(identical(layer.attend_to(x, cache, mask), expected)) << n_query << n_key;
        EXPECT_TRUE(all_near(layer.attend_to(x, cache, mask, &trace), expected,
                             reduction_tolerance(n_key + 12)));
      }
    }
  }
}

TEST(MultiHeadStep, ACopyOfTheCacheGrowsIndependently) {
  const MultiHead layer = layer_of(config_with(AttentionPositions::kNone));
  const Tensor x = random_sequence(2, 9, 12, 1), other = random_sequence(2, 9, 12, 2);
  KeyValueCache cache;
  layer.step(tokens(x, 0, 5), cache);
  KeyValueCache copy = cache;
  layer.step(tokens(other, 5, 9), copy);
  const Tensor output = layer.step(tokens(x, 5, 9), cache);
  EXPECT_TRUE(identical(output, tokens(layer.forward(x, x, x, Mask::causal_at()), 5, 9)));
}

TEST(MultiHeadStep, TracesTheWholeCache) {
  const MultiHead layer = layer_of(config_with(AttentionPositions::kNone, 1, 5));
  const Tensor x = random_sequence(2, 6, 12, 1);
  KeyValueCache cache;
  layer.step(tokens(x, 0, 4), cache);
  AttentionTrace trace;
  const Tensor output = layer.step(tokens(x, 4, 6), cache, &trace);
  EXPECT_EQ(trace.q.shape_text(), "[batch 2, head 3, query 2, d_head 4]");
  EXPECT_EQ(trace.k.shape_text(), "[batch 2, kv_head 1, key 6, d_head 4]");
  EXPECT_EQ(trace.v.shape_text(), "[batch 2, kv_head 1, key 6, d_v 5]");
  EXPECT_EQ(trace.weights.shape_text(), "[batch 2, head 3, query 2, key 6]");
  EXPECT_EQ(trace.context.shape_text(), "[batch 2, head 3, query 2, d_v 5]");
  EXPECT_EQ(trace.concat.shape_text(), "[batch 2, query 2, concat 15]");
  EXPECT_TRUE(identical(trace.k, cache.k.tensor()));
  EXPECT_TRUE(identical(trace.output, output));
}

// TEST-CASES 35
TEST(MultiHeadStep, AcceptsAnUnbatchedSequence) {
  const MultiHead layer = layer_of(config_with(AttentionPositions::kRotary));
  const Tensor x = random_sequence(0, 4, 12, 1);
  KeyValueCache cache;
  EXPECT_TRUE(identical(layer.step(x, cache), layer.forward(x, x, x, Mask::causal_at())));
}

// TEST-CASES 41
TEST(MultiHeadStep, WithZeroTokensChangesNothing) {
  const MultiHead layer = layer_of(config_with(AttentionPositions::kNone));
  const Tensor x = random_sequence(2, 3, 12, 1);
  KeyValueCache cache;
  EXPECT_EQ(layer.step(tokens(x, 0, 0), cache).size(), 0);
  layer.step(x, cache);
  const Tensor k = cache.k.tensor();
  EXPECT_EQ(layer.step(tokens(x, 0, 0), cache).size(), 0);
  EXPECT_TRUE(identical(cache.k.tensor(), k));
}

// TEST-CASES 43
TEST(MultiHeadStep, ARefusalLeavesTheCacheAsItWas) {
  const MultiHead layer = layer_of(config_with(AttentionPositions::kNone));
  KeyValueCache cache;
  layer.step(random_sequence(2, 3, 12, 1), cache);
  const KeyValueCache before = cache;
  EXPECT_EQ(refusal([&] { layer.step(random_sequence(1, 2, 12, 1), cache); }),
            "expected a cache with k of shape [1, 3, 3, 4] and v of shape [1, 3, 3, 4], got "
            "[2, 3, 3, 4] and [2, 3, 3, 4]");
  EXPECT_EQ(refusal([&] { layer.step(random_sequence(2, 2, 8, 1), cache); }),
            "expected query of shape [batch, query, d_model] or [query, d_model] with d_model 12 "
            "and at least one batch item, got [batch 2, query 2, d_model 8]");
  EXPECT_TRUE(identical(cache.k.tensor(), before.k.tensor()));
  EXPECT_TRUE(identical(cache.v.tensor(), before.v.tensor()));
  cache.v = KeyValueCache().v;
  EXPECT_EQ(refusal([&] { layer.step(random_sequence(2, 2, 12, 1), cache); }),
            "expected a cache with k of shape [2, 3, 3, 4] and v of shape [2, 3, 3, 4], got [2, 3, "
            "3, 4] and []");
  cache = {KeyValueCache().k, before.v};
  EXPECT_EQ(refusal([&] { layer.step(random_sequence(2, 2, 12, 1), cache); }),
            "expected a cache with k of shape [2, 3, 0, 4] and v of shape [2, 3, 0, 4], got [] and "
            "[2, 3, 3, 4]");
}

// There are too many tokens for a trace of their scores. The refusal comes after the keys have been
// written.
class MultiHeadStepThatFails : public testing::Test {
 protected:
  void fail(KeyValueCache& cache) const {
    Tensor tokens({"batch", "query", "d_model"}, {16, 2900, 16});
    std::fill(tokens.data.begin(), tokens.data.end(), std::nanf(""));
    AttentionTrace trace;
    const Index n_key = cache.length() + 2900;
    EXPECT_EQ(refusal([&] { layer_.step(tokens, cache, &trace); }),
              "expected at most 2147483647 elements, got the shape [16, 16, 2900, " +
                  std::to_string(n_key) + "]");
    EXPECT_GE(cache.k.panels(0).head_stride, n_key) << "d_head is 1, so there was room for no key";
  }

  MultiHead layer_ = layer_of({16, 16, true});
};

TEST_F(MultiHeadStepThatFails, LeavesTheCacheAsItWas) {
  const Tensor x = random_sequence(16, 12, 16, 1);
  KeyValueCache cache, spared;
  layer_.step(tokens(x, 0, 5), cache);
  layer_.step(tokens(x, 0, 5), spared);
  fail(cache);
  for (Index first = 5; first < 12; ++first) {
    const Tensor one = tokens(x, first, first + 1);
    EXPECT_TRUE(identical(layer_.step(one, cache), layer_.step(one, spared))) << "token " << first;
    EXPECT_TRUE(identical(cache.k.tensor(), spared.k.tensor())) << "token " << first;
    EXPECT_TRUE(identical(cache.v.tensor(), spared.v.tensor())) << "token " << first;
  }
}

TEST_F(MultiHeadStepThatFails, LeavesAnEmptyCacheUsableForAnyBatchSize) {
  for (const Index batch : {2, 32}) {
    const Tensor x = random_sequence(batch, 12, 16, 1);
    KeyValueCache cache;
    fail(cache);
    EXPECT_TRUE(identical(layer_.step(x, cache), layer_.forward(x, x, x, Mask::causal_at())));
    EXPECT_EQ(cache.k.shape(), (std::vector<Index>{batch, 16, 12, 1}));
  }
}

TEST(MultiHeadStep, IsForSelfAttentionOnly) {
  MultiHeadConfig config{12, 3, true};
  config.d_key = 7;
  KeyValueCache cache;
  EXPECT_EQ(refusal([&] { layer_of(config).step(random_sequence(2, 2, 12, 1), cache); }),
            "expected key of shape [batch, key, d_key] with d_key 7 to go with query [batch 2, "
            "query 2, d_model 12], got [batch 2, query 2, d_model 12]");
}

// TEST-CASES 43
TEST(AttendTo, NamesTheMismatchedCache) {
  const MultiHead layer = layer_of(config_with(AttentionPositions::kNone));
  const Tensor memory = random_sequence(2, 3, 12, 1), x = random_sequence(1, 2, 12, 2);
  EXPECT_EQ(
      refusal([&] { layer.attend_to(x, layer.project_key_value(memory, memory), Mask::none()); }),
      "expected a cache with k of shape [1, 3, 3, 4] and v of shape [1, 3, 3, 4], got "
      "[2, 3, 3, 4] and [2, 3, 3, 4]");
  EXPECT_EQ(
      refusal([&] { layer.attend_to(x, {}, Mask::none()); }),
      "expected a cache with k of shape [1, 3, 0, 4] and v of shape [1, 3, 0, 4], got [] and []");
  EXPECT_EQ(refusal([&] { layer.project_key_value(random_sequence(2, 3, 8, 1), memory); }),
            "expected key of shape [batch, key, d_key] or [key, d_key] with d_key 12 and at least "
            "one batch item, got [batch 2, query 3, d_model 8]");
  EXPECT_EQ(refusal([&] { layer.project_key_value(memory, random_sequence(2, 4, 12, 1)); }),
            "expected value of the shape of key [batch 2, query 3, d_model 12], got [batch 2, "
            "query 4, d_model 12]");
  EXPECT_EQ(refusal([&] { layer.project_key_value(Tensor(), memory); }),
            "expected key of shape [batch, key, d_key] or [key, d_key] with d_key 12 and at least "
            "one batch item, got []");
}

}  // namespace
}  // namespace attn
