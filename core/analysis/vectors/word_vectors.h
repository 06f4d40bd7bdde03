// The vectors of words in one sentence, from layer to layer.
#pragma once

#include <vector>

#include "models/token_model.h"

namespace attn {

// The mean vector of the tokens of each word, in each layer.
//   words    [word][token], the positions of each word's tokens; a class token has position 0
//   returns  [word, layer, d_model]; layer 0 is the input of the first layer, layer i the output of
//            the i-th one, for the last layer after the final norm if there is one
// Throws std::invalid_argument for more than one sentence, for an encoder-decoder, for a word
// without tokens and for a position outside the sentence, and as TokenModel::forward.
Tensor word_vectors(const std::vector<std::vector<Index>>& words, const TokenModel& model,
                    const ModelInputs& inputs, const std::vector<Intervention>& interventions = {});

}  // namespace attn
