#include "analysis/heads/head_finder.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/check.h"

namespace attn {
namespace {

std::size_t offset_index(Index offset) {
  return static_cast<std::size_t>(offset < 0 ? -2 * offset - 1 : 2 * offset);
}

Index offset_at(std::size_t index) {
  const auto half = static_cast<Index>(index + 1) / 2;
  return index % 2 == 1 ? -half : half;
}

Index num_words_of(const std::vector<Index>& word_of) {
  return word_of.empty() ? 0 : *std::max_element(word_of.begin(), word_of.end()) + 1;
}

// [word, token]: 1 where the token belongs to the word, else 0.
Eigen::MatrixXd tokens_of_words(const std::vector<Index>& word_of) {
  Eigen::MatrixXd tokens =
      Eigen::MatrixXd::Zero(num_words_of(word_of), static_cast<Eigen::Index>(word_of.size()));
  for (std::size_t token = 0; token < word_of.size(); ++token) {
    if (word_of[token] >= 0) tokens(word_of[token], static_cast<Eigen::Index>(token)) = 1;
  }
  return tokens;
}

// The nearest word of a kind before or after word `from`; -1 without one.
Index nearest_of_kind(const std::vector<WordKind>& kinds, WordKind kind, Index from, Index step) {
  for (Index word = from + step; word >= 0 && word < static_cast<Index>(kinds.size());
       word += step) {
    if (kinds[static_cast<std::size_t>(word)] == kind) return word;
  }
  return -1;
}

bool stands_out(const Share& head, const Share& offset, bool is_offset) {
  return head.value() >= HeadFinder::kMinShare &&
         (is_offset || head.value() >= offset.value() + HeadFinder::kMinAboveOffset);
}

}  // namespace

Interval wilson_interval(const Share& share) {
  if (share.count == 0) return {0, 1};
  constexpr double kZ = 1.959963984540054;  // leaves 2.5 % of a normal distribution above it
  const auto n = static_cast<double>(share.count);
  const double p = share.value();
  const double middle = (p + kZ * kZ / (2 * n)) / (1 + kZ * kZ / n);
  const double reach = kZ / (1 + kZ * kZ / n) * std::sqrt(p * (1 - p) / n + kZ * kZ / (4 * n * n));
  // Rounding would leave these two bounds just beside 0 and 1.
  return {share.right == 0 ? 0 : middle - reach, share.right == share.count ? 1 : middle + reach};
}

HeadFinder::HeadFinder(Index num_layers, Index num_heads, std::vector<RelationKind> kinds)
    : num_layers_(num_layers),
      num_heads_(num_heads),
      kinds_(std::move(kinds)),
      tallies_(2 * kinds_.size()),
      on_delimiters_(static_cast<std::size_t>(num_layers)),
      on_all_(static_cast<std::size_t>(num_layers)) {
  for (Tally& tally : tallies_) {
    tally.heads.resize(static_cast<std::size_t>(num_layers * num_heads));
  }
}

std::size_t HeadFinder::tally_index(Half half, Index relation) const {
  return (half == Half::kFind ? 0 : kinds_.size()) + static_cast<std::size_t>(relation);
}

void HeadFinder::check_sentence(const Tensor& weights, const std::vector<Index>& word_of,
                                const std::vector<WordPair>& pairs,
                                const std::vector<WordKind>& kinds) const {
  const auto n = static_cast<Index>(word_of.size());
  check_shape("weights", weights, {num_layers_, num_heads_, n, n});
  for (const Index word : word_of) {
    if (word < -1 || word >= n) {
      refuse("expected the number of a word from -1 to {}, got {}", {n - 1, word});
    }
  }
  const Index num_words = num_words_of(word_of);
  if (!kinds.empty() && static_cast<Index>(kinds.size()) != num_words) {
    refuse("expected a kind for each of {} words, got {}",
           {num_words, static_cast<Index>(kinds.size())});
  }
  const auto is_word = [&](Index word) {
    return word >= 0 && std::find(word_of.begin(), word_of.end(), word) != word_of.end();
  };
  for (const WordPair& pair : pairs) {
    if (pair.relation < 0 || pair.relation >= static_cast<Index>(kinds_.size()) ||
        !is_word(pair.from) || !is_word(pair.to)) {
      refuse("expected a relation below {} between words of the sentence, got {} from {} to {}",
             {static_cast<Index>(kinds_.size()), pair.relation, pair.from, pair.to});
    }
  }
}

void HeadFinder::add(const Tensor& weights, const std::vector<Index>& word_of,
                     const std::vector<WordPair>& pairs, Half half,
                     const std::vector<WordKind>& kinds) {
  check_sentence(weights, word_of, pairs, kinds);
  for (const WordPair& pair : pairs) {
    Tally& tally = tallies_[tally_index(half, pair.relation)];
    ++tally.rows;
    const std::size_t index = offset_index(pair.to - pair.from);
    if (index >= tally.offsets.size()) tally.offsets.resize(index + 1);
    ++tally.offsets[index];
    if (kinds.empty()) continue;
    ++tally.rows_with_kinds;
    const WordKind kind = kinds_[static_cast<std::size_t>(pair.relation)].to;
    if (nearest_of_kind(kinds, kind, pair.from, -1) == pair.to) ++tally.right_before;
    if (nearest_of_kind(kinds, kind, pair.from, 1) == pair.to) ++tally.right_after;
  }
  const Eigen::MatrixXd tokens = tokens_of_words(word_of);
  const Eigen::VectorXd pieces = tokens.rowwise().sum();
  const Eigen::VectorXd delimiters =
      Eigen::VectorXd::Ones(tokens.cols()) - tokens.colwise().sum().transpose();
  for (Index map = 0; map < num_layers_ * num_heads_; ++map) {
    const Eigen::MatrixXd token_weights = weights.matrix(map).cast<double>();
    const Eigen::MatrixXd to_words = token_weights.lazyProduct(tokens.transpose());
    const auto layer = static_cast<std::size_t>(map / num_heads_);
    on_all_[layer] += token_weights.sum();
    on_delimiters_[layer] += (token_weights * delimiters).sum();
    const Eigen::MatrixXd word_weights = tokens.lazyProduct(to_words);
    for (const WordPair& pair : pairs) {
      const double right = word_weights(pair.from, pair.to) / pieces(pair.from);
      Count& count =
          tallies_[tally_index(half, pair.relation)].heads[static_cast<std::size_t>(map)];
      count.weight += right;
      Eigen::Index largest = 0;
      if (word_weights.row(pair.from).maxCoeff(&largest) > 0 && largest == pair.to) ++count.right;
    }
  }
}

std::vector<RelationScores> HeadFinder::relations() const {
  const auto best_offset = [](const Tally& tally) {
    if (tally.offsets.empty()) return std::pair{Index{0}, Share{}};
    const auto best = std::max_element(tally.offsets.begin(), tally.offsets.end());
    return std::pair{offset_at(static_cast<std::size_t>(best - tally.offsets.begin())),
                     Share{*best, tally.rows}};
  };
  const auto nearest = [](const Tally& tally, WordKind kind) -> std::optional<NearestOfKind> {
    const bool is_known = tally.rows > 0 && tally.rows_with_kinds == tally.rows;
    if (kind == WordKind::kOther || !is_known) return std::nullopt;
    const bool after = tally.right_after > tally.right_before;
    return NearestOfKind{kind, after, {after ? tally.right_after : tally.right_before, tally.rows}};
  };
  std::vector<RelationScores> all;
  for (Index relation = 0; relation < static_cast<Index>(kinds_.size()); ++relation) {
    const auto [is_offset, kind] = kinds_[static_cast<std::size_t>(relation)];
    const Tally& find = tallies_[tally_index(Half::kFind, relation)];
    const Tally& report = tallies_[tally_index(Half::kReport, relation)];
    const auto [offset, offset_share] = best_offset(report);
    RelationScores scores{is_offset, offset, offset_share, nearest(report, kind), -1, -1, {}};
    const auto better = [](const Count& a, const Count& b) {
      return std::pair{a.right, a.weight} < std::pair{b.right, b.weight};
    };
    if (find.rows > 0) {
      const auto best = static_cast<Index>(
          std::max_element(find.heads.begin(), find.heads.end(), better) - find.heads.begin());
      scores.best_layer = best / num_heads_;
      scores.best_head = best % num_heads_;
    }
    for (std::size_t head = 0; head < report.heads.size(); ++head) {
      const Share find_share{find.heads[head].right, find.rows};
      const Share share{report.heads[head].right, report.rows};
      scores.heads.push_back(
          {share,
           report.rows == 0 ? 0 : report.heads[head].weight / static_cast<double>(report.rows),
           wilson_interval(share), find_share,
           find_share.value() >= kMinFindShare && stands_out(share, offset_share, is_offset)});
    }
    all.push_back(std::move(scores));
  }
  return all;
}

std::vector<double> HeadFinder::delimiter_share() const {
  std::vector<double> shares;
  for (std::size_t layer = 0; layer < on_all_.size(); ++layer) {
    shares.push_back(on_all_[layer] == 0 ? 0 : on_delimiters_[layer] / on_all_[layer]);
  }
  return shares;
}

}  // namespace attn
