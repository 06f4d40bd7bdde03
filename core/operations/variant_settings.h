// Reads the configuration of each attention variant, for the operations that compute it and for the
// cost operations.
#pragma once

#include "efficient/big_bird.h"
#include "efficient/hierarchical.h"
#include "efficient/longformer.h"
#include "efficient/performer.h"
#include "efficient/reformer_lsh.h"
#include "efficient/sliding_window.h"
#include "efficient/strided.h"
#include "operations/config.h"

namespace attn {

// All of them also read the flag `causal`.
SlidingWindow read_sliding_window(const Config& config);  // window
Longformer read_longformer(const Config& config);         // window, global_tokens
BigBird read_big_bird(const Config& config);     // block, window, num_global, num_random, seed
Strided read_strided(const Config& config);      // stride
Performer read_performer(const Config& config);  // num_features, seed, orthogonal
Reformer read_reformer(const Config& config);    // num_buckets, num_rounds, seed
Hierarchical read_hierarchical(const Config& config);  // chunk

}  // namespace attn
