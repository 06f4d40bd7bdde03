// Axis names that depend on the extents of the heads.
#pragma once

#include "base/matrix.h"

namespace attn {

// Of k and v: "kv_head" only if several query heads share a head of k and v.
inline const char* kv_head_axis(Index num_kv_heads, Index num_heads) {
  return num_kv_heads != num_heads ? "kv_head" : "head";
}

// Of v, and of the contexts, which are sums of rows of v: "d_v" only if it differs from d_head.
inline const char* d_v_axis(Index d_v, Index d_head) { return d_v != d_head ? "d_v" : "d_head"; }

// Of the heads' contexts side by side, [.., num_heads d_v]: "concat" only if that is not d_model.
inline const char* concat_axis(Index width, Index d_model) {
  return width != d_model ? "concat" : "d_model";
}

}  // namespace attn
