// The row kernels and the packing of matrices, in cycles per element, compared with equivalent
// plain loops, which the compiler may vectorize for this processor. For a single length:
// --benchmark_filter=/768.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "base/matrix.h"
#include "base/matrix_view.h"
#include "kernels/exp.h"
#include "kernels/packed_matrix.h"
#include "works.h"

namespace attn::bench {
namespace {

// Cycles per nanosecond, measured with additions that each wait for the previous one.
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

template <class Run>
void measure(benchmark::State& state, Index elements, const Run& run) {
  static const double rate = clock_rate();
  for (auto _ : state) {
    run();
    benchmark::ClobberMemory();
  }
  state.counters["cycles_per_element"] = benchmark::Counter(
      static_cast<double>(elements) * 1e-9 / rate,
      benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

// `rows` of each length.
template <class Operands>
void add(const std::string& name, double (*run)(Operands&), Index rows,
         const std::vector<std::int64_t>& lengths) {
  benchmark::RegisterBenchmark(name.c_str(), [run, rows](benchmark::State& state) {
    Operands operands(state.range(0));
    measure(state, rows * state.range(0), [&] { benchmark::DoNotOptimize(run(operands)); });
  })->ArgsProduct({lengths});
}

// The kernels, each followed by its plain loop where there is one.
template <class Work, std::size_t kernels, std::size_t loops>
void add_all(const Work (&works)[kernels], const Work (&plain)[loops], Index rows,
             const std::vector<std::int64_t>& lengths) {
  std::size_t found = 0;
  for (const Work& work : works) {
    add(work.name + std::string("/kernel"), work.run, rows, lengths);
    for (const Work& loop : plain) {
      if (std::string_view(loop.name) == work.name) {
        add(loop.name + std::string("/plain"), loop.run, rows, lengths);
        ++found;
      }
    }
  }
  if (found != loops) throw std::logic_error("expected a kernel of each plain loop's name");
}

template <class F>
double transformed(Rows& r, F f) {
  std::transform(r.x.begin(), r.x.end(), r.y.begin(), f);
  return 0;
}

constexpr RowWork kPlainRows[] = {
    {"row_peak",
     [](Rows& r) {
       float max = r.x[0];
       for (const float each : r.x) max = each > max ? each : max;
       return double{max};
     }},
    {"row_exponentials",
     [](Rows& r) {
       for (std::size_t j = 0; j < r.x.size(); ++j) r.y[j] = exp_of_nonpositive(r.x[j] - 6);
       float sum = 0;
       for (const float each : r.y) sum += each;
       return double{sum};
     }},
    {"divide_row",
     [](Rows& r) {
       for (float& each : r.x) each /= 1.0000001f;
       return 0.0;
     }},
    {"mean_d_weight",
     [](Rows& r) {
       float mean = 0;
       for (std::size_t j = 0; j < r.x.size(); ++j) mean += r.x[j] != 0 ? r.x[j] * r.y[j] : 0;
       return double{mean};
     }},
    {"row_d_scores",
     [](Rows& r) {
       for (std::size_t j = 0; j < r.x.size(); ++j) {
         r.z[j] = r.x[j] != 0 ? r.x[j] * (r.y[j] - 0.5f) : 0;
       }
       return 0.0;
     }},
    {"gelu",
     [](Rows& r) {
       return transformed(r, [](float x) { return x * std::erfc(x * -0.70710678f) / 2; });
     }},
    {"gelu_tanh",
     [](Rows& r) {
       return transformed(r, [](float x) {
         return x * (1 + std::tanh(0.79788456f * (x + 0.044715f * x * x * x))) / 2;
       });
     }},
    {"silu",
     [](Rows& r) { return transformed(r, [](float x) { return x / (1 + std::exp(-x)); }); }},
    {"row_sum",
     [](Rows& r) {
       double sum = 0;
       for (const float each : r.x) sum += each;
       return sum;
     }},
    {"row_square_sum",
     [](Rows& r) {
       double squares = 0;
       for (const float each : r.x) squares += (each - 0.1) * (each - 0.1);
       return squares;
     }},
    {"normalize_row",
     [](Rows& r) {
       for (std::size_t c = 0; c < r.x.size(); ++c) {
         r.y[c] = static_cast<float>((r.x[c] - 0.1) * 0.9 * r.z[c] + r.m[c]);
       }
       return 0.0;
     }},
    {"adam_step",
     [](Rows& r) {
       for (std::size_t j = 0; j < r.x.size(); ++j) {
         r.m[j] = kStep.beta_1 * r.m[j] + kStep.one_minus_beta_1 * r.y[j];
         r.v[j] = kStep.beta_2 * r.v[j] + kStep.one_minus_beta_2 * r.y[j] * r.y[j];
         r.x[j] -= kStep.rate * r.m[j] / (std::sqrt(r.v[j]) * kStep.unbias + kStep.epsilon);
       }
       return 0.0;
     }},
};

constexpr ListedWork kPlainListed[] = {
    {"gather_dot",
     [](Listed& l) {
       const Index n = l.listed.columns;
       for (Index i = 0; i < kListed; ++i) {
         float sum = 0;
         for (Index c = 0; c < n; ++c) {
           sum += l.x.data()[c] * l.rows.data()[l.list.data()[i] * n + c];
         }
         l.y.data()[i] = sum;
       }
       return 0.0;
     }},
    {"gather_add",
     [](Listed& l) {
       const Index n = l.listed.columns;
       for (Index i = 0; i < kListed; ++i) {
         const float* row = l.rows.data() + l.list.data()[i] * n;
         for (Index c = 0; c < n; ++c) l.x.data()[c] += l.y.data()[i] * row[c];
       }
       return 0.0;
     }},
    {"scatter_add",
     [](Listed& l) {
       const Index n = l.listed.columns;
       for (Index i = 0; i < kListed; ++i) {
         float* row = l.rows.data() + l.list.data()[i] * n;
         for (Index c = 0; c < n; ++c) row[c] += l.y.data()[i] * l.x.data()[c];
       }
       return 0.0;
     }},
};

// Packs a right operand into panels, compared with a copy of as many floats. b [768, 2304] is
// row-major or column-major.
template <class Run>
void add_of_matrix(const char* name, const Run& run) {
  benchmark::RegisterBenchmark(name, [run](benchmark::State& state) {
    PackedMatrix packed;
    const std::vector<float> b = normal_row(state.range(0), 1);
    measure(state, state.range(0), [&] { run(b, packed); });
  })->Arg(768 * 2304);
}

void add_packing() {
  add_of_matrix("pack/copy", [](const std::vector<float>& b, PackedMatrix&) {
    static std::vector<float> copy(b.size());
    std::copy(b.begin(), b.end(), copy.begin());
  });
  add_of_matrix("pack/by_rows", [](const std::vector<float>& b, PackedMatrix& packed) {
    packed.assign(MatrixView(b.data(), 768, 2304, 2304));
  });
  add_of_matrix("pack/by_columns", [](const std::vector<float>& b, PackedMatrix& packed) {
    packed.assign(transposed(MatrixView(b.data(), 2304, 768, 768)));
  });
}

}  // namespace
}  // namespace attn::bench

int main(int argc, char** argv) {
  using namespace attn::bench;
  add_all(kRowWorks, kPlainRows, 1, {6, 64, 768, 4096});
  add_all(kListedWorks, kPlainListed, kListed, {24, 64, 128});
  add_packing();
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
}
