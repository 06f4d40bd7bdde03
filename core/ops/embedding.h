// Tokens to vectors.
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

// Row i of d_y is added to row ids[i] of d_table.
//   ids  [n]    d_y  [n, d_model]    d_table  [vocab_size, d_model]
void embedding_backward(const std::vector<Index>& ids, ConstMatrixRef d_y, MatrixRef d_table);

// The distinct tokens in order of first appearance, and each token's place among them.
struct Vocabulary {
  std::vector<std::string> tokens;  // [vocab_size]
  std::vector<Index> ids;           // [n]
};
Vocabulary build_vocabulary(const std::vector<std::string>& tokens);

// An untrained embedding table [vocab_size, d_model]: independent normals of variance 1, drawn for
// each token from the seed and the token's own bytes, so a word keeps its vector in any sentence.
Matrix random_embedding_table(const std::vector<std::string>& tokens, Index d_model,
                              std::uint64_t seed);

}  // namespace attn
