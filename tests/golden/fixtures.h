// The cases that PyTorch computed (pytorch.py), and how far the core may be from them.
//
//   |got - expected| <= absolute + relative |expected|
#pragma once

#include <cmath>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <limits>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <vector>

#include "base/named_tensors.h"
#include "io/safetensors.h"

namespace attn::golden {

struct Fixture {
  std::string name;       // "multi_head/causal_bias"
  std::string operation;  // "multi_head"
  std::string config;     // JSON text
  std::string module;     // PyTorch's, in whose names and layouts parameters are; or empty
  NamedTensors parameters, inputs, outputs, d_outputs, gradients;
};

// Throws std::runtime_error when there is no such file or it is not as fixture.py says.
inline std::vector<Fixture> read_fixtures(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw std::runtime_error("expected a file " + path);
  const std::vector<char> bytes{std::istreambuf_iterator<char>(file), {}};
  const Safetensors read =
      read_safetensors(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());

  std::vector<Fixture> fixtures;
  for (const auto& [key, text] : read.metadata) {
    if (key != "cases") continue;
    for (const nlohmann::json& made : nlohmann::json::parse(text)) {
      Fixture& fixture = fixtures.emplace_back();
      fixture.name = made.at("name");
      fixture.operation = made.at("operation");
      fixture.config = made.at("config").dump();
      if (!made.at("module").is_null()) fixture.module = made.at("module");
    }
  }
  for (const auto& [name, tensor] : read.tensors) {
    const std::size_t folder = name.find('/', name.find('/') + 1) + 1;
    const std::size_t last = name.find('/', folder) + 1;
    const std::string of = name.substr(0, folder - 1);
    const std::string what = name.substr(folder, last - folder);
    bool known = false;
    for (Fixture& fixture : fixtures) {
      if (fixture.name != of) continue;
      NamedTensors* to = what == "parameters/"  ? &fixture.parameters
                         : what == "inputs/"    ? &fixture.inputs
                         : what == "outputs/"   ? &fixture.outputs
                         : what == "d_outputs/" ? &fixture.d_outputs
                         : what == "gradients/" ? &fixture.gradients
                                                : nullptr;
      if (to == nullptr) continue;
      to->put(name.substr(last), tensor);
      known = true;
    }
    if (!known) throw std::runtime_error("expected a tensor of a case, got " + name);
  }
  return fixtures;
}

struct Tolerance {
  double relative, absolute;
};
constexpr Tolerance kForward{1e-5, 1e-6};
constexpr Tolerance kGradients{1e-4, 1e-5};

struct Difference {
  double absolute = 0;           // |got - expected|, the largest
  double share = 0;              // of what the tolerance allows, the largest; above 1 is a failure
  double got = 0, expected = 0;  // where that share is
  std::string name;              // of the tensor
  std::string problem;           // what else is wrong: another shape, no such tensor

  bool within_tolerance() const { return problem.empty() && share <= 1; }
};

// An infinite share for NaN, and for an infinity that is not expected.
inline void compare(const std::string& name, const Tensor& got, const Tensor& expected,
                    const Tolerance& tolerance, Difference& worst) {
  if (got.shape != expected.shape) {
    worst.problem =
        "expected " + name + " of shape " + expected.shape_text() + ", got " + got.shape_text();
    return;
  }
  for (std::size_t i = 0; i < got.data.size(); ++i) {
    const double x = got.data[i], y = expected.data[i];
    double off = x == y ? 0 : std::abs(x - y);
    if (!(off <= std::numeric_limits<double>::max())) off = std::numeric_limits<double>::infinity();
    double share = off / (tolerance.absolute + tolerance.relative * std::abs(y));
    if (!(share <= std::numeric_limits<double>::max())) {
      share = std::numeric_limits<double>::infinity();
    }
    if (off > worst.absolute) worst.absolute = off;
    if (share > worst.share) {
      worst.share = share;
      worst.got = x;
      worst.expected = y;
      worst.name = name;
    }
  }
}

// Every tensor of both, neither more nor fewer.
inline Difference compare(const NamedTensors& got, const NamedTensors& expected,
                          const Tolerance& tolerance) {
  Difference worst;
  for (const auto& [name, tensor] : expected) {
    if (const Tensor* found = got.find(name)) {
      compare(name, *found, tensor, tolerance, worst);
    } else {
      worst.problem = "expected a tensor " + name;
    }
  }
  for (const auto& [name, tensor] : got) {
    if (expected.find(name) == nullptr) worst.problem = "PyTorch has no tensor " + name;
  }
  return worst;
}

}  // namespace attn::golden
