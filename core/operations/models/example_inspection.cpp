#include "operations/models/example_inspection.h"

#include <utility>

#include "base/check.h"
#include "operations/tensors/fields.h"
#include "training/attention_weights.h"
#include "training/evaluation.h"
#include "training/tasks/batch.h"

namespace attn {
namespace {

void check_ids_of(const char* name, const std::vector<Index>& ids, std::size_t vocabulary,
                  Index max_length) {
  const auto count = static_cast<Index>(ids.size());
  if (count < 1 || count > max_length) {
    refuse("expected 1 to {} {}, got {}", {max_length, name, count});
  }
  check_ids(name, {1, count, ids}, static_cast<Index>(vocabulary));
}

}  // namespace

ExampleInspection inspect_example(const TokenModel& model, const Task& task, const Example& example,
                                  std::vector<Intervention> interventions, Keep keep) {
  PassOptions options;
  if (!interventions.empty()) options.hooks = TraceHooks(std::move(interventions));
  TokenModelTrace trace;
  trace.keep = keep == Keep::kTrace ? keep : Keep::kWeights;
  const Tensor logits = model.forward(model_inputs(batch_of({example})), options, &trace);

  ExampleInspection inspection;
  inspection.guesses = best_guesses(probabilities_of(logits, task.answers_per_place()));
  for (const AttentionWeights& attention : attention_weights(trace)) {
    const std::vector<Index>& shape = attention.weights->shape;
    inspection.weights.put(
        attention.name,
        Tensor({"head", "query", "key"}, {shape[1], shape[2], shape[3]}, attention.weights->data));
  }
  if (keep == Keep::kTrace) Fields(trace).move_to(inspection.trace);
  return inspection;
}

Example example_of_ids(const Task& task, std::vector<Index> ids, std::vector<Index> target_ids) {
  check_ids_of("ids", ids, task.vocabulary().size(), task.max_length());
  if (task.target_vocabulary().empty() != target_ids.empty()) {
    refuse(target_ids.empty()
               ? "expected target_ids for a task with a decoder, got none"
               : "expected no target_ids for a task without a decoder, got target_ids");
  }
  if (!target_ids.empty()) {
    check_ids_of("target_ids", target_ids, task.target_vocabulary().size(),
                 task.max_target_length());
  }
  Example example;
  const std::size_t positions = target_ids.empty() ? ids.size() : target_ids.size();
  example.labels.assign(positions * static_cast<std::size_t>(task.answers_per_place()), -1);
  example.ids = std::move(ids);
  example.target_ids = std::move(target_ids);
  return example;
}

}  // namespace attn
