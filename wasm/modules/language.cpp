// language.wasm: whole models, including those of checkpoints, their vectors and what their heads
// look at; and the operations on such vectors.
#include "operations/groups/groups.h"
#include "verbs/verbs.h"

namespace attn {

const std::vector<Operation>& operations() {
  static const std::vector<Operation> all = operations_of({vector_operations});
  return all;
}

namespace js {
namespace {

constexpr std::span<const Verb> (*kVerbs[])() = {
    operation_verbs,   token_model_verbs, checkpoint_verbs,  vector_verbs,
    head_figure_verbs, head_finder_verbs, masked_word_verbs, parameter_part_verbs};

}  // namespace

const Module kModule = {"language.wasm", kVerbs, token_model_count};

}  // namespace js
}  // namespace attn
