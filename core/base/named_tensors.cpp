#include "base/named_tensors.h"

#include <algorithm>

#include "base/check.h"

namespace attn {

void NamedTensors::put(std::string_view name, Tensor&& tensor) {
  const auto found = std::find_if(items_.begin(), items_.end(),
                                  [&](const Item& item) { return item.first == name; });
  if (found != items_.end()) {
    found->second = std::move(tensor);
  } else {
    items_.emplace_back(name, std::move(tensor));
  }
}

const Tensor* NamedTensors::find(std::string_view name) const {
  const auto found = std::find_if(items_.begin(), items_.end(),
                                  [&](const Item& item) { return item.first == name; });
  return found == items_.end() ? nullptr : &found->second;
}

const Tensor& NamedTensors::at(std::string_view name) const {
  const Tensor* found = find(name);
  if (found != nullptr) return *found;
  std::string present;
  for (const Item& item : items_) append_name(present, item.first.c_str());
  refuse("expected a tensor \"{}\", got {}", {name, present.empty() ? "none" : present});
}

}  // namespace attn
