#include "training/recipe.h"

#include <cmath>
#include <string_view>

#include "base/check.h"
#include "base/check_finite.h"
#include "base/enum_words.h"
#include "training/cross_entropy.h"

namespace attn {
namespace {

void set_default(Index& number, std::size_t task_default) {
  if (number == 0) number = static_cast<Index>(task_default);
}

// Throws unless `got` is one of the words that fit the task.
void check_for_task(const char* key, EnumWords fitting, std::string_view got) {
  std::string expected;
  for (const char* each : fitting) {
    if (got == each) return;
    if (!expected.empty()) expected += ", ";
    expected += each;
  }
  refuse("expected {} {} for this task, got {}", {key, expected, got});
}

// A task's examples are patches, tokens, or tokens of two languages; each needs its architecture.
// Patches need a class token, because their relations count it, and have one answer. Tokens have an
// answer at each position, and no class token.
void check_architecture(const TokenModelConfig& model, const Task& task) {
  constexpr const char* kFlags[] = {"false", "true"};
  const bool has_patches = task.vocabulary().empty();
  const bool has_target = !task.target_vocabulary().empty();
  const auto architecture = [](Architecture value) { return word_of(value, kArchitectureWords); };
  const char* got = architecture(model.architecture);
  if (has_patches) {
    check_for_task("architecture", {architecture(Architecture::kVision)}, got);
  } else if (has_target) {
    check_for_task("architecture", {architecture(Architecture::kEncoderDecoder)}, got);
  } else {
    check_for_task(
        "architecture",
        {architecture(Architecture::kEncoderOnly), architecture(Architecture::kDecoderOnly)}, got);
  }
  check_for_task("class_token", {kFlags[has_patches]}, kFlags[model.embedding.class_token]);
  check_for_task("head", {kFlags[1]}, kFlags[model.head]);
  const auto readout = [](Readout value) { return word_of(value, kReadoutWords); };
  got = readout(model.readout);
  if (has_patches) {
    check_for_task("readout", {readout(Readout::kFirst), readout(Readout::kMean)}, got);
  } else {
    check_for_task("readout", {readout(Readout::kEveryPosition)}, got);
  }
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
  if (r.model.num_labels != labels) {
    refuse("expected {} {} for this task, got {}", {"num_labels", labels, r.model.num_labels});
  }
  r.model = r.model.resolved();
  return r;
}

}  // namespace attn
