#include "operations/models/named_model.h"

#include <algorithm>
#include <charconv>
#include <span>
#include <system_error>
#include <utility>

#include "attention/row_detail.h"
#include "base/check.h"
#include "operations/adapter.h"
#include "operations/call_checks.h"
#include "operations/config/model_config.h"
#include "operations/models/layer_model.h"

namespace attn {
namespace {

// Keeps the tensors of these names, in their order.
void select(const Names& names, NamedTensors& fields, NamedTensors* parameters = nullptr) {
  if (!names) return;
  NamedTensors all[2] = {std::move(fields), {}};
  if (parameters != nullptr) all[1] = std::move(*parameters);
  NamedTensors selected[2];
  for (const std::string& name : *names) {
    const int group = all[0].find(name) != nullptr ? 0 : 1;
    if (selected[group].find(name) != nullptr) continue;
    if (all[group].find(name) == nullptr) {
      refuse("expected names of fields that the model computes, got \"{}\"", {name});
    }
    selected[group].put(name, std::move(all[group].at(name)));
  }
  fields = std::move(selected[0]);
  if (parameters != nullptr) *parameters = std::move(selected[1]);
}

bool is_kept_with_weights(const std::string& name) {
  return name.ends_with(".weights") || name == "output" || name == "pooled";
}

// The smallest Keep that includes these fields.
Keep keep_for(const std::vector<std::string>& names) {
  return std::all_of(names.begin(), names.end(), is_kept_with_weights) ? Keep::kWeights
                                                                       : Keep::kTrace;
}

// The layers of a model without a decoder that have fields of these names.
std::vector<std::size_t> layers_of(const std::vector<std::string>& names) {
  std::vector<std::size_t> layers;
  for (const std::string& name : names) {
    constexpr std::string_view kLayers = "layers.";
    std::size_t layer = 0;
    const char* begin = name.data() + std::min(kLayers.size(), name.size());
    const bool has_layer =
        name.starts_with(kLayers) &&
        std::from_chars(begin, name.data() + name.size(), layer).ec == std::errc();
    if (has_layer && !is_kept_with_weights(name)) layers.push_back(layer);
  }
  return layers;
}

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
  if (num_types == 0) refuse("expected no type_ids for a model with num_types 0");
  TokenIds type_ids = read_ids("type_ids", *types);
  if (type_ids.batch != ids.batch || type_ids.n != ids.n) {
    refuse("expected {} of shape {}, as the ids, got {}",
           {"type_ids", std::vector<Index>{ids.batch, ids.n}, types->shape});
  }
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

// Throws std::invalid_argument for a parameter that is missing.
class Required final : public FieldVisitor {
 public:
  explicit Required(const NamedTensors& tensors) : tensors_(tensors) {}

 private:
  void visit(const Field& field) override {
    if (field.size() == 0 || tensors_.find(field.name) != nullptr) return;
    refuse_missing_parameter(field.name, field.shape());
  }

  const NamedTensors& tensors_;
};

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

// Swaps the fields of one attention in a model's trace with those of an AttentionTrace.
class AttentionFields final : public FieldVisitor {
 public:
  AttentionFields(const std::string& attention, AttentionTrace& trace)
      : prefix_(attention + "."), trace_(trace) {}

  // The names of all attentions.
  const std::vector<std::string>& known() const { return known_; }

 private:
  void visit(const Field& field) override {
    const std::string_view name = field.name;
    constexpr std::string_view kWeights = ".weights";
    if (field.size() > 0 && name.ends_with(kWeights)) {
      known_.emplace_back(name.substr(0, name.size() - kWeights.size()));
    }
    if (field.tensor == nullptr || !name.starts_with(prefix_)) return;
    AttentionTrace::for_each(trace_, [&](const char* field_name, Tensor& tensor) {
      if (name.substr(prefix_.size()) == field_name) std::swap(tensor, *field.tensor);
    });
  }

