#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "analysis/heads/find_heads.h"
#include "analysis/heads/relation_sentences.h"
#include "base/check.h"
#include "base/quoted.h"
#include "messages/model_messages.h"
#include "operations/models/named_model.h"
#include "verbs/numbered.h"
#include "verbs/token_models.h"
#include "verbs/verbs.h"

namespace attn::js {
namespace {

struct FinderOfModel {
  std::uint32_t model;
  HeadFinder finder;
};

Numbered<FinderOfModel>& finders() {
  static Numbered<FinderOfModel> finders(
      "expected the number of a head finder that has not been released, got {}");
  return finders;
}

Index relation_of(const std::string& name) {
  for (Index relation = 0; relation < kNumRelations; ++relation) {
    if (name == relation_name(static_cast<WordRelation>(relation))) return relation;
  }
  refuse("expected a relation such as \"previous_word\", got {}", {quoted(name)});
}

// In the order of WordKind.
constexpr const char* kWordKinds[] = {"other", "noun", "verb"};

const char* name_of(WordKind kind) { return kWordKinds[static_cast<std::size_t>(kind)]; }

// undefined, or { kind, side, share }
void put_nearest(Result& out, const std::optional<NearestOfKind>& nearest) {
  out.name("nearest");
  if (!nearest) return out.undefined();
  out.object(3);
  out.name("kind");
  out.text(name_of(nearest->kind));
  out.name("side");
  out.text(nearest->after ? "after" : "before");
  put(out, "share", nearest->share.value());
}

void put_pair(Result& out, const WordPair& pair) {
  out.object(3);
  out.name("relation");
  out.text(relation_name(static_cast<WordRelation>(pair.relation)));
  put(out, "from", pair.from);
  put(out, "to", pair.to);
}

void put_relation(Result& out, WordRelation relation, const RelationScores& scores) {
  out.object(10);
  out.name("relation");
  out.text(relation_name(relation));
  out.name("is_offset");
  out.flag(scores.is_offset);
  put(out, "rows", scores.offset_share.count);
  put(out, "offset", scores.offset);
  put(out, "offset_share", scores.offset_share.value());
  put_nearest(out, scores.nearest);
  put(out, "find_rows", scores.heads.empty() ? 0 : scores.heads[0].find_share.count);
  put(out, "best_layer", scores.best_layer);
  put(out, "best_head", scores.best_head);
  out.name("heads");
  out.list(scores.heads.size());
  for (const HeadScore& head : scores.heads) {
    out.object(6);
    put(out, "share", head.share.value());
    put(out, "mean_weight", head.mean_weight);
    put(out, "low", head.interval.low);
    put(out, "high", head.interval.high);
    put(out, "find_share", head.find_share.value());
    out.name("named");
    out.flag(head.named);
  }
}

void relation_sentences(Message& in, Result& out) {
  Random random(in.seed());
  const std::size_t count = in.word();
  out.list(count);
  for (std::size_t i = 0; i < count; ++i) {
    const RelationSentence sentence = relation_sentence(random);
    out.object(3);
    put(out, "words", sentence.words);
    out.name("kinds");
    out.list(sentence.kinds.size());
    for (const WordKind kind : sentence.kinds) out.text(name_of(kind));
    out.name("pairs");
    out.list(sentence.pairs.size());
    for (const WordPair& pair : sentence.pairs) put_pair(out, pair);
  }
}

void create_head_finder(Message& in, Result& out) {
  const std::uint32_t model = in.word();
  HeadFinder finder = head_finder_of(token_model(model).config());
  out.number(finders().add({model, std::move(finder)}));
}

void add_to_head_finder(Message& in, Result& out) {
  FinderOfModel& entry = finders().at(in.word());
  const TokenModel& model = token_model(entry.model);
  ModelInputs inputs = read_model_inputs(model.config(), in.tensors("input"), std::nullopt);
  TokenizedSentences sentences;
  sentences.ids = std::move(inputs.ids);
  sentences.type_ids = std::move(inputs.type_ids);
  sentences.word_of.resize(in.count());
  for (std::vector<Index>& word_of : sentences.word_of) word_of = in.integers();
  sentences.pairs.resize(in.count());
  for (std::vector<WordPair>& pairs : sentences.pairs) {
    pairs.resize(in.count());
    for (WordPair& pair : pairs) {
      pair.relation = relation_of(in.text());
      pair.from = static_cast<Index>(in.word());
      pair.to = static_cast<Index>(in.word());
    }
  }
  const HeadFinder::Half half = in.flag() ? HeadFinder::Half::kReport : HeadFinder::Half::kFind;
  sentences.kinds.resize(in.count());
  for (std::vector<WordKind>& kinds : sentences.kinds) {
    kinds.resize(in.count());
    for (WordKind& kind : kinds) kind = in.choice(WordKind::kVerb);
  }
  find_heads(model, sentences, half, entry.finder);
  out.undefined();
}

void found_heads(Message& in, Result& out) {
  const HeadFinder& finder = finders().at(in.word()).finder;
  const std::vector<RelationScores> relations = finder.relations();
  const std::vector<double> shares = finder.delimiter_share();
  out.object(3);
  out.name("rule");
  out.object(3);
  put(out, "min_find_share", HeadFinder::kMinFindShare);
  put(out, "min_share", HeadFinder::kMinShare);
  put(out, "min_above_offset", HeadFinder::kMinAboveOffset);
  out.name("relations");
  out.list(relations.size());
  for (std::size_t i = 0; i < relations.size(); ++i) {
    put_relation(out, static_cast<WordRelation>(i), relations[i]);
  }
  out.name("delimiter_share");
  out.list(shares.size());
  for (const double share : shares) out.number(share);
}

void release_head_finder(Message& in, Result& out) {
  finders().release(in.word());
  out.undefined();
}

constexpr Verb kVerbs[] = {
    {"relationSentences", relation_sentences},  {"createHeadFinder", create_head_finder},
    {"addToHeadFinder", add_to_head_finder},    {"foundHeads", found_heads},
    {"releaseHeadFinder", release_head_finder},
};

}  // namespace

std::span<const Verb> head_finder_verbs() { return kVerbs; }

}  // namespace attn::js
