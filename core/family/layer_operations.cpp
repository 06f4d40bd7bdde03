// encoder_layer, encoder, decoder_layer, decoder: a layer, or a stack of them, which are called
// alike
#include <utility>

#include "family/adapter.h"
#include "layers/decoder_stack.h"
#include "layers/encoder_stack.h"

namespace attn {
namespace {

// A layer or a stack, by what its parts are called.
struct OneEncoderLayer {
  using Config = LayerConfig;
  using Layer = EncoderLayer;
  using Parameters = EncoderLayerParameters;
  using Trace = EncoderLayerTrace;
  static Config read(const attn::Config& config) { return read_layer(config); }
  static Parameters unfilled(const Config&) { return {}; }
  static const LayerConfig& layer(const Config& config) { return config; }
};

struct OneEncoderStack {
  using Config = StackConfig;
  using Layer = EncoderStack;
  using Parameters = EncoderStackParameters;
  using Trace = EncoderStackTrace;
  static Config read(const attn::Config& config) { return read_stack(config); }
  static Parameters unfilled(const Config& config) { return Parameters::unfilled(config); }
  static const LayerConfig& layer(const Config& config) { return config.layer; }
};

struct OneDecoderLayer : OneEncoderLayer {
  using Layer = DecoderLayer;
  using Parameters = DecoderLayerParameters;
  using Trace = DecoderLayerTrace;
  static Parameters unfilled(const Config&) { return {}; }
};

struct OneDecoderStack : OneEncoderStack {
  using Layer = DecoderStack;
  using Parameters = DecoderStackParameters;
  using Trace = DecoderStackTrace;
  static Parameters unfilled(const Config& config) { return Parameters::unfilled(config); }
};

template <class One>
struct Settings {
  typename One::Config config;
  MaskSettings mask;
  Dropout dropout;

  static Settings read(const Config& config) {
    return {One::read(config), read_mask_settings(config), read_dropout(config)};
  }
};

template <class One>
NamedTensors random_of(const Config& config, std::uint64_t seed) {
  return named(One::Parameters::random(read_all(config, Settings<One>::read).config, seed));
}

template <class One>
struct EncoderCall {
  explicit EncoderCall(const OperationInputs& call)
      : settings(read_all(call.config, Settings<One>::read)),
        layer(settings.config, filled(call.parameters, One::unfilled(settings.config))),
        x(read_input(call, "x", {"batch", "query", "d_model"})),
        mask(read_mask(settings.mask, call.inputs,
                       scores_shape(x, x, One::layer(settings.config).attention.num_heads))) {}

  Tensor forward(typename One::Trace* trace) const {
    return layer.forward(x, mask, settings.dropout, trace);
  }

  Settings<One> settings;
  typename One::Layer layer;
  Tensor x;
  Mask mask;
};

template <class One>
NamedTensors encode(const OperationInputs& inputs, NamedTensors* trace) {
  const EncoderCall<One> call(inputs);
  typename One::Trace made;
  NamedTensors results = one_result("output", call.forward(trace == nullptr ? nullptr : &made));
  give_trace(trace, made);
  return results;
}

template <class One>
NamedTensors encoder_gradients(const OperationInputs& inputs, const NamedTensors& d_outputs) {
  const EncoderCall<One> call(inputs);
  const Tensor& d_output = read_d_output(d_outputs, "d_output", call.x.shape);
  typename One::Trace trace;
  call.forward(&trace);
  auto made = call.layer.backward(call.x, call.mask, call.settings.dropout, trace, d_output);
  NamedTensors gradients = named(std::move(made.parameters), "d_");
  gradients.put("d_x", std::move(made.d_x));
  put_d_score_bias(gradients, inputs, std::move(made.d_score_bias));
  return gradients;
}

template <class One>
struct DecoderCall {
  explicit DecoderCall(const OperationInputs& call)
      : settings(read_all(call.config, Settings<One>::read)),
        layer(settings.config, filled(call.parameters, One::unfilled(settings.config))),
        x(read_input(call, "x", {"batch", "query", "d_model"})),
        memory(read_input(call, "memory", {"batch", "key", "d_model"})) {
    const Index num_heads = One::layer(settings.config).attention.num_heads;
    masks.self_attention = read_mask(settings.mask, call.inputs, scores_shape(x, x, num_heads));
    masks.cross_attention =
        read_mask({}, call.inputs, scores_shape(x, memory, num_heads), "memory_");
  }

  Tensor forward(typename One::Trace* trace) const {
    return layer.forward(x, memory, masks, settings.dropout, trace);
  }

  Settings<One> settings;
  typename One::Layer layer;
  Tensor x, memory;
  DecoderMasks masks;
};

template <class One>
NamedTensors decode(const OperationInputs& inputs, NamedTensors* trace) {
  const DecoderCall<One> call(inputs);
  typename One::Trace made;
  NamedTensors results = one_result("output", call.forward(trace == nullptr ? nullptr : &made));
  give_trace(trace, made);
  return results;
}

template <class One>
NamedTensors decoder_gradients(const OperationInputs& inputs, const NamedTensors& d_outputs) {
  const DecoderCall<One> call(inputs);
  const Tensor& d_output = read_d_output(d_outputs, "d_output", call.x.shape);
  typename One::Trace trace;
  call.forward(&trace);
  auto made =
      call.layer.backward(call.x, call.memory, call.masks, call.settings.dropout, trace, d_output);
  NamedTensors gradients = named(std::move(made.parameters), "d_");
  gradients.put("d_x", std::move(made.d_x));
  gradients.put("d_memory", std::move(made.d_memory));
  put_d_score_bias(gradients, inputs, std::move(made.d_score_bias));
  put_d_score_bias(gradients, inputs, std::move(made.d_memory_score_bias), "memory_");
  return gradients;
}

template <class One>
Operation encoder_operation(const char* name, const char* header) {
  return {name,           header,      {"x", "attend", "score_bias", "key_padding"},
          random_of<One>, encode<One>, encoder_gradients<One>};
}

template <class One>
Operation decoder_operation(const char* name, const char* header) {
  return {name,
          header,
          {"x", "memory", "attend", "score_bias", "key_padding", "memory_attend",
           "memory_score_bias", "memory_key_padding"},
          random_of<One>,
          decode<One>,
          decoder_gradients<One>};
}

}  // namespace

std::vector<Operation> layer_operations() {
  return {
      encoder_operation<OneEncoderLayer>("encoder_layer", "layers/encoder_layer.h"),
      decoder_operation<OneDecoderLayer>("decoder_layer", "layers/decoder_layer.h"),
      encoder_operation<OneEncoderStack>("encoder", "layers/encoder_stack.h"),
      decoder_operation<OneDecoderStack>("decoder", "layers/decoder_stack.h"),
  };
}

}  // namespace attn
