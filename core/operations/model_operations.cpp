// transformer, encoder_decoder, greedy_decode
#include <algorithm>
#include <utility>

#include "base/check.h"
#include "models/encoder_decoder.h"
#include "models/greedy_decode.h"
#include "models/transformer.h"
#include "operations/adapter.h"

namespace attn {
namespace {

// The masks' inputs, each with its part before it: attend, score_bias, key_padding. The
// configuration's mask is that of the decoder's self-attention. What pads the source is not
// attended to from the target either, unless memory_key_padding says otherwise.
TransformerMasks read_masks(const MaskSettings& settings, const NamedTensors& inputs, Index batch,
                            Index n_source, Index n_target, Index num_heads) {
  TransformerMasks masks;
  masks.source = read_mask({}, inputs, {batch, num_heads, n_source, n_source}, "source_");
  masks.target = read_mask(settings, inputs, {batch, num_heads, n_target, n_target}, "target_");
  const char* keep =
      inputs.find("memory_key_padding") ? "memory_key_padding" : "source_key_padding";
  masks.memory = read_mask({}, inputs, {batch, num_heads, n_target, n_source}, "memory_", keep);
  return masks;
}

void put_mask_gradients(NamedTensors& gradients, const OperationInputs& call,
                        TransformerMaskGradients d_masks) {
  put_d_score_bias(gradients, call.inputs, std::move(d_masks.source), "source_");
  put_d_score_bias(gradients, call.inputs, std::move(d_masks.target), "target_");
  put_d_score_bias(gradients, call.inputs, std::move(d_masks.memory), "memory_");
}

struct TransformerSettings {
  TransformerConfig config;
  MaskSettings mask;
  Dropout dropout;
};

TransformerSettings read_transformer_settings(const Config& config) {
  return {read_transformer(config), read_mask_settings(config), read_dropout(config)};
}

NamedTensors random_transformer(const Config& config, std::uint64_t seed) {
  return named(
      TransformerParameters::random(read_all(config, read_transformer_settings).config, seed));
}

struct TransformerCall {
  explicit TransformerCall(const OperationInputs& call)
      : settings(read_all(call.config, read_transformer_settings)),
        model(settings.config,
              filled(call.parameters, TransformerParameters::unfilled(settings.config))),
        source(read_input(call.inputs, "source", {"batch", "key", "d_model"})),
        target(read_input(call.inputs, "target", {"batch", "query", "d_model"})) {
    const ScoresShape shape =
        scores_shape(target, source, settings.config.encoder.layer.attention.num_heads);
    masks = read_masks(settings.mask, call.inputs, shape.batch, shape.n_key, shape.n_query,
                       shape.num_heads);
  }

  Tensor forward(TransformerTrace* trace) const {
    return model.forward(source, target, masks, settings.dropout, trace);
  }

  TransformerSettings settings;
  Transformer model;
  Tensor source, target;
  TransformerMasks masks;
};

NamedTensors transformer(const OperationInputs& inputs, NamedTensors* trace) {
  const TransformerCall call(inputs);
  return one_traced_result<TransformerTrace>(
      inputs, trace, "output", [&](TransformerTrace* made) { return call.forward(made); });
}

NamedTensors transformer_gradients(const OperationInputs& inputs, const NamedTensors& d_outputs) {
  const TransformerCall call(inputs);
  const Tensor& d_output = read_d_output(d_outputs, "d_output", call.target.shape);
  TransformerTrace trace;
  trace.keep = Keep::kBackward;
  call.forward(&trace);
  TransformerGradients made = call.model.backward(call.source, call.target, call.masks,
                                                  call.settings.dropout, trace, d_output);
  NamedTensors gradients = named(std::move(made.parameters), "d_");
  gradients.put("d_source", std::move(made.d_source));
  gradients.put("d_target", std::move(made.d_target));
  put_mask_gradients(gradients, inputs, std::move(made.d_masks));
  return gradients;
}

struct EncoderDecoderSettings {
  EncoderDecoderConfig config;
  MaskSettings mask;
  Dropout dropout;
};

EncoderDecoderSettings read_encoder_decoder_settings(const Config& config) {
  return {read_encoder_decoder(config), read_mask_settings(config), read_dropout(config)};
}

NamedTensors random_encoder_decoder(const Config& config, std::uint64_t seed) {
  return named(EncoderDecoderParameters::random(
      read_all(config, read_encoder_decoder_settings).config, seed));
}

struct EncoderDecoderCall {
  explicit EncoderDecoderCall(const OperationInputs& call)
      : settings(read_all(call.config, read_encoder_decoder_settings)),
        model(settings.config,
              filled(call.parameters, EncoderDecoderParameters::unfilled(settings.config))),
        source(read_ids("source_ids", call.inputs.at("source_ids"))),
        target(read_ids("target_ids", call.inputs.at("target_ids"))),
        masks(read_masks(settings.mask, call.inputs, source.batch, source.n, target.n,
                         settings.config.transformer.encoder.layer.attention.num_heads)) {}

