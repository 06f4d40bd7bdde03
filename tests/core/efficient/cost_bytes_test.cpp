// Compares the bytes of the cost formulas with the most that one call holds. The linker replaces
// malloc and free by __wrap_malloc and __wrap_free (CMakeLists.txt): Eigen calls them, and so do
// the operators below.
#if defined(__linux__) && !defined(__EMSCRIPTEN__)
#include <malloc.h>

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <new>
#include <string>

#include "core/efficient/double_loops.h"
#include "efficient/chunked.h"
#include "efficient/cost.h"
#include "efficient/flash.h"
#include "efficient/linformer.h"
#include "efficient/sparse.h"

namespace {

std::size_t held_bytes = 0, peak_bytes = 0;

void* counted(void* memory) {
  held_bytes += malloc_usable_size(memory);
  peak_bytes = std::max(peak_bytes, held_bytes);
  return memory;
}

void* allocated_and_counted(std::size_t size, std::size_t align = 16) {
  void* memory = std::aligned_alloc(align, std::max(align, (size + align - 1) / align * align));
  if (memory == nullptr) throw std::bad_alloc();
  return counted(memory);
}

}  // namespace

extern "C" {
void* __real_malloc(std::size_t size);
void __real_free(void* memory);
void* __wrap_malloc(std::size_t size) {
  void* memory = __real_malloc(size);
  return memory == nullptr ? nullptr : counted(memory);
}
void __wrap_free(void* memory) {
  held_bytes -= malloc_usable_size(memory);
  __real_free(memory);
}
}

