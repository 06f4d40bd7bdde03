// The most probable token at each step, one after the other, each fed back as the next one's input.
#pragma once

#include <cstdint>
#include <vector>

#include "models/encoder_decoder.h"

namespace attn {

struct GreedyOptions {
  Index start_id = 0;  // what the decoder is given first
  Index end_id = 0;    // the token after which it stops
  Index max_new = 0;   // the most tokens it makes
};

// Keys and values are cached: each token is computed once, and gets the logits that a causal pass
// over all of the target would give it.
//   source_ids  [batch, key]
//   source_keep [batch, key], 1 where the source is a real token, 0 where it is padding; or empty
//   returns for each batch item the new tokens, without start_id, with end_id where it came
// Equal logits: the lowest id wins. A logit that is NaN is refused.
// Throws std::invalid_argument for ids outside of the target's vocabulary, for max_new < 0, and for
// more tokens than learned positions.
std::vector<std::vector<Index>> greedy_decode(const EncoderDecoder& model,
                                              const TokenIds& source_ids,
                                              const GreedyOptions& options,
                                              const std::vector<std::uint8_t>& source_keep = {});

}  // namespace attn
