// The model of a layer or a stack. What differs is in its Kind:
//
//   Settings                 with the layer's `config`, and its `mask`
//   Layer, Parameters, Trace, Cache
//   read(Config)             Settings
//   unfilled(Settings)       Parameters, to be filled by name
//   Call(Settings, inputs)   a call of the layer with everything read:
//     forward(layer, trace)              the output
//     output_shape()
//     backward(layer, trace, d_output, of_parameters_alone)   the layer's gradients
//     put(gradients, inputs, made)       those of the inputs, by name
//   needs_trace(Settings)    whether results beside the output come from the trace
//   put_results(Settings, trace, results)
//   begin(layer, cache, inputs)          the cache before the first step
//   step(Settings, layer, inputs, cache)
#pragma once

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/check.h"
#include "base/finite.h"
#include "family/adapter.h"
#include "family/model.h"
#include "training/loss.h"

namespace attn {

// Throws std::invalid_argument unless the mask is that of decoding, causal at the end.
void expect_decoding(const MaskSettings& mask);

// Throws std::invalid_argument for an input of another name.
void expect_inputs(const NamedTensors& inputs, std::initializer_list<const char*> names);

// Throws std::invalid_argument for a step of training that would leave no finite parameters.
void expect_finite(const char* what, bool is_finite);

// What visits the parameters of every kind of layer, once for all of them.

// Where the gradients lie, one after the other. Throws std::invalid_argument unless they are
// finite.
class Gradients {
 public:
  void operator()(const char*, const Matrix& gradient) { add(gradient.data(), gradient.size()); }
  void operator()(const char*, const RowVector& gradient) { add(gradient.data(), gradient.size()); }
  const float* operator[](std::size_t i) const { return found_[i]; }

 private:
  void add(const float* gradient, Index size);

  std::vector<const float*> found_;
};

// Adam's step of each parameter, with the gradients in the same order.
class Update {
 public:
  Update(Adam& adam, const Gradients& gradients) : adam_(adam), gradients_(gradients) {}

  void operator()(const char*, Matrix& parameter) { step(parameter.data(), parameter.size()); }
  void operator()(const char*, RowVector& parameter) { step(parameter.data(), parameter.size()); }

 private:
  void step(float* parameter, Index size) { adam_.update(parameter, gradients_[next_++], size); }

  Adam& adam_;
  const Gradients& gradients_;
  std::size_t next_ = 0;
};

// Copies of the parameters of these names, or of all that are not empty.
class ParametersByName {
 public:
  explicit ParametersByName(const std::optional<std::vector<std::string>>& names) : names_(names) {}

  void operator()(const char* name, const Matrix& parameter) { add(name, parameter); }
  void operator()(const char* name, const RowVector& parameter) { add(name, parameter); }

  // Throws std::invalid_argument unless each of the names has been found.
  NamedTensors take();

 private:
  template <class Parameter>
  void add(const char* name, const Parameter& parameter);

  const std::optional<std::vector<std::string>>& names_;
  NamedTensors found_;
};

inline Index length_of(const KeyValueCache& cache) { return cache.length(); }
inline Index length_of(const DecoderLayerCache& cache) { return cache.self_attention.length(); }
template <class Cache>
Index length_of(const std::vector<Cache>& caches) {
  return caches.empty() ? 0 : length_of(caches.front());
}

template <class Kind>
class LayerModel final : public Model {
 public:
  using Settings = typename Kind::Settings;
  using Layer = typename Kind::Layer;
  using Parameters = typename Kind::Parameters;
  using Trace = typename Kind::Trace;
  using Cache = typename Kind::Cache;
  using Call = typename Kind::Call;

  LayerModel(const Settings& settings, Parameters parameters)
      : settings_(settings), layer_(settings_.config, std::move(parameters)) {}

