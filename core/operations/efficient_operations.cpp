// flash, chunked, sliding_window, longformer, big_bird, strided, linformer, performer, reformer,
// hierarchical
#include <utility>

#include "base/check.h"
#include "efficient/chunked.h"
#include "efficient/flash.h"
#include "efficient/linformer.h"
#include "efficient/sparse.h"
#include "operations/adapter.h"
#include "operations/variant_settings.h"

namespace attn {
namespace {

// The q, k, v inputs of every variant.
struct Heads {
  explicit Heads(const OperationInputs& call)
      : q(name_input(call.inputs, "q", {"batch", "head", "query", "d_head"}, 4)),
        k(name_input(call.inputs, "k", {"batch", "kv_head", "key", "d_head"}, 4)),
        v(name_input(call.inputs, "v", {"batch", "kv_head", "key", "d_v"}, 4)),
        shape{q.shape[0], q.shape[1], q.shape[2], k.shape[2]} {}

  const Tensor& read_d_context(const NamedTensors& d_outputs) const {
    return read_d_output(d_outputs, "d_context",
                         {shape.batch, shape.num_heads, shape.n_query, v.shape[3]});
  }

  // References to the inputs, not copies: they can be very large.
  const Tensor &q, &k, &v;
  ScoresShape shape;
};

NamedTensors named_gradients(AttentionGradients made, const OperationInputs& call) {
  NamedTensors gradients;
  gradients.put("d_q", std::move(made.d_q));
  gradients.put("d_k", std::move(made.d_k));
  gradients.put("d_v", std::move(made.d_v));
  put_d_score_bias(gradients, call.inputs, std::move(made.d_score_bias));
  return gradients;
}

// The two exact variants. Their `block` is the algorithm's block size, not a mask setting.
template <class Options>
struct ExactSettings {
  Options options;
  MaskSettings mask;

  static ExactSettings read(const Config& config) {
    ExactSettings settings{{}, read_mask_settings(config, false)};
    settings.options.scale = read_scale(config);
    settings.options.temperature = static_cast<float>(config.number("temperature", 1));
    settings.options.block = read_extent(config, "block", settings.options.block);
    return settings;
  }
};

template <class Options>
struct ExactCall : Heads {
  explicit ExactCall(const OperationInputs& call)
      : Heads(call),
        settings(read_all(call.config, ExactSettings<Options>::read)),
        mask(read_mask(settings.mask, call.inputs, shape)) {}

  ExactSettings<Options> settings;
  Mask mask;
};

NamedTensors flash(const OperationInputs& inputs, NamedTensors* trace) {
  const ExactCall<FlashOptions> call(inputs);
  return one_traced_result<FlashTrace>(inputs, trace, "context", [&](FlashTrace* made) {
    return flash_attention(call.q, call.k, call.v, call.mask, call.settings.options, made);
  });
}

NamedTensors flash_gradients(const OperationInputs& inputs, const NamedTensors& d_outputs) {
  const ExactCall<FlashOptions> call(inputs);
  const Tensor& d_context = call.read_d_context(d_outputs);
  FlashTrace trace;
  flash_attention(call.q, call.k, call.v, call.mask, call.settings.options, &trace);
  return named_gradients(flash_attention_backward(call.q, call.k, call.v, call.mask,
                                                  call.settings.options, trace, d_context),
                         inputs);
}

NamedTensors chunked(const OperationInputs& inputs, NamedTensors* trace) {
  const ExactCall<ChunkedOptions> call(inputs);
  return one_traced_result<ChunkedTrace>(inputs, trace, "context", [&](ChunkedTrace* made) {
    return chunked_attention(call.q, call.k, call.v, call.mask, call.settings.options, made);
  });
}

NamedTensors chunked_gradients(const OperationInputs& inputs, const NamedTensors& d_outputs) {
  const ExactCall<ChunkedOptions> call(inputs);
  const Tensor& d_context = call.read_d_context(d_outputs);
  return named_gradients(chunked_attention_backward(call.q, call.k, call.v, call.mask,
                                                    call.settings.options, d_context),
                         inputs);
}

// The arguments that all approximate variants share. Construct it after reading the variant's own
// settings: it refuses unread configuration keys.
struct VariantCall : Heads {
  explicit VariantCall(const OperationInputs& call) : Heads(call) {
    options.scale = read_scale(call.config);
    call.config.expect_all_read();
    const Tensor* keep = call.inputs.find("key_padding");
    if (keep == nullptr) return;
    // A single row applies to every batch item.
    const Index times = shape.batch / expect_key_padding("key_padding", *keep, shape);
    const std::vector<std::uint8_t> flags = read_flags("key_padding", *keep);
    for (Index time = 0; time < times; ++time) {
      options.key_padding.insert(options.key_padding.end(), flags.begin(), flags.end());
    }
  }

