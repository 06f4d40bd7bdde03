// Native matrix products on one thread: the core's, OpenBLAS's, and the limit, a register kernel
// with its operands in the L1 cache. They are measured in turns in one run.
//
//   OPENBLAS_CORETYPE=Haswell gemm_native --avx2    both without AVX-512
//   gemm_native                                     both with what the processor has
//
// Options of Google Benchmark may follow.
#include <benchmark/benchmark.h>
#include <cblas.h>
#include <immintrin.h>

#include <cstdio>
#include <cstring>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/random.h"
#include "kernels/product.h"
#include "support/highway_target.h"

namespace {

using attn::Index;
using attn::Matrix;

struct Shape {
  Index rows, depth, columns;
};
// The products of web/src/speed/workloads.ts.
constexpr Shape kShapes[] = {{512, 768, 768}, {128, 768, 768}, {64, 768, 3072}, {64, 64, 64},
                             {2048, 32, 32},  {2048, 64, 64},  {2048, 128, 128}};

struct Operands {
  Matrix a, b, c;
};

Operands operands_of(const Shape& s) {
  attn::Random random(1);
  return {normal_matrix(s.rows, s.depth, 1, random), normal_matrix(s.depth, s.columns, 1, random),
          Matrix(s.rows, s.columns)};
}

void count_flops(benchmark::State& state, const Shape& s) {
  state.counters["flops"] =
      benchmark::Counter(2.0 * static_cast<double>(s.rows * s.depth * s.columns),
                         benchmark::Counter::kIsIterationInvariantRate);
}

void ours(benchmark::State& state, const Shape& s) {
  Operands on = operands_of(s);
  const attn::PackedMatrix packed(on.b);
  for ([[maybe_unused]] auto _ : state) {
    multiply(on.a, packed, on.c);
    benchmark::ClobberMemory();
  }
  count_flops(state, s);
}

void multiply_by_open_blas(Operands& on) {
  const auto rows = static_cast<int>(on.a.rows()), depth = static_cast<int>(on.a.cols());
  const auto columns = static_cast<int>(on.b.cols());
  cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, rows, columns, depth, 1, on.a.data(),
              depth, on.b.data(), columns, 0, on.c.data(), columns);
}

void open_blas(benchmark::State& state, const Shape& s) {
  Operands on = operands_of(s);
  for ([[maybe_unused]] auto _ : state) {
    multiply_by_open_blas(on);
    benchmark::ClobberMemory();
  }
  count_flops(state, s);
}

// The limit: 6 or 12 rows of two vectors, with packed operands in the L1 cache.
constexpr Index kLimitDepth = 256, kLimitRows = 12;
alignas(64) float panel_of_a[kLimitDepth * kLimitRows], panel_of_b[kLimitDepth * 32];

__attribute__((target("avx2,fma"))) void limit_avx2(benchmark::State& state) {
  for ([[maybe_unused]] auto _ : state) {
    __m256 sum[6][2] = {};
    for (Index k = 0; k < kLimitDepth; ++k) {
      const __m256 left = _mm256_load_ps(panel_of_b + k * 16);
      const __m256 right = _mm256_load_ps(panel_of_b + k * 16 + 8);
#pragma GCC unroll 6
      for (Index row = 0; row < 6; ++row) {
        const __m256 factor = _mm256_broadcast_ss(panel_of_a + k * 6 + row);
        sum[row][0] = _mm256_fmadd_ps(factor, left, sum[row][0]);
        sum[row][1] = _mm256_fmadd_ps(factor, right, sum[row][1]);
      }
    }
    // Copied first: taking its address would make the compiler keep it in memory.
    __m256 all = sum[0][0];
#pragma GCC unroll 6
    for (Index row = 0; row < 6; ++row) {
      all = _mm256_add_ps(all, _mm256_add_ps(sum[row][0], sum[row][1]));
    }
    benchmark::DoNotOptimize(all);
  }
  count_flops(state, {6, kLimitDepth, 16});
}

