// transformer, encoder_decoder, greedy_decode
#include <algorithm>
#include <utility>

#include "base/check.h"
#include "models/answers/greedy_decode.h"
#include "models/token_model.h"
#include "models/transformer.h"
#include "operations/config/model_config.h"
#include "operations/groups/groups.h"
#include "operations/models/layer_model.h"

namespace attn {
namespace {

// The masks' inputs are attend, score_bias and key_padding, each after the name of its part:
// "source_attend". The configuration's mask applies to the decoder's self-attention. Source padding
// is also hidden from the cross-attention, unless there is a memory_key_padding.
TransformerMasks read_masks(const MaskSettings& settings, const NamedTensors& inputs, Index batch,
                            Index n_source, Index n_target, Index num_heads) {
  TransformerMasks masks;
  masks.source = read_mask({}, inputs, {batch, num_heads, n_source, n_source}, "source_");
  masks.target = read_mask(settings, inputs, {batch, num_heads, n_target, n_target}, "target_");
  const char* padding =
      inputs.find("memory_key_padding") ? "memory_key_padding" : "source_key_padding";
  masks.memory = read_mask({}, inputs, {batch, num_heads, n_target, n_source}, "memory_", padding);
  return masks;
}

void put_mask_gradients(NamedTensors& gradients, const NamedTensors& inputs,
                        TransformerMaskGradients d_masks) {
  put_d_score_bias(gradients, inputs, std::move(d_masks.source), "source_");
  put_d_score_bias(gradients, inputs, std::move(d_masks.target), "target_");
  put_d_score_bias(gradients, inputs, std::move(d_masks.memory), "memory_");
}

// Neither model supports steps; greedy_decode generates step by step.
template <class Config_>
struct ModelSettings {
  Config_ config;
  MaskSettings target_mask;
  Dropout dropout;
};

struct TransformerKind : KindBase<ModelSettings<TransformerConfig>, Transformer,
                                  TransformerParameters, TransformerTrace> {
  static Settings read(const Config& config) {
    return {read_transformer(config), read_mask_settings(config), read_dropout(config)};
  }

  struct Call {
    Call(const Settings& settings_in, const NamedTensors& inputs)
        : settings(settings_in),
          source(read_input(inputs, "source", {"batch", "key", "d_model"})),
          target(read_input(inputs, "target", {"batch", "query", "d_model"})) {
      const ScoresShape shape =
          scores_shape(target, source, settings.config.encoder.layer.attention.num_heads);
      masks = read_masks(settings.target_mask, inputs, shape.batch, shape.n_key, shape.n_query,
                         shape.num_heads);
    }

    Tensor forward(const Transformer& model, TransformerTrace* trace) const {
      return model.forward(source, target, masks, settings.dropout, trace);
    }
    std::vector<Index> output_shape(const Transformer&) const { return target.shape; }
    TransformerGradients backward(const Transformer& model, const TransformerTrace& trace,
                                  const Tensor& d_output, Wanted) const {
      return model.backward(source, target, masks, settings.dropout, trace, d_output);
    }
    void put(NamedTensors& gradients, const NamedTensors& inputs, TransformerGradients& d) const {
      gradients.put("d_source", std::move(d.d_source));
      gradients.put("d_target", std::move(d.d_target));
      put_mask_gradients(gradients, inputs, std::move(d.d_masks));
    }

    const Settings& settings;
    Tensor source, target;
    TransformerMasks masks;
  };
};

struct EncoderDecoderKind
    : KindBase<ModelSettings<TokenModelConfig>, TokenModel, TokenModelParameters, TokenModelTrace> {
  static constexpr const char* kOutput = "logits";

  static Settings read(const Config& config) {
    return {read_encoder_decoder(config), read_mask_settings(config), read_dropout(config)};
  }

  struct Call {
    Call(const Settings& settings_in, const NamedTensors& inputs) : settings(settings_in) {
      call.ids = read_ids("source_ids", inputs.at("source_ids"));
      call.target_ids = read_ids("target_ids", inputs.at("target_ids"));
      call.masks = read_masks(settings.target_mask, inputs, call.ids.batch, call.ids.n,
                              call.target_ids.n, settings.config.layers.layer.attention.num_heads);
    }

    Tensor forward(const TokenModel& model, TokenModelTrace* trace) const {
      return model.forward(call, settings.dropout, trace);
    }
    std::vector<Index> output_shape(const TokenModel& model) const {
      return {call.target_ids.batch, call.target_ids.n, model.config().num_labels};
    }
    TokenModelGradients backward(const TokenModel& model, const TokenModelTrace& trace,
                                 const Tensor& d_logits, Wanted) const {
      return model.backward(call, settings.dropout, trace, d_logits);
    }
    void put(NamedTensors& gradients, const NamedTensors& inputs, TokenModelGradients& d) const {
      put_mask_gradients(gradients, inputs, std::move(d.d_masks));
    }

    const Settings& settings;
    ModelInputs call;
  };
};

struct GreedySettings {
  TokenModelConfig config;
  GreedyOptions options;
};

GreedySettings read_greedy_settings(const Config& config) {
  GreedySettings settings{read_encoder_decoder(config), read_greedy(config)};
  // Decoding is always causal. The key is read so that the model's configuration can be passed.
  config.word("causal", {"end", "start"});
  return settings;
}

NamedTensors random_greedy(const Config& config, std::uint64_t seed) {
  const TokenModelConfig model = read_all(config, read_greedy_settings).config;
  check_parameters_fit(parameter_count(model));
  return named(TokenModelParameters::random(model, seed));
}

NamedTensors greedy(const OperationInputs& call, NamedTensors*) {
  const GreedySettings settings = read_all(call.config, read_greedy_settings);
  const TokenModel model(settings.config,
                         filled(call.parameters, TokenModelParameters::unfilled(settings.config)));
  const TokenIds source = read_ids("source_ids", call.inputs.at("source_ids"));
  const std::vector<std::uint8_t> key_padding =
      read_key_padding("source_key_padding", call.inputs, {source.batch, 1, source.n, source.n});
  const std::vector<std::vector<Index>> generated =
      greedy_decode(model, source, settings.options, key_padding);

  std::size_t longest = 0;
  for (const std::vector<Index>& each : generated) longest = std::max(longest, each.size());
  Tensor ids({"batch", "query"}, {source.batch, static_cast<Index>(longest)});
  Tensor lengths({"batch"}, {source.batch});
  std::fill(ids.data.begin(), ids.data.end(), static_cast<float>(settings.options.end_id));
  for (std::size_t item = 0; item < generated.size(); ++item) {
    lengths.data[item] = static_cast<float>(generated[item].size());
    for (std::size_t i = 0; i < generated[item].size(); ++i) {
      ids.data[item * longest + i] = static_cast<float>(generated[item][i]);
    }
  }
  NamedTensors results = one_result("ids", std::move(ids));
  results.put("lengths", std::move(lengths));
  return results;
}

}  // namespace

std::span<const Operation> model_operations() {
  static constexpr Operation kAll[] = {
      model_operation<TransformerKind>(
          "transformer", "models/transformer.h",
          {"source", "target", "source_attend", "source_score_bias", "source_key_padding",
           "target_attend", "target_score_bias", "target_key_padding", "memory_attend",
           "memory_score_bias", "memory_key_padding"}),
      model_operation<EncoderDecoderKind>(
          "encoder_decoder", "models/token_model.h",
          {"source_ids", "target_ids", "source_attend", "source_score_bias", "source_key_padding",
           "target_attend", "target_score_bias", "target_key_padding", "memory_attend",
           "memory_score_bias", "memory_key_padding"}),
      {.name = "greedy_decode",
       .header = "models/answers/greedy_decode.h",
       .inputs = {"source_ids", "source_key_padding"},
       .random_parameters = random_greedy,
       .forward = greedy},
  };
  return kAll;
}

}  // namespace attn
