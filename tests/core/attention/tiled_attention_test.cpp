// Compares tiled attention with double loops, for every position of the tile edges.
#include "attention/tiled_attention.h"

#include <gtest/gtest.h>

#include <cmath>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "attention/multi_head.h"
#include "base/finite.h"
#include "support/highway_target.h"
#include "support/inputs.h"
#include "support/masks.h"
#include "support/near.h"
#include "support/same_bits.h"

namespace attn {
namespace {

// Strided rows, with NaN between and around them.
struct Strided {
  Strided(Index n, Index columns, std::uint64_t seed) : n(n), columns(columns), rows(n + 2, 0) {
    rows.resize(n + 2, columns + 5);
    rows.setConstant(kNaN);
    if (seed == 0) return;
    const Tensor values = random_tensor({"row", "column"}, {n, columns}, seed);
    rows.block(1, 3, n, columns) = values.matrix();
  }
  StridedHeads<float> heads() {
    return {rows.data() + rows.cols() + 3, n, columns, 0, 0, rows.cols()};
  }
  float& at(Index i, Index c) { return rows(i + 1, c + 3); }
  // Whether the surrounding values are unchanged.
  bool has_its_guards() const {
    Index numbers = 0;
    for (Index i = 0; i < rows.size(); ++i) numbers += std::isnan(rows.data()[i]) ? 0 : 1;
    return numbers == n * columns;
  }

  Index n, columns;
  Matrix rows;
};

struct OneHead {
  OneHead(Index n_query, Index n_key, Index d_head, Index d_v)
      : q(n_query, d_head, 1), k(n_key, d_head, 2), v(n_key, d_v, 3), context(n_query, d_v, 0) {}

  // The status of each row.
  std::vector<RowStatus> attend(const Mask& mask, const TileSizes& sizes = {}) {
    const ScoresShape shape{1, 1, q.n, k.n};
    const AttentionCall call = check_attention_call(shape, 1, q.columns, mask, {scale});
    TiledAttention tiles(call, mask, temperature, nullptr, sizes);
    tiles.attend({q.heads(), k.heads(), v.heads(), context.heads()}, 0, 0);
    std::vector<RowStatus> status;
    for (Index i = 0; i < q.n; ++i) status.push_back(tiles.row(0, i).status);
    return status;
  }

  std::vector<double> expected(Index i, const reference::Rule& rule) {
    std::vector<double> row(static_cast<std::size_t>(k.n));
    for (Index j = 0; j < k.n; ++j) {
      double dot = 0;
      for (Index c = 0; c < q.columns; ++c) dot += static_cast<double>(q.at(i, c)) * k.at(j, c);
      const double moved = rule(0, 0, i, j);
      row[static_cast<std::size_t>(j)] =
          moved == -reference::kInfinity
              ? moved
              : (dot / std::sqrt(static_cast<double>(q.columns)) + moved) / temperature;
    }
    reference::softmax(row.data(), k.n);
    std::vector<double> sum(static_cast<std::size_t>(v.columns));
    for (Index j = 0; j < k.n; ++j) {
      const double weight = row[static_cast<std::size_t>(j)];
      for (Index c = 0; weight != 0 && c < v.columns; ++c) {
        sum[static_cast<std::size_t>(c)] += weight * v.at(j, c);
      }
    }
    return sum;
  }

  void expect_rows(const reference::Rule& rule) {
    for (Index i = 0; i < q.n; ++i) {
      const std::vector<double> row = expected(i, rule);
      EXPECT_TRUE(
          all_near(&context.at(i, 0), row.size(), row, reduction_tolerance(k.n + q.columns)))
          << "query " << i << " of " << q.n << ", " << k.n << " keys";
    }
  }

