#include "efficient/hierarchical.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "base/check.h"
#include "base/finite.h"
#include "kernels/product.h"
#include "ops/mask_tile.h"
#include "ops/softmax.h"

namespace attn {
namespace {

AttentionCall checked(const Tensor& q, const Tensor& k, const Tensor& v, const Hierarchical& config,
                      const VariantOptions& options) {
  check_min("chunk", config.chunk, 1);
  return check_variant_call(q, k, v, options);
}

// Written without n_key + chunk, which could overflow.
Index chunk_count(Index n_key, Index chunk) { return n_key / chunk + (n_key % chunk != 0 ? 1 : 0); }

// One element that a query attends to: a key of its own chunk, or the mean of another chunk.
struct Entry {
  Index key;    // -1 for a mean
  Index chunk;  // -1 for a key
};

// One head, processed one chunk of queries at a time. All queries of a chunk attend to the same
// entries, except that causality hides later keys of the chunk.
class ChunkedHead {
 public:
  ChunkedHead(const AttentionCall& call, const Hierarchical& config, RealKeys is_real,
              ConstMatrixMap q, ConstMatrixMap k, ConstMatrixMap v)
      : call_(call), config_(config), is_real_(is_real), q_(q), k_(k), v_(v) {
    counts_.resize(static_cast<std::size_t>(chunk_count(k.rows(), config.chunk)));
    mean_k_ = means(k);
    mean_v_ = means(v);
  }

  // The chunk of query i; -1 if its position is before the first key.
  Index chunk_of(Index i) const {
    const Index at = query_position(call_.shape, i);
    return at < 0 ? -1 : at / config_.chunk;
  }

  // Computes the weights of the queries [first, last), which belong to one chunk.
  void weigh(Index first, Index last) {
    first_ = first;
    gather(chunk_of(first));
    const Index rows = last - first, columns = static_cast<Index>(entries_.size());
    weights_.resize(rows, columns);
    multiply(q_.middleRows(first, rows), transposed(keys_), weights_);
    call_.scale(weights_);
    std::vector<std::uint8_t> overflowed(static_cast<std::size_t>(rows));
    for (Index row = 0; row < rows; ++row) {
      for (Index e = 0; e < columns; ++e) {
        float& score = weights_(row, e);
        if (is_later(e, first + row)) {
          score = -kInfinity;
        } else if (!std::isfinite(score)) {
          score = kInfinity;  // not -inf, which a later key has
          overflowed[static_cast<std::size_t>(row)] = 1;
        }
      }
    }
    status_ = softmax_of_tile(weights_, overflowed, 1);
  }

  void leave_out_unused(ConstMatrixRef d_context) { attn::leave_out_unused(d_context, weights_); }

  // Results of the last call of weigh:
  const Matrix& weights() const { return weights_; }  // [rows, entries]
  const Matrix& keys() const { return keys_; }        // [entries, d_head]
  const Matrix& values() const { return values_; }    // [entries, d_v]
  const std::vector<Entry>& entries() const { return entries_; }
  const std::vector<RowStatus>& status() const { return status_; }
  auto queries() const { return q_.middleRows(first_, weights_.rows()); }

  const Matrix& mean_k() const { return mean_k_; }
  const Matrix& mean_v() const { return mean_v_; }

  // Adds d_entries [entries, width] to the gradients of the keys, or of the means
  // [chunk, width] where the entry is a mean.
  void scatter(ConstMatrixRef d_entries, MatrixRef d_keys, MatrixRef d_means) const {
    for (Index e = 0; e < d_entries.rows(); ++e) {
      const Entry& entry = entries_[static_cast<std::size_t>(e)];
      if (entry.key >= 0) d_keys.row(entry.key) += d_entries.row(e);
      if (entry.chunk >= 0) d_means.row(entry.chunk) += d_entries.row(e);
    }
  }

  // Adds to the gradient of each real key its equal share of the gradient of its chunk's mean.
  void spread(ConstMatrixRef d_means, MatrixRef d_keys) const {
    for (Index j = 0; j < d_keys.rows(); ++j) {
      const Index chunk = j / config_.chunk;
      if (is_real_[j]) {
        d_keys.row(j) += d_means.row(chunk) / counts_[static_cast<std::size_t>(chunk)];
      }
    }
  }

