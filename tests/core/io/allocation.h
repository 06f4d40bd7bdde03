// Measures peak memory: operator new and delete of this program count their bytes
// (allocation_test.cpp).
#pragma once

#include <cstddef>

namespace attn {

class PeakAllocation {
 public:
  PeakAllocation();  // starts counting
  // The peak since the start, minus what was held at the start.
  std::size_t bytes() const;
  // What is held now, minus what was held at the start.
  std::size_t left() const;

 private:
  std::size_t start_;
};

}  // namespace attn
