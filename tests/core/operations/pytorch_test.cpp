// All operations against PyTorch: outputs, weights and every gradient of each fixture.
#include "pytorch/pytorch.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <exception>
#include <limits>
#include <set>
#include <string>

#include "golden/fixtures.h"
#include "operations/operation.h"
#include "support/config_json.h"

namespace attn {
namespace {

using golden::Difference;
using golden::Fixture;

const char* const kPath = ATTN_TESTS_FOLDER "/golden/pytorch.safetensors";

// Empty if the file cannot be read; PyTorchFixtures.CoverEveryOperation then reports the reason.
const std::vector<Fixture>& fixtures() {
  static const std::vector<Fixture> read = [] {
    try {
      return golden::read_fixtures(kPath);
    } catch (const std::exception&) {
      return std::vector<Fixture>();
    }
  }();
  return read;
}

NamedTensors our_parameters(const Fixture& fixture) {
  if (fixture.module.empty()) return fixture.parameters;
  return from_pytorch(fixture.module, fixture.parameters);
}

Difference forward_difference(const Fixture& fixture) {
  NamedTensors got =
      run(fixture.operation, fixture.config, our_parameters(fixture), fixture.inputs);
  if (fixture.operation == "multi_head" && fixture.outputs.find("weights") == nullptr) {
    got = {{"output", got.at("output")}};  // PyTorch was not asked for weights
  }
  return golden::compare(got, fixture.outputs, golden::kForward);
}

Difference gradient_difference(const Fixture& fixture) {
  const NamedTensors parameters = our_parameters(fixture);
  const NamedTensors got =
      gradients(fixture.operation, fixture.config, parameters, fixture.inputs, fixture.d_outputs);
  NamedTensors d_parameters, all;
  for (const auto& [name, tensor] : got) {
    const std::string of = name.substr(2);
    if (parameters.find(of) == nullptr) {
      all.put(name, tensor);
    } else {
      d_parameters.put(of, tensor);
    }
  }
  if (!fixture.module.empty()) d_parameters = to_pytorch(fixture.module, d_parameters);
  for (const auto& [name, tensor] : d_parameters) all.put("d_" + name, tensor);
  return golden::compare(all, fixture.gradients, golden::kGradients);
}

bool is_mask_or_ids(const std::string& name) {
  return name.ends_with("attend") || name.ends_with("key_padding") || name.ends_with("ids");
}

// ---- The file is complete ----

// Operations with gradients that loops in double precision test instead of PyTorch.
const std::set<std::string> kWithoutFixtures = {
    "big_bird", "hierarchical", "linformer", "performer", "reformer", "relative_buckets", "rotary"};

TEST(PyTorchFixtures, CoverEveryOperation) {
  const std::vector<Fixture> read = golden::read_fixtures(kPath);
  EXPECT_GE(read.size(), 100u);
  for (const Operation& operation : operations()) {
    const bool has_fixture = std::any_of(read.begin(), read.end(), [&](const Fixture& fixture) {
      return fixture.operation == operation.name;
    });
    EXPECT_EQ(has_fixture,
              operation.backward != nullptr && kWithoutFixtures.count(operation.name) == 0)
        << operation.name;
  }
}

// Otherwise a fixture that lost its gradients would agree with everything.
TEST(PyTorchFixtures, HaveTheGradientOfEachParameterAndEachInput) {
  for (const Fixture& fixture : fixtures()) {
    EXPECT_FALSE(fixture.outputs.empty()) << fixture.name;
    EXPECT_FALSE(fixture.d_outputs.empty()) << fixture.name;
    EXPECT_FALSE(fixture.gradients.empty()) << fixture.name;
    for (const auto& [name, tensor] : fixture.parameters) {
      EXPECT_EQ(fixture.gradients.at("d_" + name).shape, tensor.shape) << fixture.name;
    }
    for (const auto& [name, tensor] : fixture.inputs) {
      if (is_mask_or_ids(name)) continue;
      EXPECT_EQ(fixture.gradients.at("d_" + name).shape, tensor.shape) << fixture.name;
    }
  }
}

// ---- The core agrees with PyTorch ----

// How close the cases of a direction came.
struct Closeness {
  std::size_t cases = 0;
  double largest = 0;
  std::string largest_in, closest_in;
  Difference closest_to_failing;

  void add(const Fixture& fixture, const Difference& difference) {
    ++cases;
    if (difference.absolute > largest) {
      largest = difference.absolute;
      largest_in = fixture.name;
    }
    if (difference.share > closest_to_failing.share) {
      closest_to_failing = difference;
      closest_in = fixture.name;
    }
  }

  void print(const char* direction) const {
    std::printf(
        "%s of %zu cases: largest difference %.3g (%s); closest to its tolerance: %.3g of it (%s, "
        "%s)\n",
        direction, cases, largest, largest_in.c_str(), closest_to_failing.share, closest_in.c_str(),
        closest_to_failing.name.c_str());
  }
};

class PyTorch : public testing::TestWithParam<std::size_t> {
 protected:
  static void TearDownTestSuite() {
    forward_.print("forward");
    gradients_.print("gradients");
  }
  const Fixture& fixture() const { return fixtures()[GetParam()]; }

  static Closeness forward_, gradients_;
};
Closeness PyTorch::forward_, PyTorch::gradients_;

// TEST-CASES 10, 13, 16, 22, 26, 28, 30, 31, 33, 35
TEST_P(PyTorch, Forward) {
  const Difference difference = forward_difference(fixture());
  forward_.add(fixture(), difference);
  EXPECT_TRUE(difference.within_tolerance()) << difference.text();
}

TEST_P(PyTorch, Gradients) {
  const Difference difference = gradient_difference(fixture());
  gradients_.add(fixture(), difference);
  EXPECT_TRUE(difference.within_tolerance()) << difference.text();
}

std::string test_name(const testing::TestParamInfo<std::size_t>& info) {
  std::string name = fixtures()[info.param].name;
  for (char& c : name) {
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
  }
  return name;
}
INSTANTIATE_TEST_SUITE_P(Fixtures, PyTorch, testing::Range<std::size_t>(0, fixtures().size()),
                         test_name);

}  // namespace
}  // namespace attn
