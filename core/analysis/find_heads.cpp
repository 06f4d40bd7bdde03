#include "analysis/find_heads.h"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "analysis/relation_sentences.h"
#include "base/check.h"

namespace attn {
namespace {

void check_sentences(const TokenizedSentences& sentences) {
  check_ids("ids", sentences.ids);
  const Index batch = sentences.ids.batch, n = sentences.ids.n;
  const auto num_words = static_cast<Index>(sentences.word_of.size());
  const auto num_pairs = static_cast<Index>(sentences.pairs.size());
  if (num_words != batch || num_pairs != batch) {
    refuse("expected words and pairs of {} sentences, got words of {} and pairs of {}",
           {batch, num_words, num_pairs});
  }
  for (const std::vector<Index>& word_of : sentences.word_of) {
    const auto length = static_cast<Index>(word_of.size());
    if (length < 1 || length > n) {
      refuse("expected the words of 1 to {} tokens of each sentence, got those of {}", {n, length});
    }
    for (const Index word : word_of) {
      if (word < -1 || word >= length) {
        refuse("expected a word of a sentence from -1 to {}, got {}", {length - 1, word});
      }
    }
  }
}

// The weights of sentence `item`, without its padding: [layer, head, query, key].
Tensor weights_of(const EncoderStackTrace& layers, Index item, Index length) {
  const Tensor& first = layers.layers[0].attention.weights;
  const Index num_heads = first.shape[1];
  Tensor weights({"layer", "head", "query", "key"},
                 {static_cast<Index>(layers.layers.size()), num_heads, length, length});
  Index map = 0;
  for (const auto& layer : layers.layers) {
    for (Index head = 0; head < num_heads; ++head) {
      weights.matrix(map++) =
          layer.attention.weights.matrix(item * num_heads + head).topLeftCorner(length, length);
    }
  }
  return weights;
}

}  // namespace

HeadFinder head_finder_of(const TokenModelConfig& config) {
  if (config.architecture != Architecture::kEncoderOnly &&
      config.architecture != Architecture::kDecoderOnly) {
    refuse("expected a model of text with one stack of layers, to find what its heads look at");
  }
  const TokenModelConfig resolved = config.resolved();
  const StackConfig& layers = resolved.layers;
  const Index num_heads = layers.of_layer(0).attention.num_heads;
  for (std::size_t i = 1; i < static_cast<std::size_t>(layers.num_layers); ++i) {
    const Index other = layers.of_layer(i).attention.num_heads;
    if (other != num_heads) {
      refuse("expected layers with the same number of heads, got {} and {}", {num_heads, other});
    }
  }
  std::vector<bool> is_offset(kNumRelations);
  is_offset[kPreviousWord] = is_offset[kNextWord] = true;
  return HeadFinder(layers.num_layers, num_heads, std::move(is_offset));
}

void find_heads(const TokenModel& model, const TokenizedSentences& sentences, HeadFinder::Half half,
                HeadFinder& finder) {
  check_sentences(sentences);
  ModelInputs inputs;
  inputs.ids = sentences.ids;
  inputs.type_ids = sentences.type_ids;
  for (const std::vector<Index>& word_of : sentences.word_of) {
    const std::size_t end = inputs.keep.size() + static_cast<std::size_t>(inputs.ids.n);
    inputs.keep.resize(inputs.keep.size() + word_of.size(), 1);
    inputs.keep.resize(end, 0);
  }
  TokenModelTrace trace;
  trace.keep = Keep::kWeights;
  model.forward(inputs, {}, &trace);

  HeadFinder next = finder;
  const bool class_token = model.config().embedding.class_token;
  for (std::size_t item = 0; item < sentences.word_of.size(); ++item) {
    std::vector<Index> word_of = sentences.word_of[item];
    if (class_token) word_of.insert(word_of.begin(), -1);
    next.add(weights_of(trace.layers, static_cast<Index>(item), static_cast<Index>(word_of.size())),
             word_of, sentences.pairs[item], half);
  }
  finder = std::move(next);
}

}  // namespace attn
