#include "operations/models/layer_model.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/check.h"
#include "base/finite.h"
#include "models/parameter_tensor.h"
#include "operations/call_checks.h"
#include "training/mean_squared_error.h"

namespace attn {
namespace {

// Collects the gradients, in order. Throws for those that are not finite.
class Gradients final : public FieldVisitor {
 public:
  const float* operator[](std::size_t i) const { return gradients_[i]; }
  const std::vector<Index>& sizes() const { return sizes_; }
  float largest() const { return largest_; }

 private:
  void visit(const Field& gradient) override {
    const float largest = largest_magnitude(gradient.data(), gradient.size());
    if (!std::isfinite(largest)) {
      refuse("expected finite gradients to train with, got NaN or infinity");
    }
    largest_ = std::max(largest_, largest);
    gradients_.push_back(gradient.data());
    sizes_.push_back(gradient.size());
  }

  std::vector<const float*> gradients_;
  std::vector<Index> sizes_;
  float largest_ = 0;
};

// Whether a step of Adam would keep each parameter finite; the gradients are in the same order.
class Rehearsal final : public FieldVisitor {
 public:
  Rehearsal(const Adam& adam, const Gradients& gradients) : adam_(adam), gradients_(gradients) {}

  bool keeps_finite() const { return keeps_finite_; }

 private:
  void visit(const Field& parameter) override {
    const std::size_t i = next_++;
    keeps_finite_ =
        keeps_finite_ && adam_.keeps_finite(i, parameter.data(), gradients_[i], parameter.size());
  }

  const Adam& adam_;
  const Gradients& gradients_;
  bool keeps_finite_ = true;
  std::size_t next_ = 0;
};

// Applies Adam to each parameter; the gradients are in the same order.
class Update final : public FieldVisitor {
 public:
  Update(Adam& adam, const Gradients& gradients) : adam_(adam), gradients_(gradients) {}

 private:
  void visit(const Field& parameter) override {
    adam_.update(parameter.data(), gradients_[next_++], parameter.size());
  }

  Adam& adam_;
  const Gradients& gradients_;
  std::size_t next_ = 0;
};

}  // namespace

void check_decoding(const MaskSettings& mask, const Dropout& dropout) {
  if (mask.causal != CausalAlignment::kEnd) {
    refuse("expected \"causal\" to be \"end\" for steps, got another value or none");
  }
  if (mask.window || mask.prefix || mask.block) {
    refuse("expected no \"window\", \"prefix\" or \"block\" for steps, got one of them");
  }
  if (dropout.probability != 0) {
    refuse("expected \"dropout\" 0 for steps, got {}", {number_text(dropout.probability)});
  }
}

void refuse_to_step() {
  refuse(
      "expected a model with a cache of keys and values to step with, got a model that has none");
}

void check_inputs(const NamedTensors& inputs, std::initializer_list<const char*> names) {
  if (const auto unknown = unknown_name(inputs, {names.begin(), names.size()})) {
    refuse("expected one of the inputs {} for a step, got \"{}\"", {unknown->known, unknown->name});
  }
}

template <class Parameter>
void ParametersByName::add(const char* name, const Parameter& parameter) {
  if (parameter.size() == 0) return;
  if (names_ && std::find(names_->begin(), names_->end(), name) == names_->end()) return;
  parameters_.put(name, parameter_tensor(name, parameter));
}
template void ParametersByName::add(const char*, const Matrix&);
template void ParametersByName::add(const char*, const RowVector&);

NamedTensors ParametersByName::take() {
  for (const std::string& name : names_ ? *names_ : std::vector<std::string>()) {
    if (parameters_.find(name) == nullptr) {
      refuse("expected names of the model's parameters, got \"{}\"", {name});
    }
  }
  return std::move(parameters_);
}

NamedTensors LayerModel::run(const NamedTensors& inputs, Keep keep, NamedTensors* trace) const {
  const std::unique_ptr<Pass> call = pass(inputs);
  NamedTensors results = one_result(output_name(), call->forward(keep));
  call->put_results(results);
  if (keep != Keep::kOutputs) call->trace().move_to(*trace, keep);
  return results;
}

NamedTensors LayerModel::gradients(const NamedTensors& inputs,
                                   const NamedTensors& d_outputs) const {
  const std::unique_ptr<Pass> call = pass(inputs);
  const std::string d_name = std::string("d_") + output_name();
  const Tensor& d_output = read_d_output(d_outputs, d_name.c_str(), call->output_shape());
  call->forward(Keep::kBackward);
  call->backward(d_output, Wanted::kAllGradients);
  NamedTensors gradients;
  call->d_parameters().move_to(gradients, "d_");
  call->put_d_inputs(gradients);
  return gradients;
}

NamedTensors LayerModel::step(const NamedTensors& inputs) {
  std::unique_ptr<Steps> first;
  if (!steps_) {
    first = new_steps();
    first->begin(inputs);
  }
  Steps& steps = first ? *first : *steps_;
  // Allocated before the step, after which nothing may fail.
  NamedTensors results = one_result(output_name(), Tensor());
  results.at(output_name()) = steps.step(inputs, first != nullptr);
  if (first) steps_ = std::move(first);
  return results;
}

NamedTensors LayerModel::cache() const { return steps_ ? steps_->tensors() : NamedTensors(); }

void LayerModel::set_cache(const NamedTensors& cache) {
  if (cache.empty()) return restart();
  std::unique_ptr<Steps> steps = new_steps();
  steps->fill(cache);
  steps_ = std::move(steps);
}

void LayerModel::set_parameters(const NamedTensors& parameters) {
  parameter_fields().set(parameters);
  adam_ = {};
  restart();
}

double LayerModel::train(const NamedTensors& inputs, const NamedTensors& targets,
                         const AdamConfig& adam) {
  check_adam(adam);
  const std::unique_ptr<Pass> call = pass(inputs);
  const Tensor& target = read_alone("the target", targets, output_name(), call->output_shape());
  const Tensor output = call->forward(Keep::kBackward);
  Tensor d_output;
  const double loss = mean_squared_error(output, target, d_output);
  if (!std::isfinite(loss)) refuse("expected a finite loss to train with, got NaN or infinity");
  call->backward(d_output, Wanted::kGradientsOfParameters);
  Gradients gradients;
  call->d_parameters().accept(gradients);

  adam_.begin_step(adam, gradients.sizes());
  Rehearsal rehearsal(adam_, gradients);
  if (!adam_.keeps_finite()) parameter_fields().accept(rehearsal);
  if (gradients.largest() > kMaxSquared || !rehearsal.keeps_finite()) {
    adam_.cancel_step();
    refuse("expected a step that leaves parameters and moments finite, got NaN or infinity");
  }
  // Nothing below throws: the parameters, the moments and the cache change together.
  Update update(adam_, gradients);
  parameter_fields().accept(update);
  restart();
  return loss;
}

}  // namespace attn
