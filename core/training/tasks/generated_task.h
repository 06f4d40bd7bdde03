// A task that generates its examples. A hash of the input decides whether an example is held out,
// so that no list of held-out examples is needed.
#pragma once

#include "training/tasks/task.h"

namespace attn {

class GeneratedTask : public Task {
 public:
  // True for one input in ten.
  virtual bool is_held_out(const std::vector<Index>& ids) const;

 protected:
  Example draw(Random& random, Split split) const final;
  virtual Example generate(Random& random) const = 0;
};

}  // namespace attn
