// The random projection rows of Performer.           (Choromanski et al. 2021, section 3)
#pragma once

#include <cstdint>

#include "base/matrix.h"

namespace attn {

// Returns [num_features, d_head]; each row is distributed like d_head independent normals. When
// `orthogonal`, the rows within each block of d_head rows are orthogonal: Gram-Schmidt on normal
// rows, each then scaled to the length of another normal row, which preserves its distribution.
// Throws std::invalid_argument for num_features above 2^20 / max(d_head, 64).
Matrix random_features(Index num_features, Index d_head, std::uint64_t seed, bool orthogonal);

}  // namespace attn
