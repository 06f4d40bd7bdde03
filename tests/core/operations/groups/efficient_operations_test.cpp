#include <gtest/gtest.h>

#include "core/operations/same_tensors.h"
#include "core/operations/samples.h"
#include "efficient/big_bird.h"
#include "efficient/chunked.h"
#include "efficient/cost.h"
#include "efficient/flash.h"
#include "efficient/hierarchical.h"
#include "efficient/linformer.h"
#include "efficient/longformer.h"
#include "efficient/performer.h"
#include "efficient/reformer.h"
#include "efficient/sliding_window.h"
#include "efficient/sparse.h"
#include "efficient/strided.h"
#include "ops/mask_patterns.h"
#include "support/refusal.h"
#include "support/sliding_window.h"

namespace attn {
namespace {

// The sample of an operation, and the arguments of the typed function for it.
class Variant {
 public:
  explicit Variant(const char* name) : all_(samples()), sample_(sample(all_, name)) {
    options.scale = 0.7f;
    if (const Tensor* keep = sample_.inputs.find("key_padding")) {
      options.key_padding.assign(keep->data.begin(), keep->data.end());
    }
    d_context = random_tensor({"batch", "head", "query", "d_v"}, {2, 4, q.shape[2], 6}, 7);
  }

  template <class Trace>
  void expect_forward(const Tensor& context, Trace& trace, const NamedTensors& p = {}) const {
    NamedTensors got_trace;
    expect_same(run(sample_.operation, sample_.config, p, sample_.inputs, Keep::kTrace, &got_trace),
                {{"context", context}});
    expect_same(got_trace, collected(trace));
  }

  void expect_backward(const AttentionGradients& d) const {
    NamedTensors expected{{"d_q", d.d_q}, {"d_k", d.d_k}, {"d_v", d.d_v}};
    if (!d.d_score_bias.empty()) expected.put("d_score_bias", d.d_score_bias);
    expect_same(gradients(sample_.operation, sample_.config, {}, sample_.inputs,
                          {{"d_context", d_context}}),
                expected);
  }

  const Sample& given() const { return sample_; }

 private:
  std::vector<Sample> all_;
  const Sample& sample_;

