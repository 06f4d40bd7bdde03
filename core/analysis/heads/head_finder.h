// Which heads look from one word of a sentence to a certain other one, for instance from a verb to
// its object.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "base/share.h"
#include "base/tensor.h"

namespace attn {

// Words `from` and `to` of one sentence, counted from 0: a head that follows relation number
// `relation` looks from `from` at `to`.
struct WordPair {
  Index relation, from, to;
};

enum class WordKind { kOther, kNoun, kVerb };

// What kind of relation a head is measured by.
struct RelationKind {
  bool is_offset = false;          // a fixed offset, such as the previous word
  WordKind to = WordKind::kOther;  // of all right words; kOther if they are of several kinds
};

// The interval of Wilson (1927) for the probability behind a share, at 95 %. It begins at exactly 0
// where no case is right, and ends at exactly 1 where all are. [0, 1] without cases.
struct Interval {
  double low, high;
};
Interval wilson_interval(const Share& share);

// How one head does on the sentences kept for the report.
struct HeadScore {
  Share share;         // rows in which the right word has the largest weight of all words
  double mean_weight;  // mean weight of the right word over all rows
  Interval interval;   // of the share
  Share find_share;    // the same on the sentences used to find heads
  bool named;
};

// A baseline for relations whose right word is always a noun, or always a verb: the nearest such
// word before, or the nearest after, whichever is right more often.
struct NearestOfKind {
  WordKind kind;
  bool after;
  Share share;
};

struct RelationScores {
  bool is_offset;      // whether the relation is a fixed offset
  Index offset;        // the distance `to - from` that is right most often
  Share offset_share;  // on the same rows
  // A baseline on the same rows; names do not depend on it. None for offsets and for relations
  // whose right words are of several kinds, or if the kinds of the words are unknown.
  std::optional<NearestOfKind> nearest;
  Index best_layer, best_head;   // the best on the sentences used to find heads; -1 if they have no
                                 // such pair
  std::vector<HeadScore> heads;  // [layer * num_heads + head]
};

// Collects the weights of sentences, one sentence at a time, and scores every head.
//
// A word may have several tokens. As in Clark et al. 2019 (What does BERT look at?), the weight to
// a word is the sum over its tokens, and the weight from a word the mean over its tokens.
// Delimiters are not words: their weights are left out of the comparison, and nothing is
// renormalized. A row without any weight on words is wrong. The word itself counts as a word.
//
// One half of the sentences proposes heads: those that are right in at least half of their rows.
// The other half confirms them: a proposed head is named if its share there is at least 0.75, and
// at least 0.15 above the best fixed offset. For a relation that is a fixed offset itself (the
// previous word), 0.75 is enough. So no sentence both proposes a name and confirms it.
class HeadFinder {
 public:
  static constexpr double kMinFindShare = 0.5;
  static constexpr double kMinShare = 0.75;
  static constexpr double kMinAboveOffset = 0.15;

  enum class Half { kFind, kReport };

  // `kinds`: one entry for each relation.
  HeadFinder(Index num_layers, Index num_heads, std::vector<RelationKind> kinds);

  //   weights  [layer, head, query, key]
  //   word_of  [token], the word of each token, -1 for delimiters
  //   kinds    [word], or empty if they are unknown
  // Throws std::invalid_argument for weights of another shape, for a word below -1 or not below
  // the number of tokens, for kinds of another number of words, and when a pair names an unknown
  // relation or a word without tokens. If it throws, nothing of the sentence is counted.
  void add(const Tensor& weights, const std::vector<Index>& word_of,
           const std::vector<WordPair>& pairs, Half half, const std::vector<WordKind>& kinds = {});

  // One entry for each relation.
  std::vector<RelationScores> relations() const;

  // [layer]: the share of the weight of all tokens that is on delimiters; 0 without sentences.
  std::vector<double> delimiter_share() const;

 private:
  struct Count {
    Index right = 0;
    double weight = 0;
  };
  struct Tally {
    Index rows = 0;
    std::vector<Index> offsets;  // right rows of each offset: 0, -1, 1, -2, 2, ..
    // Rows of sentences whose kinds are known, and those in which the nearest word of the kind of
    // the right words is right.
    Index rows_with_kinds = 0, right_before = 0, right_after = 0;
    std::vector<Count> heads;
  };
  // Throws as add.
  void check_sentence(const Tensor& weights, const std::vector<Index>& word_of,
                      const std::vector<WordPair>& pairs, const std::vector<WordKind>& kinds) const;
  std::size_t tally_index(Half half, Index relation) const;

  Index num_layers_, num_heads_;
  std::vector<RelationKind> kinds_;
  std::vector<Tally> tallies_;  // [half, relation]
  std::vector<double> on_delimiters_, on_all_;
};

}  // namespace attn
