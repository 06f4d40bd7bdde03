#include "operations/models/model_inspection.h"

#include <algorithm>
#include <charconv>
#include <string_view>
#include <system_error>
#include <utility>

#include "attention/row_detail.h"
#include "base/check.h"
#include "operations/adapter.h"

namespace attn {
namespace {

constexpr std::string_view kWeights = ".weights";

// Throws for a name that none of the fields has.
[[noreturn]] void refuse_name(const std::string& name, const NamedTensors& fields) {
  std::string attentions;
  for (const auto& [field, tensor] : fields) {
    if (!field.ends_with(kWeights)) continue;
    append_name(attentions, field.substr(0, field.size() - kWeights.size()).c_str());
  }
  if (name.ends_with(kWeights) && !attentions.empty()) {
    refuse("expected one of the attentions {}, got \"{}\"",
           {attentions, name.substr(0, name.size() - kWeights.size())});
  }
  refuse("expected names of fields that the model computes, got \"{}\"", {name});
}

// Keeps only the tensors of these names, in the order of `names`.
void select(const Names& names, NamedTensors& fields, NamedTensors* parameters = nullptr) {
  if (!names) return;
  NamedTensors all[2] = {std::move(fields), {}};
  if (parameters != nullptr) all[1] = std::move(*parameters);
  NamedTensors selected[2];
  for (const std::string& name : *names) {
    const int group = all[0].find(name) != nullptr ? 0 : 1;
    if (selected[group].find(name) != nullptr) continue;
    if (all[group].find(name) == nullptr) refuse_name(name, all[0]);
    selected[group].put(name, std::move(all[group].at(name)));
  }
  fields = std::move(selected[0]);
  if (parameters != nullptr) *parameters = std::move(selected[1]);
}

bool is_kept_with_weights(const std::string& name) {
  return name.ends_with(kWeights) || name == "output" || name == "pooled";
}

// The smallest Keep that includes these fields.
Keep keep_for(const std::vector<std::string>& names) {
  return std::all_of(names.begin(), names.end(), is_kept_with_weights) ? Keep::kWeights
                                                                       : Keep::kTrace;
}

// The layers of a model without a decoder that must keep more than their weights for these fields.
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

// Swaps the fields of one attention in a model's trace with those of an AttentionTrace. A second
// visit swaps them back.
class AttentionFields final : public FieldVisitor {
 public:
  AttentionFields(const std::string& attention, AttentionTrace& trace)
      : prefix_(attention + "."), trace_(trace) {}

  // The names of all attentions.
  const std::vector<std::string>& known() const { return known_; }

 private:
  void visit(const Field& field) override {
    const std::string_view name = field.name;
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

NamedTensors row_of(TokenModelTrace& trace, const RowPlace& row) {
  AttentionTrace attention;
  AttentionFields fields(row.attention, attention);
  Fields(trace).accept(fields);
  if (attention.weights.data.empty()) {
    std::string known;
    for (const std::string& name : fields.known()) append_name(known, name.c_str());
    refuse("expected one of the attentions {}, got \"{}\"", {known, row.attention});
  }
  NamedTensors detail = named(row_detail(attention, row.batch, row.head, row.query, row.max_keys));
  Fields(trace).accept(fields);
  return detail;
}

}  // namespace

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
  if (names || keep != Keep::kOutputs) {
    Fields(trace).move_to(inspection.trace, names ? Keep::kTrace : keep);
  }
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

RowPlace read_row_place(const Config& config) {
  RowPlace row;
  config.read("batch", row.batch, 0);
  row.head = config.require("head", 0);
  row.query = config.require("query", 0);
  config.read("max_keys", row.max_keys, 0);
  return row;
}

}  // namespace attn
