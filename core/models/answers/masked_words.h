// The results of the heads of a language encoder (models/encoder_heads.h) for a text.
#pragma once

#include <vector>

#include "attention/trace_hooks.h"
#include "models/answers/answers.h"
#include "models/answers/number_gradients.h"
#include "models/encoder_heads.h"
#include "models/token_model.h"

namespace attn {

// The logits of the words behind the mask tokens of one sentence.
//   positions  of the mask tokens, from 0
//   returns    [position, vocab_size]
// Throws std::invalid_argument for a model without this head, for more than one sentence, for a
// position outside it, and as TokenModel::forward.
Tensor masked_word_logits(const std::vector<Index>& positions, const TokenModel& model,
                          const ModelInputs& inputs,
                          const std::vector<Intervention>& interventions = {});

// Up to `count` words of each position, the most probable first, with their probabilities among the
// whole vocabulary. Throws std::invalid_argument as masked_word_logits.
std::vector<std::vector<Guess>> masked_words(const std::vector<Index>& positions, std::size_t count,
                                             const TokenModel& model, const ModelInputs& inputs,
                                             const std::vector<Intervention>& interventions = {});

struct MaskedWordGradients {
  NumberGradients model;   // of all fields, and of the parameters outside the head
  WordHeadGradients head;  // empty for a model that is for inference only. The gradient of a tied
                           // table is in `model`
};

// The gradients of the logarithm of a word's probability among the whole vocabulary, as
// gradients_of (models/answers/number_gradients.h).
//   position  of the token, from 0
//   word      its id
// Throws std::invalid_argument as masked_word_logits, and for a word outside the vocabulary.
MaskedWordGradients masked_word_gradients(Index position, Index word, const TokenModel& model,
                                          const ModelInputs& inputs,
                                          const std::vector<Intervention>& interventions = {});

// [batch, d_model], of the first token of each text. Throws std::invalid_argument for a model
// without a pooler, and as TokenModel::forward.
Tensor pooler_output(const TokenModel& model, const ModelInputs& inputs,
                     const std::vector<Intervention>& interventions = {});

}  // namespace attn
