#include "operations/groups/groups.h"

namespace attn {

std::vector<Operation> operations_of(
    std::initializer_list<std::span<const Operation> (*)()> groups) {
  std::vector<Operation> all;
  for (const auto group : groups) {
    const std::span<const Operation> some = group();
    all.insert(all.end(), some.begin(), some.end());
  }
  return all;
}

}  // namespace attn
