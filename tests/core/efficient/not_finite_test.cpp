// Infinities and NaN do not reach gradients that do not depend on them.
#include <cmath>
#include <span>
#include <string>

#include "attention/scaled_dot_product.h"
#include "base/finite.h"
#include "core/efficient/double_loops.h"
#include "efficient/chunked.h"
#include "efficient/flash.h"
#include "efficient/hierarchical.h"
#include "efficient/linformer.h"
#include "efficient/performer.h"
#include "efficient/reformer.h"
#include "efficient/sliding_window.h"
#include "ops/mask_patterns.h"

namespace attn {
namespace {

using Padding = std::vector<std::uint8_t>;

struct Backward {
  const char* name;
  std::function<AttentionGradients(const Heads&, const Padding&)> gradients;
};
void PrintTo(const Backward& backward, std::ostream* out) { *out << backward.name; }

Mask causal_with(const Heads& in, const Padding& padding) {
  Mask mask = Mask::causal_at();
  if (!padding.empty()) {
    mask.attend = key_padding_attend(padding, in.q.shape[0], in.q.shape[2], in.k.shape[2]);
  }
  return mask;
}

AttentionGradients exact(const Heads& in, const Padding& padding) {
  const Mask mask = causal_with(in, padding);
  AttentionTrace trace;
  scaled_dot_product_attention(in.q, in.k, in.v, mask, {}, &trace);
  return scaled_dot_product_attention_backward(in.q, in.k, in.v, mask, {}, trace.weights,
                                               in.d_context);
}
AttentionGradients flash(const Heads& in, const Padding& padding) {
  const Mask mask = causal_with(in, padding);
  FlashTrace trace;
  flash_attention(in.q, in.k, in.v, mask, {{}, 1, 2}, &trace);
  return flash_attention_backward(in.q, in.k, in.v, mask, {{}, 1, 2}, trace, in.d_context);
}
AttentionGradients chunked(const Heads& in, const Padding& padding) {
  return chunked_attention_backward(in.q, in.k, in.v, causal_with(in, padding), {{}, 1, 2},
                                    in.d_context);
}
AttentionGradients sparse(const Heads& in, const Padding& padding) {
  const SparsePattern window = sliding_window_pattern({2, true}, in.q.shape[2], in.k.shape[2]);
  return sparse_attention_backward(in.q, in.k, in.v, {window}, {{}, padding}, in.d_context);
}
AttentionGradients linformer(const Heads& in, const Padding& padding) {
  LinformerGradients d = linformer_attention_backward(
      in.q, in.k, in.v, LinformerParameters::random(3, in.k.shape[2], 1), {{}, padding},
      in.d_context);
  // Linformer has no bias; the gradients of its projections take its place.
  Matrix both(2, d.parameters.e.size());
  both << d.parameters.e.reshaped().transpose(), d.parameters.f.reshaped().transpose();
  return {d.d_q, d.d_k, d.d_v, Tensor::from_matrix(both, "of", "element")};
}
AttentionGradients performer(const Heads& in, const Padding& padding) {
  return performer_attention_backward(in.q, in.k, in.v, {8, 1, true, false}, {{}, padding},
                                      in.d_context);
}
AttentionGradients causal_performer(const Heads& in, const Padding& padding) {
  return performer_attention_backward(in.q, in.k, in.v, {8, 1, true, true}, {{}, padding},
                                      in.d_context);
}
AttentionGradients hierarchical(const Heads& in, const Padding& padding) {
  return hierarchical_attention_backward(in.q, in.k, in.v, {2, true}, {{}, padding}, in.d_context);
}
// With two buckets, one chunk holds all positions, so their order does not matter.
AttentionGradients reformer(const Heads& in, const Padding& padding) {
  return reformer_attention_backward(in.q, in.k, in.v, {2, 2, 1, true}, {{}, padding},
                                     in.d_context);
}

class NotFinite : public testing::TestWithParam<Backward> {};

// A padded token is also a query: its weights are NaN, but its context is unused.
TEST_P(NotFinite, AQueryWhoseContextIsUnusedContributesNothing) {
  const Sizes e{2, 2, 1, 6, 6, 3, 2};
  for (const Padding& padding : {Padding{}, Padding{1, 1, 1, 0, 1, 1, 1, 0, 1, 1, 1, 1}}) {
    Heads in = random_inputs(e);
    for (Index head = 0; head < 4; ++head) in.d_context.matrix(head).row(3).setZero();
    const AttentionGradients wanted = GetParam().gradients(in, padding);
    for (const float special : {kNaN, kInfinity}) {
      for (Index head = 0; head < 4; ++head) in.q.matrix(head).row(3).setConstant(special);
      const AttentionGradients d = GetParam().gradients(in, padding);
      EXPECT_FALSE(has_nan(wanted.d_q) || has_nan(wanted.d_k) || has_nan(wanted.d_v));
      EXPECT_TRUE(identical(d.d_q, wanted.d_q));
      EXPECT_TRUE(identical(d.d_k, wanted.d_k));
      EXPECT_TRUE(identical(d.d_v, wanted.d_v));
      EXPECT_TRUE(identical(d.d_score_bias, wanted.d_score_bias));
    }
  }
}

TEST_P(NotFinite, AKeyThatNoUsedContextSeesGetsZeroGradient) {
  Heads none = random_inputs({1, 1, 1, 0, 4, 3, 2}), unused = random_inputs({1, 1, 1, 4, 4, 3, 2});
  unused.d_context.matrix().setZero();
  for (Heads* in : {&none, &unused}) {
    in->k.matrix().row(1).setConstant(kNaN);
    in->v.matrix().row(2).setConstant(kInfinity);
    const AttentionGradients d = GetParam().gradients(*in, {});
    for (const Tensor* gradient : {&d.d_q, &d.d_k, &d.d_v, &d.d_score_bias}) {
      EXPECT_EQ(gradient->data, std::vector<float>(gradient->data.size()));
    }
  }
}

// An overflowed query has NaN weights only where it may attend.
TEST_P(NotFinite, AMaskedKeyOfAnOverflowedQueryGetsZeroGradient) {
  const Sizes e{1, 1, 1, 5, 5, 3, 2};
  const Padding padding = {1, 0, 1, 1, 1};
  Heads in = random_inputs(e);
  in.q.matrix().row(2).setConstant(kNaN);
  const AttentionGradients d = GetParam().gradients(in, padding);
  // The weights that exact attention returns are NaN in the entire row.
  const bool is_zero = std::string(GetParam().name) != "exact";
  EXPECT_EQ(d.d_k.matrix().row(1).isZero(0), is_zero);
  EXPECT_EQ(d.d_v.matrix().row(1).isZero(0), is_zero);
  EXPECT_TRUE(d.d_q.matrix().row(2).array().isNaN().any());
}

INSTANTIATE_TEST_SUITE_P(Each, NotFinite,
                         testing::Values(Backward{"exact", exact}, Backward{"flash", flash},
                                         Backward{"chunked", chunked}, Backward{"sparse", sparse},
                                         Backward{"linformer", linformer},
                                         Backward{"performer", performer},
                                         Backward{"causal_performer", causal_performer},
                                         Backward{"hierarchical", hierarchical},
                                         Backward{"reformer", reformer}),
                         [](const auto& info) { return std::string(info.param.name); });

// The exponents of the query and of the key are finite; their sum is not.
TEST(NotFinitePerformer, ARowWhoseSumsOverflowSaysSo) {
  for (const bool causal : {false, true}) {
    for (const float q : {-3.3e38f, 3.3e38f}) {
      Heads in = random_inputs({1, 1, 1, 1, 1, 1, 1});
      in.q.data = {q};
      in.k.data = {1.84e19f};
      PerformerTrace trace;
      const Performer config{1, 1, true, causal};
      performer_attention(in.q, in.k, in.v, config, {1.0f, {}}, &trace);
      EXPECT_TRUE(all_finite(trace.query_exponents.data.data(), 1));
      EXPECT_TRUE(all_finite(trace.key_exponents.data.data(), 1));
      const bool overflows = trace.query_exponents.data[0] < 0;
      const RowStatus status = overflows ? RowStatus::kNotFinite : RowStatus::kOk;
      EXPECT_EQ(trace.row_status.data[0], static_cast<float>(status)) << q;
      EXPECT_EQ(has_nan(trace.context), overflows);
      EXPECT_EQ(has_nan(trace.denominator), overflows);
    }
  }
}

// Relative to the second key's features, the first key's underflow to 0. A causal first query sees
// no other.
TEST(NotFinitePerformer, AValueWhoseFeaturesUnderflowToZeroIsNotRead) {
  for (const bool causal : {false, true}) {
    Heads in = random_inputs({1, 1, 1, 2, 2, 1, 1});
    in.k.data = {30, 0};
    in.v.data = {kNaN, 3};
    const Tensor context = performer_attention(in.q, in.k, in.v, {4, 1, true, causal}, {1.0f, {}});
    EXPECT_EQ(std::isnan(context.data[0]), causal);
    EXPECT_NEAR(context.data[1], 3, 1e-6) << causal;
  }
}

const Backward kCausal[] = {{"exact", exact},
                            {"flash", flash},
                            {"chunked", chunked},
                            {"sparse", sparse},
                            {"hierarchical", hierarchical},
                            {"reformer", reformer}};

// Keys after the query are excluded like padding.
TEST(NotFiniteAndCausal, ALaterKeyOfAnOverflowedQueryGetsZeroGradient) {
  Heads in = random_inputs({1, 1, 1, 5, 5, 3, 2});
  in.q.matrix().row(2).setConstant(kNaN);
  for (const Backward& each : std::span(kCausal).subspan(1)) {  // not exact attention, as above
    SCOPED_TRACE(each.name);
    const AttentionGradients d = each.gradients(in, {});
    for (const Index j : {3, 4}) {
      EXPECT_TRUE(d.d_k.matrix().row(j).allFinite());
      EXPECT_TRUE(d.d_v.matrix().row(j).allFinite());
    }
  }
}

// Only queries whose context is unused see the value.
TEST(NotFiniteAndCausal, ALaterValueThatIsNotFiniteReachesNoGradient) {
  Heads in = random_inputs({1, 1, 1, 6, 6, 3, 2});
  in.d_context.matrix().bottomRows(3).setZero();
  for (const Backward& each : kCausal) {
    SCOPED_TRACE(each.name);
    in.v.matrix().row(3).setConstant(1);
    const AttentionGradients wanted = each.gradients(in, {});
    for (const float special : {kNaN, kInfinity}) {
      in.v.matrix().row(3).setConstant(special);
      const AttentionGradients d = each.gradients(in, {});
      EXPECT_FALSE(has_nan(wanted.d_q) || has_nan(wanted.d_k) || has_nan(wanted.d_v));
      EXPECT_TRUE(identical(d.d_q, wanted.d_q));
      EXPECT_TRUE(identical(d.d_k, wanted.d_k));
      EXPECT_TRUE(identical(d.d_v, wanted.d_v));
    }
  }
}

// Only the keys that the query sees get a gradient that is not finite.
TEST(NotFiniteAndCausal, AGradientThatIsNotFiniteReachesNoLaterKeyAndNoOtherQuery) {
  Heads in = random_inputs({1, 1, 1, 6, 6, 3, 2});
  for (const Backward& each : kCausal) {
    SCOPED_TRACE(each.name);
    in.d_context.matrix().row(2).setZero();
    const AttentionGradients wanted = each.gradients(in, {});
    for (const float special : {kNaN, kInfinity}) {
      in.d_context.matrix().row(2).setConstant(special);
      const AttentionGradients d = each.gradients(in, {});
      EXPECT_FALSE(d.d_q.matrix().row(2).allFinite());
      EXPECT_FALSE(d.d_v.matrix().row(2).allFinite());
      for (const Index i : {0, 1, 3, 4, 5}) {
        EXPECT_EQ(d.d_q.matrix().row(i), wanted.d_q.matrix().row(i)) << i;
      }
      for (const Index j : {3, 4, 5}) {
        EXPECT_EQ(d.d_k.matrix().row(j), wanted.d_k.matrix().row(j)) << j;
        EXPECT_EQ(d.d_v.matrix().row(j), wanted.d_v.matrix().row(j)) << j;
      }
    }
  }
}

}  // namespace
}  // namespace attn
