// attention.wasm: the operations, and prepared models.
#include "verbs/verbs.h"

namespace attn::js {
namespace {

constexpr std::span<const Verb> (*kVerbs[])() = {operation_verbs, prepared_model_verbs};

}  // namespace

const Module kModule = {"attention.wasm", kVerbs, prepared_model_count};

}  // namespace attn::js
