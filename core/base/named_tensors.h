// Tensors by name, in insertion order: the inputs and outputs of the core's operations.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/tensor.h"

namespace attn {

class NamedTensors {
 public:
  using Item = std::pair<std::string, Tensor>;

  NamedTensors() = default;
  // The names must be distinct.
  NamedTensors(std::initializer_list<Item> items) : items_(items) {}
  explicit NamedTensors(std::vector<Item> items) : items_(std::move(items)) {}

  // Replaces the tensor of this name, or appends a new one.
  void put(std::string_view name, Tensor&& tensor);
  void put(std::string_view name, const Tensor& tensor) { put(name, Tensor(tensor)); }

  // Null when no tensor has this name.
  const Tensor* find(std::string_view name) const;

  // Throws std::invalid_argument: expected a tensor "w_q", got "q", "k"
  const Tensor& at(std::string_view name) const;
  Tensor& at(std::string_view name) { return const_cast<Tensor&>(std::as_const(*this).at(name)); }

  // Moves all tensors out.
  std::vector<Item> items() && { return std::move(items_); }

  bool empty() const { return items_.empty(); }
  std::size_t size() const { return items_.size(); }
  std::vector<Item>::const_iterator begin() const { return items_.begin(); }
  std::vector<Item>::const_iterator end() const { return items_.end(); }

 private:
  std::vector<Item> items_;
};

}  // namespace attn
