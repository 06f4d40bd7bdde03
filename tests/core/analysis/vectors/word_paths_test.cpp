#include "analysis/vectors/word_paths.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <vector>

#include "base/finite.h"
#include "support/inputs.h"
#include "support/near.h"
#include "support/refusal.h"

namespace attn {
namespace {

Tensor vectors_of(Index sentences, Index layers, Index d_model, std::vector<float> numbers) {
  return Tensor({"sentence", "layer", "d_model"}, {sentences, layers, d_model}, std::move(numbers));
}

// The layers are at (10, 0) and (0, 10); in the third number, the sentences are 1 and 2 above and
// below.
Tensor on_a_line() { return vectors_of(2, 2, 3, {10, 0, -1, 0, 10, -2, 10, 0, 1, 0, 10, 2}); }

TEST(WordPaths, SubtractTheMeanOfEachLayer) {
  const WordPaths paths = word_paths(on_a_line());
  EXPECT_EQ(paths.apart.coordinates.shape_text(), "[sentence 2, layer 2, component 2]");
  // The sign makes the first sentence's coordinates positive.
  EXPECT_TRUE(all_near(paths.apart.coordinates, {1, 0, 2, 0, -1, 0, -2, 0}, 1e-6));
  EXPECT_TRUE(all_near(paths.apart.explained, {1, 0}, 1e-7));
}

TEST(WordPaths, ReturnThePartThatAllSentencesShare) {
  const WordPaths paths = word_paths(on_a_line());
  // Relative to (5, 5, 0): 4 * 50 between the layers, and 1 + 1 + 4 + 4 within them.
  EXPECT_NEAR(paths.common, 200 / 210.0, 1e-6);
  EXPECT_TRUE(all_near(paths.common_by_layer, {100 / 101.0, 100 / 104.0}, 1e-6));
  const double far = std::sqrt(50.0);
  EXPECT_TRUE(all_near(paths.plain.coordinates, {far, 1, -far, 2, far, -1, -far, -2}, 1e-5));
  EXPECT_TRUE(all_near(paths.plain.explained, {200 / 210.0, 10 / 210.0}, 1e-6));
}

// The principal components of centered points, from their covariance by power iteration.
struct Axes {
  std::vector<std::vector<double>> axes;  // [component 2][d_model]
  std::vector<double> explained;
};
Axes principal_axes(const std::vector<std::vector<double>>& points) {
  const std::size_t d = points[0].size();
  std::vector<std::vector<double>> covariance(d, std::vector<double>(d));
  double all = 0;
  for (const auto& point : points) {
    for (std::size_t i = 0; i < d; ++i) {
      all += point[i] * point[i];
      for (std::size_t j = 0; j < d; ++j) covariance[i][j] += point[i] * point[j];
    }
  }
  Axes found;
  for (int component = 0; component < 2; ++component) {
    std::vector<double> axis(d, 1);
    axis[0] = 2;
    double length = 0;
    for (int step = 0; step < 20000; ++step) {
      std::vector<double> next(d);
      length = 0;
      for (std::size_t i = 0; i < d; ++i) {
        for (std::size_t j = 0; j < d; ++j) next[i] += covariance[i][j] * axis[j];
        length += next[i] * next[i];
      }
      length = std::sqrt(length);
      for (std::size_t i = 0; i < d; ++i) axis[i] = next[i] / length;
    }
    for (std::size_t i = 0; i < d; ++i) {
      for (std::size_t j = 0; j < d; ++j) covariance[i][j] -= length * axis[i] * axis[j];
    }
    found.axes.push_back(axis);
    found.explained.push_back(length / all);
  }
  return found;
}

constexpr Index kSentences = 5, kLayers = 4, kWidth = 6;

Tensor random_vectors() {
  Tensor vectors =
      random_tensor({"sentence", "layer", "d_model"}, {kSentences, kLayers, kWidth}, 3);
  for (Index i = 0; i < kSentences; ++i) vectors.matrix(i).row(2).array() += 3;
  return vectors;
}

void expect_plane(const PrincipalPlane& got, const std::vector<std::vector<double>>& points) {
  const Axes expected = principal_axes(points);
  EXPECT_TRUE(all_near(got.explained, expected.explained, 1e-6));
  for (std::size_t component = 0; component < 2; ++component) {
    std::vector<double> coordinates;
    std::size_t largest = 0;
    for (const auto& point : points) {
      double sum = 0;
      for (std::size_t i = 0; i < point.size(); ++i) sum += point[i] * expected.axes[component][i];
      coordinates.push_back(sum);
      const std::size_t at = coordinates.size() - 1;
      const bool is_first_sentence = at < std::size_t{kLayers};
      if (is_first_sentence && std::abs(sum) > std::abs(coordinates[largest])) largest = at;
    }
    const double sign = coordinates[largest] < 0 ? -1 : 1;
    for (std::size_t i = 0; i < points.size(); ++i) {
      EXPECT_NEAR(got.coordinates.data[2 * i + component], sign * coordinates[i], 1e-5)
          << component << " " << i;
    }
  }
}

TEST(WordPaths, AreThePrincipalComponentsThatPowerIterationFinds) {
  const Tensor vectors = random_vectors();
  std::vector<std::vector<double>> layer_means(kLayers, std::vector<double>(kWidth));
  std::vector<double> mean(kWidth);
  const auto number = [&](std::size_t point, std::size_t i) {
    return double{vectors.data[point * kWidth + i]};
  };
  for (std::size_t point = 0; point < kSentences * kLayers; ++point) {
    for (std::size_t i = 0; i < kWidth; ++i) {
      layer_means[point % kLayers][i] += number(point, i) / kSentences;
      mean[i] += number(point, i) / (kSentences * kLayers);
    }
  }
  std::vector<std::vector<double>> apart, plain;
  for (std::size_t point = 0; point < kSentences * kLayers; ++point) {
    apart.emplace_back();
    plain.emplace_back();
    for (std::size_t i = 0; i < kWidth; ++i) {
      apart.back().push_back(number(point, i) - layer_means[point % kLayers][i]);
      plain.back().push_back(number(point, i) - mean[i]);
    }
  }
  const WordPaths paths = word_paths(vectors);
  expect_plane(paths.apart, apart);
  expect_plane(paths.plain, plain);
}

// A reflection changes the directions of all vectors in the same way.
TEST(WordPaths, DoNotDependOnTheDirectionsOfTheVectors) {
  const Tensor vectors = random_vectors(), normal = random_tensor({"d_model"}, {kWidth}, 4);
  Tensor turned = vectors;
  for (Index point = 0; point < kSentences * kLayers; ++point) {
    const auto row = rows_of(turned).row(point);
    const float along = row.dot(normal.matrix().row(0)) / normal.matrix().squaredNorm();
    rows_of(turned).row(point) -= 2 * along * normal.matrix().row(0);
  }
  ASSERT_FALSE(all_near(turned, vectors, 0.1));
  const WordPaths expected = word_paths(vectors), got = word_paths(turned);
  EXPECT_TRUE(all_near(got.apart.coordinates, expected.apart.coordinates, 1e-5));
  EXPECT_TRUE(all_near(got.plain.coordinates, expected.plain.coordinates, 1e-5));
  EXPECT_TRUE(all_near(got.common_by_layer, expected.common_by_layer, 1e-5));
  EXPECT_NEAR(got.common, expected.common, 1e-6);

  // Adding a vector to a layer of all sentences does not separate the sentences.
  for (Index i = 0; i < kSentences; ++i) turned.matrix(i).row(1).array() += 2;
  const WordPaths moved = word_paths(turned);
  EXPECT_TRUE(all_near(moved.apart.coordinates, expected.apart.coordinates, 1e-5));
  EXPECT_TRUE(all_near(moved.apart.explained, expected.apart.explained, 1e-5));
  EXPECT_GT(std::abs(moved.common - expected.common), 1e-3);
}

TEST(WordPaths, AreZeroForEqualSentences) {
  const Tensor one = random_tensor({"sentence", "layer", "d_model"}, {1, kLayers, kWidth}, 5);
  for (const Index sentences : {1, 3}) {
    std::vector<float> numbers;
    for (Index i = 0; i < sentences; ++i) {
      numbers.insert(numbers.end(), one.data.begin(), one.data.end());
    }
    const WordPaths paths = word_paths(vectors_of(sentences, kLayers, kWidth, numbers));
    const std::vector<double> zeros(static_cast<std::size_t>(sentences * kLayers * 2), 0);
    EXPECT_TRUE(all_near(paths.apart.coordinates, zeros, 0));
    EXPECT_TRUE(all_near(paths.apart.explained, {0, 0}, 0));
    EXPECT_NEAR(paths.common, 1, 1e-7);
    EXPECT_TRUE(all_near(paths.common_by_layer, {1, 1, 1, 1}, 1e-7));
    EXPECT_GT(paths.plain.explained.data[0], 0.3f);
  }
}

// Rounding errors of float32 define no direction and decide no sign.
TEST(WordPaths, IgnoreRoundingErrors) {
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    const Tensor direction = random_tensor({"d_model"}, {kWidth}, seed);
    const auto along = [&](const std::vector<float>& steps) {
      Tensor vectors({"sentence", "layer", "d_model"},
                     {static_cast<Index>(steps.size()), 1, kWidth});
      for (Index i = 0; i < vectors.shape[0]; ++i) {
        vectors.matrix(i) = (1.1f + steps[static_cast<std::size_t>(i)]) * direction.matrix();
      }
      return word_paths(vectors).apart;
    };
    // The first sentence is at the mean, so the second one decides.
    const double length = 0.3 * double{direction.matrix().norm()};
    for (const float step : {-0.3f, 0.3f}) {
      const PrincipalPlane on_a_line = along({0, step, -step});
      EXPECT_TRUE(all_near(on_a_line.coordinates, {0, 0, length, 0, -length, 0}, 1e-5));
      EXPECT_EQ(on_a_line.coordinates.data[3], 0);
      EXPECT_EQ(on_a_line.explained.data[1], 0);
    }
    const PrincipalPlane equal = along({0, 1e-7f, -1e-7f});
    EXPECT_TRUE(all_near(equal.coordinates, {0, 0, 0, 0, 0, 0}, 0));
    EXPECT_TRUE(all_near(equal.explained, {0, 0}, 0));

    // The two layers of equal sentences are at the same distance from their mean.
    for (Index sentences = 1; sentences < 10; ++sentences) {
      Tensor layers = random_tensor({"sentence", "layer", "d_model"}, {sentences, 2, kWidth}, seed);
      for (Index i = 1; i < sentences; ++i) layers.matrix(i) = layers.matrix(0);
      EXPECT_GT(word_paths(layers).plain.coordinates.data[0], 0);
    }
  }
}

TEST(WordPaths, AreZeroForZeroVectors) {
  const WordPaths paths = word_paths(vectors_of(2, 1, 1, {0, 0}));
  EXPECT_TRUE(all_near(paths.plain.coordinates, {0, 0, 0, 0}, 0));
  EXPECT_TRUE(all_near(paths.common_by_layer, {0}, 0));
  EXPECT_EQ(paths.common, 0);
}

TEST(WordPaths, RefusalsSayWhatIsExpected) {
  const Tensor flat({"layer", "d_model"}, {2, 2});
  EXPECT_EQ(refusal([&] { word_paths(flat); }),
            "expected vectors of shape [sentence, layer, d_model], got [layer 2, d_model 2]");
  EXPECT_EQ(refusal([&] { word_paths(vectors_of(0, 2, 2, {})); }),
            "expected vectors of shape [sentence, layer, d_model], got [sentence 0, layer 2, "
            "d_model 2]");
  EXPECT_EQ(refusal([&] { word_paths(Tensor({"sentence", "layer", "d_model"}, {27, 19, 1})); }),
            "expected at most 512 vectors, sentences times layers, got 513");
  for (const float bad : {kNaN, kInfinity}) {
    EXPECT_EQ(refusal([&] { word_paths(vectors_of(2, 1, 2, {1, 2, bad, 3})); }),
              "expected finite vectors, got NaN or infinity");
  }
}

}  // namespace
}  // namespace attn
