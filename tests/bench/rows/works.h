// The workloads for the row kernels, native (rows.cpp) and as wasm (rows_wasm.cpp).
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/matrix.h"
#include "base/random.h"
#include "kernels/activations.h"
#include "kernels/adam.h"
#include "kernels/gathered_rows.h"
#include "kernels/layer_norm.h"
#include "kernels/row_softmax.h"

namespace attn::bench {

inline std::vector<float> normal_row(Index n, std::uint64_t seed) {
  Random random(seed);
  std::vector<float> x(static_cast<std::size_t>(n));
  for (float& each : x) each = static_cast<float>(random.normal());
  return x;
}

struct Rows {
  explicit Rows(Index length)
      : n(length),
        x(normal_row(n, 1)),
        y(normal_row(n, 2)),
        z(normal_row(n, 3)),
        m(x.size()),
        v(x.size()),
        d_gamma(x.size()),
        d_beta(x.size()) {}
  Index n;
  std::vector<float> x, y, z, m, v;
  std::vector<double> d_gamma, d_beta;
};

// The keys of a query's window in sparse attention.
constexpr Index kListed = 64;

// A list of kListed rows, which stay in the L1 cache at n = 64.
struct Listed {
  explicit Listed(Index n)
      : x(normal_row(n, 1)), rows(normal_row(n * kListed, 2)), y(normal_row(kListed, 3)) {
    for (float& each : y) each *= 1e-9f;
    for (Index i = 0; i < kListed; ++i) list.push_back(static_cast<std::int32_t>(i));
    listed = {list.data(), kListed, n};
  }
  std::vector<float> x, rows, y;
  std::vector<std::int32_t> list;
  GatheredRows listed{};
};

// Each returns a value that depends on everything it computes, or leaves its results in the rows.
struct RowWork {
  const char* name;
  double (*run)(Rows& r);
};
struct ListedWork {
  const char* name;
  double (*run)(Listed& l);
};

template <void (*activation)(float*, Index)>
double copied(Rows& r) {
  std::copy(r.x.begin(), r.x.end(), r.y.begin());
  activation(r.y.data(), r.n);
  return 0;
}

template <void (*backward)(const float*, float*, Index)>
double copied_back(Rows& r) {
  std::copy(r.y.begin(), r.y.end(), r.z.begin());
  backward(r.x.data(), r.z.data(), r.n);
  return 0;
}

constexpr AdamStep kStep{0.9f, 0.1f, 0.999f, 0.001f, 1e-3f, 31.6f, 1e-8f};

constexpr RowWork kRowWorks[] = {
    // The cost of loads and stores alone.
    {"limit_copy",
     [](Rows& r) {
       std::copy(r.x.begin(), r.x.end(), r.y.begin());
       return 0.0;
     }},
    {"row_peak",
     [](Rows& r) {
       const RowPeak peak = row_peak(r.x.data(), r.n);
       return peak.finite ? double{peak.max} : 0;
     }},
    {"row_exponentials",
     [](Rows& r) { return double{row_exponentials(r.x.data(), r.n, 6, 1, r.y.data())}; }},
    {"divide_row",
     [](Rows& r) {
       divide_row(r.x.data(), r.n, 1.0000001f);
       return 0.0;
     }},
    {"mean_d_weight", [](Rows& r) { return double{mean_d_weight(r.x.data(), r.y.data(), r.n)}; }},
    {"row_d_scores",
     [](Rows& r) {
       row_d_scores(r.x.data(), r.y.data(), r.n, 0.5f, r.z.data());
       return 0.0;
     }},
    {"relu", copied<relu>},
    {"gelu", copied<gelu>},
    {"gelu_tanh", copied<gelu_tanh>},
    {"silu", copied<silu>},
    {"gelu_backward", copied_back<gelu_backward>},
    {"gelu_tanh_backward", copied_back<gelu_tanh_backward>},
    {"silu_backward", copied_back<silu_backward>},
    {"row_sum", [](Rows& r) { return row_sum(r.x.data(), r.n); }},
    {"row_square_sum", [](Rows& r) { return row_square_sum(r.x.data(), r.n, 0.1); }},
    {"normalize_row",
     [](Rows& r) {
       normalize_row(r.x.data(), r.n, 0.1, 0.9, r.z.data(), r.m.data(), r.y.data());
       return 0.0;
     }},
    {"normalize_row_backward_sums",
     [](Rows& r) {
       const NormSums sums = normalize_row_backward_sums(
           r.x.data(), r.y.data(), r.n, 0.1, 0.9, r.z.data(), r.d_gamma.data(), r.d_beta.data());
       return sums.g + sums.g_z;
     }},
    {"normalize_row_backward",
     [](Rows& r) {
       normalize_row_backward(r.x.data(), r.y.data(), r.n, 0.1, 0.9, r.z.data(), 0.01, 0.02,
                              r.m.data());
       return 0.0;
     }},
    {"adam_step",
     [](Rows& r) {
       adam_step(kStep, r.x.data(), r.y.data(), r.m.data(), r.v.data(), r.n);
       return 0.0;
     }},
};

constexpr ListedWork kListedWorks[] = {
    {"gather_dot",
     [](Listed& l) {
       gather_dot(l.listed, l.x.data(), l.rows.data(), l.y.data());
       return 0.0;
     }},
    {"gather_add",
     [](Listed& l) {
       gather_add(l.listed, l.y.data(), l.rows.data(), l.x.data());
       return 0.0;
     }},
    {"scatter_add",
     [](Listed& l) {
       scatter_add(l.listed, l.y.data(), l.x.data(), l.rows.data());
       return 0.0;
     }},
};

}  // namespace attn::bench