void* operator new(std::size_t size) { return allocated_and_counted(size); }
void* operator new[](std::size_t size) { return allocated_and_counted(size); }
void* operator new(std::size_t size, std::align_val_t align) {
  return allocated_and_counted(size, static_cast<std::size_t>(align));
}
void* operator new[](std::size_t size, std::align_val_t align) {
  return allocated_and_counted(size, static_cast<std::size_t>(align));
}
void operator delete(void* memory) noexcept { __wrap_free(memory); }
void operator delete[](void* memory) noexcept { __wrap_free(memory); }
void operator delete(void* memory, std::size_t) noexcept { __wrap_free(memory); }
void operator delete[](void* memory, std::size_t) noexcept { __wrap_free(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { __wrap_free(memory); }
void operator delete[](void* memory, std::align_val_t) noexcept { __wrap_free(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { __wrap_free(memory); }
void operator delete[](void* memory, std::size_t, std::align_val_t) noexcept {
  __wrap_free(memory);
}

namespace attn {
namespace {

constexpr Index kWidth = 64;

// The most that `run` holds besides what it returns.
double bytes_besides_result(const std::function<Tensor()>& run) {
  run();  // one-time allocations happen here
  const std::size_t before = held_bytes;
  peak_bytes = held_bytes;
  const Tensor context = run();
  return static_cast<double>(peak_bytes - before) -
         static_cast<double>(sizeof(float) * context.data.size());
}

struct CostedCall {
  std::string name;
  std::function<Tensor()> run;
  Cost cost;
};

// A call of each variant with n queries and n keys. The patterns belong to the cost.
std::vector<CostedCall> calls_of(const Heads& in, const LinformerParameters& projections) {
  const Index n = in.q.shape[2];
  const auto sparse = [&in](const auto& pattern_of) {
    return [&in, pattern_of] { return sparse_attention(in.q, in.k, in.v, pattern_of()); };
  };
  const SlidingWindow window{16, false};
  const Longformer longformer{16, {0, 1}, false};
  const BigBird big_bird{16, 1, 1, 2, 1, false}, causal_big_bird{16, 1, 0, 2, 1, true};
  const Strided strided{16, false};
  const Performer performer{32, 1, true, false}, causal_performer{32, 1, true, true};
  const Hierarchical hierarchical{16, false};
  std::vector<CostedCall> calls = {
      {"exact", [&in] { return scaled_dot_product_attention(in.q, in.k, in.v, Mask::none()); },
       exact_cost(n, kWidth)},
      {"sliding_window",
       [=, &in] { return flash_attention(in.q, in.k, in.v, sliding_window_mask(window)); },
       sliding_window_cost(n, kWidth, window)},
      {"longformer", sparse([=] { return longformer_pattern(longformer, n); }),
       longformer_cost(n, kWidth, longformer)},
      {"big_bird", sparse([=] { return big_bird_pattern(big_bird, n); }),
       big_bird_cost(n, kWidth, big_bird)},
      {"causal big_bird", sparse([=] { return big_bird_pattern(causal_big_bird, n); }),
       big_bird_cost(n, kWidth, causal_big_bird)},
      {"strided", sparse([=] { return strided_pattern(strided, n); }),
       strided_cost(n, kWidth, strided)},
      {"linformer",
       [&in, &projections] { return linformer_attention(in.q, in.k, in.v, projections); },
       linformer_cost(n, kWidth, projections.e.rows())},
      {"performer", [=, &in] { return performer_attention(in.q, in.k, in.v, performer); },
       performer_cost(n, kWidth, performer)},
      {"causal performer",
       [=, &in] { return performer_attention(in.q, in.k, in.v, causal_performer); },
       performer_cost(n, kWidth, causal_performer)},
      {"hierarchical", [=, &in] { return hierarchical_attention(in.q, in.k, in.v, hierarchical); },
       hierarchical_cost(n, kWidth, hierarchical)},
  };
  for (const Index block : {24, 128, 300}) {
    calls.push_back(
        {"flash " + std::to_string(block),
         [=, &in] { return flash_attention(in.q, in.k, in.v, Mask::none(), {{}, 1, block}); },
         flash_cost(n, kWidth, block)});
    calls.push_back(
        {"chunked " + std::to_string(block),
         [=, &in] { return chunked_attention(in.q, in.k, in.v, Mask::none(), {{}, 1, block}); },
         chunked_cost(n, kWidth, block)});
  }
  return calls;
}

TEST(CostBytes, AreThoseThatACallAllocates) {
  for (const Index n : {5, 100, 500}) {
    const Heads in = random_inputs({1, 1, 1, n, n, kWidth, kWidth});
    const LinformerParameters projections = LinformerParameters::random(32, n, 1);
    for (const CostedCall& call : calls_of(in, projections)) {
      const double bytes = bytes_besides_result(call.run);
      // Shapes, names of axes, spare capacity of lists and short rows take up to two thousand
      // bytes.
      EXPECT_NEAR(bytes, call.cost.bytes, 0.01 * call.cost.bytes + 2048)
          << call.name << ", n " << n;
    }
  }
}

// The number of pairs depends on the vectors.
TEST(CostBytes, OfReformerAreAnUpperBound) {
  const Index n = 64;
  const Heads in = random_inputs({1, 1, 1, n, n, 8, 8});
  for (const Index buckets : {1, 16, 64}) {
    for (const Index rounds : {1, 2, 20}) {
      const Reformer config{buckets, rounds, 1, false};
      const double bytes =
          bytes_besides_result([&] { return reformer_attention(in.q, in.k, in.v, config); });
      EXPECT_LE(bytes, reformer_cost(n, 8, config).bytes + 2048) << buckets << " x " << rounds;
    }
  }
}

// All rounds list the same keys.
TEST(CostBytes, OfReformerDoNotGrowWithRoundsThatAddNoKey) {
  const Index n = 64;
  const Heads in = random_inputs({1, 1, 1, n, n, 8, 8});
  const auto bytes = [&](Index rounds) {
    return bytes_besides_result(
        [&] { return reformer_attention(in.q, in.k, in.v, {1, rounds, 1, false}); });
  };
  EXPECT_LE(bytes(40), 4 * bytes(1));
}

}  // namespace
}  // namespace attn
#endif
