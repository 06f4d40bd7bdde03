// Tensors by name, in the order in which they came: what crosses the border of the core.
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
  NamedTensors(std::initializer_list<Item> items) : items_(items) {}

  // At the end, or in the place of the tensor that has this name already.
  void put(std::string_view name, Tensor&& tensor);
  void put(std::string_view name, const Tensor& tensor) { put(name, Tensor(tensor)); }

  // Null when there is none.
  const Tensor* find(std::string_view name) const;

  // Throws std::invalid_argument: expected a tensor "w_q", got "q", "k"
  const Tensor& at(std::string_view name) const;
  Tensor& at(std::string_view name) { return const_cast<Tensor&>(std::as_const(*this).at(name)); }

  // To be moved from, one by one.
  std::vector<Item> items() && { return std::move(items_); }

  bool empty() const { return items_.empty(); }
  std::size_t size() const { return items_.size(); }
  std::vector<Item>::const_iterator begin() const { return items_.begin(); }
  std::vector<Item>::const_iterator end() const { return items_.end(); }

 private:
  std::vector<Item> items_;
};

}  // namespace attn
