// The verbs: what JavaScript calls by name. Names and arguments are those of EngineModule in
// engine.d.ts.
#pragma once

#include <cstddef>
#include <span>

#include "message.h"

namespace attn::js {

// Reads the verb and its arguments and writes its result. Throws what the core throws.
void carry_out(Message& message, Result& result);

struct Verb {
  const char* name;
  void (*carry_out)(Message& in, Result& out);
};

// Each module has its own: operation_verbs.cpp in attention.wasm, training_verbs.cpp in
// training.wasm.
std::span<const Verb> verbs();

// The models that have not been released.
std::size_t held_models();

}  // namespace attn::js
