// The cost of one head of each attention variant, for n queries, n keys and d_v = d_head. Not
// causal, unless the variant's configuration is.
//
//   flops  2 per multiply-add of the matrix products (scores, context, projections). As usual, the
//          softmax (about 10 per score) is not counted.
//   bytes  peak memory of forward without a trace, excluding inputs and output; a sliding window is
//          computed by flash_attention, the other patterns by sparse_attention
//
// Both are doubles, exact up to 2^53.
#pragma once

#include "efficient/big_bird.h"
#include "efficient/hierarchical.h"
#include "efficient/longformer.h"
#include "efficient/performer.h"
#include "efficient/reformer.h"
#include "efficient/sliding_window.h"
#include "efficient/strided.h"

namespace attn {

struct Cost {
  double flops = 0, bytes = 0;
  const char* flops_grow = "";  // growth as text: "n²", "n · window"
  const char* bytes_grow = "";
};

Cost exact_cost(Index n, Index d_head);
Cost flash_cost(Index n, Index d_head, Index block);
Cost chunked_cost(Index n, Index d_head, Index block);

// Any sparse pattern with this number of pairs, which grows as `grow` says. The variants below
// compute theirs.
Cost sparse_cost(double pairs, Index n, Index d_head, const char* grow);
Cost sliding_window_cost(Index n, Index d_head, const SlidingWindow& config);
Cost longformer_cost(Index n, Index d_head, const Longformer& config);
Cost big_bird_cost(Index n, Index d_head, const BigBird& config);
Cost strided_cost(Index n, Index d_head, const Strided& config);
// An upper bound: the number of pairs depends on the input vectors.
Cost reformer_cost(Index n, Index d_head, const Reformer& config);

Cost linformer_cost(Index n, Index d_head, Index k_projected);
Cost performer_cost(Index n, Index d_head, const Performer& config);
Cost hierarchical_cost(Index n, Index d_head, const Hierarchical& config);

}  // namespace attn
