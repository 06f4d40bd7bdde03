// The efficient variants of attention, and cost: what a variant costs, without computing it
#include <utility>

#include "base/check.h"
#include "efficient/chunked.h"
#include "efficient/cost.h"
#include "efficient/flash.h"
#include "efficient/linformer.h"
#include "efficient/sparse.h"
#include "operations/adapter.h"
#include "operations/groups/groups.h"
#include "operations/groups/head_inputs.h"
#include "operations/models/model_size.h"

namespace attn {
namespace {

constexpr Index kMaxRounds = 256;

// ---- The configuration keys of each variant ----

void read(const Config& config, SlidingWindow& variant) {
  variant.window = config.require("window", 0);
  config.read("causal", variant.causal);
}
void read(const Config& config, Longformer& variant) {
  variant.window = config.require("window", 0);
  config.read("global_tokens", variant.global_tokens, 0, kMaxExtent);
  config.read("causal", variant.causal);
}
void read(const Config& config, BigBird& variant) {
  config.read("block", variant.block);
  config.read("window", variant.window, 0);
  config.read("num_global", variant.num_global, 0);
  config.read("num_random", variant.num_random, 0);
  config.read("seed", variant.seed);
  config.read("causal", variant.causal);
}
void read(const Config& config, Strided& variant) {
  variant.stride = config.require("stride");
  config.read("causal", variant.causal);
}
void read(const Config& config, Performer& variant) {
  config.read("num_features", variant.num_features);
  config.read("seed", variant.seed);
  config.read("orthogonal", variant.orthogonal);
  config.read("causal", variant.causal);
}
void read(const Config& config, Reformer& variant) {
  config.read("num_buckets", variant.num_buckets);
  config.read("num_rounds", variant.num_rounds, 1, kMaxRounds);
  config.read("seed", variant.seed);
  config.read("causal", variant.causal);
}
void read(const Config& config, Hierarchical& variant) {
  config.read("chunk", variant.chunk);
  config.read("causal", variant.causal);
}

template <class Settings>
Settings settings_of(const Config& config) {
  Settings settings;
  read(config, settings);
  return settings;
}

// `block` of flash and chunked: the algorithm's block size, not a mask setting.
template <class Options>
Index read_block(const Config& config) {
  Index block = Options().block;
  config.read("block", block);
  return block;
}

// ---- The exact variants ----

template <class Options>
struct ExactCall : HeadInputs {
  explicit ExactCall(const OperationInputs& call)
      : HeadInputs(call.inputs), settings(read_mask_settings(call.config, false)) {
    call.config.read("scale", options.scale);
    call.config.read("temperature", options.temperature);
    options.block = read_block<Options>(call.config);
    call.config.check_all_read();
    mask = read_mask(settings, call.inputs, shape);
  }

  MaskSettings settings;
  Options options;
  Mask mask;
};

template <class Options, class Trace, auto attention>
NamedTensors exact_forward(const OperationInputs& inputs, NamedTensors* trace) {
  const ExactCall<Options> call(inputs);
  return one_traced_result<Trace>(inputs, trace, "context", [&](Trace* fields) {
    return attention(call.q, call.k, call.v, call.mask, call.options, fields);
  });
}

NamedTensors flash_gradients(const OperationInputs& inputs, const NamedTensors& d_outputs) {
  const ExactCall<FlashOptions> call(inputs);
  const Tensor& d_context = call.read_d_context(d_outputs);
  FlashTrace trace;
  flash_attention(call.q, call.k, call.v, call.mask, call.options, &trace);
  return named_gradients(
      flash_attention_backward(call.q, call.k, call.v, call.mask, call.options, trace, d_context),
      inputs.inputs);
}

NamedTensors chunked_gradients(const OperationInputs& inputs, const NamedTensors& d_outputs) {
  const ExactCall<ChunkedOptions> call(inputs);
  return named_gradients(chunked_attention_backward(call.q, call.k, call.v, call.mask, call.options,
                                                    call.read_d_context(d_outputs)),
                         inputs.inputs);
}

// ---- The sparse and approximate variants ----

// The arguments that these variants share. Construct it after reading the variant's own settings,
// because it throws for unread configuration keys.
struct VariantCall : HeadInputs {
  explicit VariantCall(const OperationInputs& call) : HeadInputs(call.inputs) {
    call.config.read("scale", options.scale);
    call.config.check_all_read();
    options.key_padding = read_key_padding("key_padding", call.inputs, shape);
  }

