// Ten thousand random configurations of multi-head attention against plain loops in double: masks,
// positions, grouped queries, widths, dropout and batches, in arbitrary combinations.
//
// Other configurations than those of the fixed seed, and one of them alone:
//   ATTN_SEED=$RANDOM operations_tests --gtest_filter='RandomConfigurations.*'
//   ATTN_SEED=.. ATTN_CONFIGURATION=.. operations_tests --gtest_filter='RandomConfigurations.*'
#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <map>

#include "core/operations/random_configuration.h"
#include "operations/operation.h"
#include "support/config_json.h"
#include "support/near.h"
#include "support/reference_multi_head.h"

namespace attn {
namespace {

using reference::Values;

constexpr std::uint64_t kConfigurations = 10000;
constexpr std::uint64_t kGradientEvery = 8;  // configurations

// Inputs have magnitude 1. Scores reach about 30, which multiplies the error of the exponential.
constexpr double kForwardTolerance = 2e-5;
// Relative to 1 plus the sum of the magnitudes of the slope's terms, one for each number of the
// gradient.
constexpr double kGradientTolerance = 5e-6;

reference::MultiHeadCall reference_call(const RandomConfiguration& c) {
  reference::MultiHeadCall call{c.batch, c.n_query, c.n_key};
  call.rule = [&c](Index b, Index h, Index i, Index j) {
    return c.may_attend(b, h, i, j) ? c.score_bias(b, h, i, j) : -reference::kInfinity;
  };
  if (c.bias) call.score_bias_shape = c.bias->shape;
  call.head_on = c.head_on;
  if (c.dropout.probability > 0) {
    const Index cells = c.n_query * c.n_key;
    std::vector<float> factors(static_cast<std::size_t>(cells));
    for (Index item = 0; item < c.batch * c.config.num_heads; ++item) {
      dropout_factors(c.dropout, static_cast<std::uint64_t>(item), cells, factors.data());
      call.dropout_factors.insert(call.dropout_factors.end(), factors.begin(), factors.end());
    }
  }
  return call;
}

// The tensors whose gradients are tested: parameters, and inputs that are not flags.
Values values_of(const RandomConfiguration& c) {
  Values values;
  for (const auto& [name, tensor] : c.parameters) values[name] = reference::widen(tensor);
  for (const auto& [name, tensor] : c.inputs) {
    if (name != "attend" && name != "key_padding") values[name] = reference::widen(tensor);
  }
  return values;
}

// Omitted inputs are replaced by those that they default to.
reference::FullTrace reference_of(const RandomConfiguration& c, Values values) {
  if (values.count("key") == 0) values["key"] = values.at("query");
  if (values.count("value") == 0) values["value"] = values.at("key");
  return reference::full_trace(c.config, values, reference_call(c));
}

// The largest errors of a run: of output and weights relative to max(1, |expected|), of the slope
// relative to 1 plus the sum of the magnitudes of its terms.
struct Worst {
  double output = 0, weights = 0, slope = 0;
};

double largest_distance(const Tensor& got, const std::vector<double>& expected) {
  double worst = got.data.size() == expected.size() ? 0 : reference::kInfinity;
  for (std::size_t i = 0; i < got.data.size() && i < expected.size(); ++i) {
    const double off = distance(got.data[i], expected[i]);
    if (!(off <= worst)) worst = std::isnan(off) ? reference::kInfinity : off;
  }
  return worst;
}

void expect_forward(const RandomConfiguration& c, Worst& worst) {
  const NamedTensors got = run("multi_head", c.json, c.parameters, c.inputs);
  const reference::FullTrace expected = reference_of(c, values_of(c));
  EXPECT_EQ(got.at("output").shape, c.inputs.at("query").shape);
  EXPECT_TRUE(all_near(got.at("output"), expected.output, kForwardTolerance)) << "output";
  EXPECT_TRUE(all_near(got.at("weights"), expected.weights, kForwardTolerance)) << "weights";
  worst.output = std::max(worst.output, largest_distance(got.at("output"), expected.output));
  worst.weights = std::max(worst.weights, largest_distance(got.at("weights"), expected.weights));
}

// Compares two slopes along one random direction of all parameters and inputs at once: the
// reference's central difference, and the product with the core's gradient.
void expect_gradient(const RandomConfiguration& c, std::uint64_t seed, Worst& worst) {
  constexpr double kStep = 1e-5;
  Random random(seed, stream_of("direction"));
  Tensor d_output = c.inputs.at("query");
  for (float& d : d_output.data) d = static_cast<float>(random.normal());
  const NamedTensors got =
      gradients("multi_head", c.json, c.parameters, c.inputs, {{"d_output", d_output}});

  Values above = values_of(c), below = above;
  EXPECT_EQ(got.size(), above.size());
  double slope = 0, size = 1;
  for (auto& [name, numbers] : above) {
    const Tensor& gradient = got.at("d_" + name);
    ASSERT_EQ(gradient.data.size(), numbers.size()) << name;
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      const double direction = random.normal();
      numbers[i] += kStep * direction;
      below[name][i] -= kStep * direction;
      slope += gradient.data[i] * direction;
      size += std::abs(gradient.data[i] * direction);
    }
  }
  const std::vector<double> output_above = reference_of(c, above).output;
  const std::vector<double> output_below = reference_of(c, below).output;
  double expected = 0;
  for (std::size_t i = 0; i < output_above.size(); ++i) {
    expected += d_output.data[i] * (output_above[i] - output_below[i]) / (2 * kStep);
  }
  const double off = std::abs(slope - expected) / size;
  EXPECT_TRUE(off <= kGradientTolerance)
      << "slope " << slope << " where the reference has " << expected << ", of contributions of "
      << size << " in all";
  if (!(off <= worst.slope)) worst.slope = std::isnan(off) ? reference::kInfinity : off;
}

std::string description(const RandomConfiguration& c) {
  std::string text = c.json;
  for (const auto& [name, tensor] : c.inputs) text += "\n" + name + " " + tensor.shape_text();
  return text;
}

std::uint64_t seed_of_run() {
  if (const char* given = std::getenv("ATTN_SEED")) return std::strtoull(given, nullptr, 10);
  return 1;
}

// Counts the options that a run has covered, to notice a generator that no longer draws one of
// them.
void count_options(const RandomConfiguration& c, std::map<std::string, int>& counts) {
  const bool grouped = c.config.num_kv_heads != c.config.num_heads;
  const auto seen = [&](const char* option, bool is_there) { counts[option] += is_there ? 1 : 0; };
  seen("rotary", c.config.positions == AttentionPositions::kRotary);
  seen("alibi", c.config.positions == AttentionPositions::kAlibi);
  seen("relative_buckets", c.config.positions == AttentionPositions::kRelativeBuckets);
  seen("grouped queries", grouped);
  seen("grouped queries, relative buckets and a bias of scores",
       grouped && c.bias && c.config.positions == AttentionPositions::kRelativeBuckets);
  seen("causal and padded", c.causal && !c.key_padding.empty());
  seen("window", c.window.has_value());
  seen("prefix", c.prefix.has_value());
  seen("prefix and causal", c.prefix && c.causal);
  seen("block", c.block.has_value());
  seen("attend", c.attend.has_value());
  seen("score_bias", c.bias.has_value());
  seen("dropout", c.dropout.probability > 0);
  seen("a head off", std::count(c.head_on.begin(), c.head_on.end(), 0) != 0);
  seen("more queries than keys", c.n_query > c.n_key);
  seen("fewer queries than keys", c.n_query < c.n_key);
  seen("one key", c.n_key == 1);
  seen("unbatched", c.inputs.at("query").rank() == 2);
  seen("query alone", c.inputs.find("key") == nullptr);
}

// TEST-CASES 13, 14, 17, 22, 23, 25, 28, 30, 35, 36
TEST(RandomConfigurations, AgreeWithTheReference) {
  const std::uint64_t seed = seed_of_run();
  std::uint64_t first = 0, last = kConfigurations;
  const char* const only = std::getenv("ATTN_CONFIGURATION");
  if (only != nullptr) {
    first = std::strtoull(only, nullptr, 10);
    last = first + 1;
  }
  std::printf("ATTN_SEED=%llu\n", static_cast<unsigned long long>(seed));
  RecordProperty("ATTN_SEED", std::to_string(seed));

  Worst worst;
  std::map<std::string, int> counts;
  for (std::uint64_t index = first; index < last; ++index) {
    const RandomConfiguration c(seed, index);
    SCOPED_TRACE("ATTN_SEED=" + std::to_string(seed) +
                 " ATTN_CONFIGURATION=" + std::to_string(index) + "\n" + description(c));
    count_options(c, counts);
    try {
      expect_forward(c, worst);
      if (only != nullptr || index % kGradientEvery == 0) expect_gradient(c, seed, worst);
    } catch (const std::exception& error) {
      ADD_FAILURE() << "refused: " << error.what();
    }
    if (HasFailure()) break;  // further failures would repeat this one
  }
  std::printf("largest differences: output %.3g, weights %.3g, slope along the gradient %.3g\n",
              worst.output, worst.weights, worst.slope);
  if (only != nullptr || HasFailure()) return;
  for (const auto& [option, count] : counts) EXPECT_GE(count, 10) << option;
}

}  // namespace
}  // namespace attn
