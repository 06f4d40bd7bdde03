// Compares named tensors exactly.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <utility>

#include "base/named_tensors.h"
#include "support/near.h"

namespace attn {

// Expects the same names in the same order, the same axes, and equal numbers.
inline void expect_same(const NamedTensors& got, const NamedTensors& expected) {
  std::string names, expected_names;
  for (const auto& [name, tensor] : got) names += name + " ";
  for (const auto& [name, tensor] : expected) expected_names += name + " ";
  ASSERT_EQ(names, expected_names);
  for (const auto& [name, tensor] : expected) {
    EXPECT_EQ(got.at(name).axes, tensor.axes) << name;
    EXPECT_TRUE(identical(got.at(name), tensor)) << name;
  }
}

// Collects everything that a struct of parameters, gradients or intermediates holds, with `prefix`
// before each name, without using the core's Fields.
struct Collect {
  NamedTensors& into;
  std::string prefix;

  void operator()(std::string_view name, Tensor& tensor) {
    if (!tensor.empty()) into.put(prefix + std::string(name), tensor);
  }
  void operator()(std::string_view name, Matrix& matrix) {
    if (matrix.size() == 0) return;
    into.put(prefix + std::string(name), Tensor::from_matrix(matrix, "row", "column"));
  }
  void operator()(std::string_view name, RowVector& vector) {
    if (vector.size() == 0) return;
    into.put(prefix + std::string(name),
             Tensor({"column"}, {vector.size()}, {vector.data(), vector.data() + vector.size()}));
  }
};

template <class Struct>
NamedTensors collected(Struct& filled, const std::string& prefix = "") {
  NamedTensors all;
  Collect collect{all, prefix};
  Struct::for_each(filled, collect);
  return all;
}

// The inverse: sets parameters from tensors with their names.
struct Distribute {
  const NamedTensors& from;

  void operator()(std::string_view name, Matrix& matrix) {
    if (const Tensor* given = from.find(name)) matrix = given->matrix();
  }
  void operator()(std::string_view name, RowVector& vector) {
    if (const Tensor* given = from.find(name)) vector = given->matrix();
  }
};

template <class Parameters>
Parameters distributed(const NamedTensors& from, Parameters parameters = {}) {
  Distribute distribute{from};
  Parameters::for_each(parameters, distribute);
  return parameters;
}

// The same, ignoring the names of the axes.
inline void expect_same_numbers(const NamedTensors& got, NamedTensors expected) {
  NamedTensors renamed;
  for (auto [name, tensor] : expected) {
    const Tensor* found = got.find(name);
    if (found != nullptr && found->axes.size() == tensor.axes.size()) tensor.axes = found->axes;
    renamed.put(name, std::move(tensor));
  }
  expect_same(got, renamed);
}

}  // namespace attn
