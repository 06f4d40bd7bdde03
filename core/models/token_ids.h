// The ids of a batch of tokenized sequences.
#pragma once

#include <cstdint>
#include <vector>

#include "base/matrix.h"

namespace attn {

// A batch of sequences of equal length. Pad shorter sequences with any id of the vocabulary, and
// mask the padding.
struct TokenIds {
  Index batch = 0, n = 0;
  std::vector<Index> ids;  // [batch, n], row-major
};

// Throws std::invalid_argument unless there are batch * n ids and at least one batch item.
void check_ids(const char* name, const TokenIds& ids);

// Also throws std::invalid_argument for an id outside 0 .. end - 1.
void check_ids(const char* name, const TokenIds& ids, Index end);

// Throws std::invalid_argument unless the types have the shape of the ids and are in
// 0 .. num_types - 1. Without types (empty) it checks nothing.
void check_type_ids(const TokenIds& type_ids, const TokenIds& ids, Index num_types);

// Puts a 1 before the flags of each batch item: a class token is real.
//   flags    [batch, n]  1 for a real position, 0 for padding
//   returns  [batch, n + 1]
std::vector<std::uint8_t> with_class_token(const std::vector<std::uint8_t>& flags, Index batch);

}  // namespace attn
