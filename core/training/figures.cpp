#include "training/figures.h"

#include <algorithm>

#include "base/check.h"
#include "base/quoted.h"

namespace attn {
namespace {

struct Required {
  const char* recipe;
  const char* figure;  // a relation of the task, or one of the constants below
  double limit;
};

constexpr const char* kRight = "right";  // share of asked labels
constexpr const char* kExact = "exact";  // share of examples with every label right
constexpr const char* kWorstCategory = "worst category";  // `right` of the worst category
constexpr const char* kRowsRight = "rows right";          // of the head with the most weight
constexpr const char* kPopularColumn = "popular column";  // of the same head; a maximum
constexpr const char* kNeedles = "needles";               // `right` of the worst number of pairs

constexpr Required kRequired[] = {
    {"goes_with", kWorstCategory, 0.99},
    {"goes_with", "pronoun by adjective", 0.95},
    {"goes_with", "pronoun of three nouns", 0.95},
    {"goes_with", "verb across clauses", 0.95},
    {"goes_with", "adjective", 0.95},
    {"goes_with", "determiner", 0.95},
    {"goes_with", "pronoun by gender or number", 0.92},
    {"goes_with", "noun", 0.9},
    {"goes_with", kRowsRight, 0.97},
    {"goes_with", kPopularColumn, 0.45},
    {"induction", kRight, 0.995},
    {"induction", "previous token", 0.97},
    {"induction", "induction", 0.97},
    {"induction", kNeedles, 0.97},
    {"translation", kExact, 0.99},
    {"translation", "content word", 0.9},
    {"sort", kRight, 0.995},
    {"sort", "source", 0.85},
    {"reverse", kRight, 1},
    {"reverse", "source", 0.97},
    {"digits", kRight, 0.95},
};

// The head with the most weight on right keys.
const TrainedHeadScores& most_weight(const Evaluation& evaluation) {
  return *std::max_element(
      evaluation.heads.begin(), evaluation.heads.end(),
      [](const TrainedHeadScores& a, const TrainedHeadScores& b) { return a.weight < b.weight; });
}

double needles_right(const TokenModel& model, std::size_t count) {
  double worst = 1;
  for (Index pairs = 3; pairs <= 8; ++pairs) {
    TaskOptions options;
    options.pairs = pairs;
    const std::unique_ptr<Task> task = make_task("needle", options);
    const Evaluation needles = evaluate(model, *task, task->held_out(static_cast<Index>(count)));
    worst = std::min(worst, needles.labels.value());
  }
  return worst;
}

}  // namespace

double best_score(const Evaluation& evaluation, const Task& task, std::string_view relation) {
  const std::vector<std::string>& names = task.relations();
  const auto it = std::find(names.begin(), names.end(), relation);
  if (it == names.end()) {
    std::string known;
    for (const std::string& name : names) append_name(known, name.c_str());
    refuse("expected one of the relations {}, got {}", {known, quoted(relation)});
  }
  const auto kind = static_cast<std::size_t>(it - names.begin());
  double best = 0;
  for (const TrainedHeadScores& head : evaluation.heads) {
    best = std::max(best, head.relations[kind]);
  }
  return best;
}

std::vector<Figure> measured_figures(std::string_view recipe, const TokenModel& model,
                                     const Task& task, const std::vector<Example>& examples) {
  std::vector<Figure> figures;
  const Evaluation evaluation = evaluate(model, task, examples);
  for (const Required& required : kRequired) {
    if (recipe != required.recipe) continue;
    const std::string name = required.figure;
    Figure figure{name, 0, required.limit, name == kPopularColumn};
    if (name == kRight) {
      figure.value = evaluation.labels.value();
    } else if (name == kExact) {
      figure.value = evaluation.examples.value();
    } else if (name == kWorstCategory) {
      figure.value = 1;
      for (const Share& category : evaluation.categories) {
        if (category.count != 0) figure.value = std::min(figure.value, category.value());
      }
    } else if (name == kRowsRight) {
      figure.value = most_weight(evaluation).rows_right;
    } else if (name == kPopularColumn) {
      figure.value = most_weight(evaluation).popular_column;
    } else if (name == kNeedles) {
      figure.value = needles_right(model, examples.size());
    } else {
      figure.value = best_score(evaluation, task, name);
    }
    figures.push_back(figure);
  }
  return figures;
}

}  // namespace attn
