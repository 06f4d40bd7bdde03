// language.wasm: whole models, those of checkpoints too, the vectors in them, and what their heads
// look at.
#include "verbs.h"

namespace attn::js {
namespace {

constexpr std::span<const Verb> (*kVerbs[])() = {token_model_verbs, checkpoint_verbs,
                                                 vector_verbs,      head_finder_verbs,
                                                 masked_word_verbs, parameter_part_verbs};

}  // namespace

const Module kModule = {"language.wasm", kVerbs, token_model_count};

}  // namespace attn::js
