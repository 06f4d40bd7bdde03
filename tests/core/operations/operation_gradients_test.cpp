// The gradients of every operation, by name.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "base/finite.h"
#include "core/operations/each_operation.h"
#include "operations/operation.h"
#include "support/refusal.h"

namespace attn {
namespace {

class GradientsOfOperation : public EachOperation {};

TEST_P(GradientsOfOperation, ReturnsGradientsOfEveryParameterAndFloatInput) {
  if (operation_.backward == nullptr) {
    EXPECT_EQ(refusal([&] { gradients(GetParam().operation, GetParam().config, {}, inputs_, {}); }),
              std::string("expected an operation that has gradients, got \"") +
                  GetParam().operation + '"');
    return;
  }
  const NamedTensors computed = gradients(GetParam().operation, GetParam().config, parameters_,
                                          inputs_, d_outputs(parameters_, inputs_));
  std::size_t count = parameters_.size();
  for (const auto& [name, tensor] : parameters_) {
    EXPECT_EQ(computed.at("d_" + name).shape, tensor.shape) << name;
  }
  for (const auto& [name, tensor] : inputs_) {
    if (contains(name, "attend") || contains(name, "key_padding") || contains(name, "ids")) {
      continue;
    }
    EXPECT_EQ(computed.at("d_" + name).shape, tensor.shape) << name;
    ++count;
  }
  EXPECT_EQ(computed.size(), count);
  for (const auto& [name, gradient] : computed) {
    const auto is_zero = [](float x) { return x == 0; };
    EXPECT_TRUE(all_finite(gradient.data.data(), gradient.size())) << name;
    EXPECT_FALSE(std::all_of(gradient.data.begin(), gradient.data.end(), is_zero)) << name;
  }
}

// Checks sum d_output (output(x + step u) - output(x - step u)) / (2 step) = d_x · u for a random
// direction u: in float32, so only to a few digits, but a gradient under a wrong name would be far
// off.
TEST_P(GradientsOfOperation, GradientsEqualCentralDifferences) {
  if (operation_.backward == nullptr) return;
  const NamedTensors d = d_outputs(parameters_, inputs_);
  const Tensor& d_output = d.begin()->second;
  const NamedTensors computed =
      gradients(GetParam().operation, GetParam().config, parameters_, inputs_, d);
  const auto output_at = [&](const std::string& name, const Tensor& direction, float step) {
    NamedTensors parameters = parameters_, inputs = inputs_;
    NamedTensors& moved = parameters.find(name) != nullptr ? parameters : inputs;
    Tensor tensor = moved.at(name);
    for (std::size_t i = 0; i < tensor.data.size(); ++i) {
      tensor.data[i] += step * direction.data[i];
    }
    moved.put(name, tensor);
    const NamedTensors results = run_with(parameters, inputs);
    return results.begin()->second;
  };
  for (const auto& [d_name, gradient] : computed) {
    const Tensor u = random_tensor(gradient.axes, gradient.shape, 99);
    double slope = 0, expected = 0, size = 0;
    for (std::size_t i = 0; i < u.data.size(); ++i) {
      const double term = double{gradient.data[i]} * u.data[i];
      expected += term;
      size += std::abs(term);
    }
    // Some gradients are nearly 0 (softmax does not depend on the bias of the keys). There the
    // difference over a short step would be nothing but rounding.
    const float step = size < 1e-3 ? 1.0f / 32 : 1.0f / 512;
    const Tensor above = output_at(d_name.substr(2), u, step);
    const Tensor below = output_at(d_name.substr(2), u, -step);
    for (std::size_t i = 0; i < above.data.size(); ++i) {
      slope += double{d_output.data[i]} * (double{above.data[i]} - below.data[i]) / (2 * step);
    }
    EXPECT_TRUE(std::abs(slope - expected) <= 0.01 * (size + 0.1))
        << d_name << ": " << slope << " where " << expected << " is the gradient's";
  }
}

TEST_P(GradientsOfOperation, AcceptsTheGradientOfTheFirstOutputOnly) {
  if (operation_.backward == nullptr) return;
  const auto refusal_of = [&](const NamedTensors& d) {
    return refusal(
        [&] { gradients(GetParam().operation, GetParam().config, parameters_, inputs_, d); });
  };
  NamedTensors d = d_outputs(parameters_, inputs_);
  const std::string name = d.begin()->first;
  EXPECT_EQ(refusal_of({}), "expected a tensor \"" + name + "\", got none");
  d.put("d_other", Tensor({}, {}, {1}));
  EXPECT_EQ(refusal_of(d), "expected the gradient \"" + name + "\" alone, got \"d_other\"");
  EXPECT_TRUE(contains(refusal_of({{name, Tensor({"a", "b"}, {1, 1})}}),
                       "expected " + name + " of shape ["));
  Tensor torn({"a"}, {2});
  torn.data.pop_back();
  EXPECT_TRUE(contains(refusal_of({{name, torn}}), "\"" + name + "\" with an axis name"));
}

INSTANTIATE_TEST_SUITE_P(Samples, GradientsOfOperation, testing::ValuesIn(samples_and_defaults()),
                         name_of_sample);

}  // namespace
}  // namespace attn