  VariantOptions options;
};

using PatternOf = SparsePattern (*)(const Config&, const ScoresShape&);

SparsePattern sliding_window_of(const Config& config, const ScoresShape& shape) {
  return sliding_window_pattern(settings_of<SlidingWindow>(config), shape.n_query, shape.n_key);
}

// A pattern of as many queries as keys.
template <class Settings, auto pattern>
SparsePattern square(const Config& config, const ScoresShape& shape) {
  if (shape.n_query != shape.n_key) {
    refuse("expected as many queries as keys for this pattern, got {} queries and {} keys",
           {shape.n_query, shape.n_key});
  }
  return pattern(settings_of<Settings>(config), shape.n_key);
}

NamedTensors sparse_forward(PatternOf pattern_of, const OperationInputs& inputs,
                            NamedTensors* trace) {
  const SparsePattern pattern = pattern_of(inputs.config, HeadInputs(inputs.inputs).shape);
  const VariantCall call(inputs);
  return one_traced_result<SparseTrace>(inputs, trace, "context", [&](SparseTrace* fields) {
    return sparse_attention(call.q, call.k, call.v, pattern, call.options, fields);
  });
}

NamedTensors sparse_gradients_of(PatternOf pattern_of, const OperationInputs& inputs,
                                 const NamedTensors& d_outputs) {
  const SparsePattern pattern = pattern_of(inputs.config, HeadInputs(inputs.inputs).shape);
  const VariantCall call(inputs);
  return named_gradients(sparse_attention_backward(call.q, call.k, call.v, pattern, call.options,
                                                   call.read_d_context(d_outputs)),
                         inputs.inputs);
}

// Uses flash attention (tiles), unless intermediates are kept or there is padding.
NamedTensors sliding_window(const OperationInputs& inputs, NamedTensors* trace) {
  if (inputs.keep != Keep::kOutputs || inputs.inputs.find("key_padding") != nullptr) {
    return sparse_forward(sliding_window_of, inputs, trace);
  }
  const Mask mask = sliding_window_mask(settings_of<SlidingWindow>(inputs.config));
  const VariantCall call(inputs);
  FlashOptions options;
  options.scale = call.options.scale;
  return one_result("context", flash_attention(call.q, call.k, call.v, mask, options));
}

// The shapes of e and f determine k_projected and n_key; the configuration may repeat them.
LinformerParameters read_linformer(const OperationInputs& call) {
  auto parameters = filled<LinformerParameters>(call.parameters);
  Index k_projected = parameters.e.rows(), n_key = parameters.e.cols();
  call.config.read("k_projected", k_projected);
  call.config.read("n_key", n_key);
  if (k_projected == 0 && n_key == 0) {
    refuse("expected the parameter \"{}\" of shape {}, got none", {"e", "[k_projected, n_key]"});
  }
  check_shape("e", parameters.e, k_projected, n_key);
  return parameters;
}

NamedTensors random_linformer(const Config& config, std::uint64_t seed) {
  const Index k_projected = config.require("k_projected"), n_key = config.require("n_key");
  std::optional<float> scale;
  config.read("scale", scale);
  config.check_all_read();
  check_parameters_fit(2 * parameter_count(k_projected, n_key));
  return named(LinformerParameters::random(k_projected, n_key, seed));
}

NamedTensors linformer(const OperationInputs& inputs, NamedTensors* trace) {
  const LinformerParameters parameters = read_linformer(inputs);
  const VariantCall call(inputs);
  return one_traced_result<LinformerTrace>(inputs, trace, "context", [&](LinformerTrace* fields) {
    return linformer_attention(call.q, call.k, call.v, parameters, call.options, fields);
  });
}

NamedTensors linformer_gradients(const OperationInputs& inputs, const NamedTensors& d_outputs) {
  const LinformerParameters parameters = read_linformer(inputs);
  const VariantCall call(inputs);
  LinformerGradients d = linformer_attention_backward(call.q, call.k, call.v, parameters,
                                                      call.options, call.read_d_context(d_outputs));
  NamedTensors gradients = named(std::move(d.parameters), "d_");
  gradients.put("d_q", std::move(d.d_q));
  gradients.put("d_k", std::move(d.d_k));
  gradients.put("d_v", std::move(d.d_v));
  return gradients;
}

// A variant with its own functions, which all have the same signatures.
template <class Settings, class Trace, auto attention>
NamedTensors variant_forward(const OperationInputs& inputs, NamedTensors* trace) {
  const auto settings = settings_of<Settings>(inputs.config);
  const VariantCall call(inputs);
  return one_traced_result<Trace>(inputs, trace, "context", [&](Trace* fields) {
    return attention(call.q, call.k, call.v, settings, call.options, fields);
  });
}

template <class Settings, auto backward>
NamedTensors variant_gradients(const OperationInputs& inputs, const NamedTensors& d_outputs) {
  const auto settings = settings_of<Settings>(inputs.config);
  const VariantCall call(inputs);
  return named_gradients(
      backward(call.q, call.k, call.v, settings, call.options, call.read_d_context(d_outputs)),
      inputs.inputs);
}

// ---- The operations ----

// The operations of the exact variants: any mask.
constexpr Operation exact(const char* name, const char* header,
                          decltype(Operation::forward) forward,
                          decltype(Operation::backward) backward) {
  return {.name = name,
          .header = header,
          .inputs = {"q", "k", "v", "attend", "score_bias", "key_padding"},
          .forward = forward,
          .backward = backward};
}

// The operations of the sparse and approximate variants: padding only.
constexpr Operation variant(const char* name, const char* header,
                            decltype(Operation::forward) forward,
                            decltype(Operation::backward) backward,
                            decltype(Operation::random_parameters) random_parameters = nullptr) {
  return {.name = name,
          .header = header,
          .inputs = {"q", "k", "v", "key_padding"},
          .random_parameters = random_parameters,
          .forward = forward,
          .backward = backward};
}

template <PatternOf pattern_of>
NamedTensors sparse_gradients(const OperationInputs& inputs, const NamedTensors& d_outputs) {
  return sparse_gradients_of(pattern_of, inputs, d_outputs);
}

// The operation of a variant that is a sparse pattern.
template <class Settings, auto pattern>
constexpr Operation sparse_variant(const char* name, const char* header) {
  constexpr PatternOf kPatternOf = square<Settings, pattern>;
  return variant(
      name, header,
      [](const OperationInputs& inputs, NamedTensors* trace) {
        return sparse_forward(kPatternOf, inputs, trace);
      },
      sparse_gradients<kPatternOf>);
}

// ---- Their cost ----

template <class Settings, auto cost>
Cost cost_of(const Config& config, Index n, Index d_head) {
  return cost(n, d_head, settings_of<Settings>(config));
}

struct VariantCost {
  const char* name;
  Cost (*cost)(const Config&, Index n, Index d_head);
};

constexpr VariantCost kCosts[] = {
    {"exact", [](const Config&, Index n, Index d_head) { return exact_cost(n, d_head); }},
    {"flash", [](const Config& config, Index n,
                 Index d_head) { return flash_cost(n, d_head, read_block<FlashOptions>(config)); }},
    {"chunked",
     [](const Config& config, Index n, Index d_head) {
       return chunked_cost(n, d_head, read_block<ChunkedOptions>(config));
     }},
    {"sliding_window", cost_of<SlidingWindow, sliding_window_cost>},
    {"longformer", cost_of<Longformer, longformer_cost>},
    {"big_bird", cost_of<BigBird, big_bird_cost>},
    {"strided", cost_of<Strided, strided_cost>},
    {"linformer",
     [](const Config& config, Index n, Index d_head) {
       return linformer_cost(n, d_head, config.require("k_projected"));
     }},
    {"performer", cost_of<Performer, performer_cost>},
    {"reformer", cost_of<Reformer, reformer_cost>},
    {"hierarchical", cost_of<Hierarchical, hierarchical_cost>},
};

// flops and bytes: one number each, on an axis named after its growth: "n²".
NamedTensors cost(const OperationInputs& call, NamedTensors*) {
  const Index n = call.config.require("n"), d_head = call.config.require("d_head");
  std::vector<const char*> names;
  for (const VariantCost& each : kCosts) names.push_back(each.name);
  const Cost cost = kCosts[call.config.word("variant", names)].cost(call.config, n, d_head);
  call.config.check_all_read();
  NamedTensors results =
      one_result("flops", Tensor({cost.flops_grow}, {1}, {static_cast<float>(cost.flops)}));
  results.put("bytes", Tensor({cost.bytes_grow}, {1}, {static_cast<float>(cost.bytes)}));
  return results;
}

}  // namespace

std::span<const Operation> efficient_operations() {
  static constexpr Operation kAll[] = {
      exact("flash", "efficient/flash.h", exact_forward<FlashOptions, FlashTrace, flash_attention>,
            flash_gradients),
      exact("chunked", "efficient/chunked.h",
            exact_forward<ChunkedOptions, ChunkedTrace, chunked_attention>, chunked_gradients),
      variant("sliding_window", "efficient/sliding_window.h", sliding_window,
              sparse_gradients<sliding_window_of>),
      sparse_variant<Longformer, longformer_pattern>("longformer", "efficient/longformer.h"),
      sparse_variant<BigBird, big_bird_pattern>("big_bird", "efficient/big_bird.h"),
      sparse_variant<Strided, strided_pattern>("strided", "efficient/strided.h"),
      variant("linformer", "efficient/linformer.h", linformer, linformer_gradients,
              random_linformer),
      variant("performer", "efficient/performer.h",
              variant_forward<Performer, PerformerTrace, performer_attention>,
              variant_gradients<Performer, performer_attention_backward>),
      variant("reformer", "efficient/reformer.h",
              variant_forward<Reformer, ReformerTrace, reformer_attention>,
              variant_gradients<Reformer, reformer_attention_backward>),
      variant("hierarchical", "efficient/hierarchical.h",
              variant_forward<Hierarchical, HierarchicalTrace, hierarchical_attention>,
              variant_gradients<Hierarchical, hierarchical_attention_backward>),
      {.name = "cost", .header = "efficient/cost.h", .inputs = {}, .forward = cost},
  };
  return kAll;
}

}  // namespace attn
