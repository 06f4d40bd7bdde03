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
#include "operations/models/model_inputs.h"
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
  for (Index relation = 0; relation < kNumWordRelations; ++relation) {
    if (name == relation_name(static_cast<WordRelation>(relation))) return relation;
  }
  refuse("expected a relation such as \"previous_word\", got {}", {quoted(name)});
}

// In the order of WordKind.
constexpr const char* kWordKinds[] = {"other", "noun", "verb"};

const char* name_of(WordKind kind) { return kWordKinds[static_cast<std::size_t>(kind)]; }

// undefined, or { kind, side, share }
void put_nearest(Result& out, const std::optional<NearestOfKind>& nearest) {
  if (!nearest) return out.undefined();
  out.object([&] {
    out.name("kind").text(name_of(nearest->kind));
    out.name("side").text(nearest->after ? "after" : "before");
    out.name("share").number(nearest->share.value());
  });
}

void put_head_score(Result& out, const HeadScore& head) {
  out.object([&] {
    out.name("share").number(head.share.value());
    out.name("mean_weight").number(head.mean_weight);
    out.name("low").number(head.interval.low);
    out.name("high").number(head.interval.high);
    out.name("find_share").number(head.find_share.value());
    out.name("named").flag(head.named);
  });
}

void put_relation_scores(Result& out, WordRelation relation, const RelationScores& scores) {
  out.object([&] {
    out.name("relation").text(relation_name(relation));
    out.name("is_offset").flag(scores.is_offset);
    out.name("rows").number(scores.offset_share.count);
    out.name("offset").number(scores.offset);
    out.name("offset_share").number(scores.offset_share.value());
    put_nearest(out.name("nearest"), scores.nearest);
    out.name("find_rows").number(scores.heads.empty() ? 0 : scores.heads[0].find_share.count);
    out.name("best_layer").number(scores.best_layer);
    out.name("best_head").number(scores.best_head);
    out.name("heads").list(scores.heads, [&](const HeadScore& head) { put_head_score(out, head); });
  });
}

void put_pair(Result& out, const WordPair& pair) {
  out.object([&] {
    out.name("relation").text(relation_name(static_cast<WordRelation>(pair.relation)));
    out.name("from").number(pair.from);
    out.name("to").number(pair.to);
  });
}

void put_sentence(Result& out, const RelationSentence& sentence) {
  out.object([&] {
    out.name("words").texts(sentence.words);
    out.name("kinds").list(sentence.kinds, [&](WordKind kind) { out.text(name_of(kind)); });
    out.name("pairs").list(sentence.pairs, [&](const WordPair& pair) { put_pair(out, pair); });
  });
}

constexpr Index kMaxSentences = 1 << 16;

void relation_sentences(Message& in, Result& out) {
  Random random(in.seed());
  const auto count = static_cast<Index>(in.word());
  check_range("count", count, 1, kMaxSentences);
  out.list([&] {
    for (Index i = 0; i < count; ++i) put_sentence(out, relation_sentence(random));
  });
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
  out.object([&] {
    out.name("rule").object([&] {
      out.name("min_find_share").number(HeadFinder::kMinFindShare);
      out.name("min_share").number(HeadFinder::kMinShare);
      out.name("min_above_offset").number(HeadFinder::kMinAboveOffset);
    });
    out.name("relations").list([&] {
      for (std::size_t i = 0; i < relations.size(); ++i) {
        put_relation_scores(out, static_cast<WordRelation>(i), relations[i]);
      }
    });
    out.name("delimiter_share").list(shares, [&](double share) { out.number(share); });
  });
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
