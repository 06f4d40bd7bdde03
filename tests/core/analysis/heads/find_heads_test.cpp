#include "analysis/heads/find_heads.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "analysis/heads/relation_sentences.h"
#include "base/check.h"
#include "support/refusal.h"

namespace attn {
namespace {

using Half = HeadFinder::Half;

enum Id : Index { kDelimiter, kNoun, kVerb, kIdCount };
constexpr Index kMaxLength = 8, kModelWidth = kIdCount + kMaxLength;

TokenModelConfig config_of(Index num_layers, Index num_heads) {
  TokenModelConfig config;
  config.architecture = Architecture::kEncoderOnly;
  LayerConfig& layer = config.layers.layer;
  layer.attention.d_model = kModelWidth;
  layer.attention.num_heads = num_heads;
  layer.attention.d_head = kModelWidth;
  layer.norm_first = layer.attention_only = true;
  config.layers.num_layers = num_layers;
  config.embedding.vocab_size = kIdCount;
  config.embedding.max_length = kMaxLength;
  config.embedding.positions = EmbeddingPositions::kLearned;
  config.embedding.scale_embedding = false;
  config.num_labels = 1;
  return config;
}

// The vector of a token has a 1 for its id and a 1 for its position. w_q and w_k determine what a
// head looks at: in layer 1 the previous word, and the next word; in layer 2 verbs, and all tokens
// equally.
TokenModel known_model(Architecture architecture = Architecture::kEncoderOnly) {
  TokenModelConfig config = config_of(2, 2);
  config.architecture = architecture;
  if (architecture == Architecture::kDecoderOnly) config.num_labels = 0;
  TokenModelParameters p = TokenModelParameters::random(config, 1);
  p.embedding.embedding.setIdentity(kIdCount, kModelWidth);
  p.embedding.positions.setZero(kMaxLength, kModelWidth);
  p.embedding.positions.rightCols(kMaxLength).setIdentity();
  for (auto& layer : p.layers.layers) {
    layer.attention.w_q.setZero();
    layer.attention.w_k.setZero();
    layer.attention.w_o.setZero();  // both layers read the embedding
  }
  auto& by_position = p.layers.layers[0].attention;
  for (Index head = 0; head < 2; ++head) {
    const Index by = head == 0 ? -1 : 1;
    for (Index at = 0; at < kMaxLength; ++at) {
      by_position.w_k(kIdCount + at, head * kModelWidth + at) = 10;
      if (at + by >= 0 && at + by < kMaxLength) {
        by_position.w_q(kIdCount + at, head * kModelWidth + at + by) = 10;
      }
    }
  }
  auto& by_id = p.layers.layers[1].attention;
  by_id.w_k(kVerb, 0) = 10;
  by_id.w_q(kNoun, 0) = 10;
  return TokenModel(config, p);
}

// A sentence of nouns with one verb, between delimiters.
struct Sentence {
  std::vector<Index> ids, word_of;
  std::vector<WordKind> kinds;
  std::vector<WordPair> pairs;
};
Sentence sentence_of(Index num_words, Index verb, Index subject) {
  Sentence sentence{{kDelimiter}, {-1}, {}, {{kSubjectToVerb, subject, verb}}};
  for (Index word = 0; word < num_words; ++word) {
    sentence.ids.push_back(word == verb ? kVerb : kNoun);
    sentence.word_of.push_back(word);
    sentence.kinds.push_back(word == verb ? WordKind::kVerb : WordKind::kNoun);
    if (word > 0) sentence.pairs.push_back({kPreviousWord, word, word - 1});
    if (word > 0) sentence.pairs.push_back({kNextWord, word - 1, word});
  }
  sentence.ids.push_back(kDelimiter);
  sentence.word_of.push_back(-1);
  return sentence;
}

std::vector<Sentence> sentences() {
  return {sentence_of(4, 2, 0), sentence_of(6, 1, 4), sentence_of(2, 1, 0), sentence_of(5, 0, 1),
          sentence_of(6, 5, 0)};
}

// Padded with nouns.
TokenizedSentences batch_of(const std::vector<Sentence>& sentences, Index n) {
  TokenizedSentences batch;
  batch.ids = {static_cast<Index>(sentences.size()), n, {}};
  for (const Sentence& sentence : sentences) {
    batch.ids.ids.insert(batch.ids.ids.end(), sentence.ids.begin(), sentence.ids.end());
    batch.ids.ids.resize(
        batch.word_of.size() * static_cast<std::size_t>(n) + static_cast<std::size_t>(n), kNoun);
    batch.word_of.push_back(sentence.word_of);
    batch.pairs.push_back(sentence.pairs);
    batch.kinds.push_back(sentence.kinds);
  }
  return batch;
}

TEST(FindHeads, NamesTheHeadsOfAModelWithKnownHeads) {
  const TokenModel model = known_model();
  HeadFinder finder = head_finder_of(model.config());
  for (const Half half : {Half::kFind, Half::kReport}) {
    find_heads(model, batch_of(sentences(), kMaxLength), half, finder);
  }
  const std::vector<RelationScores> found = finder.relations();
  ASSERT_EQ(found.size(), std::size_t{kNumWordRelations});
  const std::vector<std::pair<WordRelation, std::size_t>> known = {
      {kPreviousWord, 0}, {kNextWord, 1}, {kSubjectToVerb, 2}};
  for (const auto& [relation, right] : known) {
    const RelationScores& scores = found[relation];
    ASSERT_EQ(scores.heads.size(), 4u);
    EXPECT_EQ(2 * scores.best_layer + scores.best_head, static_cast<Index>(right));
    for (std::size_t head = 0; head < 4; ++head) {
      EXPECT_EQ(scores.heads[head].named, head == right) << relation_name(relation) << head;
    }
    EXPECT_EQ(scores.heads[right].share.value(), 1);
    EXPECT_NEAR(scores.heads[right].mean_weight, 1, 1e-5);
  }
  EXPECT_EQ(found[kPreviousWord].heads[0].share.count, 3 + 5 + 1 + 4 + 5);
  EXPECT_EQ(found[kSubjectToVerb].offset_share.right, 1);
  EXPECT_EQ(found[kVerbToObject].best_layer, -1);
  // In three of the five sentences the verb comes after the subject, so the nearest verb after it
  // is right.
  ASSERT_TRUE(found[kSubjectToVerb].nearest);
  EXPECT_TRUE(found[kSubjectToVerb].nearest->after);
  EXPECT_EQ(found[kSubjectToVerb].nearest->share.right, 3);
  EXPECT_EQ(found[kSubjectToVerb].nearest->share.count, 5);
  EXPECT_FALSE(found[kPreviousWord].nearest);
}

// The previous-word head is right only where the repeated word directly follows the first pair.
TEST(FindHeads, MeasuresInductionOnlyInDecoders) {
  const TokenModel encoder = known_model(), decoder = known_model(Architecture::kDecoderOnly);
  TokenizedSentences all = batch_of({sentence_of(5, 1, 0)}, kMaxLength);
  all.pairs[0].push_back({kInduction, 2, 1});
  all.pairs[0].push_back({kInduction, 4, 2});
  for (const TokenModel* model : {&encoder, &decoder}) {
    HeadFinder finder = head_finder_of(model->config());
    find_heads(*model, all, Half::kReport, finder);
    const RelationScores found = finder.relations()[kInduction];
    EXPECT_EQ(found.heads[0].share.count, model == &decoder ? 2 : 0);
    EXPECT_EQ(found.heads[0].share.right, model == &decoder ? 1 : 0);
    EXPECT_EQ(finder.relations()[kPreviousWord].heads[0].share.count, 4);
  }
}

TokenModel random_model(bool class_token) {
  TokenModelConfig config = config_of(2, 3);
  config.embedding.num_types = 2;
  config.embedding.class_token = class_token;
  config.embedding.max_length += 1;
  return TokenModel(config, TokenModelParameters::random(config, 5));
}

void expect_same(const HeadFinder& got, const HeadFinder& expected) {
  const std::vector<RelationScores> a = got.relations(), b = expected.relations();
  for (std::size_t relation = 0; relation < a.size(); ++relation) {
    EXPECT_EQ(a[relation].offset_share.count, b[relation].offset_share.count);
    for (std::size_t head = 0; head < a[relation].heads.size(); ++head) {
      const HeadScore &score = a[relation].heads[head], &other = b[relation].heads[head];
      EXPECT_EQ(score.share.right, other.share.right);
      EXPECT_EQ(score.share.count, other.share.count);
      EXPECT_NEAR(score.mean_weight, other.mean_weight, 1e-5);
    }
  }
  for (std::size_t layer = 0; layer < got.delimiter_share().size(); ++layer) {
    EXPECT_NEAR(got.delimiter_share()[layer], expected.delimiter_share()[layer], 1e-5);
  }
}

// Computes the weights of each sentence in a separate pass.
TEST(FindHeads, IgnoresThePaddingOfShorterSentences) {
  for (const bool class_token : {false, true}) {
    const TokenModel model = random_model(class_token);
    HeadFinder expected = head_finder_of(model.config()), one_by_one = expected, at_once = expected;
    // Creates more sentences than fit into one pass.
    std::vector<Sentence> many;
    for (Index copy = 0; copy < 4; ++copy) {
      for (const Sentence& sentence : sentences()) many.push_back(sentence);
    }
    TokenizedSentences all = batch_of(many, kMaxLength);
    all.type_ids = all.ids;
    for (Index& type : all.type_ids.ids) type = type == kVerb ? 1 : 0;
    find_heads(model, all, Half::kReport, at_once);
    for (const Sentence& sentence : many) {
      const auto n = static_cast<Index>(sentence.ids.size());
      TokenizedSentences one = batch_of({sentence}, n);
      one.type_ids = one.ids;
      for (Index& type : one.type_ids.ids) type = type == kVerb ? 1 : 0;
      find_heads(model, one, Half::kReport, one_by_one);

      ModelInputs inputs;
      inputs.ids = one.ids;
      inputs.type_ids = one.type_ids;
      TokenModelTrace trace;
      model.forward(inputs, {}, &trace);
      std::vector<Index> word_of = sentence.word_of;
      if (class_token) word_of.insert(word_of.begin(), -1);
      const auto n_token = static_cast<Index>(word_of.size());
      std::vector<float> weights;
      TokenModelTrace::for_each(trace, [&](std::string_view name, const Tensor& field) {
        if (!name.ends_with("attention.weights")) return;
        weights.insert(weights.end(), field.data.begin(), field.data.end());
      });
      expected.add(
          Tensor({"layer", "head", "query", "key"}, {2, 3, n_token, n_token}, std::move(weights)),
          word_of, sentence.pairs, Half::kReport);
    }
    expect_same(one_by_one, expected);
    expect_same(at_once, expected);
  }
}

TEST(FindHeads, RefusesSentencesThatDoNotFitAndCountsNothingOfTheirBatch) {
  const TokenModel model = known_model();
  HeadFinder finder = head_finder_of(model.config());
  using All = TokenizedSentences;
  const auto refused = [&](void (*change)(All& all)) {
    All changed = batch_of(sentences(), kMaxLength);
    change(changed);
    return refusal([&] { find_heads(model, changed, Half::kReport, finder); });
  };
  EXPECT_EQ(refused([](All& all) { all.word_of.pop_back(); }),
            "expected words and pairs of 5 sentences, got words of 4 and pairs of 5");
  EXPECT_EQ(refused([](All& all) { all.pairs.pop_back(); }),
            "expected words and pairs of 5 sentences, got words of 5 and pairs of 4");
  EXPECT_EQ(refused([](All& all) { all.kinds.pop_back(); }),
            "expected the kinds of words for 5 sentences, got them for 4");
  EXPECT_EQ(refused([](All& all) { all.kinds[4].pop_back(); }),
            "expected a kind for each of 6 words, got 5");
  EXPECT_EQ(refused([](All& all) { all.word_of[1].push_back(-1); }),
            "expected 1 to 8 tokens in each sentence, each with its word, got 9");
  EXPECT_EQ(refused([](All& all) { all.word_of[1].clear(); }),
            "expected 1 to 8 tokens in each sentence, each with its word, got 0");
  EXPECT_EQ(refused([](All& all) { all.word_of[4][3] = 8; }),
            "expected the number of a word from -1 to 7, got 8");
  EXPECT_EQ(refused([](All& all) { all.word_of[4][3] = -2; }),
            "expected the number of a word from -1 to 7, got -2");
  EXPECT_EQ(refused([](All& all) { all.ids.ids[11] = kIdCount; }),
            "expected ids of at least 0 and below 3, got 3 at position 3 of batch item 1");
  EXPECT_EQ(refused([](All& all) { all.ids.n = 0; }),
            "expected ids of shape [batch, n] with at least one batch item, got 40 ids for [5, 0]");
  EXPECT_EQ(refused([](All& all) { all.type_ids = {1, 1, {0}}; }),
            "expected type_ids of shape [5, 8], as the ids, got [1, 1]");
  EXPECT_EQ(refused([](All& all) { all.type_ids = {all.ids.n, all.ids.batch, all.ids.ids}; }),
            "expected type_ids of shape [5, 8], as the ids, got [8, 5]");
  EXPECT_EQ(refused([](All& all) { all.pairs[4].push_back({kNumWordRelations, 0, 1}); }),
            "expected a relation below " + integer_text(kNumWordRelations) +
                " between words of the sentence, got " + integer_text(kNumWordRelations) +
                " from 0 to 1");
  EXPECT_EQ(finder.relations()[kPreviousWord].heads[0].share.count, 0);
  EXPECT_EQ(finder.delimiter_share()[0], 0);
}

TEST(FindHeads, RefusesModelsThatAreNotOneStackOfEqualTextLayers) {
  TokenModelConfig config = config_of(2, 2);
  config.layers.layers = {config.layers.layer, config.layers.layer};
  EXPECT_EQ(head_finder_of(config).delimiter_share().size(), 2u);
  config.layers.layers[1].attention.num_heads = 1;
  EXPECT_EQ(refusal([&] { head_finder_of(config); }),
            "expected layers with the same number of heads, got 2 and 1");
  config = config_of(2, 2);
  for (const Architecture other : {Architecture::kVision, Architecture::kEncoderDecoder}) {
    config.architecture = other;
    EXPECT_EQ(refusal([&] { head_finder_of(config); }),
              "expected a model of text with one stack, to find what its heads look at, got "
              "another model");
  }
}

// head_finder_of refuses such a model, but the finder may be that of another one.
TEST(FindHeads, RefusesALaterLayerWithFewerHeads) {
  TokenModelConfig config = config_of(2, 2);
  HeadFinder finder = head_finder_of(config);
  config.layers.layers = {config.layers.layer, config.layers.layer};
  config.layers.layers[1].attention.num_heads = 1;
  const TokenModel model(config, TokenModelParameters::random(config, 1));
  EXPECT_EQ(
      refusal([&] { find_heads(model, batch_of(sentences(), kMaxLength), Half::kReport, finder); }),
      "expected layers with the same number of heads, got 2 and 1");
}

}  // namespace
}  // namespace attn