  Tensor forward(EncoderDecoderTrace* trace) const {
    return model.forward(source, target, masks, settings.dropout, trace);
  }

  EncoderDecoderSettings settings;
  EncoderDecoder model;
  TokenIds source, target;
  TransformerMasks masks;
};

NamedTensors encoder_decoder(const OperationInputs& inputs, NamedTensors* trace) {
  const EncoderDecoderCall call(inputs);
  return one_traced_result<EncoderDecoderTrace>(
      inputs, trace, "logits", [&](EncoderDecoderTrace* made) { return call.forward(made); });
}

NamedTensors encoder_decoder_gradients(const OperationInputs& inputs,
                                       const NamedTensors& d_outputs) {
  const EncoderDecoderCall call(inputs);
  EncoderDecoderTrace trace;
  trace.keep = Keep::kBackward;
  const Tensor logits = call.forward(&trace);
  const Tensor& d_logits = read_d_output(d_outputs, "d_logits", logits.shape);
  EncoderDecoderGradients made = call.model.backward(call.source, call.target, call.masks,
                                                     call.settings.dropout, trace, d_logits);
  NamedTensors gradients = named(std::move(made.parameters), "d_");
  put_mask_gradients(gradients, inputs, std::move(made.d_masks));
  return gradients;
}

struct GreedySettings {
  EncoderDecoderConfig config;
  GreedyOptions options;
};

GreedySettings read_greedy_settings(const Config& config) {
  GreedySettings settings{read_encoder_decoder(config), read_greedy(config)};
  // Decoding is causal; the configuration that the model was trained with may say so.
  config.word("causal", {"end", "start"});
  return settings;
}

NamedTensors random_greedy(const Config& config, std::uint64_t seed) {
  return named(
      EncoderDecoderParameters::random(read_all(config, read_greedy_settings).config, seed));
}

NamedTensors greedy(const OperationInputs& call, NamedTensors*) {
  const GreedySettings settings = read_all(call.config, read_greedy_settings);
  const EncoderDecoder model(
      settings.config,
      filled(call.parameters, EncoderDecoderParameters::unfilled(settings.config)));
  const TokenIds source = read_ids("source_ids", call.inputs.at("source_ids"));
  std::vector<std::uint8_t> keep;
  if (const Tensor* given = call.inputs.find("source_key_padding")) {
    if (given->shape != call.inputs.at("source_ids").shape) {
      refuse("expected source_key_padding of shape {}, as source_ids, got {}",
             {call.inputs.at("source_ids").shape, given->shape});
    }
    keep = read_flags("source_key_padding", *given);
  }
  const std::vector<std::vector<Index>> made = greedy_decode(model, source, settings.options, keep);

  std::size_t longest = 0;
  for (const std::vector<Index>& each : made) longest = std::max(longest, each.size());
  Tensor ids({"batch", "query"}, {source.batch, static_cast<Index>(longest)});
  Tensor lengths({"batch"}, {source.batch});
  std::fill(ids.data.begin(), ids.data.end(), static_cast<float>(settings.options.end_id));
  for (std::size_t item = 0; item < made.size(); ++item) {
    lengths.data[item] = static_cast<float>(made[item].size());
    for (std::size_t i = 0; i < made[item].size(); ++i) {
      ids.data[item * longest + i] = static_cast<float>(made[item][i]);
    }
  }
  NamedTensors results = one_result("ids", std::move(ids));
  results.put("lengths", std::move(lengths));
  return results;
}

}  // namespace

std::span<const Operation> model_operations() {
  static constexpr Operation kAll[] = {
      {"transformer",
       "models/transformer.h",
       {"source", "target", "source_attend", "source_score_bias", "source_key_padding",
        "target_attend", "target_score_bias", "target_key_padding", "memory_attend",
        "memory_score_bias", "memory_key_padding"},
       random_transformer,
       transformer,
       transformer_gradients},
      {"encoder_decoder",
       "models/encoder_decoder.h",
       {"source_ids", "target_ids", "source_attend", "source_score_bias", "source_key_padding",
        "target_attend", "target_score_bias", "target_key_padding", "memory_attend",
        "memory_score_bias", "memory_key_padding"},
       random_encoder_decoder,
       encoder_decoder,
       encoder_decoder_gradients},
      {"greedy_decode",
       "models/greedy_decode.h",
       {"source_ids", "source_key_padding"},
       random_greedy,
       greedy,
       nullptr},
  };
  return kAll;
}

}  // namespace attn