 public:
  Tensor q = sample_.inputs.at("q"), k = sample_.inputs.at("k"), v = sample_.inputs.at("v");
  VariantOptions options;
  Tensor d_context;
};

Mask exact_mask(const NamedTensors& inputs) {
  const auto allowed = [&](const char* name) {
    const std::vector<float>& data = inputs.at(name).data;
    return std::vector<std::uint8_t>(data.begin(), data.end());
  };
  Mask mask = Mask::causal_at(CausalAlignment::kEnd);
  mask.prefix = 1;
  mask.attend = both(sliding_window_attend(5, 6, 4), {{1, 1, 5, 6}, allowed("attend")});
  mask.attend = both(*mask.attend, key_padding_attend(allowed("key_padding"), 2, 5, 6));
  mask.score_bias = inputs.at("score_bias");
  return mask;
}

// `block` is the size of the tiles.
TEST(EfficientOperations, FlashEqualsTheTypedCall) {
  const Variant s("flash");
  const Mask mask = exact_mask(s.given().inputs);
  const FlashOptions options{0.7f, 1.5f, 2};
  FlashTrace trace;
  s.expect_forward(flash_attention(s.q, s.k, s.v, mask, options, &trace), trace);
  s.expect_backward(flash_attention_backward(s.q, s.k, s.v, mask, options, trace, s.d_context));
}

TEST(EfficientOperations, ChunkedEqualsTheTypedCall) {
  const Variant s("chunked");
  const Mask mask = exact_mask(s.given().inputs);
  const ChunkedOptions options{0.7f, 1.5f, 2};
  ChunkedTrace trace;
  s.expect_forward(chunked_attention(s.q, s.k, s.v, mask, options, &trace), trace);
  s.expect_backward(chunked_attention_backward(s.q, s.k, s.v, mask, options, s.d_context));
}

void expect_sparse(const Variant& s, const SparsePattern& pattern) {
  SparseTrace trace;
  s.expect_forward(sparse_attention(s.q, s.k, s.v, {pattern}, s.options, &trace), trace);
  s.expect_backward(sparse_attention_backward(s.q, s.k, s.v, {pattern}, s.options, s.d_context));
}

TEST(EfficientOperations, SlidingWindowEqualsTheTypedCall) {
  expect_sparse(Variant("sliding_window"), sliding_window_pattern({2, true}, 5, 6));
}

// Without a trace it is computed in tiles of 64 keys.
TEST(EfficientOperations, SlidingWindowInTilesEqualsItsPairs) {
  for (const auto& [n_query, n_key] :
       {std::pair<Index, Index>{5, 6}, {130, 130}, {70, 200}, {200, 70}}) {
    NamedTensors inputs = heads(n_query, n_key);
    const Tensor &q = inputs.at("q"), &k = inputs.at("k"), &v = inputs.at("v");
    for (const bool causal : {false, true}) {
      for (const Index window : {0, 3, 64, 300}) {
        const Tensor expected = sparse_attention(
            q, k, v, {sliding_window_pattern({window, causal}, n_query, n_key)}, {0.7f, {}});
        const std::string config = "{\"scale\":0.7,\"window\":" + std::to_string(window) +
                                   ",\"causal\":" + (causal ? "true}" : "false}");
        EXPECT_TRUE(all_near(run("sliding_window", config, {}, inputs).at("context"), expected,
                             reduction_tolerance(n_key + q.shape[3])))
            << n_query << " queries, " << n_key << " keys, " << config;
      }
    }
  }
}

TEST(EfficientOperations, APatternOfOneSequenceNeedsAsManyQueriesAsKeys) {
  const auto refused = [](const char* name, const char* config) {
    return refusal([&] { run(name, config, {}, heads(8, 9)); });
  };
  const std::string expected =
      "expected as many queries as keys for this pattern, got 8 queries and 9 keys";
  EXPECT_EQ(refused("strided", R"({"stride":2})"), expected);
  EXPECT_EQ(refused("longformer", R"({"window":1,"global_tokens":[0]})"), expected);
  EXPECT_EQ(refused("big_bird", "{}"), expected);
}

TEST(EfficientOperations, LongformerEqualsTheTypedCall) {
  expect_sparse(Variant("longformer"), longformer_pattern({1, {0, 4}, true}, 6));
}

TEST(EfficientOperations, BigBirdEqualsTheTypedCall) {
  expect_sparse(Variant("big_bird"), big_bird_pattern({2, 0, 1, 1, 5, true}, 6));
}

TEST(EfficientOperations, StridedEqualsTheTypedCall) {
  expect_sparse(Variant("strided"), strided_pattern({2, true}, 6));
}

TEST(EfficientOperations, PerformerEqualsTheTypedCall) {
  const Variant s("performer");
  const Performer config{16, 5, false, true};
  PerformerTrace trace;
  s.expect_forward(performer_attention(s.q, s.k, s.v, config, s.options, &trace), trace);
  s.expect_backward(performer_attention_backward(s.q, s.k, s.v, config, s.options, s.d_context));
}

TEST(EfficientOperations, ReformerEqualsTheTypedCall) {
  const Variant s("reformer");
  const Reformer config{4, 3, 5, true};
  ReformerTrace trace;
  s.expect_forward(reformer_attention(s.q, s.k, s.v, config, s.options, &trace), trace);
  s.expect_backward(reformer_attention_backward(s.q, s.k, s.v, config, s.options, s.d_context));
}

TEST(EfficientOperations, HierarchicalEqualsTheTypedCall) {
  const Variant s("hierarchical");
  const Hierarchical config{2, true};
  HierarchicalTrace trace;
  s.expect_forward(hierarchical_attention(s.q, s.k, s.v, config, s.options, &trace), trace);
  s.expect_backward(hierarchical_attention_backward(s.q, s.k, s.v, config, s.options, s.d_context));
}

TEST(EfficientOperations, LinformerEqualsTheTypedCall) {
  const Variant s("linformer");
  const NamedTensors p = parameters_of(s.given());
  const auto typed = distributed<LinformerParameters>(p);
  LinformerTrace trace;
  s.expect_forward(linformer_attention(s.q, s.k, s.v, typed, s.options, &trace), trace, p);
  LinformerGradients d = linformer_attention_backward(s.q, s.k, s.v, typed, s.options, s.d_context);
  NamedTensors expected = collected(d.parameters, "d_");
  expected.put("d_q", d.d_q);
  expected.put("d_k", d.d_k);
  expected.put("d_v", d.d_v);
  expect_same_numbers(
      gradients("linformer", s.given().config, p, s.given().inputs, {{"d_context", s.d_context}}),
      expected);
  LinformerParameters drawn = LinformerParameters::random(3, 6, 5);
  expect_same_numbers(random_parameters("linformer", s.given().config, 5), collected(drawn));
  EXPECT_EQ(refusal([&] { run("linformer", R"({"k_projected":4})", p, s.given().inputs); }),
            "expected e of shape [4, 6], got [3, 6]");
  EXPECT_EQ(refusal([&] { run("linformer", "{}", {}, s.given().inputs); }),
            "expected the parameter \"e\" of shape [k_projected, n_key], got none");
}

TEST(EfficientOperations, ASinglePaddingRowAppliesToEveryBatchItem) {
  const auto context = [](const Tensor& keep) {
    NamedTensors inputs = heads(6, 6);
    inputs.put("key_padding", keep);
    return run("sliding_window", R"({"window":3})", {}, inputs).at("context");
  };
  const Tensor each = context(Tensor({"b", "k"}, {2, 6}, {1, 0, 1, 1, 1, 0, 1, 0, 1, 1, 1, 0}));
  EXPECT_TRUE(identical(context(Tensor({"k"}, {6}, {1, 0, 1, 1, 1, 0})), each));
  EXPECT_TRUE(identical(context(Tensor({"b", "k"}, {1, 6}, {1, 0, 1, 1, 1, 0})), each));
  EXPECT_EQ(refusal([&] { context(Tensor({"k"}, {5})); }),
            "expected key_padding of shape [2, 6] or [6], got [5]");
  EXPECT_EQ(refusal([&] { context(Tensor({"k"}, {6}, {1, 0, 1, 1, 1, 0.5f})); }),
            "expected key_padding to hold only 0 and 1, got 0.5");
}

TEST(EfficientOperations, CausalIsABooleanForSparseVariants) {
  EXPECT_EQ(refusal([] { run("strided", R"({"stride":2,"causal":"end"})", {}, heads(6, 6)); }),
            "expected \"causal\" to be true or false, got \"end\"");
  EXPECT_EQ(refusal([] { run("strided", R"({"stride":2})", {}, heads(5, 6)); }),
            "expected as many queries as keys for this pattern, got 5 queries and 6 keys");
}

struct CostCase {
  const char* keys;
  Cost cost;
};

TEST(CostOperation, EqualsTheTypedCallForEachVariant) {
  const CostCase cases[] = {
      {"", exact_cost(64, 8)},
      {R"(,"variant":"exact")", exact_cost(64, 8)},
      {R"(,"variant":"flash")", flash_cost(64, 8, 64)},
      {R"(,"variant":"flash","block":16)", flash_cost(64, 8, 16)},
      {R"(,"variant":"chunked","block":16)", chunked_cost(64, 8, 16)},
      {R"(,"variant":"sliding_window","window":3,"causal":true)",
       sliding_window_cost(64, 8, {3, true})},
      {R"(,"variant":"longformer","window":3,"global_tokens":[1])",
       longformer_cost(64, 8, {3, {1}, false})},
      {R"(,"variant":"big_bird","block":4)", big_bird_cost(64, 8, {4, 1, 1, 1, 0, false})},
      {R"(,"variant":"strided","stride":8)", strided_cost(64, 8, {8, false})},
      {R"(,"variant":"linformer","k_projected":5)", linformer_cost(64, 8, 5)},
      {R"(,"variant":"performer","num_features":32)", performer_cost(64, 8, {32})},
      {R"(,"variant":"reformer","num_rounds":3)", reformer_cost(64, 8, {8, 3})},
      {R"(,"variant":"hierarchical","chunk":4)", hierarchical_cost(64, 8, {4})},
  };
  for (const CostCase& each : cases) {
    SCOPED_TRACE(each.keys);
    expect_same(run("cost", R"({"n":64,"d_head":8)" + std::string(each.keys) + "}", {}, {}),
                {{"flops", Tensor({each.cost.flops_grow}, {1}, {float(each.cost.flops)})},
                 {"bytes", Tensor({each.cost.bytes_grow}, {1}, {float(each.cost.bytes)})}});
  }
  EXPECT_NE(std::string(exact_cost(64, 8).flops_grow), "");
}

}  // namespace
}  // namespace attn