 private:
  bool is_later(Index entry, Index query) const {
    return config_.causal &&
           entries_[static_cast<std::size_t>(entry)].key > query_position(call_.shape, query);
  }

  // [chunk, width]: the mean of the real rows of each chunk
  Matrix means(ConstMatrixRef x) {
    Matrix mean = Matrix::Zero(static_cast<Index>(counts_.size()), x.cols());
    for (Index chunk = 0; chunk < mean.rows(); ++chunk) {
      float& count = counts_[static_cast<std::size_t>(chunk)];
      count = 0;
      const Index first = chunk * config_.chunk, last = std::min(first + config_.chunk, x.rows());
      for (Index j = first; j < last; ++j) {
        if (!is_real_[j]) continue;
        mean.row(chunk) += x.row(j);
        ++count;
      }
      if (count > 1) mean.row(chunk) /= count;
    }
    return mean;
  }

  void gather(Index own_chunk) {
    entries_.clear();
    const auto num_chunks = static_cast<Index>(counts_.size());
    const Index first = own_chunk * config_.chunk;
    const Index last = own_chunk < 0 ? first : std::min(first + config_.chunk, k_.rows());
    for (Index j = first; j < last; ++j) {
      if (is_real_[j]) entries_.push_back({j, -1});
    }
    for (Index chunk = 0; chunk < (config_.causal ? own_chunk : num_chunks); ++chunk) {
      if (chunk == own_chunk || counts_[static_cast<std::size_t>(chunk)] == 0) continue;
      entries_.push_back({-1, chunk});
    }
    keys_.resize(static_cast<Index>(entries_.size()), k_.cols());
    values_.resize(keys_.rows(), v_.cols());
    for (Index e = 0; e < keys_.rows(); ++e) {
      const auto [key, chunk] = entries_[static_cast<std::size_t>(e)];
      if (key >= 0) {
        keys_.row(e) = k_.row(key);
        values_.row(e) = v_.row(key);
      } else {
        keys_.row(e) = mean_k_.row(chunk);
        values_.row(e) = mean_v_.row(chunk);
      }
    }
  }

