// Digits: patches, shifts and the split, on images that the test creates.
#include <gtest/gtest.h>

#include <cmath>

#include "core/training/tasks/rules_of_tasks.h"
#include "support/refusal.h"
#include "training/tasks/task.h"

namespace attn {
namespace {

// 100 images of a few bright pixels on a dark background.
TaskOptions images() {
  TaskOptions options;
  Random random(9);
  for (int image = 0; image < 100; ++image) {
    std::vector<std::uint8_t> pixels(784);
    for (int i = 0; i < 60; ++i) {
      pixels[random.next_uint32() % 784] = static_cast<std::uint8_t>(random.next_uint32() % 256);
    }
    options.images.insert(options.images.end(), pixels.begin(), pixels.end());
    options.digits.push_back(static_cast<std::uint8_t>(image % 10));
  }
  return options;
}

// The image of an example, pixel by pixel.
std::vector<double> image_of(const Example& example, double mean, double deviation) {
  std::vector<double> pixels;
  for (int y = 0; y < 28; ++y) {
    for (int x = 0; x < 28; ++x) {
      const int patch = 4 * (y / 7) + x / 7, inside = 7 * (y % 7) + x % 7;
      const float value = example.patches.data[static_cast<std::size_t>(49 * patch + inside)];
      pixels.push_back(std::round(value * deviation + mean));
    }
  }
  return pixels;
}

struct Source {
  int image = -1, down = 0, right = 0;
};

// Finds the image, and its shift, that has these pixels.
Source source_of(const std::vector<double>& pixels, const TaskOptions& options) {
  for (int image = 0; image < 100; ++image) {
    for (int down = -1; down <= 1; ++down) {
      for (int right = -1; right <= 1; ++right) {
        bool same = true;
        for (int y = 0; y < 28 && same; ++y) {
          for (int x = 0; x < 28 && same; ++x) {
            const int from_y = y - down, from_x = x - right;
            const bool inside = from_y >= 0 && from_y < 28 && from_x >= 0 && from_x < 28;
            const auto at = static_cast<std::size_t>(784 * image + 28 * from_y + from_x);
            same =
                pixels[static_cast<std::size_t>(28 * y + x)] == (inside ? options.images[at] : 0);
          }
        }
        if (same) return {image, down, right};
      }
    }
  }
  return {};
}

TEST(DigitsTask, SamplesAreTrainingImagesShiftedByAtMostOnePixel) {
  const TaskOptions options = images();
  const auto task = make_task("digits", options);
  double mean = 0, deviation = 0;
  for (const std::uint8_t pixel : options.images) mean += pixel / 78400.0;
  for (const std::uint8_t pixel : options.images) {
    deviation += (pixel - mean) * (pixel - mean) / 78400;
  }
  deviation = std::sqrt(deviation);

  std::set<int> held_out;
  for (const Example& example : task->held_out(1000)) {
    const Source source = source_of(image_of(example, mean, deviation), options);
    ASSERT_GE(source.image, 0);
    EXPECT_EQ(source.down, 0);
    EXPECT_EQ(source.right, 0);
    EXPECT_EQ(example.labels, (std::vector<Index>{source.image % 10}));
    EXPECT_TRUE(held_out.insert(source.image).second);
  }
  EXPECT_GE(held_out.size(), 4u);
  EXPECT_LE(held_out.size(), 20u);
  EXPECT_EQ(task->held_out(2).size(), 2u);

  std::set<int> training, shifts;
  Random random(1);
  for (int i = 0; i < 2000; ++i) {
    const Example example = task->sample(random);
    expect_indices_in_range(*task, example);
    ASSERT_EQ(example.patches.shape_text(), "[patch 16, d_patch 49]");
    const std::vector<double> pixels = image_of(example, mean, deviation);
    const Source source = source_of(pixels, options);
    ASSERT_GE(source.image, 0);
    ASSERT_EQ(held_out.count(source.image), 0u);
    ASSERT_EQ(example.labels, (std::vector<Index>{source.image % 10}));
    training.insert(source.image);
    shifts.insert(3 * source.down + source.right);
    // The patches with ink, as targets of the class token.
    double ink[16] = {};
    for (int p = 0; p < 784; ++p) {
      ink[4 * (p / 28 / 7) + p % 28 / 7] += pixels[static_cast<std::size_t>(p)];
    }
    RelationSet relations;
    for (Index p = 0; p < 16; ++p) {
      if (ink[p] > 255) relations.insert({0, 0, 1 + p});
    }
    ASSERT_EQ(relation_set(example), relations);
  }
  EXPECT_EQ(training.size() + held_out.size(), 100u);
  EXPECT_EQ(shifts.size(), 9u);
}

TEST(DigitsTask, TheOrderOfTheImagesDoesNotDecideWhichAreHeldOut) {
  const TaskOptions options = images();
  TaskOptions swapped = options;
  std::swap_ranges(swapped.images.begin(), swapped.images.begin() + 784 * 50,
                   swapped.images.begin() + 784 * 50);
  std::set<std::vector<float>> a, b;
  for (const Example& example : make_task("digits", options)->held_out(100)) {
    a.insert(example.patches.data);
  }
  for (const Example& example : make_task("digits", swapped)->held_out(100)) {
    b.insert(example.patches.data);
  }
  EXPECT_EQ(a, b);
}

TEST(DigitsTask, ASeedGivesTheseExamplesOnEveryTarget) {
  EXPECT_EQ(hash_of_samples(*make_task("digits", images())), 0x81a391641f3df913u);
}

TEST(DigitsTask, AnImageGivesThePatchesOfTheSameHeldOutImage) {
  const TaskOptions options = images();
  const auto task = make_task("digits", options);
  const std::vector<Example> held_out = task->held_out(3);
  std::set<int> found;
  for (int image = 0; image < 100; ++image) {
    const auto* first = options.images.data() + 784 * image;
    const Example example = task->of_image({first, first + 784});
    EXPECT_EQ(example.labels, std::vector<Index>{-1});
    for (std::size_t i = 0; i < held_out.size(); ++i) {
      if (example.patches.data != held_out[i].patches.data) continue;
      EXPECT_EQ(relation_set(example), relation_set(held_out[i]));
      EXPECT_EQ(held_out[i].labels, std::vector<Index>{image % 10});
      found.insert(static_cast<int>(i));
    }
  }
  EXPECT_EQ(found.size(), 3u);
}

TEST(DigitsTask, RefusesANegativeNumberOfHeldOutImages) {
  const auto task = make_task("digits", images());
  EXPECT_EQ(refusal([&] { task->held_out(-1); }), "expected held_out of 0 to 65536, got -1");
}

TEST(DigitsTask, RefusesWhatIsNotImagesAndDigits) {
  TaskOptions options = images();
  options.digits[3] = 10;
  EXPECT_EQ(refusal([&] { make_task("digits", options); }), "expected digits from 0 to 9, got 10");
  options.digits.pop_back();
  EXPECT_EQ(refusal([&] { make_task("digits", options); }),
            "expected digits to train on, with 784 pixels each, got 99 digits and 78400 pixels");
  EXPECT_EQ(refusal([&] { make_task("digits", {}); }),
            "expected digits to train on, with 784 pixels each, got 0 digits and 0 pixels");
  options = images();
  options.images.assign(options.images.size(), 7);
  EXPECT_EQ(refusal([&] { make_task("digits", options); }),
            "expected images with more than one shade of gray, got one shade");
  EXPECT_EQ(refusal([&] { make_task("digits", images())->parse("7"); }),
            "expected an image of a digit, got text: digits cannot be typed");
  const auto task = make_task("digits", images());
  EXPECT_EQ(refusal([&] { task->of_image({1, 2, 3}); }), "expected an image of 784 pixels, got 3");
  std::vector<Index> pixels(784);
  pixels[5] = 256;
  EXPECT_EQ(refusal([&] { task->of_image(pixels); }), "expected pixels from 0 to 255, got 256");
  EXPECT_EQ(refusal([&] { make_task("copy", {})->of_image(pixels); }),
            "expected an example in tokens, got an image: only digits have images");
}

}  // namespace
}  // namespace attn
