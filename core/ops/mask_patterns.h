// Common boolean masks, [1 or batch, 1, query, key]: 1 where query i may attend to key j.
//
// Query i is at position p(i) = i + n_key - n_query, key j at position j (see CausalAlignment).
#pragma once

#include <cstdint>
#include <vector>

#include "ops/mask.h"

namespace attn {

// p(i) / block == j / block
Attend block_attend(Index n_query, Index n_key, Index block);

// Throws std::invalid_argument, naming `name`, unless `key_padding` has a flag for each of batch *
// n_key positions.
void check_key_padding(const char* name, const std::vector<std::uint8_t>& key_padding, Index batch,
                       Index n_key);

//   key_padding  [batch, key]  1 for a real token, 0 for padding
// Throws as check_key_padding.
Attend key_padding_attend(const std::vector<std::uint8_t>& key_padding, Index batch, Index n_query,
                          Index n_key);
// The mask of key_padding_attend; no mask when `key_padding` is empty.
Mask padding_mask(const std::vector<std::uint8_t>& key_padding, Index batch, Index n_query,
                  Index n_key);

// 1 where both a and b are 1. Batch and head extents of 1 broadcast. Throws std::invalid_argument
// when the shapes disagree, naming both.
Attend both(const Attend& a, const Attend& b);

}  // namespace attn
