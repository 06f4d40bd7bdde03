// The upper limit for most workloads, measured on this machine: a tile of f32x4 multiplies and adds
// on packed panels in the L1 cache. The sums stay in registers and nothing else is moved, so the
// multiply-add ports bound its speed.
#include <wasm_simd128.h>

namespace {

// Rows of the tile, by 8 columns, and sum + x y.
#ifdef __wasm_relaxed_simd__
constexpr int kRows = 6;
v128_t add_product(v128_t sum, v128_t x, v128_t y) { return wasm_f32x4_relaxed_madd(x, y, sum); }
#else
constexpr int kRows = 4;
v128_t add_product(v128_t sum, v128_t x, v128_t y) {
  return wasm_f32x4_add(sum, wasm_f32x4_mul(x, y));
}
#endif

constexpr int kDepth = 256;  // 4 or 6 kB of a, 8 kB of b
alignas(16) float a[kRows * kDepth];
alignas(16) float b[8 * kDepth];
alignas(16) float c[kRows * 8];

}  // namespace

// c += a b, `times` times. Returns the number of floating-point operations of one product.
extern "C" int limit(int times) {
  for (int t = 0; t < times; ++t) {
    v128_t sum[kRows][2];
    for (int i = 0; i < kRows; ++i) {
      for (int half = 0; half < 2; ++half) sum[i][half] = wasm_v128_load(&c[8 * i + 4 * half]);
    }
    const float* from_a = a;
    const float* from_b = b;
#pragma clang loop unroll(disable)
    for (int p = 0; p < kDepth; ++p, from_a += kRows, from_b += 8) {
      const v128_t left = wasm_v128_load(from_b);
      const v128_t right = wasm_v128_load(from_b + 4);
      for (int i = 0; i < kRows; ++i) {
        const v128_t factor = wasm_v128_load32_splat(from_a + i);
        sum[i][0] = add_product(sum[i][0], factor, left);
        sum[i][1] = add_product(sum[i][1], factor, right);
      }
    }
    for (int i = 0; i < kRows; ++i) {
      for (int half = 0; half < 2; ++half) wasm_v128_store(&c[8 * i + 4 * half], sum[i][half]);
    }
  }
  return 2 * kRows * 8 * kDepth;
}
