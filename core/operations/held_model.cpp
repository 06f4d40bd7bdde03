// Named models for inference, read layer by layer from named tensors.
#include <algorithm>

#include "base/check.h"
#include "operations/adapter.h"
#include "operations/call_checks.h"
#include "operations/model_config.h"
#include "operations/model_size.h"
#include "operations/named_model.h"

namespace attn {
namespace {

class TensorReader final : public ParameterReader {
 public:
  explicit TensorReader(const NamedTensors& tensors) : tensors_(tensors) {}

  std::vector<Index> shape(std::string_view name) override {
    const Tensor* tensor = tensors_.find(std::string(name));
    return tensor == nullptr ? std::vector<Index>{} : tensor->shape;
  }

  void read_rows(std::string_view name, Index first, MatrixRef to) override {
    const Tensor& tensor = tensors_.at(std::string(name));
    std::copy_n(tensor.data.begin() + first * to.cols(), to.size(), to.data());
  }

 private:
  const NamedTensors& tensors_;
};

}  // namespace

ParameterForm read_parameter_form(std::string_view name) {
  if (name == "float32") return ParameterForm::kFloat32;
  if (name == "float16") return ParameterForm::kFloat16;
  if (name == "bfloat16") return ParameterForm::kBfloat16;
  if (name == "int8") return ParameterForm::kInt8;
  refuse("expected weights \"float32\", \"float16\", \"bfloat16\" or \"int8\", got \"{}\"", {name});
}

TokenModel named_model(const Config& config, const ParameterSource& source, ParameterForm form) {
  const TokenModelConfig model = read_model_config(config);
  expect_parameters_fit(parameter_count(model));
  if (source.seed || model.architecture == Architecture::kEncoderDecoder) {
    TokenModel held = named_model(config, source);
    held.hold_in(form);
    return held;
  }
  expect_consistent(source.tensors);
  TensorReader reader(source.tensors);
  return TokenModel(model, reader, form);
}

}  // namespace attn
