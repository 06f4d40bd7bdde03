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

// The shape is [batch, n] of the ids, or [n] for one batch item.
void check_shaped_as(const TokenIds& ids, const std::string& name, const Tensor& tensor) {
  const bool fits = tensor.shape == std::vector<Index>{ids.batch, ids.n} ||
                    (ids.batch == 1 && tensor.shape == std::vector<Index>{ids.n});
  if (!fits) {
    refuse("expected {} of shape {}, as the ids, got {}",
           {name, std::vector<Index>{ids.batch, ids.n}, tensor.shape});
  }
}

// Returns ids shaped as `ids`, or empty.
TokenIds read_type_ids(const NamedTensors& tensors, const TokenIds& ids, Index num_types) {
  const Tensor* types = tensors.find("type_ids");
  if (types == nullptr) return {};
  TokenIds type_ids = some_ids("type_ids", tensors);
  check_shaped_as(ids, "type_ids", *types);
  check_type_ids(type_ids, ids, num_types);
  return type_ids;
}

// Returns [batch, n], or empty.
std::vector<std::uint8_t> key_padding_of(const std::string& name, const NamedTensors& tensors,
                                         const TokenIds& ids) {
  const Tensor* key_padding = tensors.find(name);
  if (key_padding == nullptr) return {};
  check_shaped_as(ids, name, *key_padding);
  return read_flags(name, *key_padding);
}

bool replaces_masks(const NamedTensors& tensors) {
  return std::any_of(tensors.begin(), tensors.end(), [](const NamedTensors::Item& item) {
    return item.first.ends_with("attend") || item.first.ends_with("score_bias");
  });
}

// All masks of the model: `mask`, or without it the architecture's own mask, combined with the
// inputs.
TransformerMasks read_masks(const TokenModelConfig& config, const ModelInputs& inputs,
                            const NamedTensors& tensors, const std::optional<MaskSettings>& mask) {
  const bool has_decoder = config.architecture == Architecture::kEncoderDecoder;
  const bool takes_patches = config.architecture == Architecture::kVision;
  const bool class_token = config.embedding.class_token;
  const Index batch = takes_patches ? inputs.patches.shape[0] : inputs.ids.batch;
  const Index n = (takes_patches ? inputs.patches.shape[1] : inputs.ids.n) + (class_token ? 1 : 0);
  MaskSettings settings;
  if (config.architecture == Architecture::kDecoderOnly || has_decoder) {
    settings.causal = CausalAlignment::kEnd;
  }
  if (mask) settings = *mask;
  const Index num_heads = config.layers.layer.attention.num_heads;
  TransformerMasks masks;
  if (has_decoder) {
    const Index n_target = inputs.target_ids.n;
    const Index decoder_heads = config.decoder.layer.attention.num_heads;
    masks.source = read_mask({}, tensors, {batch, num_heads, n, n}, "source_");
    masks.target =
        read_mask(settings, tensors, {batch, decoder_heads, n_target, n_target}, "target_");
    masks.memory = read_mask({}, tensors, {batch, decoder_heads, n_target, n}, "memory_",
                             "source_key_padding");
    return masks;
  }
  NamedTensors padded;
  if (class_token && !inputs.key_padding.empty()) {
    const std::vector<std::uint8_t> real = with_class_token(inputs.key_padding, batch);
    padded = tensors;
    padded.put("key_padding", Tensor({"batch", "key"}, {batch, n}, {real.begin(), real.end()}));
  }
  masks.source = read_mask(settings, padded.empty() ? tensors : padded, {batch, num_heads, n, n});
  return masks;
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
    inputs.key_padding =
        key_padding_of(has_decoder ? "source_key_padding" : "key_padding", tensors, inputs.ids);
  }
  if (has_decoder) {
    inputs.target_ids = some_ids("target_ids", tensors);
    inputs.target_key_padding = key_padding_of("target_key_padding", tensors, inputs.target_ids);
  }
  if (mask || replaces_masks(tensors)) inputs.masks = read_masks(config, inputs, tensors, mask);
  return inputs;
}

}  // namespace attn
