// Measures how many examples a model gets right, and what its heads attend to in them.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "base/share.h"
#include "models/token_model.h"
#include "training/tasks/batch.h"

namespace attn {

struct TrainedHeadScores {
  std::string attention;  // "layers.1.attention"
  Index head = 0;
  // [relation kind]  The mean of the summed weight on right keys, over all queries with a relation
  // of this kind.
  std::vector<double> relations;
  // Over the queries with a relation of any kind: the share whose largest weight is on a right key,
  // and the mean of the summed weight on right keys. A key of several kinds is counted once.
  double rows_right = 0, weight = 0;
  // The share of a sequence's queries whose largest weight is in its most popular column, averaged
  // over the sequences.
  double popular_column = 0;
};

struct Evaluation {
  double loss = 0;                // mean cross-entropy of the asked labels
  Share labels;                   // asked labels
  Share examples;                 // examples whose asked labels are all right
  std::vector<Share> categories;  // [category]  asked labels
  std::vector<Index> relations;   // [relation kind]  queries with such a relation
  // The heads of every attention that answers (attention_weights.h), in the order of computation.
  std::vector<TrainedHeadScores> heads;
};

// How many of the asked labels are right: their logit is the largest of the row, and the first of
// equal ones.
//   logits  [label, class]
//   labels  [label]  below the number of classes; kIgnored where none is asked
Share right_labels(const float* logits, Index classes, std::span<const Index> labels);

// The batch's ids, patches and padding, without its labels.
ModelInputs model_inputs(const Batch& batch);

//   task      the task that the examples are from
//   at_once   the number of examples in each pass of the model, at least 1
Evaluation evaluate(const TokenModel& model, const Task& task, const std::vector<Example>& examples,
                    Index at_once = 64);

}  // namespace attn
