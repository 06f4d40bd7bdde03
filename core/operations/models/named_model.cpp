#include "operations/models/named_model.h"

#include <utility>

#include "base/check.h"
#include "models/answers/decode.h"
#include "operations/call_checks.h"
#include "operations/config/config_readers.h"
#include "operations/config/model_config.h"
#include "operations/models/layer_model.h"

namespace attn {
namespace {

// Throws for a parameter that is missing.
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

}  // namespace

TokenModel named_model(const Config& config, const ParameterSource& source) {
  const TokenModelConfig model = read_model_config(config);
  check_parameters_fit(parameter_count(model));
  // Drawn even if parameters were passed: the drawn ones have the shapes that the passed ones must
  // have.
  TokenModelParameters parameters = TokenModelParameters::random(model, source.seed.value_or(0));
  if (!source.seed) {
    check_consistent(source.tensors);
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
  check_consistent(tensors);
  Fields::of_parameters(model).set(tensors);
}

ParameterForm read_parameter_form(std::string_view name) {
  if (name == "float32") return ParameterForm::kFloat32;
  if (name == "float16") return ParameterForm::kFloat16;
  if (name == "bfloat16") return ParameterForm::kBfloat16;
  if (name == "int8") return ParameterForm::kInt8;
  refuse("expected weights \"float32\", \"float16\", \"bfloat16\" or \"int8\", got \"{}\"", {name});
}

GenerateOptions read_generate(const Config& config) {
  GenerateOptions options;
  config.read("count", options.count, 1, kMaxNewTokens);
  config.read("temperature", options.temperature);
  config.read("seed", options.seed);
  config.read("end_id", options.end_id, 0);
  config.read("length", options.length);
  return options;
}

}  // namespace attn
