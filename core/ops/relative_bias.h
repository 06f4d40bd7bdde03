// Positions told to the scores: a number that is added to each, by the distance of query and key.
//
// Query i of n_query stands at position i + n_key - n_query: the last query at the last key, as
// decoding with a cache needs.
#pragma once

#include <vector>

#include "base/matrix.h"

namespace attn {

// ALiBi (Press et al. 2022): bias[i, j] = -slope |position of i - j|.
// The slopes of the paper, section 3: 2^(-8 (h + 1) / num_heads) for a power of two; for others
// those of the next lower power of two and then every other one of the next higher, as the authors'
// code has it.    returns [num_heads]
std::vector<float> alibi_slopes(Index num_heads);
// The slope of one head, 0 <= head < num_heads.
float alibi_slope(Index num_heads, Index head);
//   bias [n_query, n_key]  added to
void add_alibi(float slope, MatrixRef bias);

//   returns [n_query + n_key - 1] (none without queries and keys), the bias of query i and key j at
//   j - i + n_query - 1: every such bias is the same along a diagonal
std::vector<float> alibi_by_diagonal(float slope, Index n_query, Index n_key);

// T5's buckets (Raffel et al. 2020): one learned number for each bucket of distances and head. Half
// of the buckets are for small distances exactly, the others grow logarithmically to max_distance.
struct RelativeBuckets {
  Index num_buckets = 32;
  Index max_distance = 128;
  bool bidirectional = true;  // half of the buckets for keys after the query; else those are one
};
// Throws std::invalid_argument when there are too few buckets to have one for each direction and
// for near and far, or when max_distance does not lie beyond the near ones.
void check_relative_buckets(const RelativeBuckets& buckets);

// The bucket of a key at `key_position - query_position`, as T5's own code computes it.
Index relative_bucket(const RelativeBuckets& buckets, Index relative_position);

//   table [num_buckets, num_heads]    bias [n_query, n_key]  added to
void add_relative_bias(const RelativeBuckets& buckets, ConstMatrixRef table, Index head,
                       MatrixRef bias);
//   returns what alibi_by_diagonal does
std::vector<float> relative_bias_by_diagonal(const RelativeBuckets& buckets, ConstMatrixRef table,
                                             Index head, Index n_query, Index n_key);
// The same for scores, or a tile of them, whose first element lies on diagonal `first`. What is
// -inf stays so, whatever is added.
void add_by_diagonal(const std::vector<float>& by_diagonal, Index first, MatrixRef masked_scores);

//   d_bias [n_query, n_key]    d_table [num_buckets, num_heads]  added to
void add_relative_bias_backward(const RelativeBuckets& buckets, ConstMatrixRef d_bias, Index head,
                                MatrixRef d_table);

}  // namespace attn
