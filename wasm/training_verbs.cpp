// The verbs of training.wasm: whole models, the vectors in them, trainers, and the head finder.
#include "base/check.h"
#include "checkpoints.h"
#include "head_finders.h"
#include "token_models.h"
#include "trainers.h"
#include "vectors.h"
#include "verbs.h"

namespace attn::js {
namespace {

[[noreturn]] void need_operations(Message&, Result&) {
  refuse("expected the module attention.wasm, which has the operations, got training.wasm");
}

constexpr Verb kVerbs[] = {
    {"createTokenModel", create_token_model},
    {"readCheckpoint", read_checkpoint},
    {"createCheckpointModel", create_checkpoint_model},
    {"inspectTokenModel", inspect_token_model},
    {"tokenModelRow", token_model_row},
    {"tokenModelGradients", token_model_gradients},
    {"generateTokens", generate_tokens},
    {"tokenModelParameters", token_model_parameters},
    {"setTokenModelParameters", set_token_model_parameters},
    {"releaseTokenModel", release_token_model},
    {"tokenModelSimilarities", token_model_similarities},
    {"tokenModelAttributions", token_model_attributions},
    {"tokenModelWordVectors", token_model_word_vectors},
    {"tokenModelValueWeighted", token_model_value_weighted},
    {"wordPaths", word_paths},
    {"cosinesByLayer", cosines_by_layer},
    {"recipeInfo", recipe_info},
    {"createTrainer", create_trainer},
    {"trainerState", trainer_state},
    {"stepTrainer", step_trainer},
    {"seekTrainer", seek_trainer},
    {"evaluateTrainer", evaluate_trainer},
    {"inspectTrainer", inspect_trainer},
    {"trainerParameters", trainer_parameters},
    {"trainerSnapshot", trainer_snapshot},
    {"trainerBatches", trainer_batches},
    {"releaseTrainer", release_trainer},
    {"relationSentences", relation_sentences},
    {"createHeadFinder", create_head_finder},
    {"addToHeadFinder", add_to_head_finder},
    {"foundHeads", found_heads},
    {"releaseHeadFinder", release_head_finder},
    {"operations", need_operations},
    {"randomParameters", need_operations},
    {"run", need_operations},
    {"gradients", need_operations},
    {"inspect", need_operations},
    {"prepare", need_operations},
};

}  // namespace

std::span<const Verb> verbs() { return kVerbs; }

std::size_t held_models() { return token_model_count(); }

}  // namespace attn::js
