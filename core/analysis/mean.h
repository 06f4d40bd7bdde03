// A running mean.
#pragma once

namespace attn {

// The mean of the numbers added so far; 0 if there are none.
class Mean {
 public:
  void add(double x) { sum_ += x, ++count_; }
  float value() const { return count_ == 0 ? 0 : static_cast<float>(sum_ / count_); }

 private:
  double sum_ = 0;
  int count_ = 0;
};

}  // namespace attn
