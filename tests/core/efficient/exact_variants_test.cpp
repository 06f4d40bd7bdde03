// Flash and chunked attention: exact results in less memory.
#include <limits>

#include "base/finite.h"
#include "core/efficient/double_loops.h"
#include "efficient/chunked.h"
#include "efficient/flash.h"
#include "ops/mask_patterns.h"
#include "ops/softmax.h"
#include "support/masks.h"
#include "support/refusal.h"
#include "support/repeated.h"
#include "support/same_bits.h"

namespace attn {
namespace {

AttentionGradients flash_gradients(const Heads& in, const Mask& mask, const FlashOptions& options) {
  FlashTrace trace;
  flash_attention(in.q, in.k, in.v, mask, options, &trace);
  return flash_attention_backward(in.q, in.k, in.v, mask, options, trace, in.d_context);
}

struct ExactCase {
  Sizes sizes;
  Index block;
};
void PrintTo(const ExactCase& c, std::ostream* out) {
  *out << c.sizes.n_query << " queries, " << c.sizes.n_key << " keys, block " << c.block;
}

class ExactVariants : public testing::TestWithParam<ExactCase> {};

// TEST-CASES 22, 23, 39
TEST_P(ExactVariants, EqualExactAttentionUnderEveryMask) {
  const auto [sizes, block] = GetParam();
  const Heads in = random_inputs(sizes);
  for (const MaskKind kind : all_masks()) {
    SCOPED_TRACE(testing::PrintToString(kind));
    const Mask mask = mask_case(kind, sizes.scores()).mask;
    for (const bool is_plain : {true, false}) {
      AttentionOptions exact;
      FlashOptions flash{.block = block};
      ChunkedOptions chunked{.block = block};
      if (!is_plain) {
        exact.scale = flash.scale = chunked.scale = 0.3f;
        exact.temperature = flash.temperature = chunked.temperature = 0.7f;
      }
      AttentionTrace expected;
      scaled_dot_product_attention(in.q, in.k, in.v, mask, exact, &expected);

      FlashTrace flash_trace;
      const Tensor context = flash_attention(in.q, in.k, in.v, mask, flash, &flash_trace);
      EXPECT_TRUE(
          all_near(context, expected.context, reduction_tolerance(sizes.n_key + sizes.d_head)));
      EXPECT_TRUE(identical(flash_trace.context, context));
      EXPECT_TRUE(identical(flash_trace.row_status, expected.row_status));
      // TEST-CASES 16
      EXPECT_TRUE(identical(flash_attention(in.q, in.k, in.v, mask, flash), context));

      ChunkedTrace chunked_trace;
      EXPECT_TRUE(identical(chunked_attention(in.q, in.k, in.v, mask, chunked, &chunked_trace),
                            expected.context));
      EXPECT_TRUE(identical(chunked_trace.row_status, expected.row_status));

      const AttentionGradients wanted = scaled_dot_product_attention_backward(
          in.q, in.k, in.v, mask, exact, expected.weights, in.d_context);
      for (const AttentionGradients& got :
           {flash_attention_backward(in.q, in.k, in.v, mask, flash, flash_trace, in.d_context),
            chunked_attention_backward(in.q, in.k, in.v, mask, chunked, in.d_context)}) {
        EXPECT_TRUE(all_near(got.d_q, wanted.d_q, 2e-5));
        EXPECT_TRUE(all_near(got.d_k, wanted.d_k, 2e-5));
        EXPECT_TRUE(all_near(got.d_v, wanted.d_v, 2e-5));
        EXPECT_TRUE(all_near(got.d_score_bias, wanted.d_score_bias, 2e-5));
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(
    Each, ExactVariants,
    testing::Values(ExactCase{{1, 1, 1, 1, 1, 1, 1}, 1}, ExactCase{{2, 2, 1, 5, 7, 3, 2}, 1},
                    ExactCase{{2, 2, 2, 7, 5, 4, 5}, 2}, ExactCase{{1, 4, 2, 9, 9, 8, 8}, 3},
                    ExactCase{{1, 2, 1, 17, 33, 5, 3}, 8}, ExactCase{{1, 1, 1, 31, 15, 16, 9}, 8},
                    ExactCase{{1, 1, 1, 2, 5, 4, 4}, 64}, ExactCase{{1, 1, 1, 5, 2, 4, 4}, 4},
                    // The upper rows of a tile see nothing of the last block.
                    ExactCase{{1, 1, 1, 64, 72, 4, 3}, 32},
                    ExactCase{{1, 2, 1, 70, 150, 4, 3}, 128}));

TEST(Flash, WithDefaultTilesEqualsScaledDotProductAttentionBitForBit) {
  const Heads in = random_inputs({1, 2, 1, 150, 300, 8, 5});
  for (const Mask& mask : {Mask::none(), Mask::causal_at()}) {
    EXPECT_TRUE(same_bits(flash_attention(in.q, in.k, in.v, mask),
                          scaled_dot_product_attention(in.q, in.k, in.v, mask)));
  }
}

TEST(Flash, EveryTileFrom1ToNGivesTheSame) {
  const Sizes sizes{1, 1, 1, 11, 13, 4, 3};
  const Heads in = random_inputs(sizes);
  const Mask mask = Mask::causal_at();
  AttentionTrace exact;
  scaled_dot_product_attention(in.q, in.k, in.v, mask, {}, &exact);
  for (Index block = 1; block <= 14; ++block) {
    EXPECT_TRUE(
        all_near(flash_attention(in.q, in.k, in.v, mask, {.block = block}), exact.context, 2e-6));
  }
}

// Complete softmax blocks precede the keys that these queries see.
TEST(Chunked, UnderAWindowTheBitsEqualThoseOfAllScores) {
  const Heads in = random_inputs({1, 1, 1, 1300, 1300, 4, 3});
  Mask mask;
  mask.window = Window{300, 2};
  AttentionTrace exact;
  scaled_dot_product_attention(in.q, in.k, in.v, mask, {}, &exact);
  EXPECT_TRUE(same_bits(chunked_attention(in.q, in.k, in.v, mask, {.block = 50}), exact.context));
}

TEST(Flash, KeepsTheTwoPartsOfTheLogSumExp) {
  const Sizes sizes{1, 1, 1, 6, 9, 4, 3};
  const Heads in = random_inputs(sizes);
  AttentionTrace exact;
  scaled_dot_product_attention(in.q, in.k, in.v, Mask::none(), {}, &exact);
  FlashTrace trace;
  flash_attention(in.q, in.k, in.v, Mask::none(), {.block = 2}, &trace);
  for (Index i = 0; i < 6; ++i) {
    const auto row = exact.masked_scores.matrix().row(i).cast<double>().eval();
    EXPECT_NEAR(trace.row_max.data[static_cast<std::size_t>(i)], row.maxCoeff(), 1e-6);
    EXPECT_NEAR(trace.exponential_sum.data[static_cast<std::size_t>(i)],
                (row.array() - row.maxCoeff()).exp().sum(), 1e-5);
  }
}

// TEST-CASES 36
TEST(FlashAndChunked, GradientsMatchCentralDifferencesUnderEveryMask) {
  const Sizes sizes{2, 2, 1, 4, 5, 3, 2};
  const Heads in = random_inputs(sizes);
  for (const MaskKind kind : all_masks()) {
    SCOPED_TRACE(testing::PrintToString(kind));
    const MaskCase masking = mask_case(kind, sizes.scores());
    reference::Values values = doubles(in);
    if (masking.mask.score_bias) values["score_bias"] = reference::widen(*masking.mask.score_bias);
    const auto formula = [&](const reference::Values& x) {
      return reference::attend(
          x, sizes,
          [&](Index b, Index h, Index i, Index j) {
            const double moved = masking.rule(b, h, i, j);
            if (!masking.mask.score_bias || moved == -reference::kInfinity) return moved;
            const std::vector<Index>& shape = masking.mask.score_bias->shape;
            const Index at = (shape[0] == 1 ? 0 : b) * shape[1] + (shape[1] == 1 ? 0 : h);
            return x.at(
                "score_bias")[static_cast<std::size_t>((at * sizes.n_query + i) * sizes.n_key + j)];
          },
          {0.4, 0.8});
    };
    for (const Index block : {1, 2, 64}) {
      for (const AttentionGradients& d :
           {flash_gradients(in, masking.mask, {0.4f, 0.8f, block}),
            chunked_attention_backward(in.q, in.k, in.v, masking.mask, {0.4f, 0.8f, block},
                                       in.d_context)}) {
        auto got = by_name(d);
        if (masking.mask.score_bias) got["score_bias"] = d.d_score_bias.data;
        expect_gradients(formula, values, in.d_context, got);
      }
    }
  }
}

// TEST-CASES 21
TEST(FlashAndChunked, MaskedNaNIsNeverRead) {
  for (const Index n_query : {4, 9}) {  // in one block, and block by block
    const Mask mask = padding_mask({1, 1, 0, 1, 0, 1}, 1, n_query, 6);
    for (const Index block : {1, 2, 3, 8}) {
      Heads in = random_inputs({1, 1, 1, n_query, 6, 3, 3});
      const Tensor clean = flash_attention(in.q, in.k, in.v, mask, {.block = block});
      const AttentionGradients clean_d = flash_gradients(in, mask, {.block = block});
      for (const Index j : {2, 4}) {
        in.k.matrix().row(j).setConstant(kNaN);
        in.v.matrix().row(j).setConstant(j == 2 ? kNaN : kInfinity);
      }
      EXPECT_TRUE(identical(flash_attention(in.q, in.k, in.v, mask, {.block = block}), clean));
      EXPECT_TRUE(identical(chunked_attention(in.q, in.k, in.v, mask, {.block = block}),
                            scaled_dot_product_attention(in.q, in.k, in.v, mask)));
      const AttentionGradients d = flash_gradients(in, mask, {.block = block});
      EXPECT_TRUE(identical(d.d_q, clean_d.d_q));
      EXPECT_TRUE(identical(d.d_k, clean_d.d_k));
      EXPECT_TRUE(identical(d.d_v, clean_d.d_v));
      const AttentionGradients chunked =
          chunked_attention_backward(in.q, in.k, in.v, mask, {.block = block}, in.d_context);
      EXPECT_FALSE(has_nan(chunked.d_q) || has_nan(chunked.d_k) || has_nan(chunked.d_v));
    }
  }
}

// The first tile's weight underflows to 0 once the next tile raises the maximum. One query sees all
// keys in one tile.
TEST(Flash, AValueWhoseWeightUnderflowsToZeroIsNotRead) {
  const Tensor k({"batch", "head", "key", "d_head"}, {1, 1, 2, 1}, {0, 200});
  const Tensor v({"batch", "head", "key", "d_v"}, {1, 1, 2, 1}, {kNaN, 3});
  for (const Index n_query : {1, 8}) {
    const std::vector<float> ones(static_cast<std::size_t>(n_query), 1);
    const Tensor q({"batch", "head", "query", "d_head"}, {1, 1, n_query, 1}, ones);
    EXPECT_EQ(flash_attention(q, k, v, Mask::none(), {1, 1, 1}).data,
              std::vector<float>(static_cast<std::size_t>(n_query), 3));
  }
}

// TEST-CASES 8, 44
TEST(FlashAndChunked, ANonFiniteRowIsFlaggedAndLeavesOtherRowsUnchanged) {
  const Sizes sizes{1, 1, 1, 5, 6, 4, 3};
  Heads in = random_inputs(sizes);
  const Tensor clean = flash_attention(in.q, in.k, in.v, Mask::none(), {.block = 2});
  in.q.matrix().row(1).setConstant(kNaN);
  in.q.matrix().row(3).setConstant(3e38f);
  FlashTrace trace;
  const Tensor got = flash_attention(in.q, in.k, in.v, Mask::none(), {.block = 2}, &trace);
  EXPECT_EQ(trace.row_status.data, (std::vector<float>{0, 2, 0, 2, 0}));
  for (const Index i : {1, 3}) {
    EXPECT_TRUE(got.matrix().row(i).array().isNaN().all());
    EXPECT_TRUE(std::isnan(trace.row_max.data[static_cast<std::size_t>(i)]));
  }
  for (const Index i : {0, 2, 4}) EXPECT_EQ(got.matrix().row(i), clean.matrix().row(i));
  EXPECT_TRUE(identical(chunked_attention(in.q, in.k, in.v, Mask::none(), {.block = 2}),
                        scaled_dot_product_attention(in.q, in.k, in.v, Mask::none())));
  EXPECT_TRUE(has_nan(flash_gradients(in, Mask::none(), {}).d_q));
}

// A number that is no status, in a trace of the caller.
TEST(FlashBackward, AnUnknownStatusCountsAsNotFinite) {
  const Heads in = random_inputs({1, 1, 1, 5, 6, 4, 3});
  FlashTrace trace;
  flash_attention(in.q, in.k, in.v, Mask::none(), {}, &trace);
  const auto d_q_with = [&](float status) {
    trace.row_status.data[1] = status;
    return flash_attention_backward(in.q, in.k, in.v, Mask::none(), {}, trace, in.d_context).d_q;
  };
  const Tensor d_q = d_q_with(0);
  for (const float status : {2.0f, 0.5f, 1e9f, -1.0f, kNaN}) {
    const Tensor changed = d_q_with(status);
    EXPECT_TRUE(changed.matrix().row(1).array().isNaN().all()) << status;
    for (const Index i : {0, 2, 3, 4}) EXPECT_EQ(changed.matrix().row(i), d_q.matrix().row(i));
  }
}

TEST(Flash, AScoreThatOverflowsWithItsBiasIsFlagged) {
  Mask biased;
  biased.score_bias = Tensor({"batch", "head", "query", "key"}, {1, 1, 5, 6});
  for (float& bias : biased.score_bias->data) bias = 3e38f;
  Heads in = random_inputs({1, 1, 1, 5, 6, 4, 3});
  in.q.matrix().row(2) = in.k.matrix().row(0) * 1e38f;
  FlashTrace trace;
  flash_attention(in.q, in.k, in.v, biased, {1, 1, 4}, &trace);
  EXPECT_EQ(trace.row_status.data[2], 2);
}

// TEST-CASES 6, 7, 19, 20
TEST(FlashAndChunked, LargeScoresNeitherOverflowNorUnderflow) {
  const float lowest = std::numeric_limits<float>::lowest();
  const Tensor k({"batch", "head", "key", "d_head"}, {1, 1, 4, 1}, {90, 100, 95, -4});
  const Tensor v({"batch", "head", "key", "d_v"}, {1, 1, 4, 1}, {1, 2, 3, 4});
  const std::vector<double> of_one =
      reference::attend({{"q", {1}}, {"k", {90, 100, 95, -4}}, {"v", {1, 2, 3, 4}}},
                        {1, 1, 1, 1, 4, 1, 1}, reference::no_mask, {1, 1});
  for (const Index n_query : {1, 8}) {  // in one block, and block by block
    const auto n = static_cast<std::size_t>(n_query);
    const Tensor q({"batch", "head", "query", "d_head"}, {1, 1, n_query, 1},
                   std::vector<float>(n, 1));
    const auto is = [&](const Mask& mask, const std::vector<double>& expected, Index block) {
      return all_near(flash_attention(q, k, v, mask, {1, 1, block}), expected, 1e-6);
    };
    // The mean of the values of the keys that a query sees, of all or up to its own.
    std::vector<double> of_all(n, 2.5), of_earlier;
    for (Index i = 0; i < n_query; ++i) of_earlier.push_back(i < 4 ? 1 + i / 2.0 : 2.5);
    for (const Index block : {1, 2, 4}) {
      EXPECT_TRUE(is(Mask::none(), std::vector<double>(n, of_one[0]), block));
      Mask mask;
      mask.score_bias = Tensor({"batch", "head", "query", "key"}, {1, 1, n_query, 4},
                               std::vector<float>(4 * n, lowest));
      EXPECT_TRUE(is(mask, of_all, block));
      mask.causal = CausalAlignment::kStart;
      EXPECT_TRUE(is(mask, of_earlier, block));
    }
  }
}

// TEST-CASES 14, 15, 17
TEST(FlashAndChunked, AFullyMaskedRowIsZeroAndContributesNoGradient) {
  const Sizes sizes{1, 1, 1, 3, 3, 2, 2};
  const Heads in = random_inputs(sizes);
  const Mask mask = attend_of(3, 3, {1, 1, 0, 0, 0, 0, 1, 0, 1});
  FlashTrace trace;
  const Tensor context = flash_attention(in.q, in.k, in.v, mask, {.block = 2}, &trace);
  EXPECT_EQ(trace.row_status.data, (std::vector<float>{0, 1, 0}));
  EXPECT_TRUE(context.matrix().row(1).isZero(0));
  const AttentionGradients d = flash_gradients(in, mask, {.block = 2});
  EXPECT_TRUE(d.d_q.matrix().row(1).isZero(0));
  Heads without = in;
  without.d_context.matrix().row(1).setConstant(9);
  EXPECT_TRUE(identical(flash_gradients(without, mask, {.block = 2}).d_k, d.d_k));
}

// TEST-CASES 24
TEST(FlashAndChunked, ALaterTokenChangesNoBitOfAnEarlierContext) {
  const Sizes sizes{1, 1, 1, 9, 9, 4, 4};
  Heads in = random_inputs(sizes);
  const Tensor before = flash_attention(in.q, in.k, in.v, Mask::causal_at(), {.block = 4});
  for (Tensor* x : {&in.q, &in.k, &in.v}) x->matrix().row(5).setConstant(7);
  const Tensor after = flash_attention(in.q, in.k, in.v, Mask::causal_at(), {.block = 4});
  EXPECT_EQ(before.matrix().topRows(5), after.matrix().topRows(5));
  EXPECT_NE(before.matrix().row(5), after.matrix().row(5));
}

// TEST-CASES 38
TEST(Flash, IsDeterministicForwardAndBackward) {
  const Heads in = random_inputs({2, 4, 2, 70, 90, 7, 5});
  for (const Mask& mask : {Mask::none(), Mask::causal_at()}) {
    EXPECT_TRUE(is_deterministic([&] {
      FlashTrace trace;
      Bits bits;
      append(bits, flash_attention(in.q, in.k, in.v, mask, {}, &trace));
      append(bits, flash_attention_backward(in.q, in.k, in.v, mask, {}, trace, in.d_context));
      return bits;
    }));
  }
}

// TEST-CASES 41
TEST(FlashAndChunked, AcceptEmptyInputs) {
  for (const Sizes& sizes :
       {Sizes{0, 1, 1, 2, 2, 2, 2}, Sizes{1, 1, 1, 0, 3, 2, 2}, Sizes{1, 1, 1, 3, 0, 2, 2}}) {
    const Heads in = random_inputs(sizes);
    FlashTrace trace;
    const Tensor context = flash_attention(in.q, in.k, in.v, Mask::causal_at(), {}, &trace);
    EXPECT_EQ(context.size(), sizes.batch * sizes.n_query * 2);
    for (const float element : context.data) EXPECT_EQ(element, 0);
    for (const float status : trace.row_status.data) EXPECT_EQ(status, 1);
    EXPECT_TRUE(identical(chunked_attention(in.q, in.k, in.v, Mask::causal_at()), context));
    for (const AttentionGradients& d :
         {flash_gradients(in, Mask::none(), {}),
          chunked_attention_backward(in.q, in.k, in.v, Mask::none(), {}, in.d_context)}) {
      for (const Tensor* gradient : {&d.d_q, &d.d_k, &d.d_v}) {
        for (const float element : gradient->data) EXPECT_EQ(element, 0);
      }
    }
  }
}

// TEST-CASES 43
TEST(FlashAndChunked, RefuseMismatchedInputs) {
  const Sizes sizes{1, 2, 1, 3, 4, 2, 2};
  const Heads in = random_inputs(sizes);
  const Mask none = Mask::none();
  EXPECT_EQ(refusal([&] { flash_attention(in.q, in.k, in.v, none, {.block = 0}); }),
            "expected block of at least 1, got 0");
  EXPECT_EQ(refusal([&] { chunked_attention(in.q, in.k, in.v, none, {.block = -1}); }),
            "expected block of at least 1, got -1");
  EXPECT_EQ(refusal([&] { flash_attention(in.q, in.k, in.k, none, {{}, 0, 1}); }),
            "expected a finite temperature above 0, got 0");
  EXPECT_TRUE(contains(refusal([&] { flash_attention(in.q, in.q, in.v, none); }), "expected v"));
  FlashTrace trace;
  flash_attention(in.q, in.k, in.v, none, {}, &trace);
  EXPECT_EQ(refusal([&] { flash_attention_backward(in.q, in.k, in.v, none, {}, trace, in.v); }),
            "expected d_context of shape [1, 2, 3, 2], got [1, 1, 4, 2]");
  trace.row_max = in.v;
  EXPECT_EQ(
      refusal([&] { flash_attention_backward(in.q, in.k, in.v, none, {}, trace, in.d_context); }),
      "expected row_max of shape [1, 2, 3], got [1, 1, 4, 2]");
  EXPECT_EQ(refusal([&] { chunked_attention_backward(in.q, in.k, in.v, none, {}, in.k); }),
            "expected d_context of shape [1, 2, 3, 2], got [1, 1, 4, 2]");
}

TEST(FlashAndChunked, TracesVisitTheirFieldsInOrder) {
  const auto names = [](auto trace) {
    std::string all;
    decltype(trace)::for_each(trace,
                              [&](const char* name, Tensor&) { all += std::string(name) + ' '; });
    return all;
  };
  EXPECT_EQ(names(FlashTrace{}), "row_max exponential_sum row_status context ");
  EXPECT_EQ(names(ChunkedTrace{}), "row_status context ");
}

}  // namespace
}  // namespace attn
