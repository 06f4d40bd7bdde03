#include "hub/model.h"

#include "hub/model_folder.h"
#include "models/answers/masked_words.h"
#include "models/checkpoints/stored_tensors.h"
#include "ops/cosine.h"

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
ParameterForm stored_form(const Checkpoint& checkpoint, const StoredTensors& tensors) {
  const StoredTensor* largest = nullptr;
  for (const TensorSource& source : checkpoint.sources) {
    const StoredTensor& tensor = tensors.at(source.tensor);
    if (largest == nullptr || element_count(tensor.shape) > element_count(largest->shape)) {
      largest = &tensor;
    }
  }
  return form_of(largest->type);
}

ModelInputs inputs_of(const std::vector<Index>& ids) {
  ModelInputs inputs;
  inputs.ids = {1, static_cast<Index>(ids.size()), ids};
  return inputs;
}

}  // namespace

Model Model::open(const std::filesystem::path& path, std::optional<ParameterForm> form) {
  const ModelFolder folder = open_model_folder(path);
  const Checkpoint checkpoint = read_checkpoint(folder.settings, shapes_of(folder.tensors));
  return Model(checkpoint_model(checkpoint, folder.tensors,
                                form.value_or(stored_form(checkpoint, folder.tensors))));
}

TokenModelTrace Model::inspect(const std::vector<Index>& ids) const {
  TokenModelTrace trace;
  model_.forward(inputs_of(ids), {}, &trace);
  return trace;
}

RowVector Model::embed(const std::vector<Index>& ids) const {
  TokenModelTrace trace;
  trace.keep = Keep::kWeights;  // the least that keeps `pooled`
  model_.forward(inputs_of(ids), {}, &trace);
  RowVector vector(trace.pooled.shape[2]);
  scale_to_unit(trace.pooled.matrix(0), vector);
  return vector;
}

std::vector<std::vector<Guess>> Model::predict_words(const std::vector<Index>& ids,
                                                     const std::vector<Index>& positions,
                                                     std::size_t max_words) const {
  return masked_words(positions, max_words, model_, inputs_of(ids));
}

RowVector Model::pooler_output(const std::vector<Index>& ids) const {
  return attn::pooler_output(model_, inputs_of(ids)).matrix().row(0);
}

}  // namespace attn::hub
