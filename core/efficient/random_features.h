// The random directions of Performer's features.                (Choromanski et al. 2021, section
// 3)
#pragma once

#include <cstdint>

#include "base/matrix.h"

namespace attn {

// [num_features, d_head], each row distributed as d_head independent normals. When orthogonal, the
// rows of each block of d_head are at right angles: normal rows by Gram-Schmidt, each given the
// length of another normal row, so that its distribution stays.
Matrix random_features(Index num_features, Index d_head, std::uint64_t seed, bool orthogonal);

}  // namespace attn
