// Compares the head for masked words and the pooler with a double-precision pass over the tensors
// of the same files (tests/golden/masked_words.py).
#include "models/encoder_heads.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <type_traits>
#include <vector>

#include "base/finite.h"
#include "core/models/checkpoints/checkpoint_folder.h"
#include "golden/fixtures.h"
#include "models/answers/masked_words.h"
#include "support/refusal.h"
#include "support/rounded.h"

namespace attn {
namespace {

// Logits are sums of 48 products of up to 5, so those near 0 differ by more than golden::kForward
// allows: up to 4e-6 natively, and a little more in wasm, which rounds products before adding them.
// transformers' own float32 logits would need 5.8e-6.
constexpr golden::Tolerance kLogits{1e-5, 6e-6};

const char* const kModels[] = {"bert", "distilbert", "roberta"};

std::string decoder_of(const std::string& model) {
  if (model == "bert") return "cls.predictions.decoder";
  return model == "roberta" ? "lm_head.decoder" : "vocab_projector";
}

NamedTensors words_of(const std::string& model) { return tensors_of(model, "words.safetensors"); }

// The file with a separate matrix and bias for the head.
Folder with_decoder(const std::string& model, bool tied) {
  Folder folder(model);
  const NamedTensors words = words_of(model);
  NamedTensors changed;
  for (const auto& [name, tensor] : folder.tensors) {
    if (name != decoder_of(model) + ".bias" || tied) changed.put(name, tensor);
  }
  changed.put(decoder_of(model) + ".weight", words.at("decoder.weight"));
  if (!tied) changed.put(decoder_of(model) + ".bias", words.at("decoder.bias"));
  folder.tensors = std::move(changed);
  folder.settings.numbers["tie_word_embeddings"] = tied ? 1 : 0;
  return folder;
}

Folder with_pooler(const std::string& model) {
  Folder folder(model);
  const NamedTensors words = words_of(model);
  folder.tensors.put(model + ".pooler.dense.weight", words.at("pooler.weight"));
  folder.tensors.put(model + ".pooler.dense.bias", words.at("pooler.bias"));
  return folder;
}

TokenModel open_in(const Folder& folder, ParameterForm form) {
  const Checkpoint checkpoint = read_checkpoint(folder.settings, folder.shapes());
  return checkpoint_model(checkpoint, stored(folder.tensors), form);
}

// Returns one sentence of words.safetensors, without its padding.
ModelInputs sentence(const NamedTensors& words, Index item) {
  const Tensor &ids = words.at("ids"), &mask = words.at("attention_mask");
  ModelInputs inputs;
  const Index n = ids.shape[1];
  for (Index i = item * n; i < (item + 1) * n; ++i) {
    const auto at = static_cast<std::size_t>(i);
    if (mask.data[at] != 0) inputs.ids.ids.push_back(static_cast<Index>(ids.data[at]));
  }
  inputs.ids.batch = 1;
  inputs.ids.n = static_cast<Index>(inputs.ids.ids.size());
  return inputs;
}

// All positions, because not only masked ones have logits.
std::vector<Index> all_positions(const ModelInputs& inputs) {
  std::vector<Index> positions;
  for (Index i = 0; i < inputs.ids.n; ++i) positions.push_back(i);
  return positions;
}

Tensor rows_of_sentence(const Tensor& logits, Index item, Index n) {
  Tensor rows({"position", "vocab_size"}, {n, logits.shape[2]});
  rows.matrix() = logits.matrix(item).topRows(n);
  return rows;
}

void expect_equal(const std::string& name, const Tensor& got, const Tensor& expected,
                  const golden::Tolerance& tolerance) {
  golden::Difference difference;
  golden::compare(name, got, expected, tolerance, difference);
  EXPECT_TRUE(difference.within_tolerance()) << difference.text();
}

void expect_logits(const Folder& folder, const std::string& model, const std::string& field) {
  const NamedTensors words = words_of(model);
  const TokenModel opened = folder.open();
  for (Index item = 0; item < 2; ++item) {
    const ModelInputs inputs = sentence(words, item);
    expect_equal(model + " " + field, masked_word_logits(all_positions(inputs), opened, inputs),
                 rows_of_sentence(words.at(field), item, inputs.ids.n), kLogits);
  }
}

// tanh of small numbers is as exact as that of large ones.
TEST(Pooler, OfOneNumberIsItsTanh) {
  EncoderHeadsConfig config;
  config.pooler = true;
  EncoderHeads heads(config, 1, 1, ParameterForm::kFloat32);
  const Matrix one = Matrix::Ones(1, 1);
  EncoderHeads::for_each_parameter(heads, [&](const char*, auto& parameter) {
    if constexpr (std::is_same_v<decltype(parameter), PackedParameter&>) {
      parameter.packed->set_columns(0, one);
    }
  });
  for (int exponent = -100; exponent <= 6; ++exponent) {
    for (const float sign : {1.0f, -1.0f}) {
      const float x = sign * std::ldexp(1.3f, exponent);
      const Matrix y = heads.pooler_output(Matrix(Matrix::Constant(1, 1, x)));
      EXPECT_FLOAT_EQ(y(0, 0), static_cast<float>(std::tanh(double{x}))) << x;
    }
  }
}

TEST(MaskedWords, EqualPyTorch) {
  for (const char* model : kModels) expect_logits(Folder(model), model, "logits");
}

TEST(MaskedWords, OfAnUntiedMatrixEqualPyTorch) {
  for (const char* model : kModels) {
    expect_logits(with_decoder(model, false), model, "untied.logits");
  }
}

TEST(MaskedWords, IgnoreTheFilesCopyOfATiedMatrix) {
  for (const char* model : kModels) {
    Folder folder = with_decoder(model, true);
    expect_logits(folder, model, "logits");
    folder.settings.numbers.erase("tie_word_embeddings");  // as in older files
    expect_logits(folder, model, "logits");
  }
}

TEST(MaskedWords, AreTheSameWithTheBiasUnderItsOtherName) {
  Folder folder("bert");
  NamedTensors renamed;
  for (const auto& [name, tensor] : folder.tensors) {
    renamed.put(name == "cls.predictions.bias" ? "cls.predictions.decoder.bias" : name, tensor);
  }
  folder.tensors = std::move(renamed);
  expect_logits(folder, "bert", "logits");
}

TEST(MaskedWords, AreTheMostProbableOfTheVocabulary) {
  const NamedTensors words = words_of("bert");
  const ModelInputs inputs = sentence(words, 0);
  const auto guesses = masked_words({5, 9}, 3, Folder("bert").open(), inputs);
  ASSERT_EQ(guesses.size(), 2u);
  for (std::size_t i = 0; i < 2; ++i) {
    const auto logits = words.at("logits").matrix(0).row(i == 0 ? 5 : 9).cast<double>().eval();
    const auto p = (logits.array() - logits.maxCoeff()).exp().eval();
    ASSERT_EQ(guesses[i].size(), 3u);
    Index best = 0;
    logits.maxCoeff(&best);
    EXPECT_EQ(guesses[i][0].answer, best);
    double last = 1;
    for (const Guess& guess : guesses[i]) {
      const double expected = p(guess.answer) / p.sum();
      EXPECT_NEAR(double{guess.probability}, expected, 1e-5);
      EXPECT_LE(double{guess.probability}, last);
      last = double{guess.probability};
    }
    // No other word is more probable than the last of these.
    EXPECT_EQ((p / p.sum() > last + 1e-5).count(), 2);
  }
}

TEST(Pooler, EqualsPyTorch) {
  for (const std::string model : {"bert", "roberta"}) {
    const NamedTensors words = words_of(model);
    const TokenModel opened = with_pooler(model).open();
    for (Index item = 0; item < 2; ++item) {
      Tensor expected({"batch", "d_model"}, {1, 48});
      expected.matrix() = words.at("pooler_output").matrix().row(item);
      expect_equal(model, pooler_output(opened, sentence(words, item)), expected, golden::kForward);
    }
  }
}

TEST(Pooler, OfNaNIsNaN) {
  const TokenModel opened = with_pooler("bert").open();
  const Intervention spoiled{"", "embedded", {0}, {kNaN}};
  for (const float x : pooler_output(opened, sentence(words_of("bert"), 0), {spoiled}).data) {
    EXPECT_TRUE(std::isnan(x));
  }
}

// Rounds the matrices that a model holds rounded, by the definition (support/rounded.h).
Folder rounded_file(const Folder& folder, ParameterForm form) {
  Folder file = folder;
  for (const auto& [name, tensor] : folder.tensors) {
    const bool is_packed = tensor.shape.size() == 2 && name.find("position") == std::string::npos &&
                           name.find("type") == std::string::npos;
    if (!is_packed) continue;
    Tensor& stored = file.tensors.at(name);
    stored.matrix() = rounded(tensor.matrix().transpose(), form).transpose();
  }
  return file;
}

// Products with int8 also round their left operand (kernels/int8_panels.h). With the norms of these
// small models, logits differ by at most 1.1e-3. Twice that is allowed.
constexpr golden::Tolerance kInt8{0, 2.2e-3};

TEST(EncoderHeads, EqualThoseOfTheRoundedFileInEveryForm) {
  for (const char* model : {"bert", "roberta"}) {
    for (const bool tied : {true, false}) {
      Folder folder = with_decoder(model, tied);
      for (const auto& [name, tensor] : with_pooler(model).tensors) {
        if (name.find("pooler") != std::string::npos) folder.tensors.put(name, tensor);
      }
      const ModelInputs inputs = sentence(words_of(model), 0);
      for (const ParameterForm form : kForms) {
        const TokenModel packed = open_in(folder, form), exact = rounded_file(folder, form).open();
        const bool rounds_inputs = form == ParameterForm::kInt8;
        expect_equal(model, masked_word_logits({5, 9}, packed, inputs),
                     masked_word_logits({5, 9}, exact, inputs), rounds_inputs ? kInt8 : kLogits);
        expect_equal(model, pooler_output(packed, inputs), pooler_output(exact, inputs),
                     rounds_inputs ? kInt8 : golden::kForward);
      }
    }
  }
}

TEST(EncoderHeads, AreStoredOnceInTheirForm) {
  const Folder bare = [] {
    Folder folder("bert");
    NamedTensors without;
    for (const auto& [name, tensor] : folder.tensors) {
      if (!name.starts_with("cls.")) without.put(name, tensor);
    }
    folder.tensors = std::move(without);
    return folder;
  }();
  const auto bytes = [](const Folder& folder, ParameterForm form) {
    return static_cast<double>(open_in(folder, form).parameter_bytes());
  };
  for (const auto& [form, bytes_per_number] :
       {std::pair{ParameterForm::kFloat32, 4.0}, std::pair{ParameterForm::kFloat16, 2.0},
        std::pair{ParameterForm::kInt8, 34.0 / 32}}) {
    const double base = bytes(bare, form);
    const double vectors = 4.0 * (3 * 48 + 260);
    // 48 columns and 260 columns of the vocabulary are rounded up to panels.
    const double tied = bytes(Folder("bert"), form) - base;
    EXPECT_GE(tied, bytes_per_number * 48 * 48 + vectors);
    EXPECT_LE(tied, 1.5 * bytes_per_number * 48 * 48 + vectors);
    const double own = bytes(with_decoder("bert", false), form) - base - tied;
    EXPECT_GE(own, bytes_per_number * 260 * 48);
    EXPECT_LE(own, 1.5 * bytes_per_number * 260 * 48);
  }
}

TEST(EncoderHeadRefusal, OfAModelWithoutTheHeadSaysSo) {
  Folder folder("bert");
  NamedTensors bare;
  for (const auto& [name, tensor] : folder.tensors) {
    if (!name.starts_with("cls.")) bare.put(name, tensor);
  }
  folder.tensors = std::move(bare);
  const TokenModel model = folder.open();
  EXPECT_EQ(model.heads(), nullptr);
  const ModelInputs inputs = sentence(words_of("bert"), 0);
  EXPECT_EQ(refusal([&] { masked_word_logits({1}, model, inputs); }),
            "expected a model with a head for masked words, got one without");
  EXPECT_EQ(refusal([&] { pooler_output(model, inputs); }),
            "expected a model with a pooler, got one without");
  const TokenModel with_words = Folder("bert").open();
  EXPECT_EQ(refusal([&] { pooler_output(with_words, inputs); }),
            "expected a model with a pooler, got one without");
  EXPECT_EQ(refusal([&] { pooler_output(with_pooler("bert").open(), {.ids = {1, 0, {}}}); }),
            "expected a sentence of at least one token, got none");
  EXPECT_EQ(refusal([&] { masked_word_logits({15}, with_words, inputs); }),
            "expected position of at least 0 and below 15, got 15");
  ModelInputs two = inputs;
  two.ids.batch = 2;
  two.ids.ids.insert(two.ids.ids.end(), inputs.ids.ids.begin(), inputs.ids.ids.end());
  EXPECT_EQ(refusal([&] { masked_word_logits({1}, with_words, two); }),
            "expected one sentence, got 2");
}

TEST(EncoderHeadRefusal, NamesAPartThatIsMissingOrHasAnotherShape) {
  const Folder folder = with_pooler("bert");
  const auto refused = [&](const std::string& name, const std::vector<Index>& shape, bool tied) {
    CheckpointShapes shapes = folder.shapes();
    CheckpointSettings settings = folder.settings;
    if (!tied) settings.numbers["tie_word_embeddings"] = 0;
    shapes.erase(name);
    if (!shape.empty()) shapes[name] = shape;
    return refusal([&] { read_checkpoint(settings, shapes); });
  };
  const std::string dense = "cls.predictions.transform.dense.weight";
  EXPECT_EQ(refused(dense, {}, true),
            "expected a tensor \"" + dense + "\" of shape [48, 48], got none");
  EXPECT_EQ(refused(dense, {48, 47}, true),
            "expected tensor \"" + dense + "\" of shape [48, 48], got [48, 47]");
  EXPECT_EQ(refused("cls.predictions.bias", {}, true),
            "expected a tensor \"cls.predictions.bias\" of shape [260], got none");
  EXPECT_EQ(refused("", {}, false),
            "expected a tensor \"cls.predictions.decoder.weight\" of shape [260, 48], got none");
  EXPECT_EQ(refused("bert.pooler.dense.bias", {}, true),
            "expected a tensor \"bert.pooler.dense.bias\" of shape [48], got none");
}

}  // namespace
}  // namespace attn