  VariantOptions options;
};

SparsePattern sliding_window_of(const Config& config, const ScoresShape& shape) {
  return sliding_window_pattern(read_sliding_window(config), shape.n_query, shape.n_key);
}
SparsePattern longformer_of(const Config& config, const ScoresShape& shape) {
  return longformer_pattern(read_longformer(config), shape.n_key);
}
SparsePattern big_bird_of(const Config& config, const ScoresShape& shape) {
  return big_bird_pattern(read_big_bird(config), shape.n_key);
}
SparsePattern strided_of(const Config& config, const ScoresShape& shape) {
  return strided_pattern(read_strided(config), shape.n_key);
}

using PatternOf = SparsePattern (*)(const Config&, const ScoresShape&);

NamedTensors sparse_of(PatternOf pattern_of, const OperationInputs& inputs, NamedTensors* trace) {
  const SparsePattern pattern = pattern_of(inputs.config, Heads(inputs).shape);
  const VariantCall call(inputs);
  return one_traced_result<SparseTrace>(inputs, trace, "context", [&](SparseTrace* made) {
    return sparse_attention(call.q, call.k, call.v, {pattern}, call.options, made);
  });
}

NamedTensors sparse_gradients_of(PatternOf pattern_of, const OperationInputs& inputs,
                                 const NamedTensors& d_outputs) {
  const SparsePattern pattern = pattern_of(inputs.config, Heads(inputs).shape);
  const VariantCall call(inputs);
  const Tensor& d_context = call.read_d_context(d_outputs);
  return named_gradients(
      sparse_attention_backward(call.q, call.k, call.v, {pattern}, call.options, d_context),
      inputs);
}

template <PatternOf pattern_of>
NamedTensors sparse(const OperationInputs& inputs, NamedTensors* trace) {
  return sparse_of(pattern_of, inputs, trace);
}
// Uses flash attention (tiles), unless intermediates are kept or there is padding.
NamedTensors sliding_window(const OperationInputs& inputs, NamedTensors* trace) {
  if (inputs.keep != Keep::kOutputs || inputs.inputs.find("key_padding") != nullptr) {
    return sparse_of(sliding_window_of, inputs, trace);
  }
  const Mask mask = sliding_window_mask(read_sliding_window(inputs.config));
  const VariantCall call(inputs);
  FlashOptions options;
  options.scale = call.options.scale;
  return one_result("context", flash_attention(call.q, call.k, call.v, mask, options));
}

template <PatternOf pattern_of>
NamedTensors sparse_gradients(const OperationInputs& inputs, const NamedTensors& d_outputs) {
  return sparse_gradients_of(pattern_of, inputs, d_outputs);
}

// performer, reformer, hierarchical: each has its own functions, with the same signatures.
template <auto read, auto forward, class Trace>
NamedTensors variant(const OperationInputs& inputs, NamedTensors* trace) {
  const auto settings = read(inputs.config);
  const VariantCall call(inputs);
  return one_traced_result<Trace>(inputs, trace, "context", [&](Trace* made) {
    return forward(call.q, call.k, call.v, settings, call.options, made);
  });
}

template <auto read, auto backward>
NamedTensors variant_gradients(const OperationInputs& inputs, const NamedTensors& d_outputs) {
  const auto settings = read(inputs.config);
  const VariantCall call(inputs);
  const Tensor& d_context = call.read_d_context(d_outputs);
  return named_gradients(backward(call.q, call.k, call.v, settings, call.options, d_context),
                         inputs);
}

struct LinformerExtents {
  Index k_projected, n_key;
};

NamedTensors random_linformer(const Config& config, std::uint64_t seed) {
  const Index k_projected = read_extent(config, "k_projected");
  const Index n_key = read_extent(config, "n_key");
  read_scale(config);
  config.expect_all_read();
  return named(LinformerParameters::random(k_projected, n_key, seed));
}

// The shapes of e and f determine k_projected and n_key; the configuration may repeat them.
LinformerParameters read_linformer(const OperationInputs& call) {
  auto parameters = filled<LinformerParameters>(call.parameters);
  const Index k_projected = read_extent(call.config, "k_projected", parameters.e.rows());
  const Index n_key = read_extent(call.config, "n_key", parameters.e.cols());
  check_shape("e", parameters.e, k_projected, n_key);
  return parameters;
}

NamedTensors linformer(const OperationInputs& inputs, NamedTensors* trace) {
  const LinformerParameters parameters = read_linformer(inputs);
  const VariantCall call(inputs);
  return one_traced_result<LinformerTrace>(inputs, trace, "context", [&](LinformerTrace* made) {
    return linformer_attention(call.q, call.k, call.v, parameters, call.options, made);
  });
}

NamedTensors linformer_gradients(const OperationInputs& inputs, const NamedTensors& d_outputs) {
  const LinformerParameters parameters = read_linformer(inputs);
  const VariantCall call(inputs);
  const Tensor& d_context = call.read_d_context(d_outputs);
  LinformerGradients made =
      linformer_attention_backward(call.q, call.k, call.v, parameters, call.options, d_context);
  NamedTensors gradients = named(std::move(made.parameters), "d_");
  gradients.put("d_q", std::move(made.d_q));
  gradients.put("d_k", std::move(made.d_k));
  gradients.put("d_v", std::move(made.d_v));
  return gradients;
}

}  // namespace

std::span<const Operation> efficient_operations() {
  static constexpr Operation kAll[] = {
      {"flash",
       "efficient/flash.h",
       {"q", "k", "v", "attend", "score_bias", "key_padding"},
       nullptr,
       flash,
       flash_gradients},
      {"chunked",
       "efficient/chunked.h",
       {"q", "k", "v", "attend", "score_bias", "key_padding"},
       nullptr,
       chunked,
       chunked_gradients},
      {"sliding_window",
       "efficient/sliding_window.h",
       {"q", "k", "v", "key_padding"},
       nullptr,
       sliding_window,
       sparse_gradients<sliding_window_of>},
      {"longformer",
       "efficient/longformer.h",
       {"q", "k", "v", "key_padding"},
       nullptr,
       sparse<longformer_of>,
       sparse_gradients<longformer_of>},
      {"big_bird",
       "efficient/big_bird.h",
       {"q", "k", "v", "key_padding"},
       nullptr,
       sparse<big_bird_of>,
       sparse_gradients<big_bird_of>},
      {"strided",
       "efficient/strided.h",
       {"q", "k", "v", "key_padding"},
       nullptr,
       sparse<strided_of>,
       sparse_gradients<strided_of>},
      {"linformer",
       "efficient/linformer.h",
       {"q", "k", "v", "key_padding"},
       random_linformer,
       linformer,
       linformer_gradients},
      {"performer",
       "efficient/performer.h",
       {"q", "k", "v", "key_padding"},
       nullptr,
       variant<read_performer, performer_attention, PerformerTrace>,
       variant_gradients<read_performer, performer_attention_backward>},
      {"reformer",
       "efficient/reformer_lsh.h",
       {"q", "k", "v", "key_padding"},
       nullptr,
       variant<read_reformer, reformer_attention, ReformerTrace>,
       variant_gradients<read_reformer, reformer_attention_backward>},
      {"hierarchical",
       "efficient/hierarchical.h",
       {"q", "k", "v", "key_padding"},
       nullptr,
       variant<read_hierarchical, hierarchical_attention, HierarchicalTrace>,
       variant_gradients<read_hierarchical, hierarchical_attention_backward>},
  };
  return kAll;
}

}  // namespace attn
