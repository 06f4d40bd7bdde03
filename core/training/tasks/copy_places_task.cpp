// Copying from several positions at once: at each position of a row, say the tokens at k fixed
// offsets. One head looks at one position only, so k positions need k heads. With fewer than 16
// symbols, a wide head can tell two positions apart by unequal weights.
//
//   ids     [length] letters; the row is a ring
//   labels  [length, k]: answer j of position p is the letter at position p + offset j
#include "base/check.h"
#include "base/draw.h"
#include "training/tasks/factories.h"
#include "training/tasks/generated_task.h"
#include "training/tasks/symbols.h"

namespace attn {
namespace {

// A task with k answers uses the first k offsets, which are distinct on every ring of at least 11
// positions.
constexpr Index kOffsets[] = {-2, 3, -4, 5, -1, 2, -5, 4};

class CopyPlacesTask final : public GeneratedTask {
 public:
  CopyPlacesTask(Index length, Index symbols, Index places)
      : length_(length), places_(places), vocabulary_(letters(symbols)) {
    for (Index j = 0; j < places; ++j) {
      offset_names_.emplace_back(kOffsets[j] > 0 ? "+" : "").append(integer_text(kOffsets[j]));
    }
  }

  const std::vector<std::string>& vocabulary() const override { return vocabulary_; }
  const std::vector<std::string>& relations() const override { return offset_names_; }
  Index max_length() const override { return length_; }
  Index answers_per_place() const override { return places_; }

  Example parse(std::string_view text) const override {
    const std::vector<Index> ids = symbol_ids(text, vocabulary_);
    check_token_count(ids, length_, length_);
    return example_of(ids);
  }

 protected:
  Example generate(Random& random) const override {
    std::vector<Index> ids(static_cast<std::size_t>(length_));
    for (Index& id : ids) id = below(random, static_cast<Index>(vocabulary_.size()));
    return example_of(ids);
  }

 private:
  Example example_of(const std::vector<Index>& ids) const {
    Example example;
    example.ids = ids;
    for (Index query = 0; query < length_; ++query) {
      for (Index j = 0; j < places_; ++j) {
        const Index key = (query + kOffsets[j] + length_) % length_;
        example.labels.push_back(ids[static_cast<std::size_t>(key)]);
        example.relations.push_back({static_cast<int>(j), query, key});
      }
    }
    return example;
  }

  Index length_, places_;
  std::vector<std::string> vocabulary_, offset_names_;
};

}  // namespace

std::unique_ptr<Task> make_copy_places(const TaskOptions& options) {
  return std::make_unique<CopyPlacesTask>(option("length", options.length, 12, 11, 64),
                                          option("symbols", options.symbols, 16, 4, 26),
                                          option("places", options.places, 2, 1, 8));
}

}  // namespace attn
