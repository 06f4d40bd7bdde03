// Repeats a call with different garbage in uninitialized memory; the results must not change.
#pragma once

#include <gtest/gtest.h>

#include <cstring>
#include <vector>

#include "attention/multi_head.h"
#include "attention/scaled_dot_product.h"
#include "base/tensor.h"
#include "support/same_bits.h"

namespace attn {

using Bits = std::vector<float>;

inline void append(Bits& bits, const Tensor& tensor) {
  bits.insert(bits.end(), tensor.data.begin(), tensor.data.end());
}

inline void append(Bits& bits, ConstMatrixRef matrix) {
  for (Index i = 0; i < matrix.rows(); ++i) {
    const float* row = matrix.data() + i * matrix.outerStride();
    bits.insert(bits.end(), row, row + matrix.cols());
  }
}

inline void append(Bits& bits, const AttentionGradients& d) {
  for (const Tensor* each : {&d.d_q, &d.d_k, &d.d_v, &d.d_score_bias}) append(bits, *each);
}

inline void append(Bits& bits, const MultiHeadGradients& d) {
  for (const Tensor* each : {&d.d_query, &d.d_key, &d.d_value}) append(bits, *each);
  MultiHeadParameters::for_each(
      d.parameters, [&](const char*, const auto& parameter) { append(bits, parameter); });
}

// Fills free heap memory with this byte, in blocks of many sizes.
inline void dirty_heap(int byte) {
  std::vector<std::vector<unsigned char>> blocks;
  for (std::size_t size = 16; size <= std::size_t{1} << 18; size += size / 2) {
    for (int i = 0; i < 8; ++i) blocks.emplace_back(size, static_cast<unsigned char>(byte));
  }
}

// Fills unused stack memory with this byte.
#if defined(__clang__) || defined(__GNUC__)
__attribute__((noinline))
#endif
inline void dirty_stack(int byte) {
  volatile unsigned char below[std::size_t{1} << 17];
  for (volatile unsigned char& each : below) each = static_cast<unsigned char>(byte);
}

// run() computes everything again from the same inputs and returns all results as Bits.
template <class Run>
testing::AssertionResult is_deterministic(const Run& run) {
  const Bits first = run();
  for (const int byte : {0xab, 0xff}) {  // a small number, and NaN
    dirty_heap(byte);
    dirty_stack(byte);
    if (const auto same = same_bits(run(), first); !same) return same;
  }
  return testing::AssertionSuccess();
}

}  // namespace attn
