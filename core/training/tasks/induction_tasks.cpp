// Induction: a letter that appeared before is followed by the same letter as then.
//
//   induction  a row of different letters, over and over:      d b f d b f d ..
//   needle     keys with a value each, then one of the keys:   a b  c d  e f  c -> d
//
// The row of induction has at least 3 letters, and at most two thirds of the length. A needle tests
// a model that was trained on induction; no recipe trains on it. In both tasks a position has a
// label wherever the rule determines it. For causal models; see Olsson et al. 2022.
#include <algorithm>

#include "base/draw.h"
#include "training/tasks/factories.h"
#include "training/tasks/generated_task.h"
#include "training/tasks/symbols.h"

namespace attn {
namespace {

class InductionTask : public GeneratedTask {
 public:
  InductionTask(Index length, Index symbols)
      : length_(length), symbols_(symbols), vocabulary_(letters(symbols)) {}

  const std::vector<std::string>& vocabulary() const override { return vocabulary_; }
  const std::vector<std::string>& relations() const override { return token_relation_names(); }
  Index max_length() const override { return length_; }

  Example parse(std::string_view text) const override {
    const std::vector<Index> ids = symbol_ids(text, vocabulary_);
    check_token_count(ids, 1, length_);
    return example_of(ids);
  }

 protected:
  Example generate(Random& random) const override {
    // Long rows have few repeats: they teach the model to find a single earlier letter, far back.
    const Index period = between(random, 3, std::min(symbols_, 2 * length_ / 3));
    const std::vector<Index> row = distinct(random, period, symbols_);
    std::vector<Index> ids(static_cast<std::size_t>(length_));
    for (std::size_t i = 0; i < ids.size(); ++i) ids[i] = row[i % row.size()];
    return example_of(ids);
  }

  // The label of a position is the letter that followed all earlier occurrences of its letter.
  // Without an earlier occurrence, or with different followers, there is none.
  Example example_of(const std::vector<Index>& ids) const {
    const Index n = static_cast<Index>(ids.size());
    const auto at = [&](Index position) { return ids[static_cast<std::size_t>(position)]; };
    Example example;
    example.ids = ids;
    for (Index position = 0; position < n; ++position) {
      if (position > 0) example.relations.push_back({kPreviousToken, position, position - 1});
      Index follower = -1;
      bool decided = true;
      for (Index earlier = 0; earlier < position; ++earlier) {
        if (at(earlier) != at(position)) continue;
        decided = decided && (follower < 0 || follower == at(earlier + 1));
        follower = at(earlier + 1);
      }
      if (!decided) follower = -1;
      example.labels.push_back(follower);
      for (Index earlier = 0; earlier < position && follower >= 0; ++earlier) {
        if (at(earlier) == at(position)) {
          example.relations.push_back({kInductionToken, position, earlier + 1});
        }
      }
    }
    return example;
  }

  Index length_, symbols_;

 private:
  std::vector<std::string> vocabulary_;
};

class NeedleTask final : public InductionTask {
 public:
  explicit NeedleTask(Index pairs) : InductionTask(2 * pairs + 1, 26), pairs_(pairs) {}

 protected:
  Example generate(Random& random) const override {
    std::vector<Index> ids = distinct(random, 2 * pairs_, symbols_);
    ids.push_back(ids[static_cast<std::size_t>(2 * below(random, pairs_))]);
    return example_of(ids);
  }

 private:
  Index pairs_;
};

}  // namespace

std::unique_ptr<Task> make_induction(const TaskOptions& options) {
  const Index symbols = option("symbols", options.symbols, 26, 8, 26);
  const Index longest = 2 * symbols - 1;
  return std::make_unique<InductionTask>(
      option("length", options.length, std::min<Index>(23, longest), 5, longest), symbols);
}

std::unique_ptr<Task> make_needle(const TaskOptions& options) {
  return std::make_unique<NeedleTask>(option("pairs", options.pairs, 5, 1, 13));
}

}  // namespace attn
