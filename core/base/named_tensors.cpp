#include "base/named_tensors.h"

#include <algorithm>

#include "base/check.h"

namespace attn {

void NamedTensors::put(std::string_view name, Tensor&& tensor) {
  const auto it = std::find_if(items_.begin(), items_.end(),
                               [&](const Item& item) { return item.first == name; });
  if (it != items_.end()) {
    it->second = std::move(tensor);
  } else {
    items_.emplace_back(name, std::move(tensor));
  }
}

const Tensor* NamedTensors::find(std::string_view name) const {
  const auto it = std::find_if(items_.begin(), items_.end(),
                               [&](const Item& item) { return item.first == name; });
  return it == items_.end() ? nullptr : &it->second;
}

const Tensor& NamedTensors::at(std::string_view name) const {
  const Tensor* tensor = find(name);
  if (tensor != nullptr) return *tensor;
  std::string present;
  for (const Item& item : items_) append_name(present, item.first.c_str());
  refuse("expected a tensor \"{}\", got {}", {name, present.empty() ? "none" : present});
}

}  // namespace attn
