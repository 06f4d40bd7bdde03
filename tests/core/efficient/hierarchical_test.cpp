// Attention to near keys individually and to far keys by the summary of their chunk.
#include "efficient/hierarchical.h"

#include <algorithm>

#include "base/finite.h"
#include "core/efficient/double_loops.h"
#include "ops/mask_patterns.h"
#include "ops/softmax.h"
#include "support/refusal.h"

namespace attn {
namespace {

std::vector<double> hierarchical_loops(const reference::Values& x, const Sizes& e, Index chunk,
                                       bool causal, double scale,
                                       const std::vector<std::uint8_t>& padding,
                                       reference::Count count = nullptr) {
  return reference::for_each_head(x, e, [&](const auto& head, std::vector<double>& context) {
    const Index num_chunks = (e.n_key + chunk - 1) / chunk;
    std::vector<std::vector<double>> mean_k, mean_v;
    std::vector<Index> counts;
    for (Index t = 0; t < num_chunks; ++t) {
      mean_k.emplace_back(static_cast<std::size_t>(e.d_head));
      mean_v.emplace_back(static_cast<std::size_t>(e.d_v));
      std::vector<Index> members;
      for (Index j = t * chunk; j < std::min((t + 1) * chunk, e.n_key); ++j) {
        if (is_real(padding, e, head.b, j)) members.push_back(j);
      }
      counts.push_back(static_cast<Index>(members.size()));
      for (const Index j : members) {
        const double part = 1 / static_cast<double>(members.size());
        reference::add(part, head.k + j * e.d_head, e.d_head, mean_k.back().data(), nullptr);
        reference::add(part, head.v + j * e.d_v, e.d_v, mean_v.back().data(), nullptr);
      }
    }
    for (Index i = 0; i < e.n_query; ++i) {
      const Index at = i + e.n_key - e.n_query, own = at < 0 ? -1 : at / chunk;
      std::vector<const double*> keys, values;
      for (Index j = 0; j < e.n_key; ++j) {
        if (j / chunk != own || !is_real(padding, e, head.b, j) || (causal && j > at)) continue;
        keys.push_back(head.k + j * e.d_head);
        values.push_back(head.v + j * e.d_v);
      }
      for (Index t = 0; t < num_chunks; ++t) {
        if (t == own || counts[static_cast<std::size_t>(t)] == 0 || (causal && t > own)) continue;
        keys.push_back(mean_k[static_cast<std::size_t>(t)].data());
        values.push_back(mean_v[static_cast<std::size_t>(t)].data());
      }
      reference::attend_row(head.q + i * e.d_head, keys, values, std::vector<double>(keys.size()),
                            {scale, 1}, e.d_head, e.d_v, context.data() + i * e.d_v, count);
    }
  });
}

// TEST-CASES 36
TEST(Hierarchical, MatchesPlainLoopsAndItsGradientsCentralDifferences) {
  for (const Sizes& e :
       {Sizes{2, 2, 1, 7, 7, 3, 2}, Sizes{1, 2, 2, 2, 5, 3, 2}, Sizes{1, 1, 1, 6, 4, 3, 2}}) {
    const Heads in = random_inputs(e);
    std::vector<std::uint8_t> padding(static_cast<std::size_t>(e.batch * e.n_key), 1);
    padding[0] = padding[1] = padding[padding.size() - 1] = 0;
    for (const Index chunk : {1, 2, 3, 64}) {
      for (const bool causal : {false, true}) {
        for (const auto& key_padding : {std::vector<std::uint8_t>{}, padding}) {
          const auto formula = [&](const reference::Values& x) {
            return hierarchical_loops(x, e, chunk, causal, 0.6, key_padding);
          };
          const VariantOptions options{0.6f, key_padding};
          EXPECT_TRUE(all_near(hierarchical_attention(in.q, in.k, in.v, {chunk, causal}, options),
                               formula(doubles(in)), 2e-6));
          expect_gradients(formula, doubles(in), in.d_context,
                           by_name(hierarchical_attention_backward(
                               in.q, in.k, in.v, {chunk, causal}, options, in.d_context)));
        }
      }
    }
  }
}

TEST(Hierarchical, WithChunksOf1OrNIsExact) {
  const Sizes e{2, 4, 2, 6, 9, 5, 3};
  const Heads in = random_inputs(e);
  const Tensor exact = scaled_dot_product_attention(in.q, in.k, in.v, Mask::none());
  const Tensor causal = scaled_dot_product_attention(in.q, in.k, in.v, Mask::causal_at());
  for (const Index chunk : {1, 9, 20}) {
    EXPECT_TRUE(all_near(hierarchical_attention(in.q, in.k, in.v, {chunk, false}), exact, 1e-6));
    EXPECT_TRUE(all_near(hierarchical_attention(in.q, in.k, in.v, {chunk, true}), causal, 1e-6));
  }
}

TEST(Hierarchical, TheTraceHoldsEveryWeight) {
  const Sizes e{1, 1, 1, 7, 7, 3, 2};
  const Heads in = random_inputs(e);
  HierarchicalTrace trace;
  const VariantOptions options{{}, {1, 1, 1, 1, 1, 0, 1}};
  const Tensor got = hierarchical_attention(in.q, in.k, in.v, {3, false}, options, &trace);
  EXPECT_TRUE(trace.mean_k.matrix().row(0).isApprox(in.k.matrix().topRows(3).colwise().mean()));
  EXPECT_EQ(trace.mean_v.matrix().row(2), in.v.matrix().row(6));
  for (Index i = 0; i < 7; ++i) {
    const Index own = i / 3;
    RowVector context = trace.summary_weights.matrix().row(i) * trace.mean_v.matrix();
    for (Index j = own * 3; j < std::min<Index>(own * 3 + 3, 7); ++j) {
      context += trace.own_weights.matrix()(i, j - own * 3) * in.v.matrix().row(j);
    }
    EXPECT_TRUE(context.isApprox(got.matrix().row(i), 1e-5f));
    EXPECT_EQ(trace.summary_weights.matrix()(i, own), 0);
    EXPECT_NEAR(
        trace.own_weights.matrix().row(i).sum() + trace.summary_weights.matrix().row(i).sum(), 1,
        1e-6);
  }
}

// TEST-CASES 8, 14, 21, 24, 44
TEST(Hierarchical, MaskedKeysAreNeverReadAndNonFiniteRowsAreFlagged) {
  const Sizes e{2, 1, 1, 6, 6, 3, 2};
  Heads in = random_inputs(e);
  const VariantOptions options{{}, {1, 0, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0}};
  HierarchicalTrace trace;
  const Tensor clean = hierarchical_attention(in.q, in.k, in.v, {2, true}, options, &trace);
  EXPECT_EQ(trace.row_status.data, (std::vector<float>{0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1}));
  in.k.matrix(0).row(1).setConstant(kNaN);
  in.v.matrix(0).row(1).setConstant(kNaN);
  EXPECT_TRUE(identical(hierarchical_attention(in.q, in.k, in.v, {2, true}, options), clean));
  const AttentionGradients d =
      hierarchical_attention_backward(in.q, in.k, in.v, {2, true}, options, in.d_context);
  EXPECT_FALSE(has_nan(d.d_q) || has_nan(d.d_k) || has_nan(d.d_v));
  for (Tensor* x : {&in.q, &in.k, &in.v}) x->matrix(0).row(3).setConstant(kNaN);
  const Tensor got = hierarchical_attention(in.q, in.k, in.v, {2, true}, options, &trace);
  EXPECT_EQ(got.matrix(0).topRows(3), clean.matrix(0).topRows(3));
  EXPECT_EQ(trace.row_status.data, (std::vector<float>{0, 0, 0, 2, 2, 2, 1, 1, 1, 1, 1, 1}));
  EXPECT_TRUE(got.matrix(0).bottomRows(3).array().isNaN().all());
  // TEST-CASES 41
  const Heads none = random_inputs({1, 1, 1, 2, 0, 2, 2});
  EXPECT_EQ(hierarchical_attention(none.q, none.k, none.v, {2, false}).data, std::vector<float>(4));
  EXPECT_EQ(refusal([&] { hierarchical_attention(in.q, in.k, in.v, {0, false}); }),
            "expected chunk of at least 1, got 0");
}

}  // namespace
}  // namespace attn
