// Earlier states of a training run, to go back to.
#pragma once

#include <cstddef>
#include <deque>
#include <vector>

#include "base/random.h"
#include "training/optimizer.h"

namespace attn {

// The state that later steps depend on.
struct Snapshot {
  Index step = 0;                 // how many steps were taken
  std::vector<float> parameters;  // all of them, in the model's order
  Optimizer optimizer;
  Random random;  // of the batches
};

// The first snapshot, and the latest `size` others in ascending order of their steps.
class RecentSnapshots {
 public:
  RecentSnapshots(Snapshot first, std::size_t size) : first_(std::move(first)), size_(size) {}

  // Removes the snapshots at or after this one's step and adds it. Drops the oldest if there are
  // then more than `size`. The first one always stays.
  void add(Snapshot snapshot) {
    while (!latest_.empty() && latest_.back().step >= snapshot.step) latest_.pop_back();
    latest_.push_back(std::move(snapshot));
    if (latest_.size() > size_) latest_.pop_front();
  }

  // The latest snapshot at or before this step, which is not before the first.
  const Snapshot& at_or_before(Index step) const {
    for (std::size_t i = latest_.size(); i-- > 0;) {
      if (latest_[i].step <= step) return latest_[i];
    }
    return first_;
  }

  // Whether there is a snapshot of exactly this step.
  bool has(Index step) const { return at_or_before(step).step == step; }

  std::vector<Index> steps() const {
    std::vector<Index> steps = {first_.step};
    for (const Snapshot& each : latest_) steps.push_back(each.step);
    return steps;
  }

 private:
  Snapshot first_;
  std::deque<Snapshot> latest_;
  std::size_t size_;
};

}  // namespace attn
