// The vectors of words in one sentence, from layer to layer.
#pragma once

#include <vector>

#include "models/token_model.h"

namespace attn {

// The mean vector of the tokens of each word, in each layer.
//   words    [word][token], the places of each word's tokens; those of a class token count
//   returns  [word, layer, d_model]; layer 0: what enters the first layer, layer i: what leaves the
//            i-th one, the last after a final norm
// Throws std::invalid_argument for more than one sentence, for an encoder-decoder, for a word
// without tokens and for a place outside the sentence, and as TokenModel::forward.
Tensor word_vectors(const std::vector<std::vector<Index>>& words, const TokenModel& model,
                    const ModelInputs& inputs, const std::vector<Intervention>& interventions = {});

}  // namespace attn
