// What differs between the models of layers and stacks: a kind, with types and static functions.
// ModelOf (layer_model.h) makes a Model of it. Every kind derives from KindBase.
#pragma once

#include <concepts>
#include <cstdint>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/keep.h"
#include "base/named_tensors.h"
#include "operations/config/config_readers.h"
#include "operations/models/model_size.h"
#include "operations/tensors/cache_tensors.h"

namespace attn {

// The types of a kind, and the functions that most kinds share; a kind replaces those that do not
// fit by its own.
//   Settings_  what the kind reads from a configuration; its `config` is that of the layer
template <class Settings_, class Layer_, class Parameters_, class Trace_>
struct KindBase {
  using Settings = Settings_;
  using Layer = Layer_;
  using Parameters = Parameters_;
  using Trace = Trace_;

  // The name of the output.
  static constexpr const char* kOutput = "output";

  static double parameter_count(const Settings& settings) {
    return attn::parameter_count(settings.config);
  }

  // Empty parameters, to be filled by name; those of a stack have the right number of layers.
  static Parameters unfilled(const Settings& settings) {
    if constexpr (requires { Parameters::unfilled(settings.config); }) {
      return Parameters::unfilled(settings.config);
    } else {
      return {};
    }
  }

  // There are no results other than the output.
  static Keep keep_for_results(const Settings&) { return Keep::kOutputs; }
  static void put_results(const Settings&, const Trace&, NamedTensors&) {}
};

// The layer's gradients: those wanted, or more.
template <class Kind>
using GradientsOf = decltype(std::declval<const typename Kind::Call&>().backward(
    std::declval<const typename Kind::Layer&>(), std::declval<const typename Kind::Trace&>(),
    std::declval<const Tensor&>(), Wanted::kAllGradients));

// A kind whose Call is a call of the layer, for which all inputs have been read.
template <class Kind>
concept CallableKind = requires(const typename Kind::Call& call, const typename Kind::Layer& layer,
                                typename Kind::Trace* trace, const NamedTensors& inputs,
                                GradientsOf<Kind>& d, NamedTensors& gradients) {
  requires std::is_constructible_v<typename Kind::Call, const typename Kind::Settings&,
                                   const NamedTensors&>;
  // A null trace keeps nothing.
  { call.forward(layer, trace) } -> std::same_as<Tensor>;
  { call.output_shape(layer) } -> std::same_as<std::vector<Index>>;
  d.parameters;
  // Adds the gradients of the inputs by name.
  call.put(gradients, inputs, d);
};

template <class Kind>
concept LayerKind =
    CallableKind<Kind> &&
    requires(const Config& config, const typename Kind::Settings& settings,
             const typename Kind::Trace& trace, std::uint64_t seed, NamedTensors& results) {
      { Kind::read(config) } -> std::same_as<typename Kind::Settings>;
      { Kind::parameter_count(settings) } -> std::same_as<double>;
      // Parameters at random, and parameters to be filled by name.
      Kind::Parameters::random(settings.config, seed);
      { Kind::unfilled(settings) } -> std::same_as<typename Kind::Parameters>;
      requires std::is_constructible_v<typename Kind::Layer, decltype(Kind::Settings::config),
                                       typename Kind::Parameters>;
      { Kind::kOutput } -> std::convertible_to<const char*>;
      // What a trace must keep for the other results, and these results.
      { Kind::keep_for_results(settings) } -> std::same_as<Keep>;
      Kind::put_results(settings, trace, results);
    };

// A kind that also steps, with a cache.
template <class Kind>
concept SteppingKind =
    LayerKind<Kind> && requires(const typename Kind::Settings& settings,
                                const typename Kind::Layer& layer, const NamedTensors& inputs,
                                typename Kind::Cache& cache, CacheVisitor& visit, bool is_first) {
      { settings.mask } -> std::convertible_to<MaskSettings>;
      { Kind::dropout(settings) } -> std::convertible_to<Dropout>;
      // Fills the cache before the first step.
      Kind::begin(layer, inputs, cache);
      // Visits the cache of each attention layer.
      Kind::visit_caches(layer, cache, visit);
      { Kind::step(settings, layer, inputs, cache, is_first) } -> std::same_as<Tensor>;
    };

// A single attention layer, which can be inspected.
template <class Kind>
concept InspectedKind = SteppingKind<Kind> && requires(const typename Kind::Settings& settings) {
  { Kind::temperature(settings) } -> std::same_as<float>;
};

}  // namespace attn
