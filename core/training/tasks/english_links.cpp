#include "training/tasks/english_links.h"

namespace attn {
namespace {

// sentence   the NOUN clause* main [because PRONOUN (RAN | be too ADJECTIVE)] .
// clause     that SAW the NOUN | that the NOUN SAW | NEAR the NOUN
// main       be ADJECTIVE | RUNS | SAW the NOUN | (CROSSED | did not CROSS) the NOUN
//            | (LED | did not LEAD) the NOUN over the NOUN
class EnglishReader {
 public:
  EnglishReader(const EnglishWords& words, const std::vector<Index>& sentence)
      : words_(words), sentence_(sentence) {}

  EnglishLinks read() {
    const bool complete =
        read_noun() && read_clauses() && read_main() && read_reason() && next(kStop);
    if (!complete || position_ != static_cast<Index>(sentence_.size())) return {kind_, {}};
    link(kStopRole, stated_);
    links_[1].position = stated_;
    return {kind_, std::move(links_)};
  }

 private:
  // Links the noun to the word before "the". If the noun is a subject, the caller corrects the
  // link.
  bool read_noun() {
    if (!next(kThe)) return false;
    link(kDeterminer, position_);
    if (!next(kMan, kWay)) return false;
    link(kNounRole, position_ - 3);
    return true;
  }

  bool read_clauses() {
    Index antecedent = 1;
    for (;; ++clauses_) {
      if (next(kNear)) {
        link(kPreposition, position_ + 1);
        if (!read_noun()) return false;
      } else if (next(kThat)) {
        // After a verb, "that" goes with the noun of the "that" before it.
        if (words_.is_noun(sentence_[at(position_ - 2)])) antecedent = position_ - 2;
        link(kThatRole, antecedent);
        if (next(kSaw)) {
          link(kClauseVerb, antecedent);
          if (!read_noun()) return false;
        } else {
          if (!read_noun() || !next(kSaw)) return false;
          links_.back().position = position_ - 1;
          link(kClauseVerb, position_ - 2);
        }
      } else {
        return true;
      }
    }
  }

  bool read_main() {
    stated_ = position_;
    if (next(kBe)) {
      kind_ = clauses_ < 2 ? kOneClause : kTwoClauses;
      link(clauses_ > 0 ? kAcrossClauses : kMainVerb, 1, true);
      stated_ = position_;
      if (!next(kLiveAdjective, kWayAdjective)) return false;
      link(kAdjective, 1);
      return true;
    }
    if (next(kRuns)) {
      kind_ = clauses_ < 2 ? kOneClause : kTwoClauses;
      link(clauses_ > 0 ? kAcrossClauses : kMainVerb, 1, true);
      return true;
    }
    if (next(kSaw)) {
      kind_ = kByForm;
      link(kMainVerb, 1);
      return read_noun();
    }
    const bool negated = next(kDid);
    if (negated) {
      stated_ = position_ + 1;
      link(kDidNot, stated_);
      if (!next(kNot)) return false;
      link(kDidNot, stated_);
    }
    kind_ = kByAdjective;
    if (!next(negated ? kCross : kCrossed)) {
      if (!next(negated ? kLead : kLed)) return false;
      kind_ = kThreeNouns;
    }
    link(kMainVerb, 1);
    if (!read_noun()) return false;
    if (kind_ == kByAdjective) return true;
    if (!next(kOver)) return false;
    link(kPreposition, position_ + 1);
    return read_noun();
  }

  bool read_reason() {
    const Index main_end = position_;
    if (!next(kBecause)) return true;
    link(kBecauseRole, static_cast<Index>(sentence_.size()) - 2);
    if (kind_ == kOneClause || kind_ == kTwoClauses) kind_ = kOneNoun;
    if (!next(kPronoun)) return false;
    const Index pronoun = position_ - 1;
    links_.push_back({});
    const bool ran = next(kRan);
    if (!ran && !next(kBe)) return false;
    links_.push_back({});
    if (!ran) {
      if (!next(kToo)) return false;
      link(kTooRole, position_);
      if (!next(kLiveAdjective, kWayAdjective)) return false;
    }
    const Index noun = antecedent(main_end, sentence_[at(pronoun)],
                                  ran || words_.is(sentence_[at(position_ - 1)], kLiveAdjective));
    links_[at(pronoun)] = {pronoun_role(), noun, true};
    links_[at(pronoun + 1)] = {kMainVerb, noun, true};
    if (!ran) link(kAdjective, noun);
    return true;
  }

  // The position of the noun that the pronoun stands for: the only noun of the main clause that
  // agrees with the pronoun and fits the reason. -1 when there are none or several.
  Index antecedent(Index main_end, Index pronoun, bool live) const {
    Index noun_position = -1;
    for (Index position = 1; position < main_end; ++position) {
      const Index noun = sentence_[at(position)];
      // Nouns between the subject and the verb belong to other clauses.
      if ((position > 1 && position < stated_) || !words_.is_noun(noun)) continue;
      if (words_.pronoun_of(noun) != pronoun || words_.is_live(noun) != live) continue;
      if (noun_position >= 0) return -1;
      noun_position = position;
    }
    return noun_position;
  }

  EnglishRole pronoun_role() const {
    if (kind_ == kByAdjective) return kPronounByAdjective;
    if (kind_ == kThreeNouns) return kPronounOfThree;
    return kind_ == kByForm ? kPronounByForm : kPronounOfSubject;
  }

  bool next(EnglishClass word_class) { return next(word_class, word_class); }
  bool next(EnglishClass first, EnglishClass last) {
    if (position_ >= static_cast<Index>(sentence_.size())) return false;
    if (!words_.is(sentence_[at(position_)], first, last)) return false;
    ++position_;
    return true;
  }

  void link(EnglishRole role, Index position, bool answers = false) {
    links_.push_back({role, position, answers});
  }
  static std::size_t at(Index position) { return static_cast<std::size_t>(position); }

  const EnglishWords& words_;
  const std::vector<Index>& sentence_;
  Index position_ = 0;  // of the next word
  Index stated_ = 0;    // the verb of the main clause, or the adjective after "be"
  Index clauses_ = 0;   // between the subject and the main verb
  EnglishKind kind_ = kOneClause;
  std::vector<EnglishLink> links_;
};

}  // namespace

EnglishLinks english_links(const EnglishWords& words, const std::vector<Index>& sentence) {
  return EnglishReader(words, sentence).read();
}

}  // namespace attn
