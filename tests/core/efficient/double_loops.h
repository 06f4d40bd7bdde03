// The variants as plain double-precision loops, written from the papers, independent of the core.
// Each can count its multiply-adds.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "attention/scaled_dot_product.h"
#include "support/central_difference.h"
#include "support/inputs.h"
#include "support/near.h"
#include "support/reference.h"

namespace attn {

struct Sizes {
  Index batch = 1, num_heads = 1, num_kv_heads = 1, n_query = 1, n_key = 1, d_head = 1, d_v = 1;

  ScoresShape scores() const { return {batch, num_heads, n_query, n_key}; }
};

// Whether key j of batch item b is a token rather than padding.
inline bool is_real(const std::vector<std::uint8_t>& padding, const Sizes& e, Index b, Index j) {
  return padding.empty() || padding[static_cast<std::size_t>(b * e.n_key + j)] != 0;
}

struct Heads {
  Tensor q, k, v, d_context;
};

inline Heads random_inputs(const Sizes& e, std::uint64_t seed = 1) {
  return {random_heads(e.batch, e.num_heads, e.n_query, e.d_head, "query", seed),
          random_heads(e.batch, e.num_kv_heads, e.n_key, e.d_head, "key", seed + 1),
          random_heads(e.batch, e.num_kv_heads, e.n_key, e.d_v, "key", seed + 2),
          random_heads(e.batch, e.num_heads, e.n_query, e.d_v, "query", seed + 3)};
}

namespace reference {

// One head in double: [n, width].
struct Head {
  const double *q, *k, *v;
  Index b, h;
};

// Calls each(head, context [n_query, d_v]) for every head of "q", "k" and "v"; returns the
// concatenated contexts.
template <class Each>
std::vector<double> for_each_head(const Values& x, const Sizes& e, const Each& each) {
  std::vector<double> all;
  for (Index b = 0; b < e.batch; ++b) {
    for (Index h = 0; h < e.num_heads; ++h) {
      const Index item = b * e.num_heads + h;
      const Index kv = b * e.num_kv_heads + h / (e.num_heads / e.num_kv_heads);
      const Head head{x.at("q").data() + item * e.n_query * e.d_head,
                      x.at("k").data() + kv * e.n_key * e.d_head,
                      x.at("v").data() + kv * e.n_key * e.d_v, b, h};
      std::vector<double> context(static_cast<std::size_t>(e.n_query * e.d_v));
      each(head, context);
      all.insert(all.end(), context.begin(), context.end());
    }
  }
  return all;
}

// The multiply-adds so far, if counted.
using Count = double*;

inline double product(const double* a, const double* b, Index n, Count count) {
  double sum = 0;
  for (Index c = 0; c < n; ++c) sum += a[c] * b[c];
  if (count != nullptr) *count += static_cast<double>(n);
  return sum;
}
inline void add(double factor, const double* x, Index n, double* sum, Count count) {
  for (Index c = 0; c < n; ++c) sum[c] += factor * x[c];
  if (count != nullptr) *count += static_cast<double>(n);
}

struct Softening {
  double scale = 1, temperature = 1;
};

// Returns the context [d_v] of one query over rows of keys and values; a rule of -inf excludes a
// key.
inline void attend_row(const double* q, const std::vector<const double*>& keys,
                       const std::vector<const double*>& values, const std::vector<double>& bias,
                       const Softening& how, Index d_head, Index d_v, double* context,
                       Count count) {
  std::vector<double> row;
  for (std::size_t j = 0; j < keys.size(); ++j) {
    const bool is_out = bias[j] == -kInfinity;
    row.push_back(is_out ? -kInfinity
                         : (how.scale * product(q, keys[j], d_head, count) + bias[j]) /
                               how.temperature);
  }
  softmax(row.data(), static_cast<Index>(row.size()));
  for (std::size_t j = 0; j < keys.size(); ++j) {
    if (bias[j] != -kInfinity) add(row[j], values[j], d_v, context, count);
  }
}

// Exact attention under any rule.
inline std::vector<double> attend(const Values& x, const Sizes& e, const Rule& rule,
                                  const Softening& how, Count count = nullptr) {
  return for_each_head(x, e, [&](const Head& head, std::vector<double>& context) {
    for (Index i = 0; i < e.n_query; ++i) {
      std::vector<const double*> keys, values;
      std::vector<double> bias;
      for (Index j = 0; j < e.n_key; ++j) {
        keys.push_back(head.k + j * e.d_head);
        values.push_back(head.v + j * e.d_v);
        bias.push_back(rule(head.b, head.h, i, j));
      }
      attend_row(head.q + i * e.d_head, keys, values, bias, how, e.d_head, e.d_v,
                 context.data() + i * e.d_v, count);
    }
  });
}

}  // namespace reference

inline reference::Values doubles(const Heads& in) {
  return {
      {"q", reference::widen(in.q)}, {"k", reference::widen(in.k)}, {"v", reference::widen(in.v)}};
}

inline double usual_scale(const Sizes& e) { return 1 / std::sqrt(static_cast<double>(e.d_head)); }

// Compares float gradients with central differences of a formula in double. Records the largest
// distance (near.h) of all tests so far as a property of the test.
inline void expect_gradients(const reference::Formula& formula, const reference::Values& values,
                             const Tensor& d_context,
                             const std::map<std::string, std::vector<float>>& got,
                             double tolerance = 2e-5) {
  const reference::Values expected =
      reference::central_differences(formula, values, reference::widen(d_context));
  ASSERT_EQ(got.size(), expected.size());
  static double largest = 0;
  for (const auto& [name, gradient] : got) {
    const std::vector<double>& wanted = expected.at(name);
    EXPECT_TRUE(all_near(gradient.data(), gradient.size(), wanted, tolerance)) << "in d_" << name;
    for (std::size_t i = 0; i < std::min(gradient.size(), wanted.size()); ++i) {
      largest = std::fmax(largest, distance(gradient[i], wanted[i]));
    }
  }
  testing::Test::RecordProperty("largest_gradient_difference",
                                std::to_string(largest * 1e6) + "e-6");
}

inline std::map<std::string, std::vector<float>> by_name(const AttentionGradients& d) {
  return {{"q", d.d_q.data}, {"k", d.d_k.data}, {"v", d.d_v.data}};
}

inline bool has_nan(const Tensor& x) {
  for (const float element : x.data) {
    if (std::isnan(element)) return true;
  }
  return false;
}

}  // namespace attn
