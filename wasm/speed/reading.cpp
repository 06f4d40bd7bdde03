// The upper limit for workloads that read many numbers once and compute little with each, measured
// on this machine: a loop that only sums as much memory. The bandwidth of caches and memory bounds
// it. Each block is read as four adjacent streams, the fastest way found: fewer streams, streams
// further apart and streams that cross page boundaries together are slower; more are no faster.
#include <wasm_simd128.h>

#include <cstddef>

namespace {

constexpr std::size_t kPage = 65536, kStreams = 4, kStep = 8;
// 600 pages of 4 kB and a quarter of one, in floats.
constexpr std::size_t kMaxPerStream = 600 * 1024 + 256;
const float* numbers = nullptr;
std::size_t float_count = 0;

}  // namespace

extern "C" {

// Allocates this many more bytes and writes them, because the system backs a page with memory only
// once it is written. Returns 0 if memory cannot grow.
int hold(std::size_t bytes) {
  const std::size_t pages = (bytes + kPage - 1) / kPage;
  const std::size_t first = __builtin_wasm_memory_grow(0, pages);
  if (first == static_cast<std::size_t>(-1)) return 0;
  float* to = reinterpret_cast<float*>(first * kPage);
  numbers = to;
  float_count = bytes / sizeof(float);
  for (std::size_t i = 0; i < pages * kPage / sizeof(float); i += 4) {
    wasm_v128_store(to + i, wasm_f32x4_splat(1));
  }
  return 1;
}

// Sums the numbers `times` times, except a rest smaller than one step of all streams.
float read(int times) {
  v128_t sum[kStreams][2] = {};
  for (int t = 0; t < times; ++t) {
    for (std::size_t first = 0; first + kStreams * kStep <= float_count;) {
      const float* block = numbers + first;
      const std::size_t rest = (float_count - first) / (kStreams * kStep) * kStep;
      const std::size_t per_stream = rest < kMaxPerStream ? rest : kMaxPerStream;
#pragma clang loop unroll(disable)
      for (std::size_t i = 0; i < per_stream; i += kStep) {
        for (std::size_t stream = 0; stream < kStreams; ++stream) {
          const float* at = block + stream * per_stream + i;
          sum[stream][0] = wasm_f32x4_add(sum[stream][0], wasm_v128_load(at));
          sum[stream][1] = wasm_f32x4_add(sum[stream][1], wasm_v128_load(at + 4));
        }
      }
      first += kStreams * per_stream;
    }
  }
  v128_t all = wasm_f32x4_splat(0);
  for (const auto& halves : sum) all = wasm_f32x4_add(all, wasm_f32x4_add(halves[0], halves[1]));
  return wasm_f32x4_extract_lane(all, 0) + wasm_f32x4_extract_lane(all, 1) +
         wasm_f32x4_extract_lane(all, 2) + wasm_f32x4_extract_lane(all, 3);
}

}  // extern "C"
