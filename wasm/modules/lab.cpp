// lab.wasm: the operations that a lab needs (one attention layer, and what its views show), and
// prepared models.
#include "operations/groups/groups.h"
#include "verbs/verbs.h"

namespace attn {

const std::vector<Operation>& operations() {
  static const std::vector<Operation> all =
      operations_of({attention_operations, inspect_operations});
  return all;
}

namespace js {
namespace {

constexpr std::span<const Verb> (*kVerbs[])() = {operation_verbs, prepared_model_verbs};

}  // namespace

const Module kModule = {"lab.wasm", kVerbs, prepared_model_count};

}  // namespace js
}  // namespace attn
