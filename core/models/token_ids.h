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

// Throws std::invalid_argument for an id outside 0 .. end - 1.
void check_ids_below(const char* name, const TokenIds& ids, Index end);

// Throws std::invalid_argument unless type_ids is empty, or has the shape of ids and types below
// num_types, and as check_ids.
void check_type_ids(const TokenIds& type_ids, const TokenIds& ids, Index num_types);

// Flags of real positions with a 1 before those of each batch item: a class token is real.
//   flags    [batch, n]
//   returns  [batch, n + 1]
std::vector<std::uint8_t> with_class_token(const std::vector<std::uint8_t>& flags, Index batch);

}  // namespace attn
