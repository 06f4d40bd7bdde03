// Greedy decoding: at each step, take the most probable token and feed it back as the next input.
#pragma once

#include <cstdint>
#include <vector>

#include "models/token_model.h"

namespace attn {

struct GreedyOptions {
  Index start_id = 0;  // the decoder's first input
  Index end_id = 0;    // decoding stops after this token
  Index max_new = 0;   // maximum number of new tokens, up to kMaxNewTokens (decode.h)
};

// Keys and values are cached, so each token is computed once. Its logits equal those of one causal
// pass over the complete target.
//   source_ids          [batch, key]
//   source_key_padding  [batch, key]: 1 for a real token, 0 for padding; empty when all are real
//   returns the new tokens of each batch item, without start_id, including end_id if it was reached
// Among equal logits the lowest id wins.
// Throws std::invalid_argument for a model that is no encoder-decoder, for ids outside their
// vocabulary, for max_new out of range, for more tokens than learned positions, and if a logit is
// NaN.
std::vector<std::vector<Index>> greedy_decode(
    const TokenModel& model, const TokenIds& source_ids, const GreedyOptions& options,
    const std::vector<std::uint8_t>& source_key_padding = {});

}  // namespace attn
