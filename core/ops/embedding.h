// Token embeddings.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/matrix.h"

namespace attn {

// Row ids[i] of the table for each i.
//   ids  [n]    table  [vocab_size, d_model]    returns [n, d_model]
// Throws std::invalid_argument for an id outside 0 .. vocab_size - 1.
Matrix embedding(const std::vector<Index>& ids, ConstMatrixRef table);

// Throws std::invalid_argument for an id outside 0 .. vocab_size - 1.
void check_ids_in(Index vocab_size, const std::vector<Index>& ids);

// Adds row i of d_y to row ids[i] of d_table.
//   ids  [n]    d_y  [n, d_model]    d_table  [vocab_size, d_model]  added to
// Throws as embedding, and when d_y has another shape.
void embedding_backward(const std::vector<Index>& ids, ConstMatrixRef d_y, MatrixRef d_table);

// The distinct tokens in order of first appearance, and the id of each token of the input.
struct Vocabulary {
  std::vector<std::string> tokens;  // [vocab_size]
  std::vector<Index> ids;           // [n]
};
Vocabulary build_vocabulary(const std::vector<std::string>& tokens);

// An untrained embedding table [vocab_size, d_model]: independent normals of variance 1. A row
// depends only on the seed and the token's bytes, so a word has the same vector in any sentence.
Matrix random_embedding_table(const std::vector<std::string>& tokens, Index d_model,
                              std::uint64_t seed);

}  // namespace attn
