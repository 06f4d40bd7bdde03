// Each query attends to keys that fall into its bucket of a locality-sensitive hash.
//                                                                            (Kitaev et al. 2020)
//   bucket(x) = argmax [x R; -x R]                                    R random: section 2, eq. 4
//
// From 64 buckets on the number is made of two hashes, as in the authors' code: with so many
// buckets as a long sequence needs, one rotation for all of them would cost more than the
// attention.
//
// In each round queries and keys are sorted by bucket, then by position, and cut into chunks of
// 2 n / num_buckets positions; a query attends to the keys of its bucket in its own chunk and the
// one before. Over several rounds it attends to the union, with one softmax (eq. 6).
//
// The paper's queries and keys are the same vectors; here they need not be, and are sorted in one
// line, each query beside the key of its position. With q = k that is the paper's line. Its rule
// that a token avoids itself belongs to q = k and is not made here.
#pragma once

#include <cstdint>
#include <vector>

#include "efficient/sparse.h"

namespace attn {

struct Reformer {
  Index num_buckets = 8;  // even, or 1: all in one, which is exact attention
  Index num_rounds = 2;
  std::uint64_t seed = 0;
  bool causal = false;  // keys j <= i + n_key - n_query only
};

struct ReformerTrace {
  Tensor query_buckets;  // [batch, head, round, query]  as numbers
  Tensor key_buckets;    // [batch, head, round, key]    of padding too, though it is left out
  SparseTrace sparse;

  template <class Self, class Visit>
  static void for_each(Self& self, Visit&& visit) {
    visit("query_buckets", self.query_buckets);
    visit("key_buckets", self.key_buckets);
    SparseTrace::for_each(self.sparse, visit);
  }
};

// Throws std::invalid_argument for num_buckets that are neither even nor 1, and for less than one
// round.
void check_reformer(const Reformer& config);

// The queries and keys of a chunk together, in a line of both.
Index lsh_chunk(const Reformer& config, Index n_query, Index n_key);

// bucket = second * high + low, `high` of the first hash (first many), `low` of the second.
// first * second = num_buckets, both even and as near to each other as can be; second is 1 below 64
// buckets, and for a number that two even ones do not make.
struct LshFactors {
  Index first, second;
};
LshFactors lsh_factors(Index num_buckets);

//   x          [n, d_head]
//   rotation   lsh_rotation's
//   returns the bucket of each row; of equal largest elements the first counts
std::vector<Index> lsh_buckets(ConstMatrixRef x, ConstMatrixRef rotation, Index num_buckets);

// [d_head, first / 2 + second / 2] of normal numbers; one for each head and round, whatever the
// batch.
Matrix lsh_rotation(const Reformer& config, Index d_head, Index head, Index round);

// The pattern of each head of each batch item. A query that is not finite has no bucket to speak
// of; it gets a key to be not finite with. Throws std::invalid_argument as
// reformer_attention does.
std::vector<SparsePattern> reformer_patterns(const Tensor& q, const Tensor& k,
                                             const Reformer& config,
                                             const VariantOptions& options = {},
                                             ReformerTrace* trace = nullptr);

// As sparse_attention with those patterns. Throws std::invalid_argument also as check_reformer
// does, and for more buckets than queries and keys together, rounded up to even.
Tensor reformer_attention(const Tensor& q, const Tensor& k, const Tensor& v, const Reformer& config,
                          const VariantOptions& options = {}, ReformerTrace* trace = nullptr);

// The hash is a constant here: a vector that moves a little stays in its bucket.
AttentionGradients reformer_attention_backward(const Tensor& q, const Tensor& k, const Tensor& v,
                                               const Reformer& config,
                                               const VariantOptions& options,
                                               const Tensor& d_context);

}  // namespace attn
