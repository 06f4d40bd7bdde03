// The figures that a trained model must reach before a page shows it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "training/evaluation.h"

namespace attn {

struct Figure {
  std::string name;  // "right", "induction"
  double value = 0;
  double limit = 0;
  bool is_maximum = false;  // the limit is the largest value allowed, not the smallest

  bool reached() const { return is_maximum ? value <= limit : value >= limit; }
};

// The best score of any head of the model for a relation of the task, 0 if no example has one.
// Throws std::invalid_argument for a name that the task does not have.
double best_score(const Evaluation& evaluation, const Task& task, std::string_view relation);

// The figures of a named recipe, measured on these examples. For "induction" the model also answers
// the task "needle" with 3, 4 .. 8 pairs, each on as many held-out examples as were passed. Empty
// for a recipe without figures.
std::vector<Figure> measured_figures(std::string_view recipe, const TokenModel& model,
                                     const Task& task, const std::vector<Example>& examples);

}  // namespace attn
