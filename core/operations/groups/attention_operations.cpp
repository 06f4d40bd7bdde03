// scaled_dot_product, multi_head, multi_head_step
#include <utility>

#include "attention/head_layout.h"
#include "attention/multi_head.h"
#include "attention/scaled_dot_product.h"
#include "base/check.h"
#include "layers/sequence.h"
#include "operations/groups/groups.h"
#include "operations/groups/head_inputs.h"
#include "operations/models/layer_model.h"
#include "operations/tensors/cache_tensors.h"

namespace attn {
namespace {

struct ScaledDotProductSettings {
  MaskSettings mask;
  AttentionOptions options;
};

ScaledDotProductSettings read_scaled_dot_product(const Config& config) {
  return {read_mask_settings(config), read_attention_options(config)};
}

// The arguments of one call, read and checked.
struct ScaledDotProductCall : HeadInputs {
  explicit ScaledDotProductCall(const OperationInputs& call)
      : ScaledDotProductCall(read_all(call.config, read_scaled_dot_product), call.inputs) {}

  ScaledDotProductCall(const ScaledDotProductSettings& settings_in, NamedTensors& inputs)
      : HeadInputs(inputs), settings(settings_in), mask(read_mask(settings.mask, inputs, shape)) {}

  Tensor forward(AttentionTrace* trace) const {
    return scaled_dot_product_attention(q, k, v, mask, settings.options, trace);
  }

  ScaledDotProductSettings settings;
  Mask mask;
};

NamedTensors scaled_dot_product(const OperationInputs& inputs, NamedTensors* trace) {
  const ScaledDotProductCall call(inputs);
  return one_traced_result<AttentionTrace>(
      inputs, trace, "context", [&](AttentionTrace* fields) { return call.forward(fields); });
}

NamedTensors scaled_dot_product_backward(const OperationInputs& inputs,
                                         const NamedTensors& d_outputs) {
  const ScaledDotProductCall call(inputs);
  AttentionTrace trace;
  trace.keep = Keep::kWeights;
  call.forward(&trace);
  return named_gradients(scaled_dot_product_attention_backward(call.q, call.k, call.v, call.mask,
                                                               call.settings.options, trace.weights,
                                                               call.read_d_context(d_outputs)),
                         inputs.inputs);
}

Inspection inspect_scaled_dot_product(const OperationInputs& inputs,
                                      const InspectOptions& options) {
  ScaledDotProductSettings settings = read_all(inputs.config, read_scaled_dot_product);
  if (options.mask) settings.mask = *options.mask;
  const ScaledDotProductCall call(settings, inputs.inputs);
  AttentionTrace trace;
  NamedTensors outputs = one_result("context", call.forward(&trace));
  trace.q = std::move(inputs.inputs.at("q"));
  trace.k = std::move(inputs.inputs.at("k"));
  trace.v = std::move(inputs.inputs.at("v"));
  return inspection_of(trace, std::move(outputs), options, settings.options.temperature);
}

struct MultiHeadSettings {
  MultiHeadConfig config;
  MaskSettings mask;
  MultiHeadOptions options;
  // PyTorch's need_weights and average_attn_weights.
  bool need_weights = true, average_weights = false;
};

MultiHeadSettings read_multi_head_settings(const Config& config) {
  MultiHeadSettings settings;
  settings.config = read_multi_head(config);
  settings.mask = read_mask_settings(config);
  settings.options.dropout = read_dropout(config);
  config.read("need_weights", settings.need_weights);
  config.read("average_weights", settings.average_weights);
  std::vector<Index> heads_off;
  config.read("heads_off", heads_off, 0, settings.config.num_heads - 1);
  settings.options.hooks = TraceHooks::heads_off(std::move(heads_off));
  return settings;
}

struct MultiHeadKind : KindBase<MultiHeadSettings, MultiHead, MultiHeadParameters, AttentionTrace> {
  using Cache = KeyValueCache;

  static Settings read(const Config& config) { return read_multi_head_settings(config); }

  struct Call {
    Call(const Settings& settings_in, const NamedTensors& inputs)
        : settings(settings_in),
          has_key(inputs.find("key") != nullptr),
          has_value(inputs.find("value") != nullptr),
          query(read_input(inputs, "query", {"batch", "query", "d_model"})),
          own_key(has_key ? read_input(inputs, "key", {"batch", "key", "d_key"}) : Tensor()),
          own_value(has_value ? read_input(inputs, "value", {"batch", "key", "d_value"})
                              : Tensor()),
          mask(read_mask(settings.mask, inputs,
                         scores_shape(query, key(), settings.config.num_heads))) {}

    const Tensor& key() const { return has_key ? own_key : query; }
    const Tensor& value() const { return has_value ? own_value : key(); }

