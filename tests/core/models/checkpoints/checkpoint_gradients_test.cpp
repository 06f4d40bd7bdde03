// Gradients of a similarity with respect to every tensor of a checkpoint, beside PyTorch's
// (golden/checkpoint_gradients.py).
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <string>

#include "core/models/checkpoints/checkpoint_folder.h"
#include "golden/fixtures.h"
#include "models/number_gradients.h"

namespace attn {
namespace {

constexpr golden::Tolerance kTolerance{1e-4, 1e-6};

// The first two sentences of the reference, padded as there.
ModelInputs two_sentences(const std::string& model) {
  const NamedTensors reference = tensors_of(model, "reference.safetensors");
  const Tensor &ids = reference.at("ids"), &mask = reference.at("attention_mask");
  const Index n = ids.shape[1];
  ModelInputs inputs;
  inputs.ids = {2, n, {ids.data.begin(), ids.data.begin() + 2 * n}};
  inputs.keep.assign(mask.data.begin(), mask.data.begin() + 2 * n);
  return inputs;
}

// Each parameter's gradient, a vector as one row.
std::map<std::string, Matrix> by_name(const TokenModelParameters& gradients) {
  std::map<std::string, Matrix> named;
  TokenModelParameters::for_each(gradients,
                                 [&](const char* name, const auto& d) { named[name] = d; });
  return named;
}

// The gradient in the file's layout: the rows that the model does not use have none.
Tensor in_file(const TensorSource& source, Matrix d, const Tensor& shaped_as) {
  if (source.transposed) d.transposeInPlace();
  Tensor tensor = Tensor::zeros_like(shaped_as);
  std::copy_n(d.data(), d.size(), tensor.data.begin() + source.first_row * d.cols());
  return tensor;
}

class CheckpointGradients : public testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Models, CheckpointGradients,
                         testing::Values("bert", "distilbert", "roberta"),
                         [](const auto& test) { return std::string(test.param); });

TEST_P(CheckpointGradients, OfEveryTensorEqualPyTorchs) {
  const std::string name = GetParam();
  const Folder folder(name);
  const Checkpoint checkpoint = read_checkpoint(folder.settings, folder.shapes());
  const NumberGradients got =
      gradients_of(kSimilarities, {0, 1}, folder.open(), two_sentences(name));
  const NamedTensors expected = tensors_of(name, "gradients.safetensors");
  const std::map<std::string, Matrix> parameters = by_name(got.parameters);
  golden::Difference worst;
  std::size_t compared = 0;
  for (const TensorSource& source : checkpoint.sources) {
    // The heads come after the vectors that are compared.
    if (source.parameter.starts_with("masked_words.")) continue;
    ++compared;
    const Tensor& wanted = expected.at(source.tensor);
    const Tensor d = in_file(source, parameters.at(source.parameter), wanted);
    golden::compare(source.tensor, d, wanted, kTolerance, worst);
  }
  EXPECT_EQ(compared, expected.size());
  EXPECT_TRUE(worst.within_tolerance())
      << worst.name << " " << worst.problem << " off by " << worst.absolute << ", got " << worst.got
      << ", expected " << worst.expected << ", share " << worst.share;
  RecordProperty("share", std::to_string(worst.share));
}

}  // namespace
}  // namespace attn
