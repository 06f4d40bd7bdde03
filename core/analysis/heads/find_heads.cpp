#include "analysis/heads/find_heads.h"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include "analysis/heads/relation_sentences.h"
#include "base/check.h"

namespace attn {
namespace {

// Sentences of similar length share a pass, so that little of it is padding. Larger passes are
// not faster.
constexpr std::size_t kSentencesAtOnce = 16;

void check_sentences(const TokenizedSentences& sentences, const InputEmbeddingConfig& embedding) {
  check_ids("ids", sentences.ids, embedding.vocab_size);
  check_type_ids(sentences.type_ids, sentences.ids, embedding.num_types);
  const Index batch = sentences.ids.batch, n = sentences.ids.n;
  const auto num_words = static_cast<Index>(sentences.word_of.size());
  const auto num_pairs = static_cast<Index>(sentences.pairs.size());
  if (num_words != batch || num_pairs != batch) {
    refuse("expected words and pairs of {} sentences, got words of {} and pairs of {}",
           {batch, num_words, num_pairs});
  }
  if (!sentences.kinds.empty() && static_cast<Index>(sentences.kinds.size()) != batch) {
    refuse("expected the kinds of words for {} sentences, got them for {}",
           {batch, static_cast<Index>(sentences.kinds.size())});
  }
  for (const std::vector<Index>& word_of : sentences.word_of) {
    const auto length = static_cast<Index>(word_of.size());
    if (length < 1 || length > n) {
      refuse("expected 1 to {} tokens in each sentence, each with its word, got {}", {n, length});
    }
  }
}

// The weights of sentence `item` of a pass, without its padding: [layer, head, query, key].
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

// The layers of the model. Throws as head_finder_of.
StackConfig equal_layers(const TokenModelConfig& config) {
  if (config.architecture != Architecture::kEncoderOnly &&
      config.architecture != Architecture::kDecoderOnly) {
    refuse(
        "expected a model of text with one stack, to find what its heads look at, got another "
        "model");
  }
  StackConfig layers = config.resolved().layers;
  const Index num_heads = layers.of_layer(0).attention.num_heads;
  for (std::size_t i = 1; i < static_cast<std::size_t>(layers.num_layers); ++i) {
    const Index other = layers.of_layer(i).attention.num_heads;
    if (other != num_heads) {
      refuse("expected layers with the same number of heads, got {} and {}", {num_heads, other});
    }
  }
  return layers;
}

// The pairs to score. An encoder sees the words that follow, so induction is for decoders only.
std::vector<WordPair> scored_pairs(Architecture architecture, std::vector<WordPair> pairs) {
  if (architecture == Architecture::kEncoderOnly) {
    std::erase_if(pairs, [](const WordPair& pair) { return pair.relation == kInduction; });
  }
  return pairs;
}

// Adds these sentences, which are in order of their length, in one pass.
void add_pass(const TokenModel& model, const TokenizedSentences& sentences,
              std::span<const std::size_t> items, HeadFinder::Half half, HeadFinder& finder) {
  const auto n = static_cast<Index>(sentences.word_of[items.back()].size());
  const auto batch = static_cast<Index>(items.size());
  const bool has_types = !sentences.type_ids.ids.empty();
  ModelInputs inputs;
  inputs.ids = {batch, n, {}};
  if (has_types) inputs.type_ids = {batch, n, {}};
  for (const std::size_t item : items) {
    const auto length = static_cast<Index>(sentences.word_of[item].size());
    for (Index token = 0; token < n; ++token) {
      // Padding repeats the first token.
      const Index from = static_cast<Index>(item) * sentences.ids.n + (token < length ? token : 0);
      inputs.ids.ids.push_back(sentences.ids.ids[static_cast<std::size_t>(from)]);
      if (has_types) {
        inputs.type_ids.ids.push_back(sentences.type_ids.ids[static_cast<std::size_t>(from)]);
      }
      inputs.key_padding.push_back(token < length);
    }
  }
  TokenModelTrace trace;
  trace.keep = Keep::kWeights;
  model.forward(inputs, {}, &trace);

  for (std::size_t i = 0; i < items.size(); ++i) {
    std::vector<Index> word_of = sentences.word_of[items[i]];
    if (model.config().embedding.class_token) word_of.insert(word_of.begin(), -1);
    finder.add(weights_of(trace.layers, static_cast<Index>(i), static_cast<Index>(word_of.size())),
               word_of, scored_pairs(model.config().architecture, sentences.pairs[items[i]]), half,
               sentences.kinds.empty() ? std::vector<WordKind>{} : sentences.kinds[items[i]]);
  }
}

}  // namespace

HeadFinder head_finder_of(const TokenModelConfig& config) {
  const StackConfig layers = equal_layers(config);
  std::vector<RelationKind> kinds;
  for (Index relation = 0; relation < kNumWordRelations; ++relation) {
    kinds.push_back(relation_kind(static_cast<WordRelation>(relation)));
  }
  return HeadFinder(layers.num_layers, layers.of_layer(0).attention.num_heads, std::move(kinds));
}

void find_heads(const TokenModel& model, const TokenizedSentences& sentences, HeadFinder::Half half,
                HeadFinder& finder) {
  equal_layers(model.config());
  check_sentences(sentences, model.config().embedding);
  std::vector<std::size_t> by_length(sentences.word_of.size());
  std::iota(by_length.begin(), by_length.end(), std::size_t{0});
  std::stable_sort(by_length.begin(), by_length.end(), [&](std::size_t a, std::size_t b) {
    return sentences.word_of[a].size() < sentences.word_of[b].size();
  });
  HeadFinder next = finder;
  const std::span<const std::size_t> all = by_length;
  for (std::size_t first = 0; first < all.size(); first += kSentencesAtOnce) {
    const std::size_t count = std::min(kSentencesAtOnce, all.size() - first);
    add_pass(model, sentences, all.subspan(first, count), half, next);
  }
  finder = std::move(next);
}

}  // namespace attn
