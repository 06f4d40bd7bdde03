// Compares models built slice by slice with models whose parameters are read at once and then
// packed.
#include "models/checkpoints/model_builder.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/models/checkpoints/checkpoint_folder.h"
#include "support/allocated.h"
#include "support/near.h"
#include "support/refusal.h"
#include "support/rounded.h"

namespace attn {
namespace {

Tensor pooled(const TokenModel& model) {
  ModelInputs inputs;
  inputs.ids = {2, 4, {5, 17, 200, 3, 0, 259, 40, 41}};
  TokenModelTrace trace;
  model.forward(inputs, {}, &trace);
  return trace.pooled;
}

// A BERT of one layer with a table of more than two slices, in float32.
struct LargeFile {
  static constexpr Index kVocab = 4001, kModel = 640, kFeedForward = 1700;
  CheckpointSettings settings;
  std::map<std::string, std::vector<float>> numbers;
  StoredTensors tensors;

  LargeFile() {
    settings.texts = {{"model_type", "bert"}};
    settings.numbers = {{"hidden_size", kModel},    {"num_hidden_layers", 1},
                        {"num_attention_heads", 4}, {"intermediate_size", kFeedForward},
                        {"vocab_size", kVocab},     {"max_position_embeddings", 16},
                        {"type_vocab_size", 2}};
    put("embeddings.word_embeddings.weight", {kVocab, kModel});
    put("embeddings.position_embeddings.weight", {16, kModel});
    put("embeddings.token_type_embeddings.weight", {2, kModel});
    norm("embeddings.LayerNorm");
    const std::string layer = "encoder.layer.0.";
    for (const char* name : {"self.query", "self.key", "self.value", "output.dense"}) {
      linear(layer + "attention." + name, kModel, kModel);
    }
    norm(layer + "attention.output.LayerNorm");
    linear(layer + "intermediate.dense", kFeedForward, kModel);
    linear(layer + "output.dense", kModel, kFeedForward);
    norm(layer + "output.LayerNorm");
  }
  void linear(const std::string& name, Index d_out, Index d_in) {
    put(name + ".weight", {d_out, d_in});
    put(name + ".bias", {d_out});
  }
  void norm(const std::string& name) {
    put(name + ".weight", {kModel});
    put(name + ".bias", {kModel});
  }
  void put(const std::string& name, const std::vector<Index>& shape) {
    std::size_t count = 1;
    for (const Index extent : shape) count *= static_cast<std::size_t>(extent);
    std::vector<float>& all = numbers[name];
    all.resize(count);
    const float shift = static_cast<float>(numbers.size());
    for (std::size_t i = 0; i < count; ++i) {
      all[i] = 0.1f * std::sin(shift + 0.37f * static_cast<float>(i % 9973));
    }
    const auto* bytes = reinterpret_cast<const std::uint8_t*>(all.data());
    tensors[name] = {ElementType::kF32, shape, {bytes, count * sizeof(float)}};
  }

