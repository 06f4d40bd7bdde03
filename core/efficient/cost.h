// What one head of each variant pays for n queries and n keys, d_v = d_head, not causal unless its
// configuration says so.
//
//   flops  2 for each multiply-add of its products (scores, context, projections); the softmax,
//   some
//          ten more for each score, is left out, as is usual
//   bytes  the most that forward holds at once beyond its inputs and its output, without a trace
//
// In double: exact up to 2^53.
#pragma once

#include "efficient/big_bird.h"
#include "efficient/hierarchical.h"
#include "efficient/longformer.h"
#include "efficient/performer.h"
#include "efficient/reformer_lsh.h"
#include "efficient/sliding_window.h"
#include "efficient/strided.h"

namespace attn {

struct Cost {
  double flops = 0, bytes = 0;
  const char* flops_grow = "";  // in words: "n²", "n · window"
  const char* bytes_grow = "";
};

Cost exact_cost(Index n, Index d_head);
Cost flash_cost(Index n, Index d_head, Index block);
Cost chunked_cost(Index n, Index d_head, Index block);

// Of any pattern, by the number of its pairs; those below know their own.
Cost sparse_cost(double pairs, Index n, Index d_head);
Cost sliding_window_cost(Index n, Index d_head, const SlidingWindow& config);
Cost longformer_cost(Index n, Index d_head, const Longformer& config);
Cost big_bird_cost(Index n, Index d_head, const BigBird& config);
Cost strided_cost(Index n, Index d_head, const Strided& config);
// At most: how many pairs there are depends on the vectors.
Cost reformer_cost(Index n, Index d_head, const Reformer& config);

Cost linformer_cost(Index n, Index d_head, Index k_projected);
Cost performer_cost(Index n, Index d_head, const Performer& config);
Cost hierarchical_cost(Index n, Index d_head, const Hierarchical& config);

}  // namespace attn