  Strided q, k, v, context;
  float temperature = 1;
  std::optional<float> scale;  // `expected` has the default
};

class TiledAttentionUnder : public testing::TestWithParam<MaskKind> {};

TEST_P(TiledAttentionUnder, EqualsDoubleLoopsAtEveryEdgeOfATile) {
  const auto kind = GetParam();
  for (const Index n_query : {0, 1, 7, 8, 9, 17, 40}) {
    for (const Index n_key : {0, 1, 15, 16, 17, 33, 48}) {
      const MaskCase masking = mask_case(kind, {1, 1, n_query, n_key});
      for (const TileSizes& sizes : {TileSizes{8, 16}, {8, 16, 3}, {16, 8, 4}}) {
        OneHead head(n_query, n_key, 5, 3);
        head.attend(masking.mask, sizes);
        head.expect_rows(masking.rule);
        EXPECT_TRUE(head.context.has_its_guards());
      }
    }
  }
}
INSTANTIATE_TEST_SUITE_P(EveryMask, TiledAttentionUnder, testing::ValuesIn(all_masks()));

class TiledAttentionOn : public testing::TestWithParam<std::int64_t> {
 protected:
  const OnTargets only_{GetParam()};
};
INSTANTIATE_TEST_SUITE_P(Targets, TiledAttentionOn, testing::ValuesIn(targets()),
                         [](const auto& info) { return hwy::TargetName(info.param); });

// Covers widths that are and are not multiples of the vector length, with default and other tile
// sizes.
TEST_P(TiledAttentionOn, EqualsDoubleLoopsAtEveryWidthAndTemperature) {
  for (const Index width : {1, 4, 7, 16, 19, 32, 33}) {
    for (const auto& [kind, temperature] : {std::pair{MaskKind::kNone, 1.0f},
                                            {MaskKind::kNone, 0.4f},
                                            {MaskKind::kCausalEnd, 2.5f}}) {
      for (const auto& [n_query, n_key, sizes] :
           {std::tuple<Index, Index, TileSizes>{3, 140, {}}, {9, 35, {4, 8}}, {66, 131, {}}}) {
        if (n_query > 60 && width % 16 > 1) continue;
        OneHead head(n_query, n_key, width, 36 - width);
        head.temperature = temperature;
        const MaskCase masking = mask_case(kind, {1, 1, n_query, n_key});
        head.attend(masking.mask, sizes);
        head.expect_rows(masking.rule);
        EXPECT_TRUE(head.context.has_its_guards());
      }
    }
  }
}

// A full block of keys is packed; the three keys after it are read in place.
TEST_P(TiledAttentionOn, HandlesWideValues) {
  OneHead head(66, 131, 5, 70);
  const MaskCase masking = mask_case(MaskKind::kCausalEnd, {1, 1, 66, 131});
  head.attend(masking.mask);
  head.expect_rows(masking.rule);
  EXPECT_TRUE(head.context.has_its_guards());
}

TEST_P(TiledAttentionOn, MatchesDoubleForDenormals) {
  for (const Index n_query : {3, 20}) {
    OneHead head(n_query, 40, 7, 9);
    head.q.rows *= 1e-39f;
    head.v.rows *= 1e-39f;
    for (Index j = 0; j < 40; j += 3) head.k.at(j, 2) = 1e-42f;
    for (const RowStatus status : head.attend(Mask::none(), {8, 16})) {
      EXPECT_EQ(status, RowStatus::kOk);
    }
    for (Index i = 0; i < n_query; ++i) {
      const std::vector<double> row = head.expected(i, reference::no_mask);
      for (Index c = 0; c < 9; ++c) {
        // Allows half an ulp for each sum, product and rescaling.
        EXPECT_NEAR(head.context.at(i, c), row[static_cast<std::size_t>(c)], 50 * 0x1p-149);
      }
    }
  }
}

TEST(TiledAttention, ChoosesItsOwnTileSizeByDefault) {
  for (const Index n : {63, 64, 65, 127, 128, 129, 257}) {
    OneHead head(n, n, 8, 8);
    for (const MaskKind kind : {MaskKind::kNone, MaskKind::kCausalEnd}) {
      const MaskCase masking = mask_case(kind, {1, 1, n, n});
      head.attend(masking.mask);
      head.expect_rows(masking.rule);
    }
  }
}

TEST(TiledAttention, NeverReadsMaskedKeysAndValues) {
  for (const TileSizes& sizes : {TileSizes{4, 8}, TileSizes{8, 8, 3}, TileSizes{}}) {
    OneHead head(20, 20, 4, 4);
    for (const Index j : {13, 19}) {  // visible to this query and later ones
      head.k.at(j, 1) = head.v.at(j, 2) = kNaN;
    }
    const std::vector<RowStatus> status = head.attend(Mask::causal_at(), sizes);
    OneHead clean(20, 20, 4, 4);
    clean.attend(Mask::causal_at(), sizes);
    for (Index i = 0; i < 20; ++i) {
      const RowStatus expected = i < 13 ? RowStatus::kOk : RowStatus::kNotFinite;
      EXPECT_EQ(status[static_cast<std::size_t>(i)], expected) << i;
      for (Index c = 0; c < 4; ++c) {
        const float expected_context = i < 13 ? clean.context.at(i, c) : kNaN;
        EXPECT_EQ(distance(head.context.at(i, c), expected_context), 0) << i;
      }
    }
  }
}

// With so few queries, keys and values are read in place, without packing.
TEST(TiledAttention, WithFewQueriesNeverReadsMaskedOrZeroWeightValues) {
  for (const Index n_query : {1, 3, 7}) {
    OneHead head(n_query, 40, 4, 4), clean(n_query, 40, 4, 4);
    Mask mask;
    mask.attend = Attend{{1, 1, n_query, 40}, std::vector<std::uint8_t>(n_query * 40, 1)};
    for (const Index j : {5, 20, 39}) {
      head.k.at(j, 1) = head.v.at(j, 2) = kNaN;
      for (Index i = 0; i < n_query; ++i) mask.attend->allowed[i * 40 + j] = 0;
    }
    for (OneHead* each : {&head, &clean}) {  // a score of -1000 or less: its exponential is 0
      for (Index i = 0; i < n_query; ++i) each->q.at(i, 0) = 20;
      each->k.at(25, 0) = -100;
    }
    head.v.at(25, 3) = kInfinity;
    for (const RowStatus status : head.attend(mask)) EXPECT_EQ(status, RowStatus::kOk);
    clean.attend(mask);
    for (Index i = 0; i < n_query; ++i) {
      for (Index c = 0; c < 4; ++c) EXPECT_EQ(head.context.at(i, c), clean.context.at(i, c));
    }
  }
}

TEST(TiledAttention, WithFewQueriesReadsOnlyTheWindow) {
  for (const Index n_query : {1, 3, 7}) {
    OneHead head(n_query, 300, 4, 4);
    Mask mask;
    mask.window = Window{20, 0};
    for (Index j = 0; j < 300 - n_query - 20; ++j) head.k.at(j, 1) = head.v.at(j, 2) = kNaN;
    for (const RowStatus status : head.attend(mask)) EXPECT_EQ(status, RowStatus::kOk);
    head.expect_rows([=](Index, Index, Index i, Index j) {
      const Index at = i + 300 - n_query;
      return j <= at && j >= at - 20 ? 0 : -reference::kInfinity;
    });
  }
}

// The values of this many keys are processed in three parts. None of them reads masked values.
TEST_P(TiledAttentionOn, WithFewQueriesHandlesMoreValuesThanOneFetchReads) {
  constexpr Index kKeys = 3100;
  for (const Index n_query : {1, 7}) {
    OneHead head(n_query, kKeys, 4, 45);
    head.attend(Mask());
    head.expect_rows([](Index, Index, Index, Index) { return 0; });
    Mask mask;
    mask.attend = Attend{{1, 1, n_query, kKeys}, std::vector<std::uint8_t>(n_query * kKeys, 1)};
    for (const Index j : {Index{0}, kKeys - 1}) {
      head.v.at(j, 2) = kNaN;
      for (Index i = 0; i < n_query; ++i) mask.attend->allowed[i * kKeys + j] = 0;
    }
    for (const RowStatus status : head.attend(mask)) EXPECT_EQ(status, RowStatus::kOk);
    head.expect_rows([](Index, Index, Index, Index j) {
      return j == 0 || j == kKeys - 1 ? -reference::kInfinity : 0;
    });
    EXPECT_TRUE(head.context.has_its_guards());
  }
}

TEST(TiledAttention, FlagsScoresThatOverflowEitherWay) {
  for (const float sign : {1.0f, -1.0f}) {
    for (const Index n_query : {5, 12}) {
      OneHead head(n_query, 12, 4, 4);
      // Only the score of query 3 and key 9 overflows.
      for (Index i = 0; i < 12; ++i) {
        for (Index c = 0; c < 4; ++c) {
          if (i < n_query) head.q.at(i, c) = i == 3 ? 3e38f : 1e-3f;
          head.k.at(i, c) = i == 9 ? sign * 3e38f : 1e-3f;
        }
      }
      const std::vector<RowStatus> status = head.attend(Mask::none(), {4, 8});
      for (Index i = 0; i < n_query; ++i) {
        const RowStatus expected = i == 3 ? RowStatus::kNotFinite : RowStatus::kOk;
        EXPECT_EQ(status[static_cast<std::size_t>(i)], expected) << i << " of " << n_query;
        EXPECT_EQ(std::isnan(head.context.at(i, 0)), i == 3);
      }
    }
  }
}

// Each product is finite: the sum of four is not, or the sum times the scale. A score of -inf must
// not pass for an excluded key.
TEST(TiledAttention, FlagsScoresThatOverflowInTheirSumOrByTheirScale) {
  struct Case {
    float large;
    std::optional<float> scale;
  };
  for (const Case& c : {Case{1e19f, {}}, {1e5f, 1e30f}, {1e5f, -1e30f}}) {
    const float sign = c.scale.value_or(1) < 0 ? 1 : -1;
    for (const Index n_query : {5, 12}) {
      OneHead head(n_query, 12, 4, 4);
      head.scale = c.scale;
      for (Index i = 0; i < 12; ++i) {
        for (Index column = 0; column < 4; ++column) {
          if (i < n_query) head.q.at(i, column) = i == 3 ? c.large : 1e-3f;
          head.k.at(i, column) = i == 9 ? sign * c.large : 1e-3f;
        }
      }
      const std::vector<RowStatus> status = head.attend(Mask::none(), {4, 8});
      for (Index i = 0; i < n_query; ++i) {
        const RowStatus expected = i == 3 ? RowStatus::kNotFinite : RowStatus::kOk;
        EXPECT_EQ(status[static_cast<std::size_t>(i)], expected) << i << " of " << n_query;
      }
    }
  }
}

// Holds in a batch or alone, and for any split of the queries, if all keys are in one block.
TEST(TiledAttention, TheBitsOfARowDoNotDependOnOtherRows) {
  OneHead all(50, 50, 8, 8);
  all.attend(Mask::causal_at());
  for (const Index n : {1, 6, 30}) {
    OneHead first(n, n, 8, 8);
    first.q.rows.block(1, 3, n, 8) = all.q.rows.block(1, 3, n, 8);
    first.k.rows.block(1, 3, n, 8) = all.k.rows.block(1, 3, n, 8);
    first.v.rows.block(1, 3, n, 8) = all.v.rows.block(1, 3, n, 8);
    first.attend(Mask::causal_at());
    for (Index i = 0; i < n; ++i) {
      for (Index c = 0; c < 8; ++c) EXPECT_EQ(first.context.at(i, c), all.context.at(i, c));
    }
  }
}

class MultiHeadTiledOn : public testing::TestWithParam<std::int64_t> {};

// Covers every start of a window within a vector.
TEST_P(MultiHeadTiledOn, ForwardEqualsTheTracedPassBitForBitWithinOneBlock) {
  const OnTargets only(GetParam());
  const MultiHead layer({24, 4, true}, random_parameters({24, 4, true}, 3));
  const Tensor x = random_sequence(2, 100, 24, 1);
  for (const Window& window : {Window{2, 1}, {7, 0}, {30, 5}}) {
    Mask mask;
    mask.window = window;
    AttentionTrace trace;
    const Tensor traced = layer.forward(x, x, x, mask, {}, &trace);
    EXPECT_TRUE(same_bits(layer.forward(x, x, x, mask), traced)) << window.left;
  }
}
INSTANTIATE_TEST_SUITE_P(Targets, MultiHeadTiledOn, testing::ValuesIn(targets()),
                         [](const auto& info) { return hwy::TargetName(info.param); });

// Beyond one block the bits may differ, because the traced pass divides before it sums.
TEST(MultiHeadTiled, ForwardEqualsTheTracedPassWithinRoundingBeyondOneBlock) {
  for (const auto positions : {AttentionPositions::kNone, AttentionPositions::kRotary,
                               AttentionPositions::kAlibi, AttentionPositions::kRelativeBuckets}) {
    MultiHeadConfig config{24, 4, true};
    config.num_kv_heads = 2;
    config.d_v = 5;
    config.positions = positions;
    const MultiHead layer(config, random_parameters(config, 3));
    const Tensor x = random_sequence(2, 150, 24, 1);
    for (const Mask& mask : {Mask::none(), Mask::causal_at()}) {
      AttentionTrace trace;
      const Tensor traced = layer.forward(x, x, x, mask, {}, &trace);
      EXPECT_TRUE(all_near(layer.forward(x, x, x, mask), traced, reduction_tolerance(150 + 24)));
    }
  }
}

}  // namespace
}  // namespace attn
