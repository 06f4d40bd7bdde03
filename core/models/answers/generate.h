// Generates token by token: each new token is the most probable one, or is drawn, and becomes the
// next input.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "models/answers/answers.h"
#include "models/token_model.h"

namespace attn {

struct GenerateOptions {
  Index count = 1;         // maximum number of new tokens, up to kMaxNewTokens (decode.h)
  float temperature = 0;   // draws in proportion to p_i^(1 / temperature); 0: the largest p_i
  std::uint64_t seed = 0;  // of the draws
  std::optional<Index> end_id = {};  // generation stops after this token

  // Applied in every pass. Cached keys and values would not reflect them, so each pass computes all
  // `length` positions, including those not generated yet. Indices count in the complete sequence.
  std::vector<Intervention> interventions = {};
  Index length = 0;  // at least the tokens so far and count - 1 new ones; 0: just these
};

struct GeneratedToken {
  Guess token;                // with its probability at temperature 1
  std::vector<Guess> likely;  // the most probable tokens
};

// Continues a sequence: the ids of a decoder-only model, the target_ids of an encoder-decoder. It
// is one sequence, without padding, types or masks of its own; the source of an encoder-decoder may
// have padding and types. Without interventions keys and values are cached. A draw depends on the
// seed and the position alone, so that a sequence can be generated in parts.
// Throws std::invalid_argument for a model that does not predict tokens of the sequence, for inputs
// that the sequence cannot have, for options out of range, for a probability that is not a number,
// and as TokenModel::forward and step do.
std::vector<GeneratedToken> generate(const TokenModel& model, const ModelInputs& prompt,
                                     const GenerateOptions& options);

}  // namespace attn
