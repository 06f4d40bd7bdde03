// encoder_layer, encoder, decoder_layer, decoder: layers and stacks have the same interface
#include <type_traits>
#include <utility>
#include <vector>

#include "layers/decoder_stack.h"
#include "layers/encoder_stack.h"
#include "operations/groups/groups.h"
#include "operations/models/layer_model.h"

namespace attn {
namespace {

// Config_ is that of a layer or of a stack.
template <class Config_>
struct LayerSettings {
  Config_ config;
  MaskSettings mask;
  Dropout dropout;

  static LayerSettings read(const Config& config) {
    LayerSettings settings;
    if constexpr (std::is_same_v<Config_, StackConfig>) {
      settings.config = read_stack(config);
    } else {
      settings.config = read_layer(config);
    }
    settings.mask = read_mask_settings(config);
    settings.dropout = read_dropout(config);
    return settings;
  }
};

const LayerConfig& layer_of(const LayerConfig& config) { return config; }
const LayerConfig& layer_of(const StackConfig& config) { return config.layer; }

template <class Visit>
void visit_layer_caches(const LayerConfig& config, KeyValueCache& cache, Visit&& visit) {
  LayerCache self{cache, config.attention};
  visit("attention", self);
}

template <class Visit>
void visit_layer_caches(const LayerConfig& config, DecoderLayerCache& cache, Visit&& visit) {
  LayerCache self{cache.self_attention, config.attention};
  LayerCache memory{cache.cross_attention, config.cross_attention(), true};
  visit("self_attention", self);
  visit("cross_attention", memory);
}

template <class Cache>
void visit_layer_caches(const StackConfig& config, std::vector<Cache>& layers,
                        CacheVisitor& visit) {
  layers.resize(static_cast<std::size_t>(config.num_layers));
  for (std::size_t i = 0; i < layers.size(); ++i) {
    visit_layer_caches(config.of_layer(i), layers[i], under(layer_name(i).c_str(), visit));
  }
}

template <class Config_, class Layer, class Parameters, class Trace, class Cache_>
struct EncoderKind : KindBase<LayerSettings<Config_>, Layer, Parameters, Trace> {
  using Settings = LayerSettings<Config_>;
  using Cache = Cache_;

  static Settings read(const Config& config) { return Settings::read(config); }
  static const Dropout& dropout(const Settings& settings) { return settings.dropout; }

  struct Call {
    Call(const Settings& settings_in, const NamedTensors& inputs)
        : settings(settings_in),
          x(read_input(inputs, "x", {"batch", "query", "d_model"})),
          mask(read_mask(settings.mask, inputs,
                         scores_shape(x, x, layer_of(settings.config).attention.num_heads))) {}

    Tensor forward(const Layer& layer, Trace* trace) const {
      return layer.forward(x, mask, settings.dropout, trace);
    }
    std::vector<Index> output_shape(const Layer&) const { return x.shape; }
    auto backward(const Layer& layer, const Trace& trace, const Tensor& d_output,
                  Wanted wanted) const {
      return layer.backward(x, mask, settings.dropout, trace, d_output, wanted);
    }
    template <class Gradients>
    void put(NamedTensors& gradients, const NamedTensors& inputs, Gradients& d) const {
      gradients.put("d_x", std::move(d.d_x));
      put_d_score_bias(gradients, inputs, std::move(d.d_score_bias));
    }

    const Settings& settings;
    Tensor x;
    Mask mask;
  };

  static double parameter_count(const Settings& settings) {
    return encoder_parameter_count(settings.config);
  }

  static void begin(const Layer&, const NamedTensors&, Cache&) {}
  static void visit_caches(const Layer& layer, Cache& cache, CacheVisitor& visit) {
    visit_layer_caches(layer.config(), cache, visit);
  }
  static Tensor step(const Settings&, const Layer& layer, const NamedTensors& inputs, Cache& cache,
                     bool) {
    check_inputs(inputs, {"x"});
    return layer.step(read_input(inputs, "x", {"batch", "query", "d_model"}), cache);
  }
};

void check_step_inputs(const NamedTensors& inputs, bool is_first) {
  if (is_first) {
    check_inputs(inputs,
                 {"x", "memory", "memory_attend", "memory_score_bias", "memory_key_padding"});
  } else {
    check_inputs(inputs, {"x", "memory_attend", "memory_score_bias", "memory_key_padding"});
  }
}

const KeyValueCache& memory_cache(const DecoderLayerCache& cache) { return cache.cross_attention; }
const KeyValueCache& memory_cache(const std::vector<DecoderLayerCache>& caches) {
  return caches.front().cross_attention;
}

template <class Config_, class Layer, class Parameters, class Trace, class Cache_>
struct DecoderKind : KindBase<LayerSettings<Config_>, Layer, Parameters, Trace> {
  using Settings = LayerSettings<Config_>;
  using Cache = Cache_;

