// The model of a layer or a stack, for all kinds of them (layer_kind.h).
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/keep.h"
#include "operations/adapter.h"
#include "operations/inspect.h"
#include "operations/model.h"
#include "operations/models/layer_kind.h"
#include "operations/models/model_size.h"
#include "operations/tensors/cache_tensors.h"

namespace attn {

// Throws std::invalid_argument for an input of a step with any other name.
void check_inputs(const NamedTensors& inputs, std::initializer_list<const char*> names);

// Copies the named parameters, or all non-empty parameters.
class ParametersByName {
 public:
  explicit ParametersByName(const Names& names) : names_(names) {}

  void operator()(const char* name, const Matrix& parameter) { add(name, parameter); }
  void operator()(const char* name, const RowVector& parameter) { add(name, parameter); }

  // Throws std::invalid_argument unless every name was found.
  NamedTensors take();

 private:
  template <class Parameter>
  void add(const char* name, const Parameter& parameter);

  const Names& names_;
  NamedTensors parameters_;
};

// One call of a layer: its inputs, and what forward keeps for backward.
class Pass {
 public:
  virtual ~Pass() = default;

  // Returns the output. Throws std::invalid_argument for inputs that do not fit the layer.
  virtual Tensor forward(Keep keep) = 0;
  // After forward: adds the results other than the output.
  virtual void put_results(NamedTensors& results) const = 0;
  // After forward: the intermediates that it kept.
  virtual Fields trace() = 0;

  virtual std::vector<Index> output_shape() const = 0;
  // Needs forward(kBackward). Computes the gradients that the next two functions return.
  //   d_output  the gradient of the output, of output_shape()
  virtual void backward(const Tensor& d_output, Wanted wanted) = 0;
  virtual Fields d_parameters() = 0;
  // Adds the gradients of the inputs by name: "d_x" ..
  virtual void put_d_inputs(NamedTensors& gradients) = 0;
};

// Decoding steps with their caches.
class Steps : public Caches {
 public:
  // Starts a sequence. Called before its first step, with the inputs of that step.
  virtual void begin(const NamedTensors& inputs) = 0;
  // Returns the output for the new tokens. A step that throws leaves the caches as they were.
  virtual Tensor step(const NamedTensors& inputs, bool is_first) = 0;
};

// Steps have only the causal mask that is aligned to the last key, and no dropout. Throws
// std::invalid_argument for other settings.
void check_decoding(const MaskSettings& mask, const Dropout& dropout);
// Throws std::invalid_argument for an operation that has no steps.
[[noreturn]] void refuse_to_step();

// What the models of all kinds share; it does not depend on the kind, so it is compiled once.
class LayerModel : public Model {
 public:
  NamedTensors run(const NamedTensors& inputs, Keep keep, NamedTensors* trace) const final;
  NamedTensors gradients(const NamedTensors& inputs, const NamedTensors& d_outputs) const final;
  NamedTensors step(const NamedTensors& inputs) final;
  Index length() const final { return steps_ ? steps_->length() : 0; }
  void restart() final { steps_.reset(); }
  NamedTensors cache() const final;
  void set_cache(const NamedTensors& cache) final;
  void set_parameters(const NamedTensors& parameters) final;
  double train(const NamedTensors& inputs, const NamedTensors& targets,
               const AdamConfig& adam) final;

 private:
  // A call with these inputs, which must outlive it. Throws std::invalid_argument for an input that
  // is missing or has another number of axes.
  virtual std::unique_ptr<Pass> pass(const NamedTensors& inputs) const = 0;
  // Steps with empty caches. Throws std::invalid_argument if the layer cannot step.
  virtual std::unique_ptr<Steps> new_steps() const = 0;
  virtual const char* output_name() const = 0;
  // Visiting them repacks the parameters.
  virtual Fields parameter_fields() = 0;

  std::unique_ptr<Steps> steps_;  // null before the first step
  Adam adam_;
};

// The model of one kind.
template <LayerKind Kind>
class ModelOf final : public LayerModel {
  // A kind with a mask steps, and one with a temperature is inspected: if a function does not fit,
  // it shall not compile.
  static_assert(SteppingKind<Kind> || !requires(const typename Kind::Settings& s) { s.mask; });
  static_assert(InspectedKind<Kind> ||
                !requires(const typename Kind::Settings& s) { Kind::temperature(s); });

 public:
  using Settings = typename Kind::Settings;
  using Layer = typename Kind::Layer;
  using Parameters = typename Kind::Parameters;

  ModelOf(const Settings& settings, Parameters parameters)
      : settings_(settings), layer_(settings_.config, std::move(parameters)) {}

  // Reads the configuration, and draws or sets the parameters. Throws std::invalid_argument for an
  // unknown key, for too many parameters, and for parameters that do not fit the configuration.
  static std::unique_ptr<Model> prepared(const Config& config, ParameterSource source) {
    const Settings settings = read_all(config, Kind::read);
    check_parameters_fit(Kind::parameter_count(settings));
    Parameters parameters =
        source.seed ? Parameters::random(settings.config, *source.seed) : Kind::unfilled(settings);
    if (!source.seed) source.fill(Fields(parameters));
    return std::make_unique<ModelOf>(settings, std::move(parameters));
  }