  const AttentionCall& call_;
  const Hierarchical& config_;
  RealKeys is_real_;
  ConstMatrixMap q_, k_, v_;
  std::vector<float> counts_;  // [chunk]  number of real keys
  Matrix mean_k_, mean_v_;
  Index first_ = 0;
  std::vector<Entry> entries_;
  Matrix keys_, values_, weights_;
  std::vector<RowStatus> status_;
};

// Calls visit(first, last) for each run of queries that belong to one chunk.
template <class Visit>
void for_each_run(const ChunkedHead& head, Index n_query, const Visit& visit) {
  for (Index first = 0, last = 0; first < n_query; first = last) {
    for (last = first + 1; last < n_query && head.chunk_of(last) == head.chunk_of(first);) ++last;
    visit(first, last);
  }
}

HierarchicalTrace empty_trace(const Tensor& k, const Tensor& v, const ScoresShape& shape,
                              Index chunk) {
  const auto [batch, num_heads, n_query, n_key] = shape;
  const Index num_chunks = chunk_count(n_key, chunk);
  return {Tensor({"batch", k.axes[1].c_str(), "chunk", k.axes[3].c_str()},
                 {batch, k.shape[1], num_chunks, k.shape[3]}),
          Tensor({"batch", v.axes[1].c_str(), "chunk", v.axes[3].c_str()},
                 {batch, v.shape[1], num_chunks, v.shape[3]}),
          Tensor({"batch", "head", "query", "key_in_chunk"},
                 {batch, num_heads, n_query, std::min(chunk, n_key)}),
          Tensor({"batch", "head", "query", "chunk"}, {batch, num_heads, n_query, num_chunks}),
          Tensor({"batch", "head", "query"}, {batch, num_heads, n_query}),
          {}};
}

// Copies the weights of the queries from `first` on into head i of the trace.
void keep_weights(const ChunkedHead& head, Index chunk, Index i, Index first,
                  HierarchicalTrace& trace) {
  const Matrix& weights = head.weights();
  MatrixMap own_weights = trace.own_weights.matrix(i), summary = trace.summary_weights.matrix(i);
  for (Index row = 0; row < weights.rows(); ++row) {
    for (Index e = 0; e < weights.cols(); ++e) {
      const Entry& entry = head.entries()[static_cast<std::size_t>(e)];
      if (entry.key >= 0) {
        own_weights(first + row, entry.key % chunk) = weights(row, e);
      } else {
        summary(first + row, entry.chunk) = weights(row, e);
      }
    }
  }
  put_status(head.status(), trace.row_status.data.data() + i * own_weights.rows() + first);
}

}  // namespace

Tensor hierarchical_attention(const Tensor& q, const Tensor& k, const Tensor& v,
                              const Hierarchical& config, const VariantOptions& options,
                              HierarchicalTrace* trace) {
  const AttentionCall call = checked(q, k, v, config, options);
  const auto [batch, num_heads, n_query, n_key] = call.shape;
  Tensor context = call.zero_context(v);
  HierarchicalTrace new_trace;
  if (trace != nullptr) new_trace = empty_trace(k, v, call.shape, config.chunk);

  for (Index b = 0; b < batch; ++b) {
    for (Index h = 0; h < num_heads; ++h) {
      const Index i = b * num_heads + h, i_kv = call.kv_matrix(b, h);
      ChunkedHead head(call, config, RealKeys(options, call.shape, b), q.matrix(i), k.matrix(i_kv),
                       v.matrix(i_kv));
      for_each_run(head, n_query, [&](Index first, Index last) {
        head.weigh(first, last);
        multiply_where_nonzero(head.weights(), head.values(),
                               context.matrix(i).middleRows(first, last - first));
        if (trace != nullptr) keep_weights(head, config.chunk, i, first, new_trace);
      });
      if (trace == nullptr) continue;
      new_trace.mean_k.matrix(i_kv) = head.mean_k();
      new_trace.mean_v.matrix(i_kv) = head.mean_v();
    }
  }
  if (trace != nullptr) {
    new_trace.context = context;
    *trace = std::move(new_trace);
  }
  return context;
}

AttentionGradients hierarchical_attention_backward(const Tensor& q, const Tensor& k,
                                                   const Tensor& v, const Hierarchical& config,
                                                   const VariantOptions& options,
                                                   const Tensor& d_context) {
  const AttentionCall call = checked(q, k, v, config, options);
  check_d_context(d_context, call, v);
  const auto [batch, num_heads, n_query, n_key] = call.shape;
  AttentionGradients gradients = AttentionGradients::zeros(q, k, v, Mask::none());
  Matrix d_scores, d_entries;

  for (Index b = 0; b < batch; ++b) {
    for (Index h = 0; h < num_heads; ++h) {
      const Index i = b * num_heads + h, i_kv = call.kv_matrix(b, h);
      ChunkedHead head(call, config, RealKeys(options, call.shape, b), q.matrix(i), k.matrix(i_kv),
                       v.matrix(i_kv));
      MatrixMap d_k = gradients.d_k.matrix(i_kv), d_v = gradients.d_v.matrix(i_kv);
      Matrix d_mean_k = Matrix::Zero(head.mean_k().rows(), d_k.cols());
      Matrix d_mean_v = Matrix::Zero(head.mean_v().rows(), d_v.cols());
      for_each_run(head, n_query, [&](Index first, Index last) {
        head.weigh(first, last);
        const auto d_c = d_context.matrix(i).middleRows(first, last - first);
        head.leave_out_unused(d_c);
        d_entries.resize(head.keys().rows(), d_v.cols());
        multiply_where_nonzero(transposed(head.weights()), d_c, d_entries);
        head.scatter(d_entries, d_v, d_mean_v);

        d_scores.resize(last - first, head.keys().rows());
        multiply(d_c, transposed(head.values()), d_scores);
        softmax_backward(head.weights(), d_scores, d_scores);
        call.scale(d_scores);
        multiply_where_nonzero(d_scores, head.keys(),
                               gradients.d_q.matrix(i).middleRows(first, last - first));
        d_entries.resize(head.keys().rows(), d_k.cols());
        multiply_where_nonzero(transposed(d_scores), head.queries(), d_entries);
        head.scatter(d_entries, d_k, d_mean_k);
      });
      head.spread(d_mean_k, d_k);
      head.spread(d_mean_v, d_v);
    }
  }
  return gradients;
}

}  // namespace attn
