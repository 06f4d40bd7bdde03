#include "efficient/performer.h"

#include <utility>
#include <vector>

#include "base/finite.h"
#include "efficient/performer_sums.h"
#include "kernels/product.h"

namespace attn {
namespace {

// The weighted sums [query, d_v + 1] of the non-causal form: every query sees all keys. Returns the
// status of each row.
std::vector<RowStatus> attend_to_all(const PerformerHead& head, Index num_features,
                                     MatrixRef weighted) {
  std::vector<RowStatus> status;
  status.reserve(static_cast<std::size_t>(weighted.rows()));
  RowVector peaks;
  Matrix key_features(head.key_exponents().rows(), num_features);
  Matrix sums(num_features, weighted.cols());
  head.add_all_keys(peaks, key_features, sums);
  Matrix query_features(weighted.rows(), num_features);
  for (Index i = 0; i < weighted.rows(); ++i) {
    status.push_back(head.query_features(i, peaks, query_features.data() + i * num_features));
  }
  multiply(query_features, sums, weighted);
  return status;
}

// The same for the causal form: each query sees the keys up to its own position.
std::vector<RowStatus> attend_to_earlier(const PerformerHead& head, Index num_features,
                                         MatrixRef weighted) {
  std::vector<RowStatus> status;
  status.reserve(static_cast<std::size_t>(weighted.rows()));
  RowVector peaks = RowVector::Constant(num_features, -kInfinity);
  Matrix sums = Matrix::Zero(num_features, weighted.cols()), query_features(1, num_features);
  Index added = 0;
  for (Index i = 0; i < weighted.rows(); ++i) {
    for (; added < head.visible(i); ++added) head.add_key(added, peaks, sums);
    status.push_back(head.query_features(i, peaks, query_features.data()));
    multiply(query_features, sums, weighted.row(i));
  }
  return status;
}

}  // namespace

Tensor performer_attention(const Tensor& q, const Tensor& k, const Tensor& v,
                           const Performer& config, const VariantOptions& options,
                           PerformerTrace* trace) {
  const PerformerSetup setup = performer_setup(q, k, v, config, options);
  const auto [batch, num_heads, n_query, n_key] = setup.call.shape;
  const Index num_features = config.num_features, d_v = v.shape[3];
  Tensor context = setup.call.zero_context(v);
  PerformerTrace new_trace;
  if (trace != nullptr) {
    new_trace.random_features = Tensor::from_matrix(setup.features, "feature", "d_head");
    new_trace.query_exponents =
        Tensor({"batch", "head", "query", "feature"}, {batch, num_heads, n_query, num_features});
    new_trace.key_exponents = Tensor({"batch", k.axes[1].c_str(), "key", "feature"},
                                     {batch, k.shape[1], n_key, num_features});
    for (Tensor* row_values : {&new_trace.denominator, &new_trace.row_status}) {
      *row_values = setup.call.zero_rows();
    }
  }
  Matrix weighted(n_query, d_v + 1);

  for (Index b = 0; b < batch; ++b) {
    const RealKeys is_real(options, setup.call.shape, b);
    for (Index h = 0; h < num_heads; ++h) {
      const Index i = b * num_heads + h, i_kv = setup.call.kv_matrix(b, h);
      const PerformerHead head(setup, config.causal, is_real, q.matrix(i), k.matrix(i_kv),
                               v.matrix(i_kv));
      const std::vector<RowStatus> status = config.causal
                                                ? attend_to_earlier(head, num_features, weighted)
                                                : attend_to_all(head, num_features, weighted);
      divide_by_last(weighted, context.matrix(i));
      if (trace == nullptr) continue;
      new_trace.query_exponents.matrix(i) = head.query_exponents();
      new_trace.key_exponents.matrix(i_kv) = head.key_exponents();
      for (Index query = 0; query < n_query; ++query) {
        const auto at = static_cast<std::size_t>(i * n_query + query);
        new_trace.denominator.data[at] = weighted(query, d_v);
      }
      put_status(status, new_trace.row_status.data.data() + i * n_query);
    }
  }
  if (trace != nullptr) {
    new_trace.context = context;
    *trace = std::move(new_trace);
  }
  return context;
}

}  // namespace attn
