// The verbs: what JavaScript calls by name. Names and arguments are those of EngineModule in
// engine.d.ts.
#pragma once

#include "message.h"

namespace attn::js {

// Reads the verb and its arguments and writes its result. Throws what the core throws.
void carry_out(Message& message, Result& result);

}  // namespace attn::js