    Tensor forward(const MultiHead& layer, AttentionTrace* trace) const {
      return layer.forward(query, key(), value(), mask, settings.options, trace);
    }
    std::vector<Index> output_shape(const MultiHead&) const { return query.shape; }
    MultiHeadGradients backward(const MultiHead& layer, const AttentionTrace& trace,
                                const Tensor& d_output, Wanted wanted) const {
      return layer.backward(query, key(), value(), mask, settings.options, trace, d_output, wanted);
    }
    void put(NamedTensors& gradients, const NamedTensors& inputs, MultiHeadGradients& d) const {
      // An omitted input defaults to another input, which receives its gradient too.
      if (!has_value) d.d_key = sum(std::move(d.d_key), d.d_value);
      if (!has_key) d.d_query = sum(std::move(d.d_query), d.d_key);
      gradients.put("d_query", std::move(d.d_query));
      if (has_key) gradients.put("d_key", std::move(d.d_key));
      if (has_value) gradients.put("d_value", std::move(d.d_value));
      put_d_score_bias(gradients, inputs, std::move(d.d_score_bias));
    }

    const Settings& settings;
    bool has_key, has_value;
    Tensor query, own_key, own_value;
    Mask mask;
  };

  static float temperature(const Settings& settings) { return settings.config.temperature; }
  static Keep keep_for_results(const Settings& settings) {
    return settings.need_weights ? Keep::kWeights : Keep::kOutputs;
  }
  static void put_results(const Settings& settings, const AttentionTrace& trace,
                          NamedTensors& results) {
    if (!settings.need_weights) return;
    results.put("weights", settings.average_weights ? average_heads(trace.weights) : trace.weights);
  }

  static const Dropout& dropout(const Settings& settings) { return settings.options.dropout; }
  static void begin(const MultiHead&, const NamedTensors&, KeyValueCache&) {}
  static void visit_caches(const MultiHead& layer, KeyValueCache& cache, CacheVisitor& visit) {
    LayerCache self{cache, layer.config()};
    visit("", self);
  }
  static Tensor step(const Settings& settings, const MultiHead& layer, const NamedTensors& inputs,
                     KeyValueCache& cache, bool) {
    check_inputs(inputs, {"x"});
    if (!settings.options.hooks.empty()) {
      refuse("expected a configuration without \"heads_off\" to step with");
    }
    return layer.step(read_input(inputs, "x", {"batch", "query", "d_model"}), cache);
  }
};

NamedTensors random_multi_head_step(const Config& config, std::uint64_t seed) {
  const MultiHeadConfig settings = read_all(config, read_multi_head);
  check_parameters_fit(parameter_count(settings));
  return named(MultiHeadParameters::random(settings, seed));
}

KeyValueCache read_cache(const OperationInputs& call, const MultiHeadConfig& config, Index batch) {
  KeyValueCache cache;
  const bool has_k = call.inputs.find("cache_k") != nullptr;
  if (has_k != (call.inputs.find("cache_v") != nullptr)) {
    refuse("expected cache_k and cache_v together, got one of them");
  }
  if (!has_k) return cache;
  const std::vector<Index>& shape = call.inputs.at("cache_k").shape;
  const Index n_key = shape.size() == 4 ? shape[2] : 0;
  fill_cache(config, batch, n_key, call.inputs, "cache_k", "cache_v", cache);
  return cache;
}

NamedTensors multi_head_step(const OperationInputs& call, NamedTensors* trace) {
  const MultiHead layer(read_all(call.config, read_multi_head),
                        filled<MultiHeadParameters>(call.parameters));
  const Tensor x = read_input(call.inputs, "x", {"batch", "query", "d_model"});
  const Index batch = x.rank() == 2 ? 1 : x.shape[0];
  KeyValueCache cache = read_cache(call, layer.config(), batch);
  NamedTensors results = one_traced_result<AttentionTrace>(
      call, trace, "output", [&](AttentionTrace* fields) { return layer.step(x, cache, fields); });
  results.put("cache_k", cache.k.tensor());
  results.put("cache_v", cache.v.tensor());
  return results;
}

}  // namespace

std::span<const Operation> attention_operations() {
  static constexpr Operation kAll[] = {
      {.name = "scaled_dot_product",
       .header = "attention/scaled_dot_product.h",
       .inputs = {"q", "k", "v", "attend", "score_bias", "key_padding"},
       .forward = scaled_dot_product,
       .backward = scaled_dot_product_backward,
       .inspect = inspect_scaled_dot_product},
      model_operation<MultiHeadKind>(
          "multi_head", "attention/multi_head.h",
          {"query", "key", "value", "attend", "score_bias", "key_padding"}),
      {.name = "multi_head_step",
       .header = "attention/multi_head.h",
       .inputs = {"x", "cache_k", "cache_v"},
       .random_parameters = random_multi_head_step,
       .forward = multi_head_step},
  };
  return kAll;
}

}  // namespace attn
