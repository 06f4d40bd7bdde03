#include "analysis/analysis.h"

#include <cmath>
#include <limits>
#include <string>

#include "attention/head_layout.h"
#include "base/check.h"
#include "base/elementary.h"
#include "kernels/product.h"

namespace attn {
namespace {

void check_rank(const Tensor& weights, Index rank, const char* shape) {
  if (weights.rank() == rank) return;
  refuse("expected weights of shape {}, got {}", {shape, weights});
}

constexpr const char* kOneLayer = "[batch, head, query, key]";

Tensor by_head(const Tensor& weights) {
  return Tensor({weights.axes[0].c_str(), weights.axes[1].c_str()},
                {weights.shape[0], weights.shape[1]});
}

double entropy_of(ConstMatrixRef row) {
  double entropy = 0;
  for (Index j = 0; j < row.cols(); ++j) {
    const double weight = row(0, j);
    if (!(weight >= 0)) return std::numeric_limits<double>::quiet_NaN();
    if (weight > 0) entropy -= weight * natural_log(weight);
  }
  return entropy;
}

// 0.5 w + 0.5 I, each row divided by its sum, which is 0.5 where a query attends to nothing.
void mix_with_identity(MatrixRef w) {
  w *= 0.5f;
  w.diagonal().array() += 0.5f;
  for (Index i = 0; i < w.rows(); ++i) w.row(i) /= w.row(i).sum();
}

// The mean of what is added, 0 of nothing.
class Mean {
 public:
  void add(double x) { sum_ += x, ++count_; }
  float value() const { return count_ == 0 ? 0 : static_cast<float>(sum_ / count_); }

 private:
  double sum_ = 0;
  int count_ = 0;
};

struct HeadMeans {
  Mean previous_token, first_token, same_token, induction;
};

//   w [query, key]    tokens [key]
HeadMeans means_of_head(ConstMatrixRef w, const Index* tokens) {
  HeadMeans means;
  const Index ahead = w.cols() - w.rows();
  for (Index i = 0; i < w.rows(); ++i) {
    const Index at = i + ahead;
    means.first_token.add(w(i, 0));
    if (at >= 1) means.previous_token.add(w(i, at - 1));
    double same = 0, next = 0;
    bool occurs = false;
    for (Index j = 0; j < at; ++j) {
      if (tokens[j] != tokens[at]) continue;
      occurs = true;
      same += w(i, j);
      next += w(i, j + 1);
    }
    if (!occurs) continue;
    means.same_token.add(same);
    means.induction.add(next);
  }
  return means;
}

}  // namespace

RowEntropy row_entropy(const Tensor& weights) {
  if (weights.rank() < 2) {
    refuse("expected weights of shape [.., query, key], got {}", {weights});
  }
  const Tensor rows({weights.axes.begin(), weights.axes.end() - 1},
                    {weights.shape.begin(), weights.shape.end() - 1});
  RowEntropy result{rows, rows};
  const Index n_query = rows.shape.back();
  for (Index row = 0; row < rows.size(); ++row) {
    const auto of_row = weights.matrix(row / n_query).row(row % n_query);
    const double entropy = entropy_of(of_row);
    const auto place = static_cast<std::size_t>(row);
    result.entropy.data[place] = static_cast<float>(entropy);
    const bool attends = (of_row.array() != 0).any();
    // exponential() would bound a NaN.
    result.effective_tokens.data[place] =
        std::isnan(entropy) ? std::numeric_limits<float>::quiet_NaN()
                            : static_cast<float>(attends ? exponential(entropy) : 0);
  }
  return result;
}

Tensor attention_distance(const Tensor& weights) {
  check_rank(weights, 4, kOneLayer);
  Tensor distance = by_head(weights);
  for (Index i = 0; i < distance.size(); ++i) {
    const ConstMatrixMap w = weights.matrix(i);
    const Index ahead = w.cols() - w.rows();
    Mean mean;
    for (Index query = 0; query < w.rows(); ++query) {
      double of_query = 0;
      bool attends = false;
      for (Index j = 0; j < w.cols(); ++j) {
        attends = attends || w(query, j) != 0;
        of_query +=
            static_cast<double>(w(query, j)) * static_cast<double>(std::abs(query + ahead - j));
      }
      if (attends) mean.add(of_query);
    }
    distance.data[static_cast<std::size_t>(i)] = mean.value();
  }
  return distance;
}

Tensor attention_rollout(const Tensor& weights, bool residual) {
  check_rank(weights, 5, "[layer, batch, head, query, key]");
  const Index num_layers = weights.shape[0], batch = weights.shape[1], n = weights.shape[3];
  if (num_layers < 1 || weights.shape[2] < 1 || weights.shape[4] != n) {
    refuse("expected weights of at least one layer and head, with as many queries as keys, got {}",
           {weights});
  }
  // One layer as if its batch items were those of all layers: [layer batch, head, query, key].
  const Tensor mean =
      average_heads(Tensor({"batch", "head", "query", "key"},
                           {num_layers * batch, weights.shape[2], n, n}, weights.data));
  Tensor rollout({"batch", "query", "key"}, {batch, n, n});
  Matrix layer(n, n), product(n, n);
  for (Index b = 0; b < batch; ++b) {
    MatrixMap so_far = rollout.matrix(b);
    so_far.setIdentity();
    for (Index l = 0; l < num_layers; ++l) {
      layer = mean.matrix(l * batch + b);
      if (residual) mix_with_identity(layer);
      multiply_where_nonzero(layer, so_far, product);
      so_far = product;
    }
  }
  return rollout;
}

HeadPatterns head_patterns(const Tensor& weights, const std::vector<Index>& ids) {
  check_rank(weights, 4, kOneLayer);
  const Index batch = weights.shape[0], num_heads = weights.shape[1], n_key = weights.shape[3];
  if (weights.shape[2] > n_key || n_key < 1) {
    refuse("expected weights of at least one key, and of no more queries than keys, got {}",
           {weights});
  }
  const auto num_ids = static_cast<Index>(ids.size());
  if (num_ids != n_key && num_ids != batch * n_key) {
    refuse("expected ids of shape [batch {}, key {}] or [key {}], got {}",
           {batch, n_key, n_key, num_ids});
  }
  const Tensor heads = by_head(weights);
  HeadPatterns patterns{heads, heads, heads, heads};
  for (Index i = 0; i < heads.size(); ++i) {
    const Index item = num_ids == n_key ? 0 : i / num_heads;
    const HeadMeans means = means_of_head(weights.matrix(i), ids.data() + item * n_key);
    const auto place = static_cast<std::size_t>(i);
    patterns.previous_token.data[place] = means.previous_token.value();
    patterns.first_token.data[place] = means.first_token.value();
    patterns.same_token.data[place] = means.same_token.value();
    patterns.induction.data[place] = means.induction.value();
  }
  return patterns;
}

}  // namespace attn
