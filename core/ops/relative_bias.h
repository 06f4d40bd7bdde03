// Relative position bias: added to each score, depending on the distance of query and key.
//
// Query i is at position i + n_key - n_query, key j at position j: the last query is at the last
// key, as in decoding with a cache. The bias is the same along each diagonal of the scores.
#pragma once

#include <vector>

#include "base/matrix.h"

namespace attn {

// ALiBi (Press et al. 2022): bias[i, j] = -slope |position(i) - j|.
// The slopes (section 3) are 2^(-8 (h + 1) / num_heads) if num_heads is a power of two. Otherwise
// they are the slopes for the next lower power of two, followed by every other slope for the next
// higher one, as in the authors' code.
//   returns [num_heads]
std::vector<float> alibi_slopes(Index num_heads);
// The slope of one head, 0 <= head < num_heads.
float alibi_slope(Index num_heads, Index head);
//   bias [n_query, n_key]  added to
void add_alibi(float slope, MatrixRef bias);

//   returns [n_query + n_key - 1], the bias of each diagonal: that of query i and key j is at index
//   j - i + n_query - 1. Empty when there are no queries and no keys.
std::vector<float> alibi_by_diagonal(float slope, Index n_query, Index n_key);

// T5's relative position buckets (Raffel et al. 2020): one learned number per bucket and head. Half
// of the buckets of a direction hold one small distance each. The others cover ranges that grow
// logarithmically up to max_distance; the last one also holds all larger distances.
struct RelativeBuckets {
  Index num_buckets = 32;
  Index max_distance = 128;
  // true: half of the buckets are for keys after the query. false: all later keys share bucket 0.
  bool bidirectional = true;
};
// Throws std::invalid_argument for fewer than 2 buckets per direction (4 if bidirectional), or when
// max_distance is not above the distances that have a bucket of their own.
void check_relative_buckets(const RelativeBuckets& buckets);

// The bucket of relative_position = key position - query position, as in T5's own code.
Index relative_bucket(const RelativeBuckets& buckets, Index relative_position);

//   table [num_buckets, num_heads]    bias [n_query, n_key]  added to
void add_relative_bias(const RelativeBuckets& buckets, ConstMatrixRef table, Index head,
                       MatrixRef bias);
//   returns [n_query + n_key - 1], indexed as in alibi_by_diagonal
std::vector<float> relative_bias_by_diagonal(const RelativeBuckets& buckets, ConstMatrixRef table,
                                             Index head, Index n_query, Index n_key);
// Adds a bias by diagonal to scores, or to a tile of them whose first element is on diagonal
// `first`. A score of -inf stays -inf, whatever the bias.
void add_by_diagonal(const std::vector<float>& by_diagonal, Index first, MatrixRef masked_scores);

//   d_bias [n_query, n_key]    d_table [num_buckets, num_heads]  added to
void add_relative_bias_backward(const RelativeBuckets& buckets, ConstMatrixRef d_bias, Index head,
                                MatrixRef d_table);

}  // namespace attn