__attribute__((target("avx512f"))) void limit_avx512(benchmark::State& state) {
  for ([[maybe_unused]] auto _ : state) {
    __m512 sum[kLimitRows][2] = {};
    for (Index k = 0; k < kLimitDepth; ++k) {
      const __m512 left = _mm512_load_ps(panel_of_b + k * 32);
      const __m512 right = _mm512_load_ps(panel_of_b + k * 32 + 16);
#pragma GCC unroll 12
      for (Index row = 0; row < kLimitRows; ++row) {
        const __m512 factor = _mm512_set1_ps(panel_of_a[k * kLimitRows + row]);
        sum[row][0] = _mm512_fmadd_ps(factor, left, sum[row][0]);
        sum[row][1] = _mm512_fmadd_ps(factor, right, sum[row][1]);
      }
    }
    // Copied first: taking its address would make the compiler keep it in memory.
    __m512 all = sum[0][0];
#pragma GCC unroll 12
    for (Index row = 0; row < kLimitRows; ++row) {
      all = _mm512_add_ps(all, _mm512_add_ps(sum[row][0], sum[row][1]));
    }
    benchmark::DoNotOptimize(all);
  }
  count_flops(state, {kLimitRows, kLimitDepth, 32});
}

// Whether both results are equal up to rounding.
bool agree(const Shape& s) {
  Operands on = operands_of(s);
  multiply_by_open_blas(on);
  const Matrix theirs = on.c;
  multiply(on.a, attn::PackedMatrix(on.b), on.c);
  const float difference = (on.c - theirs).cwiseAbs().maxCoeff();
  return difference <= 1e-5f * static_cast<float>(s.depth);
}

// Collects the medians by benchmark, in addition to the usual table.
class Medians : public benchmark::ConsoleReporter {
 public:
  std::map<std::string, double> flops;

  void ReportRuns(const std::vector<Run>& runs) override {
    for (const Run& run : runs) {
      if (run.aggregate_name == "median") {
        flops[run.run_name.function_name] = run.counters.at("flops");
      }
    }
    ConsoleReporter::ReportRuns(runs);
  }
};

}  // namespace

int main(int count, char** arguments) {
  std::optional<attn::OnTargets> only;
  if (count > 1 && std::strcmp(arguments[1], "--avx2") == 0) {
    only.emplace(HWY_AVX2);
    arguments[1] = arguments[0];
    --count;
    ++arguments;
  }
  openblas_set_num_threads(1);
  std::vector<std::string> defaults = {arguments[0], "--benchmark_enable_random_interleaving=true",
                                       "--benchmark_repetitions=15", "--benchmark_min_time=0.05",
                                       "--benchmark_report_aggregates_only=true"};
  defaults.insert(defaults.end(), arguments + 1, arguments + count);
  std::vector<char*> options;
  for (std::string& option : defaults) options.push_back(option.data());
  int n_options = static_cast<int>(options.size());
  benchmark::Initialize(&n_options, options.data());

  const std::int64_t targets = hwy::SupportedTargets() & HWY_TARGETS;
  benchmark::RegisterBenchmark("limit", (targets & HWY_AVX3) != 0 ? limit_avx512 : limit_avx2);
  for (const Shape& s : kShapes) {
    const std::string name =
        std::to_string(s.rows) + "x" + std::to_string(s.depth) + "x" + std::to_string(s.columns);
    if (!agree(s)) {
      std::fprintf(stderr, "expected %s as OpenBLAS has it, got other numbers\n", name.c_str());
      return 1;
    }
    benchmark::RegisterBenchmark(("ours " + name).c_str(), ours, s);
    benchmark::RegisterBenchmark(("OpenBLAS " + name).c_str(), open_blas, s);
  }
  Medians medians;
  benchmark::RunSpecifiedBenchmarks(&medians);

  std::printf("\n%s, OpenBLAS for %s\n", hwy::TargetName(targets & -targets),
              openblas_get_corename());
  for (const auto& [name, flops] : medians.flops) {
    if (name.rfind("ours ", 0) != 0) continue;
    const std::string shape = name.substr(5);
    std::printf("%-12s %6.1f GFLOP/s  %5.1f %% of OpenBLAS  %5.1f %% of the limit\n", shape.c_str(),
                flops / 1e9, 100 * flops / medians.flops["OpenBLAS " + shape],
                100 * flops / medians.flops["limit"]);
  }
}
