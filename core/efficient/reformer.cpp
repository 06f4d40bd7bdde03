#include "efficient/reformer.h"

#include <algorithm>
#include <utility>

#include "base/check.h"
#include "base/finite.h"
#include "base/heap_sort.h"
#include "base/random.h"
#include "efficient/pattern_builder.h"
#include "kernels/product.h"

namespace attn {
namespace {

// A query or a key in the sorted sequence of one round.
struct SequenceElement {
  Index bucket, position;
  bool is_query;
  Index index;
};

// Sorts by bucket, then by position; at one position, the key comes before the query.
bool sorts_before(const SequenceElement& a, const SequenceElement& b) {
  if (a.bucket != b.bucket) return a.bucket < b.bucket;
  if (a.position != b.position) return a.position < b.position;
  return a.is_query < b.is_query;
}

// Collects the keys of each query of one head, round by round.
class HeadPattern {
 public:
  HeadPattern(const ScoresShape& shape, const Reformer& config, RealKeys is_real)
      : shape_(shape),
        config_(config),
        is_real_(is_real),
        keys_of_(static_cast<std::size_t>(shape.n_query)) {}

  void add_round(const std::vector<Index>& query_buckets, const std::vector<Index>& key_buckets) {
    std::vector<SequenceElement> sequence;
    sequence.reserve(query_buckets.size() + key_buckets.size());
    for (Index i = 0; i < shape_.n_query; ++i) {
      sequence.push_back(
          {query_buckets[static_cast<std::size_t>(i)], query_position(shape_, i), true, i});
    }
    for (Index j = 0; j < shape_.n_key; ++j) {
      if (!is_real_[j]) continue;
      sequence.push_back({key_buckets[static_cast<std::size_t>(j)], j, false, j});
    }
    heap_sort(sequence.begin(), sequence.end(), sorts_before);

    const Index chunk = lsh_chunk(config_, shape_.n_query, shape_.n_key);
    for (Index at = 0; at < static_cast<Index>(sequence.size()); ++at) {
      const SequenceElement& query = sequence[static_cast<std::size_t>(at)];
      if (!query.is_query) continue;
      const Index first = std::max<Index>(at / chunk - 1, 0) * chunk;
      const Index last = std::min((at / chunk + 1) * chunk, static_cast<Index>(sequence.size()));
      for (Index other = first; other < last; ++other) {
        const SequenceElement& key = sequence[static_cast<std::size_t>(other)];
        if (key.is_query || key.bucket != query.bucket) continue;
        if (config_.causal && key.position > query.position) continue;
        keys_of_[static_cast<std::size_t>(query.index)].push_back(
            static_cast<std::int32_t>(key.index));
      }
      // Rounds may list the same keys. Without this, many rounds would need much more memory than
      // their union.
      std::vector<std::int32_t>& keys = keys_of_[static_cast<std::size_t>(query.index)];
      if (static_cast<Index>(keys.size()) > 2 * shape_.n_key) sort_unique(keys);
    }
  }

  // For a non-finite query, which has no bucket: adds one visible key, if there is one, so that its
  // score shows that it is not finite.
  void add_first_key(Index query) {
    const Index end =
        config_.causal ? std::min(query_position(shape_, query) + 1, shape_.n_key) : shape_.n_key;
    for (Index j = 0; j < end; ++j) {
      if (!is_real_[j]) continue;
      keys_of_[static_cast<std::size_t>(query)].push_back(static_cast<std::int32_t>(j));
      return;
    }
  }

  // Returns the union over the rounds and discards the lists.
  SparsePattern take() {
    std::vector<std::vector<std::int32_t>> lists = std::move(keys_of_);
    double pairs = 0;
    for (std::vector<std::int32_t>& keys : lists) {
      sort_unique(keys);
      pairs += static_cast<double>(keys.size());
    }
    PatternBuilder builder(shape_.n_query, shape_.n_key);
    builder.reserve(pairs);
    for (const std::vector<std::int32_t>& keys : lists) {
      for (const std::int32_t key : keys) builder.add(key);
      builder.end_query();
    }
    return builder.take();
  }

