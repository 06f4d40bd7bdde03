// Everything that determines a training run. Two runs of one recipe give the same bits.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "models/token_model.h"
#include "training/optimizer.h"
#include "training/schedule.h"
#include "training/tasks/task.h"

namespace attn {

// Added to the loss: entropy * ramp.factor(step) * sum of mean_row_entropy over the attentions.
struct EntropyPenalty {
  float entropy = 0;  // the factor; 0: no penalty
  Ramp ramp = {};
  // The attentions whose names end with this: "" for all, or "cross_attention".
  std::string attentions = {};
};

// Probabilities, in training only.
struct DropoutRates {
  double weights = 0, residual = 0, embedding = 0;
};

struct Recipe {
  std::string task;  // as in make_task
  TaskOptions task_options = {};
  // vocab_size, max_length, d_patch and num_labels may be 0, for those of the task.
  // answers_per_place is always that of the task. An encoder-decoder's target has the other
  // settings of its source.
  TokenModelConfig model;
  OptimizerConfig optimizer = {};
  Schedule schedule = {};
  EntropyPenalty penalty = {};
  DropoutRates dropout = {};
  double label_smoothing = 0;
  Index batch = 32;  // examples in a step
  Index pool = 0;    // batches are drawn from this many fixed examples; 0: every example is new
  Index steps = 0;   // the length of the schedules; training may go on after them
  std::uint64_t seed = 0;  // of the parameters, the examples and dropout
};

// Returns a copy with the values of the task filled in. Throws std::invalid_argument for numbers
// out of range, for an architecture, a class token, a head, a readout or labels that do not fit the
// task, and as TokenModelConfig::resolved does.
Recipe resolved(const Recipe& recipe, const Task& task);

}  // namespace attn
