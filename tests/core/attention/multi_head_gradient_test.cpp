// Compares every option of multi-head attention, forward and backward, with the double reference.
#include <gtest/gtest.h>

#include <cmath>

#include "support/multi_head_gradients.h"

namespace attn {
namespace {

struct Variant {
  const char* name;
  MultiHeadConfig config;
  MultiHeadOptions options = {};
  std::vector<std::uint8_t> head_on = {};
};

void PrintTo(const Variant& variant, std::ostream* out) { *out << variant.name; }

MultiHeadConfig config_of(Index d_model, Index num_heads) {
  MultiHeadConfig config;
  config.d_model = d_model;
  config.num_heads = num_heads;
  return config;
}

std::vector<Variant> variants() {
  std::vector<Variant> all;
  const auto add = [&](const char* name, Index d_model, Index num_heads, auto change,
                       std::vector<std::uint8_t> head_on = {}) {
    Variant variant{name, config_of(d_model, num_heads), {}, head_on};
    change(variant.config, variant.options);
    variant.options.hooks = hooks_of(head_on);
    all.push_back(variant);
  };
  using Config = MultiHeadConfig&;
  using Options = MultiHeadOptions&;
  add("plain", 6, 2, [](Config, Options) {});
  add("without bias", 6, 3, [](Config c, Options) { c.bias = false; });
  add("grouped", 8, 4, [](Config c, Options) { c.num_kv_heads = 2; });
  add("multi-query", 6, 3, [](Config c, Options) { c.num_kv_heads = 1; });
  add("own widths", 7, 2, [](Config c, Options) { c.d_head = 3, c.d_v = 5; });
  add("kdim and vdim", 6, 2, [](Config c, Options) { c.d_key = 5, c.d_value = 4; });
  add("scale", 6, 2, [](Config c, Options) { c.scale = 1.25f; });
  add("no scale", 4, 2, [](Config c, Options) { c.scale = 1.0f; });
  add("hot", 6, 2, [](Config c, Options) { c.temperature = 2.5f; });
  add("cold", 6, 2, [](Config c, Options) { c.temperature = 0.5f; });
  add("rotary halves", 8, 2, [](Config c, Options) {
    c.positions = AttentionPositions::kRotary;
    c.rotary.base = 20;
  });
  add("rotary pairs", 8, 2, [](Config c, Options) {
    c.positions = AttentionPositions::kRotary;
    c.rotary = {20, true};
  });
  add("alibi", 6, 3, [](Config c, Options) { c.positions = AttentionPositions::kAlibi; });
  add("buckets of both directions", 6, 2, [](Config c, Options) {
    c.positions = AttentionPositions::kRelativeBuckets;
    c.relative_buckets = {8, 5, true};
  });
  add("buckets of one direction", 6, 2, [](Config c, Options) {
    c.positions = AttentionPositions::kRelativeBuckets;
    c.relative_buckets = {4, 3, false};
    c.temperature = 1.5f;
  });
  add("dropout", 6, 2, [](Config, Options o) { o.dropout = {0.3, 11}; });
  add("a head off", 6, 3, [](Config, Options) {}, {1, 0, 1});
  add("all at once", 6, 4,
      [](Config c, Options o) {
        c.num_kv_heads = 2, c.d_head = 4, c.d_v = 3, c.d_key = 5, c.d_value = 4;
        c.scale = 0.75f, c.temperature = 1.25f;
        c.positions = AttentionPositions::kRotary;
        c.rotary = {30, true};
        o.dropout = {0.25, 3};
      },
      {1, 1, 0, 1});
  return all;
}

class MultiHeadGradientsOf : public testing::TestWithParam<std::tuple<Variant, MaskKind>> {};

// TEST-CASES 30, 31, 36
TEST_P(MultiHeadGradientsOf, MatchCentralDifferences) {
  const auto& [variant, kind] = GetParam();
  const Index shapes[][3] = {{2, 4, 4}, {1, 3, 5}, {1, 5, 2}};
  for (const auto& [batch, n_query, n_key] : shapes) {
    EXPECT_TRUE(gradients_are_right(
        {variant.config, batch, n_query, n_key, kind, variant.options, variant.head_on}))
        << variant.name << ", " << n_query << " queries, " << n_key << " keys";
  }
}
INSTANTIATE_TEST_SUITE_P(All, MultiHeadGradientsOf,
                         testing::Combine(testing::ValuesIn(variants()),
                                          testing::ValuesIn(all_masks())));

TEST(MultiHeadGradients, OfChangedDroppedWeightsMatchCentralDifferences) {
  MultiHeadCase c{config_of(6, 2)};
  c.options.dropout = {0.3, 11};
  const Intervention quarter{
      "", "dropped_weights", {Intervention::kAll, 1}, {0.25f}, Intervention::Change::kMultiply};
  c.options.hooks = TraceHooks({quarter});
  MultiHeadSetting s(c);
  const auto cells = static_cast<std::size_t>(c.n_query * c.n_key);
  for (std::size_t i = 0; i < s.call.dropout_factors.size(); ++i) {
    if (i / cells % 2 == 1) s.call.dropout_factors[i] *= 0.25;  // head 1
  }
  EXPECT_TRUE(gradients_are_right(c, s));
}

}  // namespace
}  // namespace attn
