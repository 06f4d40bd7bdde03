#include "hub/model.h"

#include <utility>

#include "hub/model_folder.h"
#include "models/checkpoints/stored_tensors.h"

namespace attn::hub {
namespace {

ParameterForm form_of(ElementType type) {
  switch (type) {
    case ElementType::kF16:
      return ParameterForm::kFloat16;
    case ElementType::kBF16:
      return ParameterForm::kBfloat16;
    case ElementType::kI8:
      return ParameterForm::kInt8;
    default:
      return ParameterForm::kFloat32;
  }
}

// The form that the largest of the model's tensors has in the file.
ParameterForm form_of(const Checkpoint& checkpoint, const StoredTensors& tensors) {
  const StoredTensor* largest = nullptr;
  for (const TensorSource& source : checkpoint.sources) {
    const StoredTensor& tensor = tensors.at(source.tensor);
    if (largest == nullptr || element_count(tensor.shape) > element_count(largest->shape)) {
      largest = &tensor;
    }
  }
  return form_of(largest->type);
}

}  // namespace

Model Model::open(const std::filesystem::path& path, std::optional<ParameterForm> weights) {
  ModelFolder folder = open_model_folder(path);
  const Checkpoint checkpoint = read_checkpoint(folder.settings, shapes_of(folder.tensors));
  const ParameterForm form = weights.value_or(form_of(checkpoint, folder.tensors));
  return Model(checkpoint_model(checkpoint, std::move(folder.tensors), form), form);
}

TokenModelTrace Model::inspect(const std::vector<Index>& ids) const {
  ModelInputs inputs;
  inputs.ids = {1, static_cast<Index>(ids.size()), ids};
  TokenModelTrace trace;
  model_.forward(inputs, {}, &trace);
  return trace;
}

RowVector Model::embed(const std::vector<Index>& ids) const {
  const TokenModelTrace trace = inspect(ids);
  return trace.pooled.matrix(0).row(0).normalized();
}

}  // namespace attn::hub
