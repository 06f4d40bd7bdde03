// The verbs on trainers, which JavaScript holds by number: see EngineModule in engine.d.ts.
#pragma once

#include "message.h"

namespace attn::js {

void recipe_info(Message& in, Result& out);
void create_trainer(Message& in, Result& out);
void trainer_state(Message& in, Result& out);
void step_trainer(Message& in, Result& out);
void seek_trainer(Message& in, Result& out);
void evaluate_trainer(Message& in, Result& out);
void inspect_trainer(Message& in, Result& out);
void trainer_parameters(Message& in, Result& out);
void trainer_snapshot(Message& in, Result& out);
void trainer_batches(Message& in, Result& out);
void release_trainer(Message& in, Result& out);

}  // namespace attn::js