  Checkpoint checkpoint() const { return read_checkpoint(settings, shapes_of(tensors)); }
  double count() const {
    double sum = 0;
    for (const auto& [name, all] : numbers) sum += static_cast<double>(all.size());
    return sum;
  }
};

void add_all(const StoredTensors& tensors, ModelBuilder& builder) {
  for (const auto& [name, begin, end] : builder.slices()) {
    builder.add(tensors.at(name).bytes.subspan(begin, end - begin));
  }
}

TEST(ModelBuilder, SeveralSlicesGiveTheParametersInTheRequestedForm) {
  const LargeFile file;
  ModelBuilder unrounded(file.checkpoint(), file.tensors, std::nullopt);
  add_all(file.tensors, unrounded);
  const TokenModel exact = unrounded.finish();
  EXPECT_EQ(exact.form(), std::nullopt);
  for (const ParameterForm form : kForms) {
    ModelBuilder builder(file.checkpoint(), file.tensors, form);
    add_all(file.tensors, builder);
    const TokenModel got = builder.finish();
    TokenModel expected = exact;
    expected.pack_as(form);
    EXPECT_EQ(got.form(), form);
    EXPECT_EQ(got.parameter_bytes(), expected.parameter_bytes());
    EXPECT_TRUE(identical(pooled(got), pooled(expected)));
  }
}

TEST(ModelBuilder, TakesEachTensorOnceInSlicesOfAtMostAMillionNumbers) {
  const LargeFile file;
  const ModelBuilder builder(file.checkpoint(), file.tensors, ParameterForm::kInt8);
  std::map<std::string, std::uint64_t> end_of;
  for (const auto& [name, begin, end] : builder.slices()) {
    EXPECT_EQ(begin, end_of[name]) << name;
    EXPECT_LE(end - begin, 4U << 20) << name;
    end_of[name] = end;
  }
  EXPECT_EQ(end_of.size(), file.tensors.size());
  for (const auto& [name, end] : end_of) EXPECT_EQ(end, file.tensors.at(name).bytes.size()) << name;
  EXPECT_GT(builder.slices().size(), file.tensors.size());
}

TEST(ModelBuilder, LeavesOutRowsThatAreNotUsed) {
  const Folder roberta("roberta");
  const ModelBuilder builder(read_checkpoint(roberta.settings, roberta.shapes()),
                             stored(roberta.tensors), std::nullopt);
  const auto& slices = builder.slices();
  const auto positions = std::find_if(slices.begin(), slices.end(), [](const TensorSlice& slice) {
    return slice.tensor == "roberta.embeddings.position_embeddings.weight";
  });
  EXPECT_EQ(positions->begin, 48 * sizeof(float));
  EXPECT_EQ(positions->end, 66 * 48 * sizeof(float));
}

#if !defined(__SANITIZE_ADDRESS__)
TEST(ModelBuilder, AllocatesBeforeTheFirstSliceAtMostATenthMoreThanTheForm) {
  const LargeFile file;
  const std::map<ParameterForm, double> bytes_of_a_number = {{ParameterForm::kFloat32, 4},
                                                             {ParameterForm::kFloat16, 2},
                                                             {ParameterForm::kBfloat16, 2},
                                                             {ParameterForm::kInt8, 1 + 2.0 / 32}};
  for (const auto& [form, bytes] : bytes_of_a_number) {
    const std::size_t before = allocated();
    ModelBuilder builder(file.checkpoint(), file.tensors, form);
    const std::size_t begun = allocated();
    std::size_t most = begun;
    for (const auto& [name, begin, end] : builder.slices()) {
      builder.add(file.tensors.at(name).bytes.subspan(begin, end - begin));
      most = std::max(most, allocated());
    }
    EXPECT_LE(static_cast<double>(begun - before), 1.1 * bytes * file.count());
    EXPECT_LE(most - begun, 10'000U) << static_cast<int>(form);
  }
}
#endif

TEST(ModelBuilderRefusal, NamesTheTensorAndItsBytes) {
  const LargeFile file;
  ModelBuilder builder(file.checkpoint(), file.tensors, ParameterForm::kInt8);
  const TensorSlice first = builder.slices()[0];
  const auto bytes = file.tensors.at(first.tensor).bytes;
  EXPECT_EQ(first.tensor, "embeddings.word_embeddings.weight");
  const std::string expected =
      "expected " + std::to_string(first.end) + " bytes of tensor \"" + first.tensor + "\", got ";
  EXPECT_EQ(refusal([&] { builder.add(bytes.first(static_cast<std::size_t>(first.end) - 1)); }),
            expected + std::to_string(first.end - 1));
  EXPECT_EQ(refusal([&] { builder.add({}); }), expected + "0");
  const auto size = static_cast<std::size_t>(first.end);
  std::vector<float> wrong(size / sizeof(float));
  wrong[7] = NAN;
  EXPECT_EQ(
      refusal([&] { builder.add({reinterpret_cast<const std::uint8_t*>(wrong.data()), size}); }),
      first.tensor + ": expected finite parameters to hold them as int8, got NaN");
  const std::string all = std::to_string(builder.slices().size());
  EXPECT_EQ(refusal([&] { builder.finish(); }),
            "expected " + all + " slices of a checkpoint, got 0");
  add_all(file.tensors, builder);
  EXPECT_EQ(refusal([&] { builder.add({}); }), "expected " + all + " slices of a checkpoint, got " +
                                                   std::to_string(builder.slices().size() + 1));
}

}  // namespace
}  // namespace attn