  std::string prefix_;
  AttentionTrace& trace_;
  std::vector<std::string> known_;
};

NamedTensors row_of(TokenModelTrace& trace, const RowPlace& place) {
  AttentionTrace attention;
  AttentionFields fields(place.attention, attention);
  Fields(trace).accept(fields);
  if (attention.weights.data.empty()) {
    std::string known;
    for (const std::string& name : fields.known()) append_name(known, name.c_str());
    refuse("expected one of the attentions {}, got \"{}\"", {known, place.attention});
  }
  NamedTensors row =
      named(row_detail(attention, place.batch, place.head, place.query, place.max_keys));
  Fields(trace).accept(fields);
  return row;
}

}  // namespace

TokenModel named_model(const Config& config, const ParameterSource& source) {
  const TokenModelConfig model = read_model_config(config);
  expect_parameters_fit(parameter_count(model));
  // Drawn even if parameters were passed: the drawn ones have the shapes that the passed ones must
  // have.
  TokenModelParameters parameters = TokenModelParameters::random(model, source.seed.value_or(0));
  if (!source.seed) {
    expect_consistent(source.tensors);
    const Fields fields(parameters);
    fields.set(source.tensors);
    Required required(source.tensors);
    fields.accept(required);
  }
  return TokenModel(model, std::move(parameters));
}

NamedTensors parameters_of(const TokenModel& model, const Names& names) {
  ParametersByName by_name(names);
  TokenModel::for_each_parameter(model, by_name);
  return by_name.take();
}

void set_parameters(TokenModel& model, const NamedTensors& tensors) {
  if (model.form()) refuse("expected a model to train, got one that holds its parameters rounded");
  expect_consistent(tensors);
  Fields::of_parameters(model).set(tensors);
}

ParameterForm read_parameter_form(std::string_view name) {
  if (name == "float32") return ParameterForm::kFloat32;
  if (name == "float16") return ParameterForm::kFloat16;
  if (name == "bfloat16") return ParameterForm::kBfloat16;
  if (name == "int8") return ParameterForm::kInt8;
  refuse("expected weights \"float32\", \"float16\", \"bfloat16\" or \"int8\", got \"{}\"", {name});
}

ModelInputs read_model_inputs(const TokenModelConfig& config, const NamedTensors& tensors,
                              const std::optional<MaskSettings>& mask) {
  if (const auto unknown = unknown_name(tensors, input_names(config.architecture))) {
    refuse("expected one of the inputs {} for this model, got \"{}\"",
           {unknown->known, unknown->name});
  }
  expect_consistent(tensors);
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

ModelInspection inspect_model(const TokenModel& model, const ModelInputs& inputs,
                              std::vector<Intervention> interventions, Keep keep,
                              const Names& names, const std::optional<RowPlace>& row) {
  PassOptions options;
  options.hooks = TraceHooks(std::move(interventions));
  TokenModelTrace trace;
  trace.keep = row ? Keep::kTrace : names ? keep_for(*names) : keep;
  const bool has_decoder = model.config().architecture == Architecture::kEncoderDecoder;
  if (!has_decoder && (names || keep != Keep::kTrace)) {
    std::vector<std::string> kept = names.value_or(std::vector<std::string>());
    if (row) kept.push_back(row->attention + ".q");
    trace.layers.kept_layers = layers_of(kept);
  }
  ModelInspection inspection;
  inspection.logits =
      model.forward(inputs, options, trace.keep == Keep::kOutputs ? nullptr : &trace);
  if (model.config().head) {
    inspection.probabilities =
        probabilities_of(inspection.logits, model.config().answers_per_place);
    inspection.guesses = best_guesses(inspection.probabilities);
  }
  if (row) inspection.row = row_of(trace, *row);
  if (names || keep != Keep::kOutputs)
    Fields(trace).move_to(inspection.trace, names ? Keep::kTrace : keep);
  select(names, inspection.trace);
  return inspection;
}

NamedNumberGradients named_gradients(NumberGradients gradients, const TokenModel& model,
                                     const Names& names) {
  for (const std::string& name : model.form() && names ? *names : std::vector<std::string>{}) {
    if (gradients.fields.find(name) != nullptr) continue;
    refuse("expected names of fields, as rounded parameters have no gradients, got \"{}\"", {name});
  }
  NamedNumberGradients result{gradients.number, std::move(gradients.fields),
                              named(std::move(gradients.parameters))};
  select(names, result.d_fields, &result.d_parameters);
  return result;
}

NamedNumberGradients named_gradients(MaskedWordGradients gradients, const TokenModel& model,
                                     const Names& names) {
  NamedTensors d_head;
  Fields(gradients.head).move_to(d_head, "masked_words.");
  Names others = names;
  if (names) std::erase_if(*others, [&](const auto& name) { return d_head.find(name) != nullptr; });
  NamedNumberGradients result = named_gradients(std::move(gradients.model), model, others);
  for (const auto& [name, d] : d_head) {
    const bool is_asked = !names || std::find(names->begin(), names->end(), name) != names->end();
    if (is_asked) result.d_parameters.put(name, d);
  }
  return result;
}

NamedNumberGradients named_gradients_of(const std::string& field, const std::vector<Index>& index,
                                        const TokenModel& model, const ModelInputs& inputs,
                                        const std::vector<Intervention>& interventions,
                                        const Names& names) {
  return named_gradients(gradients_of(field, index, model, inputs, interventions), model, names);
}

RowPlace read_row_place(std::string attention, const Config& config) {
  RowPlace place{std::move(attention)};
  config.read("batch", place.batch, 0);
  place.head = config.require("head", 0);
  place.query = config.require("query", 0);
  config.read("max_keys", place.max_keys, 0);
  config.expect_all_read();
  return place;
}

GenerateOptions read_generate(const Config& config) {
  GenerateOptions options;
  config.read("count", options.count, 1, kMaxNewTokens);
  config.read("temperature", options.temperature);
  config.read("seed", options.seed);
  config.read("end_id", options.end_id, 0);
  config.read("length", options.length);
  config.expect_all_read();
  return options;
}

}  // namespace attn
