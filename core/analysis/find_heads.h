// The head finder over sentences in tokens: runs a model, and collects the weights of all layers.
#pragma once

#include <vector>

#include "analysis/head_finder.h"
#include "models/token_ids.h"
#include "models/token_model.h"

namespace attn {

struct TokenizedSentences {
  TokenIds ids;       // [batch, n]; shorter sentences are padded at the end with any id
  TokenIds type_ids;  // shaped as ids; empty: all of type 0
  // [batch][token] of each sentence's own length: the word of each token, -1 for delimiters.
  std::vector<std::vector<Index>> word_of;
  std::vector<std::vector<WordPair>> pairs;  // [batch]; `relation` is a Relation
};

// A finder of the relations in relation_sentences.h in such a model, of induction in decoders only.
// Throws std::invalid_argument for a model of images or with an encoder and a decoder, and for
// layers with different numbers of heads.
HeadFinder head_finder_of(const TokenModelConfig& config);

// Adds the sentences to such a finder. A batch counts as its sentences one by one. Throws
// std::invalid_argument as TokenModel::forward and HeadFinder::add do, for word_of and pairs of
// another number of sentences or of more tokens than ids has, and for a word that is not below the
// sentence's number of tokens. After an error nothing of the batch is counted.
void find_heads(const TokenModel& model, const TokenizedSentences& sentences, HeadFinder::Half half,
                HeadFinder& finder);

}  // namespace attn
