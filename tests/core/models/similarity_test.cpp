// Compares the similarity of two sentences, and the contributions of tokens, with the same model in
// double precision.
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "core/models/model_cases.h"
#include "models/answers/number_gradients.h"
#include "support/refusal.h"

namespace attn {
namespace {

using reference::Rows;
using reference::Values;
using reference::widen;

constexpr Index kBatch = 3, kLength = 4, kWidth = 4;

// A small BERT that ends with the mean over the real positions.
class Similarity : public testing::Test {
 protected:
  static TokenModelConfig config_of_bert() {
    TokenModelConfig config;
    config.architecture = Architecture::kEncoderOnly;
    config.layers = {small_layer(2, Activation::kGelu, false), 2};
    config.embedding.vocab_size = 7;
    config.embedding.norm = true;
    config.readout = Readout::kMean;
    config.num_labels = 2;
    return config.resolved();
  }

  bool is_real(Index token) const {
    return inputs_.key_padding[static_cast<std::size_t>(token)] != 0;
  }

  // The cosine of the mean vectors of two items, computed from the input of the first layer, x
  // [batch * n, d_model].
  double similarity(const Rows& x, Index item, Index other) const {
    Values values;
    reference::put_parameters(parameters_, "", values);
    reference::AttentionMask mask;
    mask.rule = [this](Index b, Index, Index, Index key) {
      return is_real(b * kLength + key) ? 0 : -reference::kInfinity;
    };
    const Rows output = reference::encoder_stack(config_.layers, values, "", x, kBatch, mask);
    double products[3] = {0, 0, 0};
    for (Index column = 0; column < kWidth; ++column) {
      double sums[2] = {0, 0};  // the cosine does not depend on the lengths
      for (Index i = 0; i < kLength; ++i) {
        const Index positions[2] = {item * kLength + i, other * kLength + i};
        for (int each = 0; each < 2; ++each) {
          if (!is_real(positions[each])) continue;
          sums[each] += output[static_cast<std::size_t>(positions[each] * kWidth + column)];
        }
      }
      products[0] += sums[0] * sums[1];
      products[1] += sums[0] * sums[0];
      products[2] += sums[1] * sums[1];
    }
    return products[0] / std::sqrt(products[1] * products[2]);
  }

