// Named models for inference.
#include "base/check.h"
#include "operations/models/named_model.h"

namespace attn {

ParameterForm read_parameter_form(std::string_view name) {
  if (name == "float32") return ParameterForm::kFloat32;
  if (name == "float16") return ParameterForm::kFloat16;
  if (name == "bfloat16") return ParameterForm::kBfloat16;
  if (name == "int8") return ParameterForm::kInt8;
  refuse("expected weights \"float32\", \"float16\", \"bfloat16\" or \"int8\", got \"{}\"", {name});
}

}  // namespace attn
