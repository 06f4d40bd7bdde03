#include "training/evaluation.h"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "base/check.h"
#include "kernels/row_softmax.h"
#include "training/attention_weights.h"
#include "training/cross_entropy.h"

namespace attn {
namespace {

// The sums of one head, and the numbers of rows and examples that they are over.
struct HeadSums {
  TrainedHeadScores scores;
  Index rows = 0, examples = 0;
};

Index queries_of(const Example& example) {
  if (!example.target_ids.empty()) return static_cast<Index>(example.target_ids.size());
  if (!example.patches.empty()) return 1;  // the class token
  return static_cast<Index>(example.ids.size());
}

// A query of one head.
struct Row {
  Index largest = 0;  // the key with the largest weight
  double weight = 0;  // on the keys of its relations, each counted once
  bool has_relation = false, is_right = false;
};

// Adds one example's numbers to the sums.
//   weights  [query, key] of one head
void add(const Example& example, ConstMatrixRef weights, HeadSums& sums) {
  const Index n = queries_of(example);
  std::vector<Row> rows(static_cast<std::size_t>(n));
  std::vector<Index> columns(static_cast<std::size_t>(weights.cols()));
  for (Index query = 0; query < n; ++query) {
    Index& largest = rows[static_cast<std::size_t>(query)].largest;
    weights.row(query).maxCoeff(&largest);
    ++columns[static_cast<std::size_t>(largest)];
  }
  std::vector<std::uint8_t> is_added(static_cast<std::size_t>(n * weights.cols()));  // [query, key]
  for (const HeadRelation& relation : example.relations) {
    Row& row = rows[static_cast<std::size_t>(relation.query)];
    row.has_relation = true;
    row.is_right = row.is_right || relation.key == row.largest;
    const double on_key = double{weights(relation.query, relation.key)};
    sums.scores.relations[static_cast<std::size_t>(relation.kind)] += on_key;
    const auto cell = static_cast<std::size_t>(relation.query * weights.cols() + relation.key);
    if (is_added[cell] == 0) row.weight += on_key;
    is_added[cell] = 1;
  }
  for (const Row& row : rows) {
    if (!row.has_relation) continue;
    ++sums.rows;
    sums.scores.weight += row.weight;
    sums.scores.rows_right += row.is_right ? 1 : 0;
  }
  ++sums.examples;
  sums.scores.popular_column +=
      static_cast<double>(*std::max_element(columns.begin(), columns.end())) /
      static_cast<double>(n);
}

void divide(double& sum, Index count) { sum = count == 0 ? 0 : sum / static_cast<double>(count); }

// Counts each query once for each kind of relation.
void count_relations(const Example& example, std::vector<Index>& counts) {
  const auto n = static_cast<std::size_t>(queries_of(example));
  std::vector<std::uint8_t> is_counted(counts.size() * n);  // [kind, query]
  for (const HeadRelation& relation : example.relations) {
    const auto kind = static_cast<std::size_t>(relation.kind);
    const std::size_t row = kind * n + static_cast<std::size_t>(relation.query);
    if (is_counted[row] == 0) ++counts[kind];
    is_counted[row] = 1;
  }
}

void count_right(const Tensor& logits, const Batch& batch, const std::vector<Example>& examples,
                 Evaluation& evaluation) {
  const std::size_t labels_per_item = batch.labels.size() / examples.size();
  const Index logits_per_item = logits.size() / static_cast<Index>(examples.size());
  const Index classes =
      labels_per_item == 0 ? 0 : logits_per_item / static_cast<Index>(labels_per_item);
  const float* item_logits = logits.data.data();
  for (std::size_t item = 0; item < examples.size(); ++item, item_logits += logits_per_item) {
    const Share share =
        right_labels(item_logits, classes,
                     std::span(batch.labels).subspan(item * labels_per_item, labels_per_item));
    Share& category = evaluation.categories[static_cast<std::size_t>(examples[item].category)];
    for (Share* sum : {&evaluation.labels, &category}) {
      sum->right += share.right;
      sum->count += share.count;
    }
    ++evaluation.examples.count;
    evaluation.examples.right += share.right == share.count ? 1 : 0;
  }
}

// Adds the numbers of each head that answers, which the first call appends to `heads`.
void add_heads(const TokenModelTrace& trace, const std::vector<Example>& examples,
               std::size_t relations, std::vector<HeadSums>& heads) {
  std::size_t next = 0;
  for (const AttentionWeights& attention : attention_weights(trace)) {
    if (!attention.answers) continue;
    const Index num_heads = attention.weights->shape[1];
    for (Index head = 0; head < num_heads; ++head, ++next) {
      if (next == heads.size()) {
        heads.push_back({{attention.name, head, {}}});
        heads.back().scores.relations.resize(relations);
      }
      for (std::size_t item = 0; item < examples.size(); ++item) {
        add(examples[item], attention.weights->matrix(static_cast<Index>(item) * num_heads + head),
            heads[next]);
      }
    }
  }
}

// Divides the sums of a head by what they are over.
//   relations  how often each kind occurs
TrainedHeadScores shares_of(HeadSums sums, const std::vector<Index>& relations) {
  TrainedHeadScores& scores = sums.scores;
  for (std::size_t kind = 0; kind < relations.size(); ++kind) {
    divide(scores.relations[kind], relations[kind]);
  }
  divide(scores.rows_right, sums.rows);
  divide(scores.weight, sums.rows);
  divide(scores.popular_column, sums.examples);
  return std::move(sums.scores);
}

}  // namespace

Share right_labels(const float* logits, Index classes, std::span<const Index> labels) {
  Share share;
  for (const Index label : labels) {
    if (label != kIgnored) {
      const float* after = logits + label + 1;
      const bool is_first = row_peak(logits, label).max < logits[label];
      ++share.count;
      share.right += is_first && row_peak(after, classes - label - 1).max <= logits[label] ? 1 : 0;
    }
    logits += classes;
  }
  return share;
}

ModelInputs model_inputs(const Batch& batch) {
  ModelInputs inputs;
  inputs.ids = batch.ids;
  inputs.target_ids = batch.target_ids;
  inputs.patches = batch.patches;
  inputs.key_padding = batch.keep;
  inputs.target_key_padding = batch.target_keep;
  return inputs;
}

Evaluation evaluate(const TokenModel& model, const Task& task, const std::vector<Example>& examples,
                    Index at_once) {
  check_min("at_once", at_once, 1);
  Evaluation evaluation;
  evaluation.categories.resize(task.categories().size());
  evaluation.relations.resize(task.relations().size());
  std::vector<HeadSums> heads;
  double loss = 0;
  for (std::size_t first = 0; first < examples.size(); first += static_cast<std::size_t>(at_once)) {
    const std::size_t end = std::min(examples.size(), first + static_cast<std::size_t>(at_once));
    const std::vector<Example> some(examples.begin() + static_cast<std::ptrdiff_t>(first),
                                    examples.begin() + static_cast<std::ptrdiff_t>(end));
    const Batch batch = batch_of(some);
    TokenModelTrace trace;
    trace.keep = Keep::kWeights;
    const Tensor logits = model.forward(model_inputs(batch), {}, &trace);
    Tensor unused;
    const Index asked_before = evaluation.labels.count;
    const double batch_loss = cross_entropy(logits, batch.labels, {batch.weights}, unused);
    count_right(logits, batch, some, evaluation);
    loss += batch_loss * static_cast<double>(evaluation.labels.count - asked_before);
    for (const Example& example : some) count_relations(example, evaluation.relations);
    add_heads(trace, some, evaluation.relations.size(), heads);
  }
  for (HeadSums& sums : heads) {
    evaluation.heads.push_back(shares_of(std::move(sums), evaluation.relations));
  }
  divide(loss, evaluation.labels.count);
  evaluation.loss = loss;
  return evaluation;
}

}  // namespace attn
