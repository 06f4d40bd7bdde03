// Trains a model by a recipe. The recipe determines every step, bit for bit, even if the trainer
// stops, goes back to an earlier step and continues, or starts from a state in another process.
#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/named_tensors.h"
#include "training/evaluation.h"
#include "training/recipe.h"
#include "training/snapshots.h"
#include "training/tasks/batch.h"
#include "training/trainer_state.h"

namespace attn {

struct SnapshotOptions {
  Index every = 5;    // steps between snapshots; 0: none. Left out where memory does not suffice
  Index count = 200;  // snapshots kept, in addition to that of the first step
};

// The steps of a call that are reported.
struct ReportOptions {
  Index every = 1;            // every `every`-th step of the run; 0: none
  bool includes_last = true;  // and the last step of the call, unless `every` is 0
};

// The measurements of a training step, taken before it changed the parameters.
struct StepReport {
  Index step = 0;            // how many steps were taken, this one included
  double loss = 0;           // without the penalty
  double penalty = 0;        // entropy ramp(step) sum of the mean row entropies
  double gradient_norm = 0;  // before clipping
  double learning_rate = 0;
  Share labels;  // of the batch: asked labels that are right
};

class Trainer {
 public:
  //   from  the state to start from instead of step 0; or null
  // Throws std::invalid_argument as make_task and resolved do, and for a state
  //   with other names or shapes than those of this recipe
  //   whose `step` is not that of its tensors, or is less than Adam's number of steps
  //   with a number that is not finite
  explicit Trainer(const Recipe& recipe, const SnapshotOptions& snapshots = {},
                   const TrainerState* from = nullptr);
  // Trains on a task that make_task does not know.
  Trainer(std::shared_ptr<const Task> task, const Recipe& recipe,
          const SnapshotOptions& snapshots = {}, const TrainerState* from = nullptr);

  using Reporter = std::function<void(const StepReport&)>;

  // Takes `count` steps, at least 0. Calls `report`, if there is one, after each step that the
  // options select; it may call `evaluate` and read `model()`, which has taken that step.
  // If a loss, gradient or parameter is not finite, throws std::invalid_argument, naming the
  // tensor, the step, and the step that the trainer is at then: the one before, or, if a parameter
  // is not finite, that of the last snapshot.
  void step(Index count = 1, const ReportOptions& options = {}, const Reporter& report = {});

  // Goes to the state after `step` steps: takes the missing steps from the current state or from a
  // snapshot, whichever is nearer. Throws std::invalid_argument for a step before the first, and as
  // step(count) does.
  void seek(Index step);

  Index first_step() const { return snapshots_.steps().front(); }  // 0, or that of `from`
  Index steps_taken() const { return step_; }
  std::vector<Index> snapshot_steps() const { return snapshots_.steps(); }

  // Measures on the first `count` held-out examples of the task, or on the given examples.
  Evaluation evaluate(Index count) const;
  Evaluation evaluate(const std::vector<Example>& examples) const;

  // All parameters by name.
  NamedTensors parameters() const;

  // All that later steps depend on, apart from the recipe.
  TrainerState state() const;

  static constexpr Index kMaxExamples = 1 << 22;

  // What the next `count` steps will train on, as batch_tensors.h says; takes no step. Throws
  // std::invalid_argument for more than kMaxExamples examples.
  NamedTensors batches(Index count) const;

  const TokenModel& model() const { return model_; }
  const Task& task() const { return *task_; }
  const Recipe& recipe() const { return recipe_; }  // resolved

 private:
  // If it throws, no step is taken and the next call draws the same batch, unless a parameter was
  // not finite: then the trainer has returned to the last snapshot.
  StepReport take_step();
  PassOptions pass_options() const;  // the dropout of the next step
  // Changes the parameters. If one is then not finite, returns to the last snapshot and throws.
  //   rate_factor  as in Optimizer::step
  void update(double rate_factor, const std::vector<ParameterSlot>& parameters);
  // Throws std::invalid_argument for a gradient whose square overflows, if the optimizer squares
  // it.
  void check_squares(const std::vector<ParameterSlot>& gradients, Index step) const;
  void add_snapshot();
  // Draws the examples of one step, from the pool or new; `drawn` stores new ones.
  std::vector<const Example*> draw_examples(Random& random, std::deque<Example>& drawn) const;
  // Throws std::invalid_argument if the recipe's penalty is on no attention of the model.
  void check_penalized() const;
  // Adds the gradients of the penalty to d_fields and returns its value.
  double penalty(const TokenModelTrace& trace, const Batch& batch, NamedTensors& d_fields) const;
  // The model's parameters, each with its gradient.
  std::vector<ParameterSlot> slots(TokenModelParameters& gradients);
  Snapshot snapshot() const;
  void restore(const Snapshot& snapshot);
  void restore(const TrainerState& state);
  // All of a snapshot except its optimizer. Does not allocate.
  void restore_parameters(const Snapshot& snapshot);
  Snapshot first_snapshot(const TrainerState* from);

  std::shared_ptr<const Task> task_;
  Recipe recipe_;
  TokenModel model_;
  Optimizer optimizer_;
  Random random_;              // of the batches
  std::vector<Example> pool_;  // empty without a pool
  Index step_ = 0;
  SnapshotOptions options_;
  RecentSnapshots snapshots_;
};

}  // namespace attn
