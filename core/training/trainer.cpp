#include "training/trainer.h"

#include <algorithm>
#include <cmath>
#include <new>
#include <string_view>
#include <utility>

#include "base/check.h"
#include "base/finite.h"
#include "models/parameter_tensor.h"
#include "training/attention_weights.h"
#include "training/batch_tensors.h"
#include "training/cross_entropy.h"
#include "training/entropy_penalty.h"

namespace attn {
namespace {

// The name of the first tensor with a number that is not finite, or "".
class FirstNotFinite {
 public:
  void operator()(const char* name, const Tensor& tensor) {
    if (!all_finite(tensor.data.data(), tensor.size())) take(name);
  }
  template <class Parameter>
  void operator()(const char* name, const Parameter& parameter) {
    if (!all_finite(parameter.data(), parameter.size())) take(name);
  }
  const std::string& name() const { return name_; }

 private:
  void take(const char* name) {
    const bool may_be_infinite = std::string_view(name).ends_with("masked_scores");
    if (name_.empty() && !may_be_infinite) name_ = name;
  }

  std::string name_;
};

[[noreturn]] void refuse_not_finite(const std::string& tensor, Index step, Index now) {
  refuse("{} has a NaN or an infinity in step {}: the model is that of step {}",
         {tensor, step, now});
}

}  // namespace

Trainer::Trainer(const Recipe& recipe, const SnapshotOptions& snapshots, const TrainerState* from)
    : Trainer(make_task(recipe.task, recipe.task_options), recipe, snapshots, from) {}

Trainer::Trainer(std::shared_ptr<const Task> task, const Recipe& recipe,
                 const SnapshotOptions& snapshots, const TrainerState* from)
    : task_(std::move(task)),
      recipe_(resolved(recipe, *task_)),
      model_(recipe_.model, TokenModelParameters::random(recipe_.model, recipe_.seed)),
      optimizer_(recipe_.optimizer),
      random_(recipe_.seed, stream_of("batches")),
      options_(snapshots),
      snapshots_(first_snapshot(from),
                 static_cast<std::size_t>(std::max<Index>(snapshots.count, 0))) {
  check_penalized();
  Random random(recipe_.seed, stream_of("pool"));
  for (Index i = 0; i < recipe_.pool; ++i) {
    pool_.push_back(task_->sample(random));
    // Training does not read relations, and a long text has far more of them than tokens.
    std::vector<HeadRelation>().swap(pool_.back().relations);
  }
}

void Trainer::step(Index count, const ReportOptions& options, const Reporter& report) {
  check_min("count", count, 0);
  for (Index i = 0; i < count; ++i) {
    const StepReport step_report = take_step();
    if (!report || options.every < 1) continue;
    const bool is_last = options.includes_last && i + 1 == count;
    if (is_last || step_ % options.every == 0) report(step_report);
  }
}

void Trainer::seek(Index step) {
  const Index first = first_step();
  if (step < first) refuse("expected a step of at least {}, got {}", {first, step});
  const Snapshot& from = snapshots_.at_or_before(step);
  if (step < step_ || from.step > step_) restore(from);
  while (step_ < step) take_step();
}

std::vector<const Example*> Trainer::draw_examples(Random& random,
                                                   std::deque<Example>& drawn) const {
  std::vector<const Example*> examples;
  for (Index i = 0; i < recipe_.batch; ++i) {
    if (pool_.empty()) {
      examples.push_back(&drawn.emplace_back(task_->sample(random)));
    } else {
      const double index = random.uniform() * static_cast<double>(pool_.size());
      examples.push_back(&pool_[static_cast<std::size_t>(index)]);
    }
  }
  return examples;
}

void Trainer::check_penalized() const {
  const EntropyPenalty& penalty = recipe_.penalty;
  if (penalty.entropy == 0) return;
  for (const auto& [name, parameter] : parameters()) {
    if (name.ends_with(penalty.attentions + ".w_q")) return;
  }
  refuse("expected an attention of this model with a name that ends with \"{}\", got none",
         {penalty.attentions});
}

double Trainer::penalty(const TokenModelTrace& trace, const Batch& batch,
                        NamedTensors& d_fields) const {
  const EntropyPenalty& penalty = recipe_.penalty;
  const double factor = penalty.entropy * penalty.ramp.factor(step_, recipe_.steps);
  if (factor == 0) return 0;
  double sum = 0;
  for (const AttentionWeights& attention : attention_weights(trace)) {
    if (!attention.name.ends_with(penalty.attentions)) continue;
    Tensor d_weights;
    const std::vector<std::uint8_t>& counted =
        attention.queries_are_target ? batch.target_keep : batch.keep;
    sum += mean_row_entropy(*attention.weights, counted, factor, d_weights);
    d_fields.put(attention.name + ".weights", std::move(d_weights));
  }
  return factor * sum;
}

std::vector<ParameterSlot> Trainer::slots(TokenModelParameters& gradients) {
  std::vector<ParameterSlot> slots;
  // Visiting the parameters also packs them, which may allocate. This is done before the step
  // changes them: packing them again afterwards needs no more memory.
  TokenModel::for_each_parameter(model_, [&](const char* name, auto& parameter) {
    if (parameter.size() != 0) slots.push_back({name, parameter.data(), nullptr, parameter.size()});
  });
  std::size_t next = 0;
  TokenModelParameters::for_each(gradients, [&](const char*, auto& gradient) {
    if (gradient.size() != 0) slots[next++].gradient = gradient.data();
  });
  return slots;
}

PassOptions Trainer::pass_options() const {
  PassOptions options;
  options.dropout = {recipe_.dropout.weights,
                     part_seed(recipe_.seed, "dropout") + static_cast<std::uint64_t>(step_)};
  options.residual_dropout = recipe_.dropout.residual;
  options.embedding_dropout = recipe_.dropout.embedding;
  return options;
}

void Trainer::update(double rate_factor, const std::vector<ParameterSlot>& parameters) {
  // The optimizer allocates before it changes anything. After that, memory can run out only for the
  // message below, when the trainer has returned to a snapshot, or for the snapshot of this step.
  optimizer_.step(rate_factor, parameters);
  const auto not_finite =
      std::find_if(parameters.begin(), parameters.end(),
                   [](const ParameterSlot& each) { return !all_finite(each.x, each.n); });
  TokenModel::for_each_parameter(model_, [](const char*, auto&) {});  // repacks the parameters
  if (not_finite == parameters.end()) return;
  const Index step = step_ + 1;
  const Snapshot& last = snapshots_.at_or_before(step_);
  restore_parameters(last);
  optimizer_ = last.optimizer;  // reuses the memory of the running means
  refuse_not_finite(not_finite->name, step, step_);
}

void Trainer::check_squares(const std::vector<ParameterSlot>& gradients, Index step) const {
  if (recipe_.optimizer.kind == OptimizerKind::kSgd) return;
  for (const ParameterSlot& each : gradients) {
    if (largest_magnitude(each.gradient, each.n) <= kMaxSquared) continue;
    refuse_not_finite("second_moment." + each.name, step, step_);
  }
}

StepReport Trainer::take_step() {
  Random random = random_;
  std::deque<Example> drawn;
  const Batch batch = batch_of(draw_examples(random, drawn));
  const ModelInputs inputs = model_inputs(batch);
  PassOptions options = pass_options();
  TokenModelTrace trace;
  trace.keep = Keep::kBackward;
  const Tensor logits = model_.forward(inputs, options, &trace);
  StepReport report;
  report.step = step_ + 1;
  Tensor d_logits;
  // Before right_labels, because it throws for labels that the model has no logits for.
  report.loss =
      cross_entropy(logits, batch.labels, {batch.weights, recipe_.label_smoothing}, d_logits);
  const auto labels = std::max<Index>(1, static_cast<Index>(batch.labels.size()));
  report.labels = right_labels(logits.data.data(), logits.size() / labels, batch.labels);
  NamedTensors d_fields;
  report.penalty = penalty(trace, batch, d_fields);
  if (!d_fields.empty()) options.hooks = TraceHooks({}, &d_fields);
  if (!std::isfinite(report.loss + report.penalty)) {
    FirstNotFinite first;
    TokenModelTrace::for_each(trace, first);
    refuse_not_finite(first.name().empty() ? "loss" : first.name(), report.step, step_);
  }
  TokenModelGradients gradients = model_.backward(inputs, options, trace, d_logits);
  const std::vector<ParameterSlot> parameters = slots(gradients.parameters);
  report.gradient_norm = global_norm(parameters);
  if (!std::isfinite(report.gradient_norm)) {
    FirstNotFinite first;
    TokenModelParameters::for_each(gradients.parameters, first);
    refuse_not_finite(std::string("d_").append(first.name()), report.step, step_);
  }
  if (recipe_.optimizer.clip > 0) {
    clip_gradients(parameters, report.gradient_norm, double{recipe_.optimizer.clip});
  }
  if (report.gradient_norm > double{kMaxSquared}) check_squares(parameters, report.step);
  const double rate_factor = recipe_.schedule.factor(step_, recipe_.steps);
  report.learning_rate = rate_factor * double{recipe_.optimizer.adam.learning_rate};
  update(rate_factor, parameters);
  ++step_;
  random_ = random;
  add_snapshot();
  return report;
}

void Trainer::add_snapshot() {
  if (options_.every <= 0 || step_ % options_.every != 0 || snapshots_.has(step_)) return;
  try {
    snapshots_.add(snapshot());
  } catch (const std::bad_alloc&) {  // The step is taken, and seek can start from an earlier one.
  }
}

Snapshot Trainer::snapshot() const {
  Snapshot snapshot{step_, {}, optimizer_, random_};
  TokenModel::for_each_parameter(model_, [&](const char*, const auto& parameter) {
    snapshot.parameters.insert(snapshot.parameters.end(), parameter.data(),
                               parameter.data() + parameter.size());
  });
  return snapshot;
}

Snapshot Trainer::first_snapshot(const TrainerState* from) {
  if (from != nullptr) restore(*from);
  return snapshot();
}

void Trainer::restore(const Snapshot& snapshot) {
  Optimizer optimizer = snapshot.optimizer;  // allocates, so before any change
  restore_parameters(snapshot);
  optimizer_ = std::move(optimizer);
}

void Trainer::restore_parameters(const Snapshot& snapshot) {
  const float* from = snapshot.parameters.data();
  TokenModel::for_each_parameter(model_, [&](const char*, auto& parameter) {
    std::copy_n(from, parameter.size(), parameter.data());
    from += parameter.size();
  });
  random_ = snapshot.random;
  step_ = snapshot.step;
}

Evaluation Trainer::evaluate(Index count) const { return evaluate(task_->held_out(count)); }

Evaluation Trainer::evaluate(const std::vector<Example>& examples) const {
  return attn::evaluate(model_, *task_, examples);
}

NamedTensors Trainer::parameters() const {
  NamedTensors parameters;
  TokenModel::for_each_parameter(model_, [&](const char* name, const auto& parameter) {
    if (parameter.size() != 0) parameters.put(name, parameter_tensor(name, parameter));
  });
  return parameters;
}

NamedTensors Trainer::batches(Index count) const {
  check_min("count", count, 1);
  if (count > kMaxExamples / recipe_.batch) {
    refuse("expected count of at most {} for batches of {} examples, got {}",
           {kMaxExamples / recipe_.batch, recipe_.batch, count});
  }
  std::deque<Example> drawn;
  std::vector<const Example*> examples;
  Random random = random_;
  for (Index step = 0; step < count; ++step) {
    for (const Example* example : draw_examples(random, drawn)) examples.push_back(example);
  }
  return batch_tensors(batch_of(examples), count, recipe_.batch);
}

}  // namespace attn
