// The verbs: what JavaScript calls by name. Names and arguments are those of EngineModule in
// engine.d.ts.
#pragma once

#include <cstddef>
#include <span>

#include "messages/message.h"
#include "messages/result.h"

namespace attn::js {

struct Verb {
  const char* name;
  void (*run)(Message& in, Result& out);
};

// The verbs of each file.
std::span<const Verb> operation_verbs();       // operations.cpp
std::span<const Verb> prepared_model_verbs();  // prepared_models.cpp
std::span<const Verb> token_model_verbs();     // token_models.cpp
std::span<const Verb> trainer_verbs();         // trainers.cpp
std::span<const Verb> checkpoint_verbs();      // checkpoints.cpp
std::span<const Verb> vector_verbs();          // vectors.cpp
std::span<const Verb> head_figure_verbs();     // head_figures.cpp
std::span<const Verb> head_finder_verbs();     // head_finders.cpp
std::span<const Verb> masked_word_verbs();     // masked_words.cpp
std::span<const Verb> parameter_part_verbs();  // parameter_parts.cpp

// The models that have not been released.
std::size_t prepared_model_count();
std::size_t token_model_count();

// The verbs and models of a module. Each module defines its own, in wasm/modules.
struct Module {
  const char* file;
  std::span<std::span<const Verb> (*const)()> verbs;
  std::size_t (*model_count)();
};
extern const Module kModule;

// Reads the verb and its arguments and writes its result. Throws what the core throws.
void run_verb(Message& message, Result& result);

}  // namespace attn::js
