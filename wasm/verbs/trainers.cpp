#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/check.h"
#include "messages/interventions.h"
#include "operations/config/recipe_config.h"
#include "operations/models/example_inspection.h"
#include "training/trainer.h"
#include "verbs/examples.h"
#include "verbs/numbered.h"
#include "verbs/recipes.h"
#include "verbs/verbs.h"

namespace attn::js {
namespace {

Numbered<Trainer>& trainers() {
  static Numbered<Trainer> trainers(
      "expected the number of a trainer that has not been released, got {}");
  return trainers;
}

Trainer& read_trainer(Message& in) { return trainers().at(in.word()); }

void put_head(Result& out, const TrainedHeadScores& head, const Evaluation& evaluation,
              const Task& task) {
  out.object([&] {
    out.name("attention").text(head.attention);
    out.name("head").number(head.head);
    out.name("relations").object([&] {
      for (std::size_t kind = 0; kind < head.relations.size(); ++kind) {
        if (evaluation.relations[kind] == 0) continue;
        out.name(task.relations()[kind]).number(head.relations[kind]);
      }
    });
    out.name("rows_right").number(head.rows_right);
    out.name("weight").number(head.weight);
    out.name("popular_column").number(head.popular_column);
  });
}

void put_evaluation(Result& out, const Evaluation& evaluation, const Task& task) {
  const std::vector<std::string>& names = task.categories();
  out.object([&] {
    out.name("loss").number(evaluation.loss);
    out.name("accuracy").number(evaluation.labels.value());
    out.name("exact").number(evaluation.examples.value());
    out.name("categories").object([&] {
      for (std::size_t i = 0; i < names.size(); ++i) {
        if (names[i].empty() || evaluation.categories[i].count == 0) continue;
        out.name(names[i]).number(evaluation.categories[i].value());
      }
    });
    out.name("heads").list(evaluation.heads, [&](const TrainedHeadScores& head) {
      put_head(out, head, evaluation, task);
    });
  });
}

void recipe_info(Message& in, Result& out) {
  const Recipe recipe = read_recipe_of(in);
  const std::unique_ptr<Task> task = make_task(recipe.task, recipe.task_options);
  out.object([&] { put_recipe_info(out, resolved(recipe, *task), *task); });
}

void create_trainer(Message& in, Result& out) {
  const Recipe recipe = read_recipe_of(in);
  SnapshotOptions snapshots;
  const Config options = in.config();
  options.read("every", snapshots.every, 0);
  options.read("count", snapshots.count, 0);
  options.check_all_read();
  TrainerState from;
  const bool begins_from_state = in.flag();
  if (begins_from_state) {
    from.step = static_cast<Index>(in.word());
    from.tensors = in.tensors("tensor");
  }

  Trainer trainer(recipe, snapshots, begins_from_state ? &from : nullptr);
  out.object([&] {
    put_recipe_info(out, trainer.recipe(), trainer.task());
    out.name("first_step").number(trainer.first_step());
    out.name("number").number(trainers().add(std::move(trainer)));
  });
}

void trainer_progress(Message& in, Result& out) {
  const Trainer& trainer = read_trainer(in);
  out.object([&] {
    out.name("step").number(trainer.steps_taken());
    out.name("snapshots").list(trainer.snapshot_steps(), [&](Index step) { out.number(step); });
  });
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
  out.object([&] {
    out.name("step").number(step_report.step);
    out.name("loss").number(step_report.loss);
    out.name("penalty").number(step_report.penalty);
    out.name("gradient_norm").number(step_report.gradient_norm);
    out.name("learning_rate").number(step_report.learning_rate);
    out.name("accuracy").number(step_report.labels.value());
    if (report.evaluation) {
      put_evaluation(out.name("evaluation"), *report.evaluation, task);
    }
    if (examples.empty()) return;
    out.name("inspections").list([&] {
      for (std::size_t i = 0; i < examples.size(); ++i) {
        put_example_inspection(out, examples[i], std::move(report.inspections[i]), task);
      }
    });
  });
}

void step_trainer(Message& in, Result& out) {
  Trainer& trainer = read_trainer(in);
  const Task& task = trainer.task();
  const auto count = static_cast<Index>(in.word());
  ReportOptions options;
  options.every = static_cast<Index>(in.word());
  options.includes_last = in.flag();
  const auto evaluated = static_cast<Index>(in.word());
  check_range("evaluate", evaluated, 0, Task::kMaxHeldOut);
  std::vector<Example> examples;
  for (std::size_t left = in.count(); left > 0; --left) examples.push_back(read_example(in, task));

  std::vector<Example> held_out;  // drawn for the first report
  std::vector<FullReport> reports;
  trainer.step(count, options, [&](const StepReport& step_report) {
    FullReport& report = reports.emplace_back();
    report.step_report = step_report;
    if (evaluated > 0) {
      if (held_out.empty()) held_out = task.held_out(evaluated);
      report.evaluation = trainer.evaluate(held_out);
    }
    for (const Example& example : examples) {
      report.inspections.push_back(
          inspect_example(trainer.model(), task, example, {}, Keep::kWeights));
    }
  });
  out.object([&] {
    out.name("step").number(trainer.steps_taken());
    out.name("reports").list(
        reports, [&](FullReport& report) { put_report(out, std::move(report), examples, task); });
  });
}

void seek_trainer(Message& in, Result& out) {
  Trainer& trainer = read_trainer(in);
  trainer.seek(static_cast<Index>(in.word()));
  out.undefined();
}

void evaluate_trainer(Message& in, Result& out) {
  const Trainer& trainer = read_trainer(in);
  const auto count = static_cast<Index>(in.word());
  check_range("count", count, 1, Task::kMaxHeldOut);
  const Config other = in.config();
  if (!other.has("task")) {
    other.check_all_read();
    return put_evaluation(out, trainer.evaluate(count), trainer.task());
  }
  // A task that the model was not trained on, with the same tokens.
  const std::unique_ptr<Task> task = make_task(other.text("task"), read_task_options(other));
  other.check_all_read();
  if (task->vocabulary() != trainer.task().vocabulary() ||
      task->answers() != trainer.task().answers()) {
    refuse("expected a task with the vocabulary of {}, got {}",
           {trainer.recipe().task, other.text("task")});
  }
  const Index answers = trainer.task().answers_per_place();
  if (task->answers_per_place() != answers) {
    refuse("expected a task with {} answers at each position, got {}",
           {answers, task->answers_per_place()});
  }
  put_evaluation(out, evaluate(trainer.model(), *task, task->held_out(count)), *task);
}

void inspect_trainer(Message& in, Result& out) {
  const Trainer& trainer = read_trainer(in);
  const Task& task = trainer.task();
  const Example example = read_example(in, task);
  std::vector<Intervention> interventions = read_interventions(in);
  const Keep keep = in.keep();
  ExampleInspection found =
      inspect_example(trainer.model(), task, example, std::move(interventions), keep);
  put_example_inspection(out, example, std::move(found), task);
}

void trainer_parameters(Message& in, Result& out) { out.tensors(read_trainer(in).parameters()); }

void trainer_state(Message& in, Result& out) {
  TrainerState state = read_trainer(in).state();
  out.object([&] {
    out.name("step").number(state.step);
    out.name("tensors").tensors(std::move(state.tensors));
  });
}

void trainer_batches(Message& in, Result& out) {
  const Trainer& trainer = read_trainer(in);
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
