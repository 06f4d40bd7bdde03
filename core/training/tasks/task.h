// Tasks to train a small model on: seeded generators of examples with their right answers.
//
//   auto task = make_task("copy", {});
//   Random random(seed, stream_of("examples"));
//   const Batch batch = batch_of({task->sample(random), task->sample(random)});
//
// A task has no state: one generator in the same state gives the same examples on every machine.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/random.h"
#include "base/tensor.h"

namespace attn {

// Where a head has to look to find the answer. Heads are scored by this; no loss reads it. Of
// several relations of one kind with the same query, any key is right: the score of that row is the
// sum of their weights.
struct HeadRelation {
  int kind;     // an index into Task::relations()
  Index query;  // a position of target_ids, if there are any, else of ids
  Index key;    // a position of ids. For patches, position 0 is the class token, here and in query
};

struct Example {
  std::vector<Index> ids;         // [n] tokens of vocabulary()
  std::vector<Index> target_ids;  // [n_target] tokens of target_vocabulary(): the decoder's input
  // [positions, answers_per_place]: indices into answers(); -1: not asked. The positions are those
  // of target_ids, without these those of ids. Patches have one, the class token.
  std::vector<Index> labels;
  std::vector<HeadRelation> relations;
  Tensor patches;    // [patch, d_patch]; empty for tasks on tokens
  int category = 0;  // an index into Task::categories()
};

class Task {
 public:
  virtual ~Task() = default;

  virtual const std::vector<std::string>& vocabulary() const = 0;     // empty for patches
  virtual const std::vector<std::string>& target_vocabulary() const;  // empty without a decoder
  // By default the target vocabulary, or without one the vocabulary.
  virtual const std::vector<std::string>& answers() const;
  virtual const std::vector<std::string>& relations() const;
  virtual const std::vector<std::string>& categories() const;  // default: one category, ""

  virtual Index max_length() const = 0;  // of ids; of patches: their number
  virtual Index max_target_length() const { return 0; }
  // With k answers per position, logits [batch, n, k * answers] are read as
  // [batch, n * k, answers].
  virtual Index answers_per_place() const { return 1; }

  // A training example. It is never one of held_out().
  Example sample(Random& random) const { return draw(random, Split::kTraining); }

  static constexpr Index kMaxHeldOut = 1 << 16;

  // The first `count` of a fixed sequence of examples that sample() never returns. Digits have only
  // as many as images were held out. Throws std::invalid_argument unless count is from 0 to
  // kMaxHeldOut.
  virtual std::vector<Example> held_out(Index count) const;

  // An example with this text as its input. Labels and relations are set where the rules of the
  // task decide them; elsewhere labels are -1. Throws std::invalid_argument for words that are not
  // in the vocabulary, naming them, and for a text that is no input of the task.
  virtual Example parse(std::string_view text) const = 0;

  // An example of this image, without a label. Throws std::invalid_argument for a task that has no
  // images, and for another number of pixels or other values.
  //   pixels  [28, 28] row by row, from 0, the background, to 255
  virtual Example of_image(const std::vector<Index>& pixels) const;

 protected:
  enum class Split { kTraining, kHeldOut };
  virtual Example draw(Random& random, Split split) const = 0;
};

// Each task reads the options that it has and ignores the others. 0 and "" mean its default.
struct TaskOptions {
  // "copy_places", "induction", "characters", "words": how many tokens an input has. "copy",
  // "reverse", "sort": the longest row of symbols.
  Index length = 0;
  Index min_length = 0;  // "copy", "reverse", "sort": the shortest row; 0: `length`
  // "copy", "reverse", "sort", "copy_places", "induction": the size of the alphabet
  Index symbols = 0;
  Index places = 0;                  // "copy_places": how many tokens are copied at each position
  Index pairs = 0;                   // "needle": how many pairs of a key and a value
  std::string text;                  // "characters", "words": the text to learn
  std::vector<std::uint8_t> images;  // "digits": [image, 28, 28], row-major, 0 is the background
  std::vector<std::uint8_t> digits;  // "digits": [image], 0 to 9
};

// The task of this name: "copy", "reverse", "sort", "copy_places", "induction", "needle",
// "goes_with", "who", "translation", "digits", "characters" or "words".
// Throws std::invalid_argument for an unknown name or an option out of range.
std::unique_ptr<Task> make_task(std::string_view name, const TaskOptions& options);

}  // namespace attn
