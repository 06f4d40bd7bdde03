// How time and memory of each variant grow with n, compared with its paper's claim.
//
//   efficient_growth [largest n [first letters of a variant]]
//
// One head, d_head 64, forward, median of three runs
//
// Measures processor time, which other programs on the machine do not affect.
//
// An exponent is the slope of log(time) or log(bytes) over log(n), by least squares over the
// lengths from 2048 on. Bytes are the peak that a call holds, including its output.
#include <malloc.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <functional>
#include <new>
#include <string>
#include <vector>

#include "base/random.h"
#include "efficient/chunked.h"
#include "efficient/cost.h"
#include "efficient/flash.h"
#include "efficient/linformer.h"
#include "efficient/sparse.h"

namespace {

std::size_t held = 0, most = 0;  // bytes, now and at the most since the last reset

}  // namespace

extern "C" {
void* __real_malloc(std::size_t size);
void __real_free(void* pointer);

void* __wrap_malloc(std::size_t size) {
  void* pointer = __real_malloc(size);
  held += malloc_usable_size(pointer);
  most = std::max(most, held);
  return pointer;
}
void __wrap_free(void* pointer) {
  held -= malloc_usable_size(pointer);
  __real_free(pointer);
}
}

void* operator new(std::size_t size) {
  void* pointer = __wrap_malloc(size == 0 ? 1 : size);
  if (pointer == nullptr) throw std::bad_alloc();
  return pointer;
}
void operator delete(void* pointer) noexcept { __wrap_free(pointer); }
void operator delete(void* pointer, std::size_t) noexcept { __wrap_free(pointer); }

