#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/check.h"
#include "messages/model_messages.h"
#include "operations/config/model_config.h"
#include "operations/config/recipe_config.h"
#include "operations/models/example_inspection.h"
#include "training/trainer.h"
#include "verbs/numbered.h"
#include "verbs/verbs.h"

namespace attn::js {
namespace {

Numbered<Trainer>& trainers() {
  static Numbered<Trainer> trainers(
      "expected the number of a trainer that has not been released, got {}");
  return trainers;
}

Trainer& find(Message& in) { return trainers().at(in.word()); }

// The numbers of a tensor as bytes.
std::vector<std::uint8_t> bytes_of(const char* name, const NamedTensors& data) {
  const Tensor& tensor = data.at(name);
  std::vector<std::uint8_t> bytes;
  bytes.reserve(tensor.data.size());
  for (const float x : tensor.data) {
    if (!(x >= 0 && x <= 255)) {
      refuse("expected {} of numbers from 0 to 255, got {}", {name, number_text(double{x})});
    }
    bytes.push_back(static_cast<std::uint8_t>(x + 0.5f));
  }
  return bytes;
}

void read_data(const NamedTensors& data, TaskOptions& options) {
  if (data.empty()) return;
  options.images = bytes_of("images", data);
  options.digits = bytes_of("digits", data);
}

void put_heads(Result& out, const Evaluation& evaluation, const Task& task) {
  std::size_t kinds = 0;
  for (const Index count : evaluation.relations) kinds += count == 0 ? 0 : 1;
  out.list(evaluation.heads.size());
  for (const HeadScores& head : evaluation.heads) {
    out.object(6);
    out.name("attention");
    out.text(head.attention);
    put(out, "head", head.head);
    out.name("relations");
    out.object(kinds);
    for (std::size_t kind = 0; kind < head.relations.size(); ++kind) {
      if (evaluation.relations[kind] == 0) continue;
      out.name(task.relations()[kind]);
      out.number(head.relations[kind]);
    }
    put(out, "rows_right", head.rows_right);
    put(out, "weight", head.weight);
    put(out, "popular_column", head.popular_column);
  }
}

void put_evaluation(Result& out, const Evaluation& evaluation, const Task& task) {
  const std::vector<std::string>& names = task.categories();
  std::size_t categories = 0;
  for (std::size_t i = 0; i < names.size(); ++i) {
    categories += names[i].empty() || evaluation.categories[i].count == 0 ? 0 : 1;
  }
  out.object(5);
  put(out, "loss", evaluation.loss);
  put(out, "accuracy", evaluation.labels.value());
  put(out, "exact", evaluation.examples.value());
  out.name("categories");
  out.object(categories);
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (names[i].empty() || evaluation.categories[i].count == 0) continue;
    out.name(names[i]);
    out.number(evaluation.categories[i].value());
  }
  out.name("heads");
  put_heads(out, evaluation, task);
}

// A text, or the number of a held-out example, or ids, or an image.
Example read_example(Message& in, const Task& task) {
  enum class Kind { kText, kHeldOut, kIds, kImage };
  switch (in.choice(Kind::kImage)) {
    case Kind::kText:
      return task.parse(in.text());
    case Kind::kHeldOut: {
      const Index count = static_cast<Index>(in.word_below(kMaxExtent)) + 1;
      std::vector<Example> examples = task.held_out(count);
      if (static_cast<Index>(examples.size()) < count) {
        refuse("expected a held-out example below {}, got {}",
               {static_cast<Index>(examples.size()), count - 1});
      }
      return std::move(examples.back());
    }
    case Kind::kImage:
      return task.of_image(in.integers());
    default: {
      std::vector<Index> ids = in.integers();
      return example_of_ids(task, std::move(ids), in.integers());
    }
  }
}

void put_tokens(Result& out, const std::vector<Index>& ids,
                const std::vector<std::string>& vocabulary) {
  out.list(ids.size());
  for (const Index id : ids) out.text(vocabulary[static_cast<std::size_t>(id)]);
}

void put_example(Result& out, const Example& example, const Task& task) {
  out.name("tokens");
  put_tokens(out, example.ids, task.vocabulary());
  out.name("target_tokens");
  put_tokens(out, example.target_ids, task.target_vocabulary());
  out.name("labels");
  out.list(example.labels.size());
  for (const Index label : example.labels) {
    if (label < 0) {
      out.undefined();
    } else {
      out.text(task.answers()[static_cast<std::size_t>(label)]);
    }
  }
  out.name("relations");
  out.list(example.relations.size());
  for (const HeadRelation& relation : example.relations) {
    out.object(3);
    out.name("kind");
    out.text(task.relations()[static_cast<std::size_t>(relation.kind)]);
    put(out, "query", relation.query);
    put(out, "key", relation.key);
  }
}

void put_guesses(Result& out, const std::vector<std::vector<Guess>>& guesses, const Task& task) {
  out.list(guesses.size());
  for (const std::vector<Guess>& position_guesses : guesses) {
    out.list(position_guesses.size());
    for (const Guess& guess : position_guesses) {
      out.object(2);
      out.name("token");
      out.text(task.answers()[static_cast<std::size_t>(guess.answer)]);
      put(out, "probability", double{guess.probability});
    }
  }
}

Recipe read_recipe_of(Message& in) {
  Recipe recipe = read_recipe(in.config());
  read_data(in.tensors("data"), recipe.task_options);
  return recipe;
}

// The entries of RecipeInfo.
constexpr std::size_t kInfoEntries = 9;
void put_info(Result& out, const Recipe& recipe, const Task& task) {
  put(out, "recipe", recipe_entries(recipe));
  put(out, "config", model_entries(recipe.model));
  put(out, "vocabulary", task.vocabulary());
  put(out, "target_vocabulary", task.target_vocabulary());
  put(out, "answers", task.answers());
  put(out, "answers_per_place", task.answers_per_place());
  put(out, "relations", task.relations());
  put(out, "categories", task.categories());
  put(out, "max_length", task.max_length());
}

void recipe_info(Message& in, Result& out) {
  const Recipe recipe = read_recipe_of(in);
  const std::unique_ptr<Task> task = make_task(recipe.task, recipe.task_options);
  out.object(kInfoEntries);
  put_info(out, resolved(recipe, *task), *task);
}

void create_trainer(Message& in, Result& out) {
  const Recipe recipe = read_recipe_of(in);
  SnapshotOptions snapshots;
  const Config options = in.config();
  options.read("every", snapshots.every, 0);
  options.read("count", snapshots.count, 0);
  options.expect_all_read();
  TrainerState from;
  const bool begins_from_state = in.flag();
  if (begins_from_state) {
    from.step = static_cast<Index>(in.word());
    from.tensors = in.tensors("tensor");
  }

  Trainer trainer(recipe, snapshots, begins_from_state ? &from : nullptr);
  out.object(kInfoEntries + 2);
  put_info(out, trainer.recipe(), trainer.task());
  put(out, "first_step", trainer.first_step());
  out.name("number");
  out.number(trainers().add(std::move(trainer)));
}

void trainer_progress(Message& in, Result& out) {
  const Trainer& trainer = find(in);
  out.object(2);
  put(out, "step", trainer.steps_taken());
  out.name("snapshots");
  const std::vector<Index> steps = trainer.snapshot_steps();
  out.list(steps.size());
  for (const Index step : steps) out.number(static_cast<double>(step));
}

void put_inspection(Result& out, const Example& example, ExampleInspection&& found,
                    const Task& task) {
  out.object(found.trace.empty() ? 6 : 7);
  put_example(out, example, task);
  out.name("answers");
  put_guesses(out, found.guesses, task);
  out.name("weights");
  out.tensors(std::move(found.weights));
  if (found.trace.empty()) return;
  out.name("trace");
  out.tensors(std::move(found.trace));
}

// A report of a step, with the requested evaluation and inspections.
struct FullReport {
  StepReport step_report;
  std::optional<Evaluation> evaluation;
  std::vector<ExampleInspection> inspections;  // [example]
};

void put_report(Result& out, FullReport&& report, const std::vector<Example>& examples,
                const Task& task) {
  const StepReport& step_report = report.step_report;
  out.object(6 + (report.evaluation ? 1 : 0) + (examples.empty() ? 0 : 1));
  put(out, "step", step_report.step);
  put(out, "loss", step_report.loss);
  put(out, "penalty", step_report.penalty);
  put(out, "gradient_norm", step_report.gradient_norm);
  put(out, "learning_rate", step_report.learning_rate);
  put(out, "accuracy", step_report.labels.value());
  if (report.evaluation) {
    out.name("evaluation");
    put_evaluation(out, *report.evaluation, task);
  }
  if (examples.empty()) return;
  out.name("inspections");
  out.list(examples.size());
  for (std::size_t i = 0; i < examples.size(); ++i) {
    put_inspection(out, examples[i], std::move(report.inspections[i]), task);
  }
}

void step_trainer(Message& in, Result& out) {
  Trainer& trainer = find(in);
  const Task& task = trainer.task();
  const auto count = static_cast<Index>(in.word());
  ReportOptions options;
  options.every = static_cast<Index>(in.word());
  options.includes_last = in.flag();
  const auto held_out = static_cast<Index>(in.word());
  std::vector<Example> examples;
  for (std::size_t left = in.count(); left > 0; --left) examples.push_back(read_example(in, task));

  std::vector<FullReport> reports;
  trainer.step(count, options, [&](const StepReport& step_report) {
    FullReport& report = reports.emplace_back();
    report.step_report = step_report;
    if (held_out > 0) report.evaluation = trainer.evaluate(held_out);
    for (const Example& example : examples) {
      report.inspections.push_back(
          inspect_example(trainer.model(), task, example, {}, Keep::kWeights));
    }
  });
  out.object(2);
  put(out, "step", trainer.steps_taken());
  out.name("reports");
  out.list(reports.size());
  for (FullReport& each : reports) put_report(out, std::move(each), examples, task);
}

void seek_trainer(Message& in, Result& out) {
  Trainer& trainer = find(in);
  trainer.seek(static_cast<Index>(in.word()));
  out.undefined();
}

void evaluate_trainer(Message& in, Result& out) {
  const Trainer& trainer = find(in);
  const auto count = static_cast<Index>(in.word());
  const Config other = in.config();
  if (!other.has("task")) {
    other.expect_all_read();
    return put_evaluation(out, trainer.evaluate(count), trainer.task());
  }
  // A task that the model was not trained on, with the same tokens.
  const std::unique_ptr<Task> task = make_task(other.text("task"), read_task_options(other));
  other.expect_all_read();
  if (task->vocabulary() != trainer.task().vocabulary() ||
      task->answers() != trainer.task().answers()) {
    refuse("expected a task with the vocabulary of {}, got {}",
           {trainer.recipe().task, other.text("task")});
  }
  put_evaluation(out, evaluate(trainer.model(), *task, task->held_out(count)), *task);
}

void inspect_trainer(Message& in, Result& out) {
  const Trainer& trainer = find(in);
  const Task& task = trainer.task();
  const Example example = read_example(in, task);
  std::vector<Intervention> interventions = read_interventions(in);
  const Keep keep = in.keep();
  ExampleInspection found =
      inspect_example(trainer.model(), task, example, std::move(interventions), keep);
  put_inspection(out, example, std::move(found), task);
}

void trainer_parameters(Message& in, Result& out) { out.tensors(find(in).parameters()); }

void trainer_state(Message& in, Result& out) {
  TrainerState state = find(in).state();
  out.object(2);
  put(out, "step", state.step);
  out.name("tensors");
  out.tensors(std::move(state.tensors));
}

void trainer_batches(Message& in, Result& out) {
  const Trainer& trainer = find(in);
  out.tensors(trainer.batches(static_cast<Index>(in.word())));
}

void release_trainer(Message& in, Result& out) {
  trainers().release(in.word());
  out.undefined();
}

constexpr Verb kVerbs[] = {
    {"recipeInfo", recipe_info},           {"createTrainer", create_trainer},
    {"trainerProgress", trainer_progress}, {"stepTrainer", step_trainer},
    {"seekTrainer", seek_trainer},         {"evaluateTrainer", evaluate_trainer},
    {"inspectTrainer", inspect_trainer},   {"trainerParameters", trainer_parameters},
    {"trainerState", trainer_state},       {"trainerBatches", trainer_batches},
    {"releaseTrainer", release_trainer},
};

}  // namespace

std::span<const Verb> trainer_verbs() { return kVerbs; }

}  // namespace attn::js
