// Kernels on rows, and the packing of matrices, beside the plain loops that say the same, which the
// compiler may vectorise for this very processor, in its cycles per element.
// `--benchmark_filter=/768` for one length.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <vector>

#include "base/random.h"
#include "kernels/activations.h"
#include "kernels/adam.h"
#include "kernels/exp.h"
#include "kernels/layer_norm.h"
#include "kernels/listed_rows.h"
#include "kernels/packed_matrix.h"
#include "kernels/row_softmax.h"

namespace attn {
namespace {

// Cycles in a nanosecond: of additions that wait for each other.
double clock_rate() {
  double best = 0;
  for (int round = 0; round < 20; ++round) {
    const auto start = std::chrono::steady_clock::now();
    std::uint64_t x = 0;
    constexpr int kSteps = 1'000'000;
    for (int i = 0; i < kSteps; ++i) {
      ++x;
      asm volatile("" : "+r"(x));
    }
    const std::chrono::duration<double, std::nano> took = std::chrono::steady_clock::now() - start;
    best = std::max(best, kSteps / took.count());
  }
  return best;
}

std::vector<float> normal_row(Index n, std::uint64_t seed) {
  Random random(seed);
  std::vector<float> x(static_cast<std::size_t>(n));
  for (float& each : x) each = static_cast<float>(random.normal());
  return x;
}

// Keys of a window, as sparse attention has them.
constexpr Index kListed = 64;

struct Rows {
  explicit Rows(Index length)
      : n(length),
        x(normal_row(n, 1)),
        y(normal_row(n, 2)),
        z(normal_row(n, 3)),
        m(x.size()),
        v(x.size()) {}
  Index n;
  std::vector<float> x, y, z, m, v;
};

template <class Work>
void measure(benchmark::State& state, Index elements, const Work& work) {
  static const double rate = clock_rate();
  for (auto _ : state) {
    work();
    benchmark::ClobberMemory();
  }
  state.counters["cycles_per_element"] = benchmark::Counter(
      static_cast<double>(elements) * 1e-9 / rate,
      benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

template <class Work>
void add(const char* name, const Work& work) {
  benchmark::RegisterBenchmark(name,
                               [work](benchmark::State& state) {
                                 Rows rows(state.range(0));
                                 measure(state, rows.n, [&] { work(rows); });
                               })
      ->Arg(6)
      ->Arg(64)
      ->Arg(768)
      ->Arg(4096);
}

// Of kListed rows, which stay in the L1 cache at n = 64.
struct Listed {
  explicit Listed(Index n)
      : x(normal_row(n, 1)), rows(normal_row(n * kListed, 2)), y(normal_row(kListed, 3)) {
    for (float& each : y) each *= 1e-9f;
    for (Index i = 0; i < kListed; ++i) list.push_back(static_cast<std::int32_t>(i));
    listed = {list.data(), kListed, n};
  }
  std::vector<float> x, rows, y;
  std::vector<std::int32_t> list;
  ListedRows listed{};
};

template <class Work>
void add_of_listed(const char* name, const Work& work) {
  benchmark::RegisterBenchmark(name,
                               [work](benchmark::State& state) {
                                 Listed rows(state.range(0));
                                 measure(state, kListed * state.range(0), [&] { work(rows); });
                               })
      ->Arg(24)
      ->Arg(64)
      ->Arg(128);
}

// A right operand's layout in panels, beside a copy of as many floats.
//   b [768, 2304] by rows, or by columns
template <class Work>
void add_of_matrix(const char* name, const Work& work) {
  benchmark::RegisterBenchmark(name, [work](benchmark::State& state) {
    PackedMatrix packed;
    Rows rows(state.range(0));
    measure(state, rows.n, [&] { work(rows, packed); });
  })->Arg(768 * 2304);
}

void add_packing() {
  add_of_matrix("pack/copy",
                [](Rows& r, PackedMatrix&) { std::copy(r.x.begin(), r.x.end(), r.y.begin()); });
  add_of_matrix("pack/by_rows", [](Rows& r, PackedMatrix& packed) {
    packed.assign(MatrixView(r.x.data(), 768, 2304, 2304));
  });
  add_of_matrix("pack/by_columns", [](Rows& r, PackedMatrix& packed) {
    packed.assign(transposed(MatrixView(r.x.data(), 2304, 768, 768)));
  });
}

constexpr AdamStep kStep{0.9f, 0.1f, 0.999f, 0.001f, 1e-3f, 31.6f, 1e-8f};

void add_all() {
  // What the loads and stores alone cost.
  add("limit/copy", [](Rows& r) { std::copy(r.x.begin(), r.x.end(), r.y.begin()); });

  add("row_peak/kernel", [](Rows& r) { benchmark::DoNotOptimize(row_peak(r.x.data(), r.n)); });
  add("row_peak/plain", [](Rows& r) {
    float max = r.x[0];
    for (const float each : r.x) max = each > max ? each : max;
    benchmark::DoNotOptimize(max);
  });

  add("row_exponentials/kernel", [](Rows& r) {
    benchmark::DoNotOptimize(row_exponentials(r.x.data(), r.n, 6, 1, r.y.data()));
  });
  add("row_exponentials/plain", [](Rows& r) {
    for (std::size_t j = 0; j < r.x.size(); ++j) r.y[j] = exp_of_nonpositive(r.x[j] - 6);
    float sum = 0;
    for (const float each : r.y) sum += each;
    benchmark::DoNotOptimize(sum);
  });

  add("divide_row/kernel", [](Rows& r) { divide_row(r.x.data(), r.n, 1.0000001f); });
  add("divide_row/plain", [](Rows& r) {
    for (float& each : r.x) each /= 1.0000001f;
  });

  add("softmax_backward/kernel", [](Rows& r) {
    const float mean = mean_d_weight(r.x.data(), r.y.data(), r.n);
    row_d_scores(r.x.data(), r.y.data(), r.n, mean, r.z.data());
  });
  add("softmax_backward/plain", [](Rows& r) {
    float mean = 0;
    for (std::size_t j = 0; j < r.x.size(); ++j) mean += r.x[j] != 0 ? r.x[j] * r.y[j] : 0;
    for (std::size_t j = 0; j < r.x.size(); ++j) {
      r.z[j] = r.x[j] != 0 ? r.x[j] * (r.y[j] - mean) : 0;
    }
  });

  add_of_listed("multiply_listed/kernel", [](Listed& l) {
    multiply_listed(l.listed, l.x.data(), l.rows.data(), l.y.data());
  });
  add_of_listed("multiply_listed/plain", [](Listed& l) {
    const Index n = l.listed.columns;
    for (Index i = 0; i < kListed; ++i) {
      float sum = 0;
      for (Index c = 0; c < n; ++c) sum += l.x.data()[c] * l.rows.data()[l.list.data()[i] * n + c];
      l.y.data()[i] = sum;
    }
  });
  add_of_listed("add_listed/kernel",
                [](Listed& l) { add_listed(l.listed, l.y.data(), l.rows.data(), l.x.data()); });
  add_of_listed("add_listed/plain", [](Listed& l) {
    const Index n = l.listed.columns;
    for (Index i = 0; i < kListed; ++i) {
      const float* row = l.rows.data() + l.list.data()[i] * n;
      for (Index c = 0; c < n; ++c) l.x.data()[c] += l.y.data()[i] * row[c];
    }
  });
  add_of_listed("add_to_listed/kernel",
                [](Listed& l) { add_to_listed(l.listed, l.y.data(), l.x.data(), l.rows.data()); });
  add_of_listed("add_to_listed/plain", [](Listed& l) {
    const Index n = l.listed.columns;
    for (Index i = 0; i < kListed; ++i) {
      float* row = l.rows.data() + l.list.data()[i] * n;
      for (Index c = 0; c < n; ++c) row[c] += l.y.data()[i] * l.x.data()[c];
    }
  });

  const auto with_copy = [](void (*f)(float*, Index)) {
    return [f](Rows& r) {
      std::copy(r.x.begin(), r.x.end(), r.y.begin());
      f(r.y.data(), r.n);
    };
  };
  const auto plain = [](float (*f)(float)) {
    return [f](Rows& r) { std::transform(r.x.begin(), r.x.end(), r.y.begin(), f); };
  };
  add("gelu/kernel", with_copy(gelu));
  add("gelu/plain", plain([](float x) { return x * std::erfc(x * -0.70710678f) / 2; }));
  add("gelu_tanh/kernel", with_copy(gelu_tanh));
  add("gelu_tanh/plain", plain([](float x) {
        return x * (1 + std::tanh(0.79788456f * (x + 0.044715f * x * x * x))) / 2;
      }));
  add("silu/kernel", with_copy(silu));
  add("silu/plain", plain([](float x) { return x / (1 + std::exp(-x)); }));
  add("gelu_backward/kernel", [](Rows& r) {
    std::copy(r.y.begin(), r.y.end(), r.z.begin());
    gelu_backward(r.x.data(), r.z.data(), r.n);
  });

  add("layer_norm/kernel", [](Rows& r) {
    const double n = static_cast<double>(r.n), mean = row_sum(r.x.data(), r.n) / n;
    const double square = row_square_sum(r.x.data(), r.n, mean) / n;
    normalize_row(r.x.data(), r.n, mean, 1 / std::sqrt(square + 1e-5), r.z.data(), r.m.data(),
                  r.y.data());
  });
  add("layer_norm/plain", [](Rows& r) {
    double sum = 0, squares = 0;
    for (const float each : r.x) sum += each;
    const double n = static_cast<double>(r.n), mean = sum / n;
    for (const float each : r.x) squares += (each - mean) * (each - mean);
    const double scale = 1 / std::sqrt(squares / n + 1e-5);
    for (std::size_t c = 0; c < r.x.size(); ++c) {
      r.y[c] = static_cast<float>((r.x[c] - mean) * scale * r.z[c] + r.m[c]);
    }
  });

  add("adam_step/kernel",
      [](Rows& r) { adam_step(kStep, r.x.data(), r.y.data(), r.m.data(), r.v.data(), r.n); });
  add("adam_step/plain", [](Rows& r) {
    for (std::size_t j = 0; j < r.x.size(); ++j) {
      r.m[j] = kStep.beta_1 * r.m[j] + kStep.one_minus_beta_1 * r.y[j];
      r.v[j] = kStep.beta_2 * r.v[j] + kStep.one_minus_beta_2 * r.y[j] * r.y[j];
      r.x[j] -= kStep.rate * r.m[j] / (std::sqrt(r.v[j]) * kStep.unbias + kStep.epsilon);
    }
  });
}

}  // namespace
}  // namespace attn

int main(int argc, char** argv) {
  attn::add_all();
  attn::add_packing();
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
}
