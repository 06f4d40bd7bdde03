// Reads the cases computed by PyTorch (pytorch.py) and compares the core's results with them:
//
//   |got - expected| <= absolute + relative |expected|
#pragma once

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "base/named_tensors.h"
#include "support/file.h"

namespace attn::golden {

struct Fixture {
  std::string name;       // "multi_head/causal_bias"
  std::string operation;  // "multi_head"
  std::string config;     // JSON text
  std::string module;     // PyTorch module whose names and layouts the parameters have, or empty
  NamedTensors parameters, inputs, outputs, d_outputs, gradients;
};

// Throws std::runtime_error if the file is missing or not in the format of fixture.py.
inline std::vector<Fixture> read_fixtures(const std::string& path) {
  const Safetensors contents = safetensors_of(path);

  std::vector<Fixture> fixtures;
  for (const auto& [key, text] : contents.metadata) {
    if (key != "cases") continue;
    for (const nlohmann::json& entry : nlohmann::json::parse(text)) {
      Fixture& fixture = fixtures.emplace_back();
      fixture.name = entry.at("name");
      fixture.operation = entry.at("operation");
      fixture.config = entry.at("config").dump();
      if (!entry.at("module").is_null()) fixture.module = entry.at("module");
    }
  }
  for (const auto& [name, tensor] : contents.tensors) {
    const std::size_t folder = name.find('/', name.find('/') + 1) + 1;
    const std::size_t last = name.find('/', folder) + 1;
    const std::string case_name = name.substr(0, folder - 1);
    const std::string kind = name.substr(folder, last - folder);
    bool known = false;
    for (Fixture& fixture : fixtures) {
      if (fixture.name != case_name) continue;
      NamedTensors* target = kind == "parameters/"  ? &fixture.parameters
                             : kind == "inputs/"    ? &fixture.inputs
                             : kind == "outputs/"   ? &fixture.outputs
                             : kind == "d_outputs/" ? &fixture.d_outputs
                             : kind == "gradients/" ? &fixture.gradients
                                                    : nullptr;
      if (target == nullptr) continue;
      target->put(name.substr(last), tensor);
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
  double absolute = 0;           // max |got - expected|
  double share = 0;              // max |got - expected| / tolerance; above 1 is a failure
  double got = 0, expected = 0;  // the values at that maximum
  std::string name;              // the tensor with that maximum
  std::string problem;           // wrong shape, or missing or unexpected tensor

  bool within_tolerance() const { return problem.empty() && share <= 1; }

  std::string text() const {
    std::ostringstream out;
    out << problem << " worst in " << name << ": expected " << expected << ", got " << got << ", "
        << share << " of the tolerance; largest difference " << absolute;
    return out.str();
  }
};

// NaN and unexpected infinities give an infinite share.
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

// Both must have the same tensors.
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
