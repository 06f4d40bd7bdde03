// A prepared model processes a sequence step by step and keeps its keys and values.
#include <gtest/gtest.h>

#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "base/check.h"
#include "core/operations/models/stepped.h"
#include "core/operations/same_tensors.h"
#include "support/near.h"
#include "support/refusal.h"

namespace attn {
namespace {

TEST_P(EachStepped, StepsOfAnySizeEqualOneCausalPass) {
  Prepared stepped = model();
  NamedTensors inputs = {{x_name(), x_}};
  if (decodes_memory()) inputs.put("memory", memory_);
  const Tensor whole = stepped.run(inputs).at("output");
  for (int sequences = 0; sequences < 2; ++sequences) {
    EXPECT_EQ(stepped.length(), 0);
    Index first = 0;
    for (const Index count : {1, 3, 1, 4}) {
      const NamedTensors outputs = stepped.step(step_inputs(first, first + count, first == 0));
      EXPECT_TRUE(all_near(outputs.at("output"), tokens(whole, first, first + count),
                           reduction_tolerance(64)));
      first += count;
      EXPECT_EQ(stepped.length(), first);
    }
    stepped.restart();
  }
}

TEST_P(EachStepped, RefusedStepsLeaveTheSequenceUnchanged) {
  Prepared stepped = model(), other = model();
  NamedTensors wrong = step_inputs(0, 1, true);
  const auto expect_refused = [&](const char* words) {
    const std::string message = refusal([&] { stepped.step(wrong); });
    EXPECT_TRUE(contains(message, words));
  };
  wrong.put("x", random_tensor({"batch", "query", "d_model"}, {2, 1, 7}, 1));
  expect_refused("got [batch 2, query 1, d_model 7]");
  EXPECT_EQ(stepped.length(), 0);
  expect_same(stepped.step(step_inputs(0, 2, true)), other.step(step_inputs(0, 2, true)));

  wrong = {{"x", random_tensor({"batch", "query", "d_model"}, {3, 1, 8}, 1)}};
  expect_refused("expected a cache with k of shape [3, 2, 2, ");
  wrong = {{"x", tokens(x_, 2, 3)}, {"attend", flags({"query", "key"}, {1, 3})}};
  expect_refused(" for a step, got \"attend\"");
  wrong = {{"x", tokens(x_, 2, 3)}, {"memory", memory_}};
  expect_refused(" for a step, got \"memory\"");
  EXPECT_EQ(stepped.length(), 2);
  expect_same(stepped.step(step_inputs(2, 5, false)), other.step(step_inputs(2, 5, false)));
}

TEST_P(EachStepped, NeedsThePlainCausalMaskWithoutDropout) {
  const auto refused = [&](const char* mask) {
    Prepared stepped = model(mask);
    return refusal([&] { stepped.step(step_inputs(0, 1, true)); });
  };
  for (const char* mask : {R"("causal":"none")", R"("causal":"start")"}) {
    EXPECT_EQ(refused(mask),
              "expected \"causal\" to be \"end\" for steps, got another value or none");
  }
  for (const char* mask : {R"("causal":"end","window":3)", R"("causal":"end","block":2)"}) {
    EXPECT_EQ(refused(mask),
              "expected no \"window\", \"prefix\" or \"block\" for steps, got one of them");
  }
  EXPECT_EQ(refused(R"("causal":"end","dropout":0.5,"dropout_seed":3)"),
            "expected \"dropout\" 0 for steps, got 0.5");
}

// The first n keys of every growing tensor of a cache; those of the memory stay complete.
NamedTensors first_keys(const NamedTensors& cache, Index n) {
  NamedTensors part;
  for (const auto& [name, tensor] : cache) {
    if (contains(name, "cross_attention")) {
      part.put(name, tensor);
      continue;
    }
    Tensor keys(tensor.axes, {tensor.shape[0], tensor.shape[1], n, tensor.shape[3]});
    for (Index i = 0; i < tensor.matrix_count(); ++i) keys.matrix(i) = tensor.matrix(i).topRows(n);
    part.put(name, keys);
  }
  return part;
}

TEST_P(EachStepped, TheCacheHoldsTheKeysAndValuesOfTheTrace) {
  Prepared stepped = model();
  EXPECT_TRUE(stepped.cache().empty());
  stepped.step(step_inputs(0, 5, true));
  NamedTensors inputs = {{x_name(), tokens(x_, 0, 5)}}, trace;
  if (decodes_memory()) inputs.put("memory", memory_);
  stepped.run(inputs, Keep::kTrace, &trace);
  std::size_t count = 0;
  for (const auto& [name, tensor] : trace) {
    const bool is_cached = name == "k" || name == "v" || name.ends_with("attention.k") ||
                           name.ends_with("attention.v");
    count += is_cached ? 1 : 0;
  }
  const NamedTensors cache = stepped.cache();
  EXPECT_EQ(cache.size(), count);
  for (const auto& [name, tensor] : cache) {
    EXPECT_EQ(tensor.axes, trace.at(name).axes) << name;
    EXPECT_TRUE(all_near(tensor, trace.at(name), reduction_tolerance(64))) << name;
  }
}

TEST_P(EachStepped, ContinuesFromASavedCacheBitForBit) {
  Prepared whole = model();
  whole.step(step_inputs(0, 2, true));
  const NamedTensors two = whole.cache();
  whole.step(step_inputs(2, 5, false));
  const NamedTensors five = whole.cache();
  const NamedTensors sixth = whole.step(step_inputs(5, 6, false));
  const NamedTensors last = whole.step(step_inputs(6, 9, false));

  for (const Index n : {2, 5}) {
    Prepared resumed = model();
    resumed.step(step_inputs(0, 1, true));  // replaced by the cache
    resumed.set_cache(n == 2 ? two : five);
    EXPECT_EQ(resumed.length(), n);
    expect_same(resumed.cache(), n == 2 ? two : five);
    if (n == 2) resumed.step(step_inputs(2, 5, false));
    expect_same(resumed.step(step_inputs(5, 6, false)), sixth);
    expect_same(resumed.step(step_inputs(6, 9, false)), last);
    expect_same(resumed.cache(), whole.cache());
  }

  // First sets a shared prefix of two tokens, then the memory's projections alone.
  Prepared shared = model();
  shared.set_cache(first_keys(five, 2));
  expect_same(shared.cache(), two);
  shared.set_cache(first_keys(five, 0));
  EXPECT_EQ(shared.length(), 0);
  shared.step(step_inputs(0, 2, false));
  expect_same(shared.cache(), two);
}

TEST_P(EachStepped, RestartsTrainingAndNewParametersClearTheCache) {
  Prepared stepped = model();
  const NamedTensors parameters = stepped.parameters();
  NamedTensors inputs = {{x_name(), x_}};
  if (decodes_memory()) inputs.put("memory", memory_);
  const auto expect_none = [&] {
    EXPECT_EQ(stepped.length(), 0);
    EXPECT_TRUE(stepped.cache().empty());
    stepped.step(step_inputs(0, 2, true));
  };
  stepped.step(step_inputs(0, 2, true));
  stepped.set_cache({});
  expect_none();
  stepped.restart();
  expect_none();
  stepped.train(inputs, {{"output", x_}}, {});
  expect_none();
  stepped.set_parameters(parameters);
  expect_none();
}

TEST_P(EachStepped, ARefusedCacheLeavesTheCurrentOne) {
  Prepared stepped = model(), other = model();
  stepped.step(step_inputs(0, 3, true));
  other.step(step_inputs(0, 3, true));
  const NamedTensors cache = stepped.cache();
  const std::string first = cache.begin()->first, last = std::prev(cache.end())->first;
  const Tensor k = cache.at(first), v = cache.at(last);
  const auto refused = [&](const NamedTensors& given) {
    const std::string message = refusal([&] { stepped.set_cache(given); });
    expect_same(stepped.cache(), cache);
    return message;
  };
  NamedTensors given = cache;
  given.put("x", k);
  EXPECT_TRUE(contains(refused(given), "got \"x\""));
  EXPECT_TRUE(contains(refused({{first, k}}), "expected a tensor \""));
  const auto with = [&](const std::string& name, const Tensor& tensor) {
    NamedTensors changed = cache;
    changed.put(name, tensor);
    return changed;
  };
  const std::vector<Index>& s = v.shape;
  const auto with_shape = [&](std::vector<Index> shape) {
    return Tensor(v.axes, std::move(shape));
  };
  EXPECT_TRUE(contains(refused(with(last, with_shape({s[0] + 1, s[1], s[2], s[3]}))),
                       "expected " + last.substr(0, last.size() - 1) + "k of shape " +
                           shape_text(s) + " and " + last + " of shape " + shape_text(s)));
  // k and v of a layer have the same shape.
  const auto expect_v_refused = [&](const std::vector<Index>& shape) {
    EXPECT_TRUE(contains(refused(with(last, with_shape(shape))),
                         ", got " + shape_text(s) + " and " + shape_text(shape)));
  };
  expect_v_refused({s[0], s[1] + 1, s[2], s[3]});
  expect_v_refused({s[0], s[1], s[2] + 1, s[3]});
  expect_v_refused({s[0], s[1], s[2], s[3] + 1});
  const auto expect_k_refused = [&](const Tensor& wrong) {
    EXPECT_TRUE(contains(refused(with(first, wrong)),
                         ", got " + shape_text(wrong.shape) + " and " + shape_text(k.shape)));
  };
  expect_k_refused(Tensor({"n"}, {3}));
  expect_k_refused(Tensor(k.axes, {0, k.shape[1], k.shape[2], k.shape[3]}));
  expect_same(stepped.step(step_inputs(3, 6, false)), other.step(step_inputs(3, 6, false)));
}

TEST(Steps, NeedAModelWithACache) {
  Prepared model("linear", {{"d_in", 4}, {"d_out", 4}}, 1);
  EXPECT_EQ(
      refusal([&] { model.step({{"x", sequence(1, 1, 4)}}); }),
      "expected a model with a cache of keys and values to step with, got a model that has none");
  EXPECT_EQ(model.length(), 0);
  EXPECT_TRUE(model.cache().empty());
  EXPECT_EQ(refusal([&] { model.set_cache({{"k", Tensor({"n"}, {1})}}); }),
            "expected a model with a cache of keys and values to step with, got a model that has "
            "none");
}

INSTANTIATE_TEST_SUITE_P(Operations, EachStepped, testing::ValuesIn(kStepped),
                         [](const auto& info) { return std::string(info.param.operation); });

}  // namespace
}  // namespace attn
