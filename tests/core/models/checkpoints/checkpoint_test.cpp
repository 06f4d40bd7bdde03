// Compares checkpoints with transformers' results for the same files (tests/golden/checkpoints).
#include "models/checkpoints/checkpoint.h"

#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

#include "core/models/checkpoints/checkpoint_folder.h"
#include "golden/fixtures.h"
#include "models/token_model.h"
#include "support/refusal.h"
#include "support/token_ids.h"

namespace attn {
namespace {

// transformers computed in float32 as well. Its numbers differ from a double-precision pass over
// the same file by up to 1.9e-6, which is 0.9 times what golden::kForward allows, so two correct
// results may differ by more: natively by 1.01 times that (RoBERTa), in wasm by 1.2 times
// (DistilBERT).
constexpr golden::Tolerance kFloat32Reference{1e-5, 2e-6};

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  return at == std::string::npos ? text : text.replace(at, from.size(), to);
}

// The same model in the form of older files on the hub: with gamma and beta, buffers, a pooler,
// another head, and a copy of the tied table.
Folder older_bert() {
  Folder folder("bert");
  NamedTensors older;
  for (const auto& [name, tensor] : folder.tensors) {
    older.put(replaced(replaced(name, "LayerNorm.weight", "LayerNorm.gamma"), "LayerNorm.bias",
                       "LayerNorm.beta"),
              tensor);
  }
  older.put("bert.embeddings.position_ids", Tensor({"axis_0", "axis_1"}, {1, 64}));
  older.put("bert.pooler.dense.weight", Tensor({"axis_0", "axis_1"}, {48, 48}));
  older.put("bert.pooler.dense.bias", Tensor({"axis_0"}, {48}));
  older.put("cls.seq_relationship.bias", Tensor({"axis_0"}, {2}));
  older.put("cls.predictions.decoder.weight", Tensor({"axis_0", "axis_1"}, {260, 48}));
  folder.tensors = std::move(older);
  return folder;
}

// The model in the form that sentence-transformers writes: no prefix, no head.
Folder bert_without_prefix() {
  Folder folder("bert");
  NamedTensors bare;
  for (const auto& [name, tensor] : folder.tensors) {
    if (!name.starts_with("cls.")) bare.put(replaced(name, "bert.", ""), tensor);
  }
  folder.tensors = std::move(bare);
  return folder;
}

// Keeps only the rows of real queries; those of padding have no meaning.
Tensor real_queries(const Tensor& tensor, const Tensor& mask) {
  Tensor result = tensor;
  const std::size_t batch = static_cast<std::size_t>(mask.shape[0]);
  const std::size_t n = static_cast<std::size_t>(mask.shape[1]);
  const std::size_t width = static_cast<std::size_t>(tensor.shape.back());
  const std::size_t per_item = tensor.data.size() / batch;
  for (std::size_t i = 0; i < tensor.data.size(); ++i) {
    if (mask.data[i / per_item * n + i / width % n] == 0) result.data[i] = 0;
  }
  return result;
}

void expect_equal(const std::string& name, const Tensor& got, const Tensor& expected,
                  const Tensor& mask, const golden::Tolerance& tolerance) {
  golden::Difference difference;
  golden::compare(name, real_queries(got, mask), real_queries(expected, mask), tolerance,
                  difference);
  EXPECT_TRUE(difference.within_tolerance()) << difference.text();
}

void expect_reference(const Folder& folder, const NamedTensors& reference,
                      const golden::Tolerance& tolerance) {
  const Tensor& mask = reference.at("attention_mask");
  ModelInputs inputs;
  inputs.ids = token_ids(reference.at("ids"));
  inputs.key_padding.assign(mask.data.begin(), mask.data.end());
  TokenModelTrace trace;
  const TokenModel model = folder.open();
  model.forward(inputs, {}, &trace);

  expect_equal("hidden.0", trace.embedding.embedded, reference.at("hidden.0"), mask, tolerance);
  const std::size_t num_layers = trace.layers.layers.size();
  ASSERT_EQ(num_layers, static_cast<std::size_t>(model.config().layers.num_layers));
  for (std::size_t i = 0; i < num_layers; ++i) {
    const std::string number = std::to_string(i);
    expect_equal("attention." + number, trace.layers.layers[i].attention.weights,
                 reference.at("attention." + number), mask, tolerance);
    const Tensor& output =
        i + 1 == num_layers ? trace.layers.output : trace.layers.layers[i].output;
    const std::string hidden = "hidden." + std::to_string(i + 1);
    expect_equal(hidden, output, reference.at(hidden), mask, tolerance);
  }
}

void expect_transformers(const Folder& folder, const std::string& name) {
  expect_reference(folder, tensors_of(name, "reference.safetensors"), kFloat32Reference);
}

// Compares with a pass in double precision that rounds only at its end.
void expect_double_precision(const std::string& name) {
  expect_reference(Folder(name), tensors_of(name, "words.safetensors"), golden::kForward);
}

TEST(Checkpoint, BertEqualsDoublePrecision) { expect_double_precision("bert"); }
TEST(Checkpoint, DistilbertEqualsDoublePrecision) { expect_double_precision("distilbert"); }
TEST(Checkpoint, RobertaEqualsDoublePrecision) { expect_double_precision("roberta"); }

TEST(Checkpoint, BertEqualsTransformers) { expect_transformers(Folder("bert"), "bert"); }
TEST(Checkpoint, OlderNamesOfBertEqualTransformers) { expect_transformers(older_bert(), "bert"); }
TEST(Checkpoint, BertWithoutPrefixAndHeadEqualsTransformers) {
  expect_transformers(bert_without_prefix(), "bert");
}
TEST(Checkpoint, DistilbertEqualsTransformers) {
  expect_transformers(Folder("distilbert"), "distilbert");
}
TEST(Checkpoint, RobertaEqualsTransformers) { expect_transformers(Folder("roberta"), "roberta"); }

TEST(Checkpoint, TwoSentencesWithTypesEqualTransformers) {
  const NamedTensors reference = tensors_of("bert", "reference.safetensors");
  ModelInputs inputs;
  inputs.ids = token_ids(reference.at("pair.ids"));
  inputs.type_ids = token_ids(reference.at("pair.type_ids"));
  TokenModelTrace trace;
  Folder("bert").open().forward(inputs, {}, &trace);
  for (std::size_t i = 0; i < trace.layers.layers.size(); ++i) {
    const std::string name = "pair.attention." + std::to_string(i);
    golden::Difference difference;
    golden::compare(name, trace.layers.layers[i].attention.weights, reference.at(name),
                    kFloat32Reference, difference);
    EXPECT_TRUE(difference.within_tolerance()) << difference.text();
  }
}

// The message with which a modified bert is refused.
std::string refusal_of_bert(
    const std::function<void(CheckpointSettings&, CheckpointShapes&)>& change) {
  static const Folder folder("bert");
  CheckpointSettings settings = folder.settings;
  CheckpointShapes shapes = folder.shapes();
  change(settings, shapes);
  return refusal([&] { read_checkpoint(settings, shapes); });
}

TEST(CheckpointRefusal, NamesArchitecturesThatCanBeOpened) {
  EXPECT_EQ(refusal_of_bert([](auto& settings, auto&) { settings.texts["model_type"] = "gpt2"; }),
            "expected a model_type of \"bert\", \"distilbert\", \"roberta\" in config.json, got "
            "\"gpt2\"");
  EXPECT_EQ(refusal_of_bert([](auto& settings, auto&) { settings.texts.erase("model_type"); }),
            "expected a text \"model_type\" in config.json, got none");
}

TEST(CheckpointRefusal, NamesAMissingTensorAndOneOfAnotherShape) {
  const std::string name = "bert.encoder.layer.1.output.dense.weight";
  EXPECT_EQ(refusal_of_bert([&](auto&, auto& shapes) { shapes.erase(name); }),
            "expected a tensor \"" + name + "\" of shape [48, 96], got none");
  EXPECT_EQ(refusal_of_bert([&](auto&, auto& shapes) { shapes[name] = {96, 48}; }),
            "expected tensor \"" + name + "\" of shape [48, 96], got [96, 48]");
}

TEST(CheckpointRefusal, NamesATensorOfMoreLayersThanTheConfigSays) {
  EXPECT_EQ(
      refusal_of_bert([](auto& settings, auto&) { settings.numbers["num_hidden_layers"] = 2; }),
      "expected no tensor \"bert.encoder.layer.2.attention.output.LayerNorm.bias\" in a bert "
      "of 2 layers, got one");
}

TEST(CheckpointRefusal, NamesASettingThatIsMissingOrNotInItsRange) {
  EXPECT_EQ(refusal_of_bert([](auto& settings, auto&) { settings.numbers.erase("hidden_size"); }),
            "expected a number \"hidden_size\" in config.json, got none");
  EXPECT_EQ(refusal_of_bert([](auto& settings, auto&) { settings.numbers["hidden_size"] = 4.5; }),
            "expected \"hidden_size\" in config.json to be an integer from 1 to 1000000, got 4.5");
  EXPECT_EQ(
      refusal_of_bert([](auto& settings, auto&) { settings.numbers["num_attention_heads"] = 5; }),
      "expected num_heads to divide d_model 48, got 5");
}

TEST(CheckpointRefusal, NamesWhatIsNotSupported) {
  EXPECT_EQ(refusal_of_bert([](auto& settings, auto&) { settings.texts["hidden_act"] = "mish"; }),
            "expected \"hidden_act\" in config.json to be \"gelu\", \"gelu_new\", \"relu\", "
            "\"silu\", got \"mish\"");
  EXPECT_EQ(refusal_of_bert([](auto& settings, auto&) {
              settings.texts["position_embedding_type"] = "relative_key";
            }),
            "expected \"position_embedding_type\" in config.json to be \"absolute\", got "
            "\"relative_key\"");
  EXPECT_EQ(refusal_of_bert([](auto& settings, auto&) { settings.numbers["is_decoder"] = 1; }),
            "expected \"is_decoder\" in config.json to be false, got true");
}

}  // namespace
}  // namespace attn