namespace {

using namespace attn;

constexpr Index kHead = 64;

struct Inputs {
  Tensor q, k, v;
};

Inputs inputs_of(Index n) {
  Inputs in;
  Random random(1);
  for (Tensor* x : {&in.q, &in.k, &in.v}) {
    *x = Tensor({"batch", "head", x == &in.q ? "query" : "key", "d_head"}, {1, 1, n, kHead});
    for (float& element : x->data) element = static_cast<float>(random.normal());
  }
  return in;
}

struct Variant {
  const char* name;
  Index largest;     // the largest n; larger ones take too long
  const char* time;  // the paper's exponents, with the settings used here
  const char* memory;
  std::function<void(const Inputs&, Index)> run;
  std::function<Cost(Index)> cost;
};

Index root(Index n) { return static_cast<Index>(std::sqrt(static_cast<double>(n))); }

std::vector<Variant> variants() {
  const auto sparse = [](auto config, auto pattern_of) {
    return [=](const Inputs& in, Index n) {
      sparse_attention(in.q, in.k, in.v, {pattern_of(config(n), n)});
    };
  };
  const auto window = [](Index) { return SlidingWindow{64, false}; };
  const auto longformer = [](Index) { return Longformer{64, {0, 1}, false}; };
  const auto big_bird = [](Index) { return BigBird{32, 1, 1, 2, 1, false}; };
  const auto strided = [](Index n) { return Strided{root(n), false}; };
  const auto reformer = [](Index n) { return Reformer{n / 32, 2, 1, false}; };
  const auto performer = [](Index) { return Performer{128, 1, true, false}; };
  const auto causal_performer = [](Index) { return Performer{128, 1, true, true}; };
  const auto hierarchical = [](Index n) { return Hierarchical{root(n), false}; };
  return {
      {"exact", 8192, "2", "2",
       [](const Inputs& in, Index) {
         scaled_dot_product_attention(in.q, in.k, in.v, Mask::none());
       },
       [](Index n) { return exact_cost(n, kHead); }},
      {"flash", 8192, "2", "1",
       [](const Inputs& in, Index) { flash_attention(in.q, in.k, in.v, Mask::none()); },
       [](Index n) { return flash_cost(n, kHead, FlashOptions().block); }},
      {"chunked", 8192, "2", "1",
       [](const Inputs& in, Index) { chunked_attention(in.q, in.k, in.v, Mask::none()); },
       [](Index n) { return chunked_cost(n, kHead, 64); }},
      {"sliding_window 64", 32768, "1", "1",
       sparse(window, [](const auto& c, Index n) { return sliding_window_pattern(c, n, n); }),
       [=](Index n) { return sliding_window_cost(n, kHead, window(n)); }},
      {"longformer 64, 2 global", 32768, "1", "1",
       sparse(longformer, [](const auto& c, Index n) { return longformer_pattern(c, n); }),
       [=](Index n) { return longformer_cost(n, kHead, longformer(n)); }},
      {"big_bird 32 x (3 + 2 + 2)", 32768, "1", "1",
       sparse(big_bird, [](const auto& c, Index n) { return big_bird_pattern(c, n); }),
       [=](Index n) { return big_bird_cost(n, kHead, big_bird(n)); }},
      {"strided, stride = root of n", 16384, "1.5", "1.5",
       sparse(strided, [](const auto& c, Index n) { return strided_pattern(c, n); }),
       [=](Index n) { return strided_cost(n, kHead, strided(n)); }},
      {"reformer, 32 in a bucket", 16384, "1, with log", "1, with log",
       [=](const Inputs& in, Index n) { reformer_attention(in.q, in.k, in.v, reformer(n)); },
       [=](Index n) { return reformer_cost(n, kHead, reformer(n)); }},
      {"linformer 128", 32768, "1", "1",
       [](const Inputs& in, Index n) {
         static LinformerParameters parameters;
         if (parameters.e.cols() != n) parameters = LinformerParameters::random(128, n, 1);
         linformer_attention(in.q, in.k, in.v, parameters);
       },
       [](Index n) { return linformer_cost(n, kHead, 128); }},
      {"performer 128", 32768, "1", "1",
       [=](const Inputs& in, Index n) { performer_attention(in.q, in.k, in.v, performer(n)); },
       [=](Index n) { return performer_cost(n, kHead, performer(n)); }},
      {"performer 128, causal", 32768, "1", "1",
       [=](const Inputs& in, Index n) {
         performer_attention(in.q, in.k, in.v, causal_performer(n));
       },
       [=](Index n) { return performer_cost(n, kHead, causal_performer(n)); }},
      {"hierarchical, chunk = root of n", 32768, "1.5", "1",
       [=](const Inputs& in, Index n) {
         hierarchical_attention(in.q, in.k, in.v, hierarchical(n));
       },
       [=](Index n) { return hierarchical_cost(n, kHead, hierarchical(n)); }},
  };
}

// Slope of log y over log x.
double exponent(const std::vector<double>& x, const std::vector<double>& y) {
  double mean_x = 0, mean_y = 0, above = 0, below = 0;
  const auto count = static_cast<double>(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) {
    mean_x += std::log(x[i]) / count;
    mean_y += std::log(y[i]) / count;
  }
  for (std::size_t i = 0; i < x.size(); ++i) {
    above += (std::log(x[i]) - mean_x) * (std::log(y[i]) - mean_y);
    below += (std::log(x[i]) - mean_x) * (std::log(x[i]) - mean_x);
  }
  return above / below;
}

void measure(const Variant& variant, Index largest) {
  std::printf("%s\n  %8s %10s %12s %12s %10s\n", variant.name, "n", "ms", "peak bytes", "formula",
              "GFLOP/s");
  std::fflush(stdout);
  std::vector<double> lengths, times, bytes;
  for (Index n = 512; n <= std::min(largest, variant.largest); n *= 2) {
    const Inputs in = inputs_of(n);
    variant.run(in, n);  // warms up: one-time allocations happen here
    std::vector<double> seconds;
    double peak = 0;
    for (int run = 0; run < 3; ++run) {
      const std::size_t before = held;
      most = held;
      const std::clock_t start = std::clock();
      variant.run(in, n);
      seconds.push_back(static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC);
      peak = static_cast<double>(most - before);
    }
    std::sort(seconds.begin(), seconds.end());
    const Cost cost = variant.cost(n);
    std::printf("  %8td %10.2f %12.0f %12.0f %10.2f\n", n, seconds[1] * 1e3, peak,
                cost.bytes + 4.0 * static_cast<double>(n * kHead), cost.flops / seconds[1] * 1e-9);
    if (n < 2048) continue;
    lengths.push_back(static_cast<double>(n));
    times.push_back(seconds[1]);
    bytes.push_back(peak);
  }
  if (lengths.size() < 2) return;
  std::printf("  exponent of time %.2f (paper %s), of memory %.2f (paper %s)\n",
              exponent(lengths, times), variant.time, exponent(lengths, bytes), variant.memory);
}

}  // namespace

int main(int count, char** arguments) {
  const Index largest = count > 1 ? std::atol(arguments[1]) : 32768;
  const std::string wanted = count > 2 ? arguments[2] : "";
  for (const Variant& variant : variants()) {
    if (std::string(variant.name).find(wanted) == 0) measure(variant, largest);
  }
}
