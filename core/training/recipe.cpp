#include "training/recipe.h"

#include <algorithm>
#include <cmath>

#include "base/check.h"
#include "base/check_finite.h"
#include "base/enum_words.h"
#include "training/cross_entropy.h"

namespace attn {
namespace {

void set_default(Index& number, std::size_t task_default) {
  if (number == 0) number = static_cast<Index>(task_default);
}

void check_for_task(const char* key, const Piece& expected, const Piece& got, bool fits) {
  if (!fits) refuse("expected {} {} for this task, got {}", {key, expected, got});
}

// The same for the value of an enum; those in `fitting` fit the task.
template <class Enum>
void check_for_task(const char* key, EnumWords words, const std::vector<Enum>& fitting, Enum got) {
  std::string expected;
  for (const Enum each : fitting) {
    if (!expected.empty()) expected += ", ";
    expected += word_of(each, words);
  }
  check_for_task(key, expected, word_of(got, words),
                 std::find(fitting.begin(), fitting.end(), got) != fitting.end());
}

// A task's examples are patches, tokens, or tokens of two languages; each needs its architecture.
// Patches need a class token, because their relations count it, and have one answer. Tokens have an
// answer at each position, and no class token.
void check_architecture(const TokenModelConfig& model, const Task& task) {
  constexpr const char* kFlags[] = {"false", "true"};
  const bool has_patches = task.vocabulary().empty();
  const bool has_target = !task.target_vocabulary().empty();
  using enum Architecture;
  std::vector<Architecture> architectures = {kEncoderOnly, kDecoderOnly};
  if (has_target) architectures = {kEncoderDecoder};
  if (has_patches) architectures = {kVision};
  check_for_task("architecture", kArchitectureWords, architectures, model.architecture);
  const bool class_token = model.embedding.class_token;
  check_for_task("class_token", kFlags[has_patches], kFlags[class_token],
                 class_token == has_patches);
  check_for_task("head", kFlags[1], kFlags[model.head], model.head);
  using enum Readout;
  std::vector<Readout> readouts = {kEveryPosition};
  if (has_patches) readouts = {kFirst, kMean};
  check_for_task("readout", kReadoutWords, readouts, model.readout);
}

}  // namespace

Recipe resolved(const Recipe& recipe, const Task& task) {
  Recipe r = recipe;
  check_min("batch", r.batch, 1);
  check_min("pool", r.pool, 0);
  check_min("steps", r.steps, 1);
  check_optimizer(r.optimizer);
  check_schedule(r.schedule);
  check_ramp(r.penalty.ramp);
  check_finite("entropy", r.penalty.entropy);
  for (const double rate : {r.dropout.weights, r.dropout.residual, r.dropout.embedding}) {
    check_dropout({rate});
  }
  check_label_smoothing(r.label_smoothing);
  check_architecture(r.model, task);
  InputEmbeddingConfig& source = r.model.embedding;
  if (r.model.architecture == Architecture::kVision) {
    const std::vector<Example> examples = task.held_out(1);
    set_default(source.d_patch, static_cast<std::size_t>(examples.at(0).patches.shape.at(1)));
  } else {
    set_default(source.vocab_size, task.vocabulary().size());
  }
  const auto class_tokens = static_cast<Index>(source.class_token);
  set_default(source.max_length, static_cast<std::size_t>(task.max_length() + class_tokens));
  if (r.model.architecture == Architecture::kEncoderDecoder) {
    InputEmbeddingConfig target = source;
    target.vocab_size = r.model.target.vocab_size;
    target.max_length = r.model.target.max_length;
    set_default(target.vocab_size, task.target_vocabulary().size());
    set_default(target.max_length, static_cast<std::size_t>(task.max_target_length()));
    r.model.target = target;
  }
  r.model.answers_per_place = task.answers_per_place();
  const Index labels = static_cast<Index>(task.answers().size()) * task.answers_per_place();
  set_default(r.model.num_labels, static_cast<std::size_t>(labels));
  check_for_task("num_labels", labels, r.model.num_labels, r.model.num_labels == labels);
  r.model = r.model.resolved();
  return r;
}

}  // namespace attn
