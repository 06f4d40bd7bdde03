// What a trained model answers to one example, and where its heads look.
#pragma once

#include <vector>

#include "attention/trace_hooks.h"
#include "base/keep.h"
#include "base/named_tensors.h"
#include "models/answers/answers.h"
#include "models/token_model.h"
#include "training/tasks/task.h"

namespace attn {

struct ExampleInspection {
  // [positions * answers_per_place][at most 5]  indices into Task::answers()
  std::vector<std::vector<Guess>> guesses;
  NamedTensors weights;  // [head, query, key] by the attention's name: "layers.0.attention"
  NamedTensors trace;    // every field with kTrace, else empty
};

//   interventions  applied in the pass, so that the answers follow from them
//   keep           kTrace: the result has a trace; any other: only the weights
// Throws std::invalid_argument as TokenModel::forward does.
ExampleInspection inspect_example(const TokenModel& model, const Task& task, const Example& example,
                                  std::vector<Intervention> interventions, Keep keep);

// An example with these ids and no labels.
//   target_ids  the decoder's input; empty without a decoder
// Throws std::invalid_argument for an id outside the vocabulary, for no ids, and for more than the
// task's maximum.
Example example_of_ids(const Task& task, std::vector<Index> ids, std::vector<Index> target_ids);

}  // namespace attn
