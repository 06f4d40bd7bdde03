// The verbs on checkpoints: see EngineModule in engine.d.ts.
#pragma once

#include "message.h"

namespace attn::js {

void read_checkpoint(Message& in, Result& out);
void create_checkpoint_model(Message& in, Result& out);

}  // namespace attn::js
