#include "training/recipe.h"

#include <cmath>

#include "base/check.h"
#include "training/cross_entropy.h"

namespace attn {
namespace {

void set_default(Index& number, std::size_t task_default) {
  if (number == 0) number = static_cast<Index>(task_default);
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
  const float coefficient = r.penalty.coefficient;
  if (!(coefficient >= 0 && std::isfinite(coefficient))) {
    refuse("expected a finite coefficient of at least 0, got {}", {number_text(coefficient)});
  }
  for (const double rate : {r.dropout.weights, r.dropout.residual, r.dropout.embedding}) {
    check_dropout({rate});
  }
  check_label_smoothing(r.label_smoothing);
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
    r.model.target = source;
    r.model.target.vocab_size = static_cast<Index>(task.target_vocabulary().size());
    r.model.target.max_length = task.max_target_length();
  }
  set_default(r.model.num_labels, task.answers().size());
  r.model.answers_per_place = task.answers_per_place();
  r.model.num_labels *= recipe.model.num_labels == 0 ? task.answers_per_place() : 1;
  r.model = r.model.resolved();
  return r;
}

}  // namespace attn
