// Handwritten digits: an image of 28 x 28 pixels as 16 patches of 7 x 7, to be classified by a
// vision model. The caller passes the images. One image in ten is held out; a training image is
// shifted by up to one pixel each way.
//
//   patches    [16, 49]  row by row; (pixel - mean) / standard deviation, both over all images
//   labels     [1]       the digit, at the class token
//   relations  from the class token to the patches with more ink than one pixel can hold
#include <cmath>

#include "base/check.h"
#include "base/draw.h"
#include "training/tasks/factories.h"

namespace attn {
namespace {

constexpr Index kSide = 28, kPatchSide = 7, kPixels = kSide * kSide;
constexpr Index kPatchesAcross = kSide / kPatchSide;
constexpr Index kPatches = kPatchesAcross * kPatchesAcross, kPatchPixels = kPatchSide * kPatchSide;

class DigitsTask final : public Task {
 public:
  DigitsTask(const std::vector<std::uint8_t>& images, const std::vector<std::uint8_t>& digits)
      : images_(images), digits_(digits) {
    double sum = 0, squares = 0;
    for (const double pixel : images) {
      sum += pixel;
      squares += pixel * pixel;
    }
    const double count = static_cast<double>(images.size());
    mean_ = sum / count;
    deviation_ = std::sqrt(squares / count - mean_ * mean_);
    if (!(deviation_ > 0)) {
      refuse("expected images with more than one shade of gray, got one shade");
    }
    for (Index i = 0; i < static_cast<Index>(digits.size()); ++i) {
      // A hash of its bytes decides, so that the order of the images does not matter.
      const auto* bytes = reinterpret_cast<const char*>(images.data() + i * kPixels);
      const bool held_out = (stream_of({bytes, kPixels}) >> 32) % 10 == 0;
      (held_out ? held_out_ : training_).push_back(i);
    }
    if (training_.empty() || held_out_.empty()) {
      refuse("expected enough images that one in ten can be held out, got {}",
             {static_cast<Index>(digits.size())});
    }
  }

  const std::vector<std::string>& vocabulary() const override { return none_; }
  const std::vector<std::string>& answers() const override { return answers_; }
  const std::vector<std::string>& relations() const override { return relations_; }
  Index max_length() const override { return kPatches; }

  std::vector<Example> held_out(Index count) const override {
    check_range("held_out", count, 0, kMaxHeldOut);
    std::vector<Example> examples;
    for (const Index i : held_out_) {
      if (static_cast<Index>(examples.size()) < count) examples.push_back(example_at(i, 0, 0));
    }
    return examples;
  }

  Example parse(std::string_view) const override {
    refuse("expected an image of a digit, got text: digits cannot be typed");
  }

  Example of_image(const std::vector<Index>& pixels) const override {
    if (static_cast<Index>(pixels.size()) != kPixels) {
      refuse("expected an image of {} pixels, got {}",
             {kPixels, static_cast<Index>(pixels.size())});
    }
    for (const Index pixel : pixels) {
      if (pixel < 0 || pixel > 255) refuse("expected pixels from 0 to 255, got {}", {pixel});
    }
    Example example = example_of({pixels.begin(), pixels.end()});
    example.labels = {-1};
    return example;
  }

 protected:
  Example draw(Random& random, Split split) const override {
    const Index image = pick(random, split == Split::kTraining ? training_ : held_out_);
    const Index down = between(random, -1, 1), right = between(random, -1, 1);
    return example_at(image, down, right);
  }

 private:
  // An image of the data, shifted.
  Example example_at(Index image, Index down, Index right) const {
    std::vector<std::uint8_t> pixels(kPixels, 0);
    for (Index y = 0; y < kSide; ++y) {
      for (Index x = 0; x < kSide; ++x) {
        const Index from_y = y - down, from_x = x - right;
        const bool inside = from_y >= 0 && from_y < kSide && from_x >= 0 && from_x < kSide;
        if (!inside) continue;
        pixels[static_cast<std::size_t>(y * kSide + x)] =
            images_[static_cast<std::size_t>(image * kPixels + from_y * kSide + from_x)];
      }
    }
    Example example = example_of(pixels);
    example.labels = {digits_[static_cast<std::size_t>(image)]};
    return example;
  }

  // The example of an image, without the label.
  Example example_of(const std::vector<std::uint8_t>& pixels) const {
    Example example;
    example.patches = Tensor({"patch", "d_patch"}, {kPatches, kPatchPixels});
    float* to = example.patches.data.data();
    for (Index patch = 0; patch < kPatches; ++patch) {
      Index ink = 0;
      for (Index i = 0; i < kPatchPixels; ++i) {
        const Index y = patch / kPatchesAcross * kPatchSide + i / kPatchSide;
        const Index x = patch % kPatchesAcross * kPatchSide + i % kPatchSide;
        const Index pixel = pixels[static_cast<std::size_t>(y * kSide + x)];
        ink += pixel;
        *to++ = static_cast<float>((static_cast<double>(pixel) - mean_) / deviation_);
      }
      if (ink > 255) example.relations.push_back({0, 0, 1 + patch});
    }
    return example;
  }

  std::vector<std::uint8_t> images_, digits_;
  double mean_ = 0, deviation_ = 0;
  std::vector<Index> training_, held_out_;  // indices of images
  std::vector<std::string> none_;
  std::vector<std::string> answers_ = {"0", "1", "2", "3", "4", "5", "6", "7", "8", "9"};
  std::vector<std::string> relations_ = {"ink"};
};

}  // namespace

std::unique_ptr<Task> make_digits(const TaskOptions& options) {
  const auto count = options.digits.size();
  if (options.images.size() != count * kPixels || count == 0) {
    refuse("expected digits to train on, with 784 pixels each, got {} digits and {} pixels",
           {static_cast<Index>(count), static_cast<Index>(options.images.size())});
  }
  for (const std::uint8_t digit : options.digits) {
    if (digit > 9) refuse("expected digits from 0 to 9, got {}", {Index{digit}});
  }
  return std::make_unique<DigitsTask>(options.images, options.digits);
}

}  // namespace attn
