#include "training/tasks/generated_task.h"

namespace attn {
namespace {

// SplitMix64's last step (Steele et al. 2014): every bit of the input changes every bit of the
// output.
std::uint64_t mixed(std::uint64_t x) {
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

}  // namespace

bool GeneratedTask::is_held_out(const std::vector<Index>& ids) const {
  std::uint64_t hash = ids.size();
  for (const Index id : ids) {
    hash = mixed(hash + 0x9e3779b97f4a7c15u + static_cast<std::uint64_t>(id));
  }
  return hash % 10 == 0;
}

Example GeneratedTask::draw(Random& random, Split split) const {
  for (;;) {
    Example example = generate(random);
    if (is_held_out(example.ids) == (split == Split::kHeldOut)) return example;
  }
}

}  // namespace attn