 private:
  const ScoresShape& shape_;
  const Reformer& config_;
  RealKeys is_real_;
  std::vector<std::vector<std::int32_t>> keys_of_;
};

// argmax of [x; -x], for x of shape [half].
Index largest_of_both_signs(const float* x, Index half) {
  Index largest = 0;
  for (Index c = 1; c < 2 * half; ++c) {
    const auto element = [&](Index at) { return at < half ? x[at] : -x[at - half]; };
    if (element(c) > element(largest)) largest = c;
  }
  return largest;
}

void keep(const std::vector<Index>& buckets, Index at, Tensor& kept) {
  std::transform(buckets.begin(), buckets.end(),
                 kept.data.begin() + at * static_cast<Index>(buckets.size()),
                 [](Index bucket) { return static_cast<float>(bucket); });
}

// More buckets than queries and keys together would only cost a larger rotation.
void check_enough_for_buckets(const Reformer& config, Index n_total) {
  const Index max_buckets = n_total + n_total % 2;
  if (n_total == 0 || config.num_buckets <= max_buckets) return;
  refuse("expected num_buckets of at most {}, the number of queries and keys, got {}",
         {max_buckets, config.num_buckets});
}

//   buckets  if not null, receives query_buckets and key_buckets
std::vector<SparsePattern> patterns_of(const Tensor& q, const Tensor& k, const AttentionCall& call,
                                       const Reformer& config, const VariantOptions& options,
                                       ReformerTrace* buckets) {
  check_reformer(config);
  const auto [batch, num_heads, n_query, n_key] = call.shape;
  check_enough_for_buckets(config, n_query + n_key);
  if (buckets != nullptr) {
    buckets->query_buckets =
        Tensor({"batch", "head", "round", "query"}, {batch, num_heads, config.num_rounds, n_query});
    buckets->key_buckets =
        Tensor({"batch", "head", "round", "key"}, {batch, num_heads, config.num_rounds, n_key});
  }
  std::vector<SparsePattern> patterns(static_cast<std::size_t>(batch * num_heads));
  if (n_query + n_key == 0) return patterns;
  for (Index h = 0; h < num_heads; ++h) {
    std::vector<HeadPattern> item_patterns;
    for (Index b = 0; b < batch; ++b) {
      item_patterns.emplace_back(call.shape, config, RealKeys(options, call.shape, b));
    }
    for (Index round = 0; round < config.num_rounds; ++round) {
      const Matrix rotation = lsh_rotation(config, q.shape[3], h, round);
      for (Index b = 0; b < batch; ++b) {
        const Index i = b * num_heads + h, at = i * config.num_rounds + round;
        const std::vector<Index> query_buckets =
            lsh_buckets(q.matrix(i), rotation, config.num_buckets);
        const std::vector<Index> key_buckets =
            lsh_buckets(k.matrix(call.kv_matrix(b, h)), rotation, config.num_buckets);
        item_patterns[static_cast<std::size_t>(b)].add_round(query_buckets, key_buckets);
        if (buckets == nullptr) continue;
        keep(query_buckets, at, buckets->query_buckets);
        keep(key_buckets, at, buckets->key_buckets);
      }
    }
    for (Index b = 0; b < batch; ++b) {
      const Index i = b * num_heads + h;
      HeadPattern& pattern = item_patterns[static_cast<std::size_t>(b)];
      for (Index query = 0; query < n_query; ++query) {
        if (!all_finite(q.matrix(i).row(query))) pattern.add_first_key(query);
      }
      patterns[static_cast<std::size_t>(i)] = pattern.take();
    }
  }
  return patterns;
}

}  // namespace

void check_reformer(const Reformer& config) {
  check_min("num_buckets", config.num_buckets, 1);
  check_min("num_rounds", config.num_rounds, 1);
  if (config.num_buckets != 1 && config.num_buckets % 2 != 0) {
    refuse("expected num_buckets to be even, or 1, got {}", {config.num_buckets});
  }
}

// 2 n / num_buckets positions, with a query and a key at each. Nothing here overflows for many
// buckets.
Index lsh_chunk(const Reformer& config, Index n_query, Index n_key) {
  const Index n_total = n_query + n_key, buckets = config.num_buckets, rest = n_total % buckets;
  const Index rounded_up = rest == 0 ? 0 : rest <= buckets - rest ? 1 : 2;
  return std::max<Index>(2 * (n_total / buckets) + rounded_up, 2);
}

Matrix lsh_rotation(const Reformer& config, Index d_head, Index head, Index round) {
  const auto stream = static_cast<std::uint64_t>(head * config.num_rounds + round);
  Random random(config.seed, stream);
  const auto [first, second] = lsh_factors(config.num_buckets);
  return normal_matrix(d_head, first / 2 + second / 2, 1, random);
}

LshFactors lsh_factors(Index num_buckets) {
  LshFactors factors{num_buckets, 1};
  if (num_buckets < 64) return factors;
  for (Index even = 2; even <= num_buckets / even; even += 2) {
    if (num_buckets % (2 * even) == 0) factors = {num_buckets / even, even};
  }
  return factors;
}

std::vector<Index> lsh_buckets(ConstMatrixRef x, ConstMatrixRef rotation, Index num_buckets) {
  const auto [first, second] = lsh_factors(num_buckets);
  Matrix rotated(x.rows(), rotation.cols());
  multiply(x, rotation, rotated);
  std::vector<Index> buckets;
  for (Index i = 0; i < x.rows(); ++i) {
    const float* row = rotated.data() + i * rotated.cols();
    const Index high = largest_of_both_signs(row, first / 2);
    buckets.push_back(second * high + largest_of_both_signs(row + first / 2, second / 2));
  }
  return buckets;
}

std::vector<SparsePattern> reformer_patterns(const Tensor& q, const Tensor& k,
                                             const Reformer& config,
                                             const VariantOptions& options) {
  return patterns_of(q, k, check_variant_call(q, k, k, options), config, options, nullptr);
}

Tensor reformer_attention(const Tensor& q, const Tensor& k, const Tensor& v, const Reformer& config,
                          const VariantOptions& options, ReformerTrace* trace) {
  const AttentionCall call = check_variant_call(q, k, v, options);
  // Filled aside, so that a call that fails leaves the caller's trace as it was.
  ReformerTrace filled;
  ReformerTrace* const to = trace == nullptr ? nullptr : &filled;
  Tensor context = sparse_attention(q, k, v, patterns_of(q, k, call, config, options, to), options,
                                    to == nullptr ? nullptr : &to->sparse);
  if (trace != nullptr) *trace = std::move(filled);
  return context;
}

AttentionGradients reformer_attention_backward(const Tensor& q, const Tensor& k, const Tensor& v,
                                               const Reformer& config,
                                               const VariantOptions& options,
                                               const Tensor& d_context) {
  const AttentionCall call = check_variant_call(q, k, v, options);
  return sparse_attention_backward(q, k, v, patterns_of(q, k, call, config, options, nullptr),
                                   options, d_context);
}

}  // namespace attn
