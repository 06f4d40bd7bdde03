// GEMM as wasm: GFLOP/s, and the share of what a plain packed 4 x 8 loop of f32x4 multiplies and
// adds reaches in the first-level cache, measured in between.
//
//   node gemm_wasm.js [rounds]
#include <wasm_simd128.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <vector>

#include "base/random.h"
#include "kernels/product.h"

namespace {

using attn::Index;
using attn::Matrix;
using attn::PackedMatrix;

double seconds_of(const std::function<void()>& run, int times) {
  const auto start = std::chrono::steady_clock::now();
  for (int i = 0; i < times; ++i) run();
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
  return took.count() / times;
}

constexpr Index kLimitDepth = 256;
alignas(64) float panel_of_a[kLimitDepth * 4], panel_of_b[kLimitDepth * 8], tile_of_c[4 * 8];

// c [4, 8] = a b, with a packed [depth, 4] and b [depth, 8].
__attribute__((noinline)) void limit_kernel(const float* a, const float* b, float* c, Index depth) {
  v128_t sum[4][2] = {};
  for (Index k = 0; k < depth; ++k) {
    const v128_t left = wasm_v128_load(b), right = wasm_v128_load(b + 4);
#pragma unroll
    for (int row = 0; row < 4; ++row) {
      const v128_t factor = wasm_v128_load32_splat(a + row);
      sum[row][0] = wasm_f32x4_add(sum[row][0], wasm_f32x4_mul(factor, left));
      sum[row][1] = wasm_f32x4_add(sum[row][1], wasm_f32x4_mul(factor, right));
    }
    a += 4;
    b += 8;
  }
  for (int row = 0; row < 4; ++row) {
    wasm_v128_store(c + row * 8, sum[row][0]);
    wasm_v128_store(c + row * 8 + 4, sum[row][1]);
  }
  asm volatile("" : : "r"(c) : "memory");  // somebody might read it
}

struct Case {
  const char* name;
  double flops;
  std::function<void()> run;
  std::vector<double> seconds;
};

double median(std::vector<double> x) {
  std::sort(x.begin(), x.end());
  return x[x.size() / 2];
}

}  // namespace

int main(int count, char** arguments) {
  const int rounds = count > 1 ? std::atoi(arguments[1]) : 41;
  attn::Random random(1);
  std::fill(std::begin(panel_of_a), std::end(panel_of_a), 1.5f);
  std::fill(std::begin(panel_of_b), std::end(panel_of_b), 0.5f);

  std::vector<Case> cases;
  cases.push_back({"limit: 4x8 in L1",
                   2.0 * 4 * 8 * kLimitDepth,
                   [] { limit_kernel(panel_of_a, panel_of_b, tile_of_c, kLimitDepth); },
                   {}});
  struct Shape {
    const char* name;
    Index rows, depth, columns;
    bool packed, transposed_a, transposed_b;
  };
  for (const Shape s : {Shape{"512x768x768 packed", 512, 768, 768, true, false, false},
                        Shape{"128x768x768 packed", 128, 768, 768, true, false, false},
                        Shape{"64x768x3072 packed", 64, 768, 3072, true, false, false},
                        Shape{"64x3072x768 packed", 64, 3072, 768, true, false, false},
                        Shape{"64x64x64 packed", 64, 64, 64, true, false, false},
                        Shape{"64x64x64", 64, 64, 64, false, false, false},
                        Shape{"64x64x64 b transposed", 64, 64, 64, false, false, true},
                        Shape{"64x64x64 a transposed", 64, 64, 64, false, true, false},
                        Shape{"512x768x768", 512, 768, 768, false, false, false},
                        Shape{"64x768x64 a transposed", 64, 768, 64, false, true, false},
                        Shape{"768x64x64 packed", 768, 64, 64, true, false, false},
                        Shape{"24x24x8", 24, 24, 8, false, false, false},
                        Shape{"24x8x24 b transposed", 24, 8, 24, false, false, true},
                        Shape{"1x768x768 packed", 1, 768, 768, true, false, false},
                        Shape{"1x64x512 b transposed", 1, 64, 512, false, false, true},
                        Shape{"1x512x64", 1, 512, 64, false, false, false}}) {
    const Matrix a = normal_matrix(s.transposed_a ? s.depth : s.rows,
                                   s.transposed_a ? s.rows : s.depth, 1, random);
    const Matrix b = normal_matrix(s.transposed_b ? s.columns : s.depth,
                                   s.transposed_b ? s.depth : s.columns, 1, random);
    const PackedMatrix packed(s.transposed_b ? attn::transposed(b) : attn::MatrixView(b));
    cases.push_back({s.name,
                     2.0 * s.rows * s.depth * s.columns,
                     [a, b, packed, s, c = Matrix(s.rows, s.columns)]() mutable {
                       const auto left = s.transposed_a ? attn::transposed(a) : attn::MatrixView(a);
                       const auto right =
                           s.transposed_b ? attn::transposed(b) : attn::MatrixView(b);
                       if (s.packed) {
                         multiply(left, packed, c);
                       } else {
                         multiply(left, right, c);
                       }
                     },
                     {}});
  }
  for (int round = -3; round < rounds; ++round) {
    for (Case& one : cases) {
      const double took = seconds_of(one.run, std::max(1, static_cast<int>(3e7 / one.flops)));
      if (round >= 0) one.seconds.push_back(took);
    }
  }
  // The fastest round is the one in which nobody else had the processor.
  const auto best = [](const std::vector<double>& x) {
    return *std::min_element(x.begin(), x.end());
  };
  for (const Case& one : cases) {
    const auto share = [&](auto&& pick) {
      return 100 * one.flops / pick(one.seconds) / (cases[0].flops / pick(cases[0].seconds));
    };
    std::printf("%-24s %7.2f GFLOP/s  median %5.1f %%  best %5.1f %%\n", one.name,
                one.flops / median(one.seconds) / 1e9, share(median), share(best));
  }
}
