// The verbs on prepared models, which JavaScript holds by number: see EngineModule in engine.d.ts.
#pragma once

#include <cstddef>

#include "message.h"

namespace attn::js {

void prepare(Message& in, Result& out);
void run_model(Message& in, Result& out);
void inspect_model(Message& in, Result& out);
void model_gradients(Message& in, Result& out);
void step_model(Message& in, Result& out);
void train_model(Message& in, Result& out);
void restart_model(Message& in, Result& out);
void model_cache(Message& in, Result& out);
void set_model_cache(Message& in, Result& out);
void model_parameters(Message& in, Result& out);
void set_model_parameters(Message& in, Result& out);
void release_model(Message& in, Result& out);

// The models that have not been released.
std::size_t model_count();

}  // namespace attn::js
