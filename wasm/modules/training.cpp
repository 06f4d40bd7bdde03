// training.wasm: whole models, and trainers.
#include "verbs/verbs.h"

namespace attn::js {
namespace {

constexpr std::span<const Verb> (*kVerbs[])() = {token_model_verbs, trainer_verbs};

}  // namespace

const Module kModule = {"training.wasm", kVerbs, token_model_count};

}  // namespace attn::js