  Inspection inspect(const NamedTensors& inputs, const InspectOptions& options) const override {
    if constexpr (InspectedKind<Kind>) {
      Settings settings = settings_;
      if (options.mask) settings.mask = *options.mask;
      const typename Kind::Call call(settings, inputs);
      AttentionTrace trace;
      NamedTensors outputs = one_result("output", call.forward(layer_, &trace));
      Kind::put_results(settings, trace, outputs);
      return inspection_of(trace, std::move(outputs), options, Kind::temperature(settings));
    } else {
      return Model::inspect(inputs, options);
    }
  }

  NamedTensors parameters(const Names& names) const override {
    ParametersByName by_name(names);
    Layer::for_each_parameter(layer_, by_name);
    return by_name.take();
  }

 private:
  class PassOf final : public Pass {
   public:
    PassOf(const ModelOf& model, const NamedTensors& inputs)
        : model_(model), inputs_(inputs), call_(model.settings_, inputs) {}

    Tensor forward(Keep keep) override {
      trace_.keep = keep == Keep::kOutputs ? Kind::keep_for_results(model_.settings_) : keep;
      return call_.forward(model_.layer_, trace_.keep == Keep::kOutputs ? nullptr : &trace_);
    }
    void put_results(NamedTensors& results) const override {
      Kind::put_results(model_.settings_, trace_, results);
    }
    Fields trace() override { return Fields(trace_); }

    std::vector<Index> output_shape() const override { return call_.output_shape(model_.layer_); }
    void backward(const Tensor& d_output, Wanted wanted) override {
      gradients_.reset(new Gradients(call_.backward(model_.layer_, trace_, d_output, wanted)));
    }
    Fields d_parameters() override { return Fields(gradients_->parameters); }
    void put_d_inputs(NamedTensors& gradients) override {
      call_.put(gradients, inputs_, *gradients_);
    }

   private:
    using Call = typename Kind::Call;
    using Trace = typename Kind::Trace;
    using Gradients = GradientsOf<Kind>;

    const ModelOf& model_;
    const NamedTensors& inputs_;
    Call call_;
    Trace trace_;
    std::unique_ptr<Gradients> gradients_;
  };

  class StepsOf final : public Steps {
   public:
    explicit StepsOf(const ModelOf& model) : model_(model) {}
    void begin(const NamedTensors& inputs) override { Kind::begin(model_.layer_, inputs, cache_); }
    Tensor step(const NamedTensors& inputs, bool is_first) override {
      return Kind::step(model_.settings_, model_.layer_, inputs, cache_, is_first);
    }
    void visit_caches(CacheVisitor& visit) override {
      Kind::visit_caches(model_.layer_, cache_, visit);
    }

   private:
    const ModelOf& model_;
    typename Kind::Cache cache_;
  };

  std::unique_ptr<Pass> pass(const NamedTensors& inputs) const override {
    return std::make_unique<PassOf>(*this, inputs);
  }
  std::unique_ptr<Steps> new_steps() const override {
    if constexpr (SteppingKind<Kind>) {
      check_decoding(settings_.mask, Kind::dropout(settings_));
      return std::make_unique<StepsOf>(*this);
    } else {
      refuse_to_step();
    }
  }
  const char* output_name() const override { return Kind::kOutput; }
  Fields parameter_fields() override { return Fields::of_parameters(layer_); }

  Settings settings_;
  Layer layer_;
};

// An operation whose single calls build a new model each.
template <LayerKind Kind>
constexpr Operation model_operation(const char* name, const char* header,
                                    const std::array<const char*, 12>& inputs) {
  Operation operation{};
  operation.name = name;
  operation.header = header;
  operation.inputs = inputs;
  operation.random_parameters = [](const Config& config, std::uint64_t seed) {
    const auto settings = read_all(config, Kind::read);
    check_parameters_fit(Kind::parameter_count(settings));
    return named(Kind::Parameters::random(settings.config, seed));
  };
  operation.forward = [](const OperationInputs& call, NamedTensors* trace) {
    return ModelOf<Kind>::prepared(call.config, {&call.parameters})
        ->run(call.inputs, call.keep, trace);
  };
  operation.backward = [](const OperationInputs& call, const NamedTensors& d_outputs) {
    return ModelOf<Kind>::prepared(call.config, {&call.parameters})
        ->gradients(call.inputs, d_outputs);
  };
  operation.prepare = ModelOf<Kind>::prepared;
  if constexpr (InspectedKind<Kind>) {
    operation.inspect = [](const OperationInputs& call, const InspectOptions& options) {
      return ModelOf<Kind>::prepared(call.config, {&call.parameters})
          ->inspect(call.inputs, options);
    };
  }
  return operation;
}

}  // namespace attn
