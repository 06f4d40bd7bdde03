// Compares gradients of a similarity, and of the log-probability of a masked word, with PyTorch's,
// for every tensor of a checkpoint (golden/checkpoint_gradients.py, golden/masked_words.py).
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "core/models/checkpoints/checkpoint_folder.h"
#include "golden/fixtures.h"
#include "models/answers/masked_words.h"
#include "models/answers/number_gradients.h"
#include "support/near.h"
#include "support/refusal.h"

namespace attn {
namespace {

constexpr golden::Tolerance kTolerance{1e-4, 1e-6};

// The first two sentences of the reference, with its padding.
ModelInputs two_sentences(const std::string& model) {
  const NamedTensors reference = tensors_of(model, "reference.safetensors");
  const Tensor &ids = reference.at("ids"), &mask = reference.at("attention_mask");
  const Index n = ids.shape[1];
  ModelInputs inputs;
  inputs.ids = {2, n, {ids.data.begin(), ids.data.begin() + 2 * n}};
  inputs.key_padding.assign(mask.data.begin(), mask.data.begin() + 2 * n);
  return inputs;
}

// Collects each parameter's gradient by name, a vector as one row.
std::map<std::string, Matrix> by_name(const TokenModelParameters& gradients) {
  std::map<std::string, Matrix> named;
  TokenModelParameters::for_each(gradients,
                                 [&](const char* name, const auto& d) { named[name] = d; });
  return named;
}

// Returns the gradient in the file's layout; rows that the model does not use get 0.
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
    // Skips the heads, which come after the compared vectors.
    if (source.parameter.starts_with("masked_words.")) continue;
    ++compared;
    const Tensor& wanted = expected.at(source.tensor);
    const Tensor d = in_file(source, parameters.at(source.parameter), wanted);
    golden::compare(source.tensor, d, wanted, kTolerance, worst);
  }
  EXPECT_EQ(compared, expected.size());
  EXPECT_TRUE(worst.within_tolerance()) << worst.text();
  RecordProperty("share", std::to_string(worst.share));
}

// The gradients of the log-probability of word_gradients.safetensors.
MaskedWordGradients masked_word(const std::string& model, const TokenModel& opened,
                                const std::vector<Intervention>& interventions = {}) {
  const NamedTensors expected = tensors_of(model, "word_gradients.safetensors");
  const Tensor ids = tensors_of(model, "words.safetensors").at("ids");
  ModelInputs inputs;
  inputs.ids = {1, ids.shape[1], {ids.data.begin(), ids.data.begin() + ids.shape[1]}};
  return masked_word_gradients(static_cast<Index>(expected.at("place").data[0]),
                               static_cast<Index>(expected.at("word").data[0]), opened, inputs,
                               interventions);
}

void put_by_name(const WordHeadGradients& head, std::map<std::string, Matrix>& named) {
  WordHeadGradients::for_each(head, [&](const char* name, const auto& d) {
    if (d.size() > 0) named[std::string("masked_words.") + name] = d;
  });
}

void expect_within(const golden::Difference& worst) {
  EXPECT_TRUE(worst.within_tolerance()) << worst.text();
}

TEST_P(CheckpointGradients, OfAMaskedWordsLogProbabilityEqualPyTorchs) {
  const std::string name = GetParam();
  const Folder folder(name);
  const MaskedWordGradients got = masked_word(name, folder.open());
  const NamedTensors expected = tensors_of(name, "word_gradients.safetensors");
  std::map<std::string, Matrix> parameters = by_name(got.model.parameters);
  put_by_name(got.head, parameters);
  golden::Difference worst;
  for (const TensorSource& source : read_checkpoint(folder.settings, folder.shapes()).sources) {
    const Tensor& wanted = expected.at(source.tensor);
    const Tensor d = in_file(source, parameters.at(source.parameter), wanted);
    golden::compare(source.tensor, d, wanted, golden::kGradients, worst);
  }
  Tensor d_embedded = got.model.fields.at("embedded");  // [1, token, d_model]
  d_embedded.axes.erase(d_embedded.axes.begin());
  d_embedded.shape.erase(d_embedded.shape.begin());
  golden::compare("embedded", d_embedded, expected.at("embedded"), golden::kGradients, worst);
  expect_within(worst);
  EXPECT_NEAR(got.model.number, expected.at("log_probability").data[0], 1e-5);
}