  static LayerModel of(const OperationInputs& call) {
    const Settings settings = read_all(call.config, Kind::read);
    return {settings, filled(call.parameters, Kind::unfilled(settings))};
  }
  static std::unique_ptr<Model> prepared(const Config& config, ParameterSource source) {
    const Settings settings = read_all(config, Kind::read);
    return std::make_unique<LayerModel>(
        settings, source.seed ? Parameters::random(settings.config, *source.seed)
                              : filled(std::move(source.given), Kind::unfilled(settings)));
  }

  NamedTensors run(const NamedTensors& inputs, NamedTensors* trace) const override {
    const Call call(settings_, inputs);
    Trace made;
    if constexpr (requires { made.weights_alone; }) made.weights_alone = trace == nullptr;
    const bool is_traced = trace != nullptr || Kind::needs_trace(settings_);
    NamedTensors results = one_result("output", call.forward(layer_, is_traced ? &made : nullptr));
    Kind::put_results(settings_, made, results);
    give_trace(trace, made);
    return results;
  }

  NamedTensors gradients(const NamedTensors& inputs, const NamedTensors& d_outputs) const override {
    const Call call(settings_, inputs);
    const Tensor& d_output = read_d_output(d_outputs, "d_output", call.output_shape());
    Trace trace;
    trace.for_backward_alone = true;
    call.forward(layer_, &trace);
    auto made = call.backward(layer_, trace, d_output, false);
    NamedTensors gradients = named(std::move(made.parameters), "d_");
    call.put(gradients, inputs, made);
    return gradients;
  }

  NamedTensors step(const NamedTensors& inputs) override {
    expect_decoding(settings_.mask);
    std::optional<Cache> first;
    if (!cache_) Kind::begin(layer_, inputs, first.emplace());
    Tensor output = Kind::step(settings_, layer_, inputs, cache_ ? *cache_ : *first);
    if (!cache_) cache_ = std::move(first);
    return one_result("output", std::move(output));
  }
  Index length() const override { return cache_ ? length_of(*cache_) : 0; }
  void restart() override { cache_.reset(); }

  double train(const NamedTensors& inputs, const NamedTensors& targets,
               const AdamConfig& adam) override {
    check_adam(adam);
    const Call call(settings_, inputs);
    const Tensor& target = read_alone("the target", targets, "output", call.output_shape());
    Trace trace;
    trace.for_backward_alone = true;
    const Tensor output = call.forward(layer_, &trace);
    Tensor d_output;
    const double loss = mean_squared_error(output, target, d_output);
    expect_finite("loss", std::isfinite(loss));
    auto made = call.backward(layer_, trace, d_output, true);
    Gradients gradients;
    Parameters::for_each(made.parameters, gradients);

    adam_.begin_step(adam);
    Layer::for_each_parameter(layer_, Update(adam_, gradients));
    restart();
    return loss;
  }

  NamedTensors parameters(const std::optional<std::vector<std::string>>& names) const override {
    ParametersByName found(names);
    Layer::for_each_parameter(layer_, found);
    return found.take();
  }

 private:
  Settings settings_;
  Layer layer_;
  std::optional<Cache> cache_;  // none before the first step
  Adam adam_;
};

// An operation whose calls are those of a model that is made for each.
template <class Kind>
constexpr Operation model_operation(const char* name, const char* header,
                                    const std::array<const char*, 12>& inputs) {
  Operation operation{};
  operation.name = name;
  operation.header = header;
  operation.inputs = inputs;
  operation.random_parameters = [](const Config& config, std::uint64_t seed) {
    return named(Kind::Parameters::random(read_all(config, Kind::read).config, seed));
  };
  operation.forward = [](const OperationInputs& call, NamedTensors* trace) {
    return LayerModel<Kind>::of(call).run(call.inputs, trace);
  };
  operation.backward = [](const OperationInputs& call, const NamedTensors& d_outputs) {
    return LayerModel<Kind>::of(call).gradients(call.inputs, d_outputs);
  };
  operation.prepare = LayerModel<Kind>::prepared;
  return operation;
}

}  // namespace attn
