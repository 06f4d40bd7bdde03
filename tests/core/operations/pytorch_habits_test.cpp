// Shows where multi_head behaves as a user of nn.MultiheadAttention expects, and where it differs.
#include <gtest/gtest.h>

#include <cmath>

#include "base/finite.h"
#include "operations/operation.h"
#include "pytorch/pytorch.h"
#include "support/config_json.h"
#include "support/inputs.h"
#include "support/near.h"
#include "support/refusal.h"

namespace attn {
namespace {

const char* const kTwoHeads = R"({"d_model":6,"num_heads":2})";

NamedTensors parameters() { return random_parameters("multi_head", kTwoHeads, 3); }

NamedTensors attend_over(const std::string& mask_name, const Tensor& mask,
                         const char* config = kTwoHeads) {
  return run("multi_head", config, parameters(),
             {{"query", random_sequence(2, 4, 6, 1)},
              {"key", random_sequence(2, 5, 6, 2)},
              {mask_name, mask}});
}

// [query 4, key 5], about half of the cells 1, with both values in each row.
Tensor pattern() {
  Tensor attend({"query", "key"}, {4, 5});
  for (std::size_t cell = 0; cell < attend.data.size(); ++cell) {
    attend.data[cell] = cell * 7 % 5 < 2 || cell % 5 == 3 ? 1 : 0;
  }
  return attend;
}

Tensor mapped(Tensor tensor, float (*change)(float)) {
  for (float& element : tensor.data) element = change(element);
  return tensor;
}

// TEST-CASES 10: True means "ignore" in PyTorch; the same array means the opposite here.
TEST(PyTorchHabits, PyTorchsBooleanMaskIsTheComplementOfOurs) {
  const Tensor attend = pattern();
  const Tensor ours = attend_over("attend", attend).at("weights");
  const Tensor as_in_pytorch =
      attend_over("attend", mapped(attend, [](float a) { return 1 - a; })).at("weights");
  for (std::size_t i = 0; i < ours.data.size(); ++i) {
    const bool is_allowed = attend.data[i % attend.data.size()] == 1;
    EXPECT_EQ(ours.data[i] != 0, is_allowed);
    EXPECT_EQ(as_in_pytorch.data[i] != 0, !is_allowed);
  }
}

// TEST-CASES 11
TEST(PyTorchHabits, AFloatMaskOfMinusInfinityExcludesAsABooleanOneDoes) {
  const NamedTensors by_flags = attend_over("attend", pattern());
  const NamedTensors by_bias =
      attend_over("score_bias", mapped(pattern(), [](float a) { return a == 1 ? 0 : -kInfinity; }));
  EXPECT_TRUE(identical(by_flags.at("output"), by_bias.at("output")));
  EXPECT_TRUE(identical(by_flags.at("weights"), by_bias.at("weights")));
}

// TEST-CASES 12: a float mask of 0.5 is added to the score, not read as a boolean.
TEST(PyTorchHabits, AFloatMaskMultipliesTheOdds) {
  const Tensor zeros({"query", "key"}, {4, 5});
  Tensor raised = zeros;
  for (std::size_t i = 0; i < 4; ++i) raised.data[i * 5] = 0.5f;
  const Tensor plain = attend_over("score_bias", zeros).at("weights");
  const Tensor moved = attend_over("score_bias", raised).at("weights");
  const auto odds = [](float p) { return static_cast<double>(p) / (1 - static_cast<double>(p)); };
  for (std::size_t row = 0; row < plain.data.size(); row += 5) {
    EXPECT_NEAR(odds(moved.data[row]) / odds(plain.data[row]), std::exp(0.5), 1e-5);
  }
  EXPECT_TRUE(contains(refusal([&] { attend_over("attend", raised); }), "0 and 1"));
}

// TEST-CASES 26: a separate mask for each head, in PyTorch's order of 3-D masks, b * num_heads + h.
TEST(PyTorchHabits, PerHeadMasksAreInPyTorchsOrder) {
  Tensor attend({"batch", "head", "query", "key"}, {2, 2, 4, 5});
  for (Index item = 0; item < 4; ++item) attend.matrix(item).col(item).setOnes();
  const Tensor weights = attend_over("attend", attend).at("weights");
  EXPECT_TRUE(identical(weights, attend));  // one key each, of weight 1
}

// TEST-CASES 14, 16, 20: a row without keys is zero, not NaN as in PyTorch; a row of large negative
// finite numbers has keys.
TEST(PyTorchHabits, ARowOfMinusInfinityIsZeroAndARowOfFiniteNumbersIsNot) {
  Tensor bias({"query", "key"}, {4, 5});
  for (std::size_t j = 0; j < 5; ++j) {
    bias.data[5 + j] = -kInfinity;
    bias.data[10 + j] = -3.4e38f;
  }
  const char* const averaged = R"({"d_model":6,"num_heads":2,"average_weights":true})";
  const NamedTensors per_head = attend_over("score_bias", bias);
  const NamedTensors mean = attend_over("score_bias", bias, averaged);
  EXPECT_TRUE(identical(per_head.at("output"), mean.at("output")));
  const Tensor& weights = per_head.at("weights");
  for (Index head = 0; head < weights.matrix_count(); ++head) {
    EXPECT_TRUE(weights.matrix(head).row(1).isZero(0));
    EXPECT_NEAR(weights.matrix(head).row(2).sum(), 1, 1e-6);
    EXPECT_TRUE((weights.matrix(head).row(2).array() == 0.2f).all());
  }
}

// TEST-CASES 32
TEST(PyTorchHabits, AddBiasKvAndAddZeroAttnAreRefused) {
  NamedTensors state = to_pytorch("MultiheadAttention", parameters());
  EXPECT_EQ(from_pytorch("MultiheadAttention", state).size(), parameters().size());
  for (const char* name : {"bias_k", "bias_v"}) {
    state.put(name, Tensor({"axis_0", "axis_1", "axis_2"}, {1, 1, 6}));
  }
  const std::string said = refusal([&] { from_pytorch("MultiheadAttention", state); });
  EXPECT_TRUE(contains(said, "bias_k"));

  for (const char* key : {"add_bias_kv", "add_zero_attn"}) {
    const std::string config = R"({"d_model":6,"num_heads":2,")" + std::string(key) + R"(":true})";
    const std::string refused = refusal([&] { attend_over("attend", pattern(), config.c_str()); });
    EXPECT_TRUE(contains(refused, key));
  }
}

// TEST-CASES 29, 43
TEST(PyTorchHabits, AMismatchIsNamedWithBothShapes) {
  const std::string heads =
      refusal([] { random_parameters("multi_head", R"({"d_model":7,"num_heads":2})", 1); });
  EXPECT_TRUE(contains(heads, "num_heads to divide d_model 7, got 2"));

  const std::string mask = refusal([] { attend_over("attend", Tensor({"query", "key"}, {5, 4})); });
  EXPECT_TRUE(contains(mask, "query 4, key 5]"));
  EXPECT_TRUE(contains(mask, "5, 4]"));
}

}  // namespace
}  // namespace attn