TEST_P(CheckpointGradients, OfAMaskedWordWithAnUntiedMatrixEqualPyTorchs) {
  const std::string name = GetParam();
  Folder folder(name);
  const NamedTensors words = tensors_of(name, "words.safetensors");
  const std::string decoder = name == "bert"      ? "cls.predictions.decoder"
                              : name == "roberta" ? "lm_head.decoder"
                                                  : "vocab_projector";
  NamedTensors changed;
  for (const auto& [tensor, values] : folder.tensors) {
    if (tensor != decoder + ".bias") changed.put(tensor, values);
  }
  changed.put(decoder + ".weight", words.at("decoder.weight"));
  changed.put(decoder + ".bias", words.at("decoder.bias"));
  folder.tensors = std::move(changed);
  folder.settings.numbers["tie_word_embeddings"] = 0;
  const MaskedWordGradients got = masked_word(name, folder.open());
  const NamedTensors expected = tensors_of(name, "word_gradients.safetensors");
  std::map<std::string, Matrix> parameters;
  put_by_name(got.head, parameters);
  golden::Difference worst;
  for (const TensorSource& source : read_checkpoint(folder.settings, folder.shapes()).sources) {
    if (!parameters.contains(source.parameter)) continue;
    const bool is_decoder = source.tensor.starts_with(decoder);
    const Tensor& wanted =
        expected.at("untied." + (is_decoder ? "decoder" + source.tensor.substr(decoder.size())
                                            : source.tensor));
    const Tensor d = in_file(source, parameters.at(source.parameter), wanted);
    golden::compare(source.tensor, d, wanted, golden::kGradients, worst);
    parameters.erase(source.parameter);
  }
  EXPECT_TRUE(parameters.empty());
  expect_within(worst);
  EXPECT_NEAR(got.model.number, expected.at("untied.log_probability").data[0], 1e-5);
}

// A model for inference has the gradients of fields only, at its rounded parameters.
TEST_P(CheckpointGradients, OfAMaskedWordInAPackedModelAreOfFieldsOnly) {
  const std::string name = GetParam();
  const Folder folder(name);
  const Checkpoint checkpoint = read_checkpoint(folder.settings, folder.shapes());
  const TokenModel packed =
      checkpoint_model(checkpoint, stored(folder.tensors), ParameterForm::kFloat32);
  const MaskedWordGradients got = masked_word(name, packed);
  const MaskedWordGradients expected = masked_word(name, folder.open());
  golden::Difference worst;
  for (const auto& [field, d] : expected.model.fields) {
    golden::compare(field, got.model.fields.at(field), d, golden::kGradients, worst);
  }
  expect_within(worst);
  EXPECT_EQ(got.head.table.size(), 0);
  EXPECT_EQ(got.model.parameters.embedding.embedding.size(), 0);
}

// Two words stand far above the others. The higher one has probability 1, so that only it and the
// asked word have a gradient.
TEST(MaskedWordGradients, AreThoseOfLogitsThatAreFarApart) {
  Folder folder("bert");
  Tensor& bias = folder.tensors.at("cls.predictions.bias");
  bias.data[7] = 2000;
  bias.data[8] = 4000;
  ModelInputs inputs;
  inputs.ids = {1, 2, {2, 4}};
  const TokenModel model = folder.open();
  const Tensor logits = masked_word_logits({1}, model, inputs);
  const MaskedWordGradients got = masked_word_gradients(1, 4, model, inputs);
  EXPECT_NEAR(got.model.number, logits.data[4] - logits.data[8], 1e-3);
  for (Index word = 0; word < got.head.b_out.size(); ++word) {
    EXPECT_EQ(got.head.b_out(word), word == 4 ? 1 : word == 8 ? -1 : 0) << word;
  }
}

TEST(MaskedWordGradientRefusal, NamesAWordOutsideTheVocabulary) {
  ModelInputs inputs;
  inputs.ids = {1, 2, {2, 4}};
  const TokenModel model = Folder("bert").open();
  EXPECT_EQ(refusal([&] { masked_word_gradients(1, 260, model, inputs); }),
            "expected word of at least 0 and below 260, got 260");
  EXPECT_EQ(refusal([&] { masked_word_gradients(2, 4, model, inputs); }),
            "expected position of at least 0 and below 2, got 2");
}

}  // namespace
}  // namespace attn
