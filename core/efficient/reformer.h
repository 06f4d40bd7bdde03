// Reformer: each query attends to the keys in its bucket of a locality-sensitive hash (LSH).
//                                                                            (Kitaev et al. 2020)
//   bucket(x) = argmax [x R; -x R], R random                                  (section 2, eq. 4)
//
// From 64 buckets on, the bucket combines two hashes, as in the authors' code: a long sequence
// needs many buckets, and one rotation into all of them would cost more than the attention itself.
//
// In each round, queries and keys are sorted by bucket, then by position, and cut into chunks of
// 2 n / num_buckets positions. A query attends to the keys of its bucket in its own chunk and in
// the previous one. With several rounds it attends to the union of these keys, with one softmax
// (eq. 6).
//
// In the paper, q = k. Here they may differ: both are sorted in one sequence, each query next to
// the key of its position. With q = k this is the paper's sequence. The paper's rule that a token
// does not attend to itself is for q = k only; here every token may attend to itself.
#pragma once

#include <cstdint>
#include <vector>

#include "efficient/sparse.h"

namespace attn {

struct Reformer {
  Index num_buckets = 8;  // even, or 1 for exact attention
  Index num_rounds = 2;
  std::uint64_t seed = 0;
  bool causal = false;  // only keys j <= i + n_key - n_query
};

struct ReformerTrace {
  Tensor query_buckets;  // [batch, head, round, query]
  Tensor key_buckets;  // [batch, head, round, key]    includes padding, which is never attended to
  SparseTrace sparse;

  template <class Self, class Visit>
  static void for_each(Self& self, Visit&& visit) {
    visit("query_buckets", self.query_buckets);
    visit("key_buckets", self.key_buckets);
    SparseTrace::for_each(self.sparse, visit);
  }
};

// Throws std::invalid_argument unless num_buckets is even or 1, and num_rounds is at least 1.
void check_reformer(const Reformer& config);

// The chunk size: the number of queries and keys together in one chunk.
Index lsh_chunk(const Reformer& config, Index n_query, Index n_key);

// The sizes of the two hashes: bucket = second * high + low, with `high` < first from the first
// hash and `low` < second from the second hash. first * second = num_buckets; both are even and as
// close as possible. `second` is 1 below 64 buckets, or if num_buckets is not a product of two even
// numbers.
struct LshFactors {
  Index first, second;
};
LshFactors lsh_factors(Index num_buckets);

//   x         [n, d_head]
//   rotation  from lsh_rotation
//   returns the bucket of each row; among equal maxima the first wins
std::vector<Index> lsh_buckets(ConstMatrixRef x, ConstMatrixRef rotation, Index num_buckets);

// The random matrix [d_head, first / 2 + second / 2] of one head and round, normally distributed.
// All batch items share it.
Matrix lsh_rotation(const Reformer& config, Index d_head, Index head, Index round);

// The patterns of all heads and batch items, [batch * head]. A non-finite query has no meaningful
// bucket; it gets one key, so that its score shows that it is not finite. Throws
// std::invalid_argument as reformer_attention does.
std::vector<SparsePattern> reformer_patterns(const Tensor& q, const Tensor& k,
                                             const Reformer& config,
                                             const VariantOptions& options = {});

// sparse_attention with reformer_patterns. Also throws std::invalid_argument as check_reformer
// does, and if num_buckets exceeds n_query + n_key, rounded up to an even number.
Tensor reformer_attention(const Tensor& q, const Tensor& k, const Tensor& v, const Reformer& config,
                          const VariantOptions& options = {}, ReformerTrace* trace = nullptr);

// The buckets are treated as constants: a small change of a vector does not change its bucket.
AttentionGradients reformer_attention_backward(const Tensor& q, const Tensor& k, const Tensor& v,
                                               const Reformer& config,
                                               const VariantOptions& options,
                                               const Tensor& d_context);

}  // namespace attn
