// The head finder over sentences in tokens: runs a model, and collects the weights of all layers.
#pragma once

#include <vector>

#include "analysis/heads/head_finder.h"
#include "models/token_ids.h"
#include "models/token_model.h"

namespace attn {

struct TokenizedSentences {
  TokenIds ids;       // [batch, n]; shorter sentences are padded at the end with any id
  TokenIds type_ids;  // shaped as ids; empty: all of type 0
  // [batch][token] of each sentence's own length: the word of each token, -1 for delimiters.
  std::vector<std::vector<Index>> word_of;
  std::vector<std::vector<WordPair>> pairs;  // [batch]; `relation` is a WordRelation
  std::vector<std::vector<WordKind>> kinds;  // [batch][word], or empty if they are unknown
};

// A finder of the relations in relation_sentences.h for models with this configuration. Throws
// std::invalid_argument for a vision model, for an encoder-decoder, and for layers with different
// numbers of heads.
HeadFinder head_finder_of(const TokenModelConfig& config);

// Runs the model on the sentences and adds their weights to the finder. The sentences count as
// if each were added alone. Pairs of kInduction count for decoders only. Throws
// std::invalid_argument as head_finder_of, TokenModel::forward and HeadFinder::add do, when
// word_of, pairs or kinds do not have one entry per sentence, when a sentence is longer than ids,
// and for a word index that is not below the sentence's number of tokens. If it throws, no sentence
// of the batch is counted.
void find_heads(const TokenModel& model, const TokenizedSentences& sentences, HeadFinder::Half half,
                HeadFinder& finder);

}  // namespace attn
