// The formulas as plain double-precision loops, written from the paper, independent of the core.
#pragma once

#include <cmath>
#include <functional>
#include <limits>
#include <vector>

#include "base/matrix.h"
#include "base/tensor.h"

namespace attn::reference {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// A mask as a function: the number added to a score, -inf where the query may not attend.
using Rule = std::function<double(Index batch, Index head, Index i, Index j)>;
inline double no_mask(Index, Index, Index, Index) { return 0; }

// softmax of one row, in place; zeros if every element is -inf.
inline void softmax(double* row, Index n) {
  double max = -kInfinity, sum = 0;
  for (Index j = 0; j < n; ++j) max = std::fmax(max, row[j]);
  for (Index j = 0; j < n; ++j) row[j] = row[j] == -kInfinity ? 0 : std::exp(row[j] - max);
  for (Index j = 0; j < n; ++j) sum += row[j];
  for (Index j = 0; j < n; ++j) row[j] = sum == 0 ? 0 : row[j] / sum;
}

// x [n, d_in] w [d_in, d_out] + b: [n, d_out]
inline std::vector<double> linear(const std::vector<double>& x, Index n, const Matrix& w,
                                  const RowVector& b) {
  const Index d_in = w.rows(), d_out = w.cols();
  std::vector<double> y;
  for (Index i = 0; i < n; ++i) {
    for (Index column = 0; column < d_out; ++column) {
      double sum = b.size() == 0 ? 0 : b(column);
      for (Index c = 0; c < d_in; ++c) {
        sum += x[static_cast<std::size_t>(i * d_in + c)] * w(c, column);
      }
      y.push_back(sum);
    }
  }
  return y;
}

struct Attention {
  std::vector<double> scores, masked_scores, weights, context;
};

struct Extents {
  Index batch, num_heads, n_query, n_key, d_head, d_v;
};

inline Attention attention(const std::vector<double>& q, const std::vector<double>& k,
                           const std::vector<double>& v, const Extents& e, const Rule& rule) {
  Attention result;
  std::vector<double> row(static_cast<std::size_t>(e.n_key));
  for (Index b = 0; b < e.batch; ++b) {
    for (Index h = 0; h < e.num_heads; ++h) {
      const Index item = b * e.num_heads + h;
      const double* q_head = q.data() + item * e.n_query * e.d_head;
      const double* k_head = k.data() + item * e.n_key * e.d_head;
      const double* v_head = v.data() + item * e.n_key * e.d_v;
      for (Index i = 0; i < e.n_query; ++i) {
        for (Index j = 0; j < e.n_key; ++j) {
          double dot = 0;
          for (Index c = 0; c < e.d_head; ++c) {
            dot += q_head[i * e.d_head + c] * k_head[j * e.d_head + c];
          }
          const double score = dot / std::sqrt(static_cast<double>(e.d_head));
          const double bias = rule(b, h, i, j);
          const double masked = bias == -kInfinity ? -kInfinity : score + bias;
          result.scores.push_back(score);
          result.masked_scores.push_back(masked);
          row[static_cast<std::size_t>(j)] = masked;
        }
        softmax(row.data(), e.n_key);
        result.weights.insert(result.weights.end(), row.begin(), row.end());
        for (Index c = 0; c < e.d_v; ++c) {
          double sum = 0;
          for (Index j = 0; j < e.n_key; ++j) {
            const double weight = row[static_cast<std::size_t>(j)];
            if (weight != 0) sum += weight * v_head[j * e.d_v + c];
          }
          result.context.push_back(sum);
        }
      }
    }
  }
  return result;
}

inline std::vector<double> widen(const Tensor& x) { return {x.data.begin(), x.data.end()}; }

inline Attention attention(const Tensor& q, const Tensor& k, const Tensor& v, const Rule& rule) {
  const Extents extents{q.shape[0], q.shape[1], q.shape[2], k.shape[2], q.shape[3], v.shape[3]};
  return attention(widen(q), widen(k), widen(v), extents, rule);
}

}  // namespace attn::reference