  static Settings read(const Config& config) { return Settings::read(config); }
  static const Dropout& dropout(const Settings& settings) { return settings.dropout; }

  struct Call {
    Call(const Settings& settings_in, const NamedTensors& inputs)
        : settings(settings_in),
          x(read_input(inputs, "x", {"batch", "query", "d_model"})),
          memory(read_input(inputs, "memory", {"batch", "key", "d_model"})) {
      const Index num_heads = layer_of(settings.config).attention.num_heads;
      masks.self_attention = read_mask(settings.mask, inputs, scores_shape(x, x, num_heads));
      masks.cross_attention = read_mask({}, inputs, scores_shape(x, memory, num_heads), "memory_");
    }

    Tensor forward(const Layer& layer, Trace* trace) const {
      return layer.forward(x, memory, masks, settings.dropout, trace);
    }
    std::vector<Index> output_shape(const Layer&) const { return x.shape; }
    auto backward(const Layer& layer, const Trace& trace, const Tensor& d_output, Wanted) const {
      return layer.backward(x, memory, masks, settings.dropout, trace, d_output);
    }
    template <class Gradients>
    void put(NamedTensors& gradients, const NamedTensors& inputs, Gradients& d) const {
      gradients.put("d_x", std::move(d.d_x));
      gradients.put("d_memory", std::move(d.d_memory));
      put_d_score_bias(gradients, inputs, std::move(d.d_score_bias));
      put_d_score_bias(gradients, inputs, std::move(d.d_memory_score_bias), "memory_");
    }

    const Settings& settings;
    Tensor x, memory;
    DecoderMasks masks;
  };

  static double parameter_count(const Settings& settings) {
    return decoder_parameter_count(settings.config);
  }

  static void begin(const Layer& layer, const NamedTensors& inputs, Cache& cache) {
    cache = layer.begin(read_input(inputs, "memory", {"batch", "key", "d_model"}));
  }
  static void visit_caches(const Layer& layer, Cache& cache, CacheVisitor& visit) {
    visit_layer_caches(layer.config(), cache, visit);
  }
  static Tensor step(const Settings& settings, const Layer& layer, const NamedTensors& inputs,
                     Cache& cache, bool is_first) {
    check_step_inputs(inputs, is_first);
    const Tensor x = read_input(inputs, "x", {"batch", "query", "d_model"});
    ScoresShape shape = scores_shape(x, x, layer_of(settings.config).attention.num_heads);
    shape.n_key = memory_cache(cache).length();
    return layer.step(x, cache, read_mask({}, inputs, shape, "memory_"));
  }
};

using EncoderLayerKind = EncoderKind<LayerConfig, EncoderLayer, EncoderLayerParameters,
                                     EncoderLayerTrace, KeyValueCache>;
using EncoderStackKind = EncoderKind<StackConfig, EncoderStack, EncoderStackParameters,
                                     EncoderStackTrace, std::vector<KeyValueCache>>;
using DecoderLayerKind = DecoderKind<LayerConfig, DecoderLayer, DecoderLayerParameters,
                                     DecoderLayerTrace, DecoderLayerCache>;
using DecoderStackKind = DecoderKind<StackConfig, DecoderStack, DecoderStackParameters,
                                     DecoderStackTrace, std::vector<DecoderLayerCache>>;

template <LayerKind Kind>
constexpr Operation encoder_operation(const char* name, const char* header) {
  return model_operation<Kind>(name, header, {"x", "attend", "score_bias", "key_padding"});
}

template <LayerKind Kind>
constexpr Operation decoder_operation(const char* name, const char* header) {
  return model_operation<Kind>(name, header,
                               {"x", "memory", "attend", "score_bias", "key_padding",
                                "memory_attend", "memory_score_bias", "memory_key_padding"});
}

}  // namespace

std::span<const Operation> layer_operations() {
  static constexpr Operation kAll[] = {
      encoder_operation<EncoderLayerKind>("encoder_layer", "layers/encoder_layer.h"),
      decoder_operation<DecoderLayerKind>("decoder_layer", "layers/decoder_layer.h"),
      encoder_operation<EncoderStackKind>("encoder", "layers/encoder_stack.h"),
      decoder_operation<DecoderStackKind>("decoder", "layers/decoder_stack.h"),
  };
  return kAll;
}

}  // namespace attn
