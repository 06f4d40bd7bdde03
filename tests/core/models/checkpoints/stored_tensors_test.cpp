// Compares parameters and models of files with fewer bits with those of the float32 file, rounded
// here by the definition (support/rounded.h).
#include "models/checkpoints/stored_tensors.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/models/checkpoints/checkpoint_folder.h"
#include "support/near.h"
#include "support/refusal.h"
#include "support/rounded.h"

namespace attn {
namespace {

const char* const kMatrix = "bert.encoder.layer.1.output.dense.weight";  // [48, 96]

const Folder& bert() {
  static const Folder folder("bert");
  return folder;
}

// Tensors that own their bytes.
struct File {
  std::map<std::string, std::vector<std::uint8_t>> bytes;
  StoredTensors tensors;

  void put(const std::string& name, ElementType type, const std::vector<Index>& shape,
           std::vector<std::uint8_t> written) {
    std::vector<std::uint8_t>& kept = bytes[name] = std::move(written);
    tensors[name] = {type, shape, kept};
  }

  TokenModel open(std::optional<ParameterForm> form) const {
    return checkpoint_model(read_checkpoint(bert().settings, shapes_of(tensors)), tensors, form);
  }
};

void append(std::vector<std::uint8_t>& bytes, const void* number, std::size_t size) {
  const auto* from = static_cast<const std::uint8_t*>(number);
  bytes.insert(bytes.end(), from, from + size);
}

// Returns the upper 16 bits of a number whose lower bits are 0.
std::uint16_t bfloat_bits(float number) {
  std::uint32_t bits = 0;
  std::memcpy(&bits, &number, sizeof bits);
  return static_cast<std::uint16_t>(bits >> 16);
}

Matrix matrix_of(const Tensor& tensor) {
  const Index columns = tensor.shape.back();
  return ConstMatrixMap(tensor.data.data(), tensor.size() / columns, columns);
}

// The file with every number rounded to 16 bits.
File in_words(ElementType type) {
  File file;
  for (const auto& [name, tensor] : bert().tensors) {
    std::vector<std::uint8_t> bytes;
    for (const float x : tensor.data) {
      const std::uint16_t word =
          type == ElementType::kF16
              ? half_bits(x)
              : bfloat_bits(static_cast<float>(rounded_to(8, -133, double{x})));
      append(bytes, &word, sizeof word);
    }
    file.put(name, type, tensor.shape, std::move(bytes));
  }
  return file;
}

bool is_rounded_to_int8(const std::string& name, const Tensor& tensor) {
  return tensor.shape.size() == 2 && name.find("position") == std::string::npos &&
         name.find("type") == std::string::npos;
}

// The file with its large matrices as int8; the last group of a row of 48 numbers is shorter.
File in_int8() {
  File file;
  for (const auto& [name, tensor] : bert().tensors) {
    std::vector<std::uint8_t> numbers, scales;
    if (!is_rounded_to_int8(name, tensor)) {
      append(numbers, tensor.data.data(), tensor.data.size() * sizeof(float));
      file.put(name, ElementType::kF32, tensor.shape, std::move(numbers));
      continue;
    }
    const Matrix w = matrix_of(tensor);
    for (Index i = 0; i < w.rows(); ++i) {
      for (Index first = 0; first < w.cols(); first += 32) {
        const Index n = std::min<Index>(32, w.cols() - first);
        const double largest = double{w.row(i).segment(first, n).cwiseAbs().maxCoeff()};
        const double scale = rounded_to(8, -133, double{static_cast<float>(largest / 127)});
        const std::uint16_t word = bfloat_bits(static_cast<float>(scale));
        append(scales, &word, sizeof word);
        for (Index k = first; k < first + n; ++k) {
          const auto q = static_cast<std::int8_t>(std::nearbyint(double{w(i, k)} / scale));
          append(numbers, &q, sizeof q);
        }
      }
    }
    file.put(name, ElementType::kI8, tensor.shape, std::move(numbers));
    file.put(name + ".scales", ElementType::kBF16, {w.rows(), (w.cols() + 31) / 32},
             std::move(scales));
  }
  return file;
}

File in_float32() {
  File file;
  file.tensors = stored(bert().tensors);
  return file;
}

// The parameters of an opened file, vectors as one row.
std::map<std::string, Matrix> parameters_of(const TokenModel& model) {
  std::map<std::string, Matrix> all;
  TokenModel::for_each_parameter(
      model, [&](const char* name, const auto& parameter) { all[name] = parameter; });
  return all;
}

// Compares every parameter of the opened file with the float32 file's, after `round`.
void expect_parameters(const File& file,
                       const std::function<Matrix(const std::string&, const Tensor&)>& round) {
  const Checkpoint checkpoint = read_checkpoint(bert().settings, shapes_of(file.tensors));
  const std::map<std::string, Matrix> got = parameters_of(file.open(std::nullopt));
  for (const TensorSource& source : checkpoint.sources) {
    if (source.parameter.starts_with("masked_words.")) continue;  // packed in every form
    Matrix expected = round(source.tensor, bert().tensors.at(source.tensor));
    if (source.transposed) expected.transposeInPlace();
    EXPECT_TRUE(got.at(source.parameter) == expected) << source.parameter;
  }
}

void expect_sixteen_bits(ElementType type, ParameterForm form) {
  expect_parameters(in_words(type), [form](const std::string&, const Tensor& tensor) {
    return rounded(matrix_of(tensor), form);
  });
}

TEST(StoredTensors, OfSixteenBitsAreReadExactly) {
  expect_sixteen_bits(ElementType::kF16, ParameterForm::kFloat16);
  expect_sixteen_bits(ElementType::kBF16, ParameterForm::kBfloat16);
}

TEST(StoredTensors, OfInt8AreNumbersTimesScales) {
  expect_parameters(in_int8(), [](const std::string& name, const Tensor& tensor) -> Matrix {
    const Matrix w = matrix_of(tensor);
    if (!is_rounded_to_int8(name, tensor)) return w;
    return rounded(w.transpose(), ParameterForm::kInt8).transpose();
  });
}

TEST(StoredTensors, OfRobertasPositionsBeginAfterThatOfPadding) {
  const Folder roberta("roberta");
  const Matrix positions = parameters_of(roberta.open()).at("positions");
  EXPECT_EQ(positions.rows(), 65);
  const Tensor& table = roberta.tensors.at("roberta.embeddings.position_embeddings.weight");
  const auto padding = static_cast<Index>(roberta.settings.numbers.at("pad_token_id"));
  EXPECT_TRUE(positions.row(0) == table.matrix().row(padding + 1));
}

Tensor vectors_of(const TokenModel& model) {
  ModelInputs inputs;
  inputs.ids = {2, 4, {5, 17, 200, 3, 0, 259, 40, 41}};
  TokenModelTrace trace;
  EXPECT_TRUE(model.forward(inputs, {}, &trace).empty());  // it has no head
  return trace.pooled;
}

TEST(StoredTensors, OfInt8GiveTheSameInt8ModelAsTheFloat32File) {
  EXPECT_TRUE(identical(vectors_of(in_int8().open(ParameterForm::kInt8)),
                        vectors_of(in_float32().open(ParameterForm::kInt8))));
}

TEST(StoredTensors, OpenAsAnUnroundedModelThatHasAllParameters) {
  const TokenModel model = in_int8().open(std::nullopt);
  EXPECT_EQ(model.form(), std::nullopt);
  EXPECT_FALSE(identical(vectors_of(model), vectors_of(in_float32().open(std::nullopt))));
  Index count = 0;
  TokenModel::for_each_parameter(
      model, [&](const char*, const auto& parameter) { count += parameter.size(); });
  Index expected = 0;
  for (const auto& [name, tensor] : bert().tensors) {
    if (!name.starts_with("cls.")) expected += tensor.size();
  }
  EXPECT_EQ(count, expected);
}

std::string refusal_of(const std::function<void(StoredTensors&)>& change) {
  File file = in_int8();
  change(file.tensors);
  return refusal([&] { file.open(ParameterForm::kInt8); });
}

TEST(StoredTensorRefusal, NamesTheTensorAndWhatWasExpected) {
  const std::string name = std::string("\"") + kMatrix + "\"";
  const std::string scales = std::string("\"") + kMatrix + ".scales\"";
  EXPECT_EQ(refusal_of([](auto& all) { all[kMatrix].bytes = all[kMatrix].bytes.first(4607); }),
            "expected 4608 bytes of tensor " + name + ", got 4607");
  EXPECT_EQ(refusal_of([](auto& all) { all[kMatrix].type = ElementType::kU8; }),
            "expected tensor " + name + " of type I8, since it has scales, got U8");
  EXPECT_EQ(
      refusal_of([](auto& all) { all.erase(std::string(kMatrix) + ".scales"); }),
      "expected tensor " + name + " of type F64, F32, F16 or BF16, or I8 with scales, got I8");
  EXPECT_EQ(
      refusal_of([](auto& all) { all[std::string(kMatrix) + ".scales"].type = ElementType::kF16; }),
      "expected tensor " + scales + " of type BF16, got F16");
  EXPECT_EQ(refusal_of([](auto& all) { all[std::string(kMatrix) + ".scales"].shape = {3, 48}; }),
            "expected tensor " + scales + " of shape [48, 3], got [3, 48]");
}

}  // namespace
}  // namespace attn