  TokenModelConfig config_ = config_of_bert();
  ModelInputs inputs_{.ids = {kBatch, kLength, {1, 4, 2, 0, 3, 3, 6, 5, 2, 1, 0, 0}},
                      .key_padding = {1, 1, 1, 0, 1, 1, 1, 1, 1, 1, 0, 0}};
  TokenModelParameters parameters_ = stirred(TokenModelParameters::random(config_, 1), 5);
  TokenModel model_{config_, parameters_};
};

TEST_F(Similarity, IsTheCosineOfTheMeanVectors) {
  TokenModelTrace trace;
  model_.forward(inputs_, {}, &trace);
  const Rows x = widen(trace.embedding.embedded);
  for (Index item = 0; item < kBatch; ++item) {
    for (Index other = 0; other < kBatch; ++other) {
      const NumberGradients got = gradients_of(kSimilarities, {item, other}, model_, inputs_);
      EXPECT_NEAR(got.number, similarity(x, item, other), 1e-5) << item << other;
    }
  }
}

TEST_F(Similarity, NeedsNoHead) {
  TokenModelConfig config = config_;
  config.head = false;
  TokenModelParameters parameters = parameters_;
  parameters.w_out = {};
  parameters.b_out = {};
  const TokenModel headless(config, parameters);
  TokenModelTrace trace;
  EXPECT_TRUE(headless.forward(inputs_, {}, &trace).empty());
  EXPECT_TRUE(trace.logits.empty());
  const Attributions got = attributions_of(kSimilarities, {0, 2}, headless, inputs_);
  const Attributions expected = attributions_of(kSimilarities, {0, 2}, model_, inputs_);
  EXPECT_EQ(got.number, expected.number);
  EXPECT_EQ(got.tokens.data, expected.tokens.data);
  for (const char* field : {kLogProbabilities, "logits"}) {
    EXPECT_EQ(refusal([&] { gradients_of(field, {0, 0, 0}, headless, inputs_); }),
              "expected a field of this model, got \"" + std::string(field) + "\"");
  }
}

TEST_F(Similarity, AttributionsAreInputTimesGradient) {
  TokenModelTrace trace;
  model_.forward(inputs_, {}, &trace);
  const Rows x = widen(trace.embedding.embedded);
  const auto formula = [&](const Values& values) {
    return std::vector<double>{similarity(values.at("x"), 0, 2)};
  };
  const Rows d_x = reference::central_differences(formula, {{"x", x}}, {1}).at("x");
  std::vector<double> expected(kBatch * kLength, 0);
  double largest = 0;
  for (std::size_t i = 0; i < x.size(); ++i) expected[i / kWidth] += x[i] * d_x[i];
  for (const double each : expected) largest = std::max(largest, std::abs(each));
  EXPECT_GT(largest, 0.05);

  const NumberGradients gradients = gradients_of(kSimilarities, {0, 2}, model_, inputs_);
  EXPECT_TRUE(all_near(gradients.fields.at("embedded"), d_x, kGradientTolerance));
  const Attributions got = attributions_of(kSimilarities, {0, 2}, model_, inputs_);
  EXPECT_EQ(got.number, gradients.number);
  EXPECT_EQ(got.tokens.shape_text(), "[batch 3, token 4]");
  EXPECT_TRUE(all_near(got.tokens, expected, kGradientTolerance));
  // Padding and the sentence that is not compared contribute nothing.
  for (const std::size_t token : {3, 4, 5, 6, 7, 10, 11}) EXPECT_EQ(got.tokens.data[token], 0);
}

// The other text matters only through its vector.
TEST_F(Similarity, ToAFixedVectorHasTheGradientsOfOneText) {
  TokenModelTrace trace;
  model_.forward(inputs_, {}, &trace);
  const Rows x = widen(trace.embedding.embedded);
  constexpr std::size_t kNumbers = kLength * kWidth;
  const auto formula = [&](const Values& values) {
    Rows all = x;
    std::copy_n(values.at("x").begin(), kNumbers, all.begin());
    return std::vector<double>{similarity(all, 0, 2)};
  };
  const Rows own(x.begin(), x.begin() + kNumbers);
  const Rows d_x = reference::central_differences(formula, {{"x", own}}, {1}).at("x");

  const ModelInputs one{.ids = {1, kLength, {1, 4, 2, 0}}, .key_padding = {1, 1, 1, 0}};
  Tensor other({"d_model"}, {kWidth});
  other.matrix(0) = trace.pooled.matrix(2);
  const NumberGradients got = similarity_gradients(other, model_, one);
  EXPECT_NEAR(got.number, similarity(x, 0, 2), 1e-5);
  EXPECT_TRUE(all_near(got.fields.at("embedded"), d_x, kGradientTolerance));

  EXPECT_EQ(refusal([&] { similarity_gradients(other, model_, inputs_); }),
            "expected one sentence, got 3");
  const Tensor narrow({"d_model"}, {kWidth - 1});
  EXPECT_EQ(refusal([&] { similarity_gradients(narrow, model_, one); }),
            "expected another vector of 4 numbers, got 3");
}

TEST_F(Similarity, OfASentenceToItselfIsOneAndComesFromNothing) {
  const Attributions got = attributions_of(kSimilarities, {1, 1}, model_, inputs_);
  EXPECT_FLOAT_EQ(got.number, 1);
  EXPECT_TRUE(all_near(got.tokens, std::vector<double>(kBatch * kLength, 0), 1e-6));
}

// No gradient flows through a replaced number: the first sentence's vector does not depend on its
// tokens.
TEST_F(Similarity, UnderAnInterventionComesFromTheOtherTokensOnly) {
  const Intervention replaced{"", "pooled", {0}, {1, 0, 0, 0}};
  TokenModelTrace trace;
  model_.forward(inputs_, {}, &trace);
  const auto y = trace.pooled.matrix(2);
  const Attributions got = attributions_of(kSimilarities, {0, 2}, model_, inputs_, {replaced});
  EXPECT_NEAR(got.number, y(0, 0) / y.norm(), 1e-6);
  for (std::size_t token = 0; token < kLength; ++token) EXPECT_EQ(got.tokens.data[token], 0);
  EXPECT_GT(std::abs(got.tokens.data[8]), 1e-3f);
}

// A number of the input of the first layer is its own contribution, also where it was changed.
TEST_F(Similarity, ANumberOfTheInputComesFromItsOwnTokenAlone) {
  for (const auto& changes : {std::vector<Intervention>{},
                              {{"", "embedded", {1, 2}, {3}, Intervention::Change::kMultiply}},
                              {{"", "embedded", {}, {2}}}}) {
    const Attributions got = attributions_of("embedded", {1, 2, 3}, model_, inputs_, changes);
    EXPECT_NE(got.number, 0);
    std::vector<float> expected(kBatch * kLength);
    expected[kLength + 2] = got.number;
    EXPECT_EQ(got.tokens.data, expected);
  }
}

TEST_F(Similarity, RefusesOtherItemsAndModelsWithoutOneVector) {
  EXPECT_EQ(refusal([&] { attributions_of(kSimilarities, {0, 3}, model_, inputs_); }),
            "expected an index of similarities with shape [3, 3], got [0, 3]");
  EXPECT_EQ(refusal([&] { attributions_of(kSimilarities, {0}, model_, inputs_); }),
            "expected an index of similarities with shape [3, 3], got [0]");
  config_.readout = Readout::kEveryPosition;
  const TokenModel every_position(config_, parameters_);
  EXPECT_EQ(refusal([&] { attributions_of(kSimilarities, {0, 1}, every_position, inputs_); }),
            "expected a model with one vector per input, got one with readout \"every_place\"");
  EXPECT_EQ(refusal([&] { similarity_gradients({}, every_position, inputs_); }),
            "expected a model with one vector per input, got one with readout \"every_place\"");
}

}  // namespace
}  // namespace attn
