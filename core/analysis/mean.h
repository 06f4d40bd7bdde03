// A running mean.
#pragma once

namespace attn {

// The mean of the numbers added so far.
class Mean {
 public:
  void add(double x) { sum_ += x, ++count_; }
  // none  the value if there are no numbers
  float value_or(float none) const {
    return count_ == 0 ? none : static_cast<float>(sum_ / count_);
  }

 private:
  double sum_ = 0;
  int count_ = 0;
};

}  // namespace attn
