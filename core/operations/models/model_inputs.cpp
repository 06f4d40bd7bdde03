#include "operations/models/model_inputs.h"

#include <algorithm>
#include <span>
#include <utility>

#include "base/check.h"
#include "operations/adapter.h"
#include "operations/call_checks.h"

namespace attn {
namespace {

std::span<const char* const> input_names(Architecture architecture) {
  static constexpr const char* kOfPairs[] = {"ids",
                                             "type_ids",
                                             "target_ids",
                                             "source_key_padding",
                                             "target_key_padding",
                                             "source_attend",
                                             "source_score_bias",
                                             "target_attend",
                                             "target_score_bias",
                                             "memory_attend",
                                             "memory_score_bias"};
  static constexpr const char* kOfPatches[] = {"patches", "attend", "score_bias"};
  static constexpr const char* kOfIds[] = {"ids", "type_ids", "key_padding", "attend",
                                           "score_bias"};
  switch (architecture) {
    case Architecture::kEncoderDecoder:
      return kOfPairs;
    case Architecture::kVision:
      return kOfPatches;
    default:
      return kOfIds;
  }
}

TokenIds some_ids(const char* name, const NamedTensors& tensors) {
  TokenIds ids = read_ids(name, tensors.at(name));
  if (ids.batch < 1 || ids.n < 1) refuse("expected {} with at least one id, got none", {name});
  return ids;
}

// Returns ids shaped as `ids`, or empty.
TokenIds read_type_ids(const NamedTensors& tensors, const TokenIds& ids, Index num_types) {
  const Tensor* types = tensors.find("type_ids");
  if (types == nullptr) return {};
  TokenIds type_ids = read_ids("type_ids", *types);
  if (type_ids.batch != ids.batch || type_ids.n != ids.n) {
    refuse("expected {} of shape {}, as the ids, got {}",
           {"type_ids", std::vector<Index>{ids.batch, ids.n}, types->shape});
  }
  check_type_ids(type_ids, ids, num_types);
  return type_ids;
}

// Returns [batch, n], or empty.
std::vector<std::uint8_t> read_key_padding(const std::string& name, const NamedTensors& tensors,
                                           const TokenIds& ids) {
  const Tensor* key_padding = tensors.find(name);
  if (key_padding == nullptr) return {};
  const bool fits = key_padding->shape == std::vector<Index>{ids.batch, ids.n} ||
                    (ids.batch == 1 && key_padding->shape == std::vector<Index>{ids.n});
  if (!fits) {
    refuse("expected {} of shape {}, as the ids, got {}",
           {name, std::vector<Index>{ids.batch, ids.n}, key_padding->shape});
  }
  return read_flags(name, *key_padding);
}

// The inputs with a 1 before each item's key_padding: a class token, which is real.
NamedTensors with_class_token(NamedTensors tensors, const ModelInputs& inputs) {
  const Index n = inputs.ids.n;
  Tensor padding({"batch", "key"}, {inputs.ids.batch, n + 1});
  for (Index item = 0; item < inputs.ids.batch; ++item) {
    padding.matrix()(item, 0) = 1;
    for (Index i = 0; i < n; ++i) {
      padding.matrix()(item, i + 1) = inputs.key_padding[static_cast<std::size_t>(item * n + i)];
    }
  }
  tensors.put("key_padding", std::move(padding));
  return tensors;
}

bool replaces_masks(const NamedTensors& tensors) {
  return std::any_of(tensors.begin(), tensors.end(), [](const NamedTensors::Item& item) {
    return item.first.ends_with("attend") || item.first.ends_with("score_bias");
  });
}

}  // namespace

ModelInputs read_model_inputs(const TokenModelConfig& config, const NamedTensors& tensors,
                              const std::optional<MaskSettings>& mask) {
  if (const auto unknown = unknown_name(tensors, input_names(config.architecture))) {
    refuse("expected one of the inputs {} for this model, got \"{}\"",
           {unknown->known, unknown->name});
  }
  check_consistent(tensors);
  const bool has_decoder = config.architecture == Architecture::kEncoderDecoder;
  const std::string source = has_decoder ? "source_" : "";
  ModelInputs inputs;
  if (config.architecture == Architecture::kVision) {
    inputs.patches = read_input(tensors, "patches", {"batch", "patch", "d_patch"});
    if (inputs.patches.rank() == 2) {
      inputs.patches.axes.insert(inputs.patches.axes.begin(), "batch");
      inputs.patches.shape.insert(inputs.patches.shape.begin(), 1);
    }
  } else {
    inputs.ids = some_ids("ids", tensors);
    inputs.type_ids = read_type_ids(tensors, inputs.ids, config.embedding.num_types);
    inputs.key_padding = read_key_padding(source + "key_padding", tensors, inputs.ids);
  }
  if (has_decoder) {
    inputs.target_ids = some_ids("target_ids", tensors);
    inputs.target_key_padding = read_key_padding("target_key_padding", tensors, inputs.target_ids);
  }
  if (!mask && !replaces_masks(tensors)) return inputs;

  const bool takes_patches = config.architecture == Architecture::kVision;
  const Index batch = takes_patches ? inputs.patches.shape[0] : inputs.ids.batch;
  const Index n = (takes_patches ? inputs.patches.shape[1] : inputs.ids.n) +
                  static_cast<Index>(config.embedding.class_token);
  const Index n_target = inputs.target_ids.n;
  const Index num_heads = config.layers.layer.attention.num_heads;
  MaskSettings settings;
  if (config.architecture == Architecture::kDecoderOnly || has_decoder) {
    settings.causal = CausalAlignment::kEnd;
  }
  if (mask) settings = *mask;
  const bool is_padded = config.embedding.class_token && !inputs.key_padding.empty();
  const NamedTensors padded = is_padded ? with_class_token(tensors, inputs) : NamedTensors();
  inputs.masks.emplace();
  inputs.masks->source = read_mask(has_decoder ? MaskSettings{} : settings,
                                   is_padded ? padded : tensors, {batch, num_heads, n, n}, source);
  if (!has_decoder) return inputs;
  const Index decoder_heads = config.decoder.layer.attention.num_heads;
  inputs.masks->target =
      read_mask(settings, tensors, {batch, decoder_heads, n_target, n_target}, "target_");
  inputs.masks->memory =
      read_mask({}, tensors, {batch, decoder_heads, n_target, n}, "memory_", "source_key_padding");
  return inputs;
}

}  // namespace attn
