// The verbs on whole models, which JavaScript holds by number: see EngineModule in engine.d.ts.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "message.h"
#include "models/token_model.h"

namespace attn::js {

void create_token_model(Message& in, Result& out);
void inspect_token_model(Message& in, Result& out);
void token_model_gradients(Message& in, Result& out);
void token_model_row(Message& in, Result& out);
void generate_tokens(Message& in, Result& out);
void token_model_parameters(Message& in, Result& out);
void set_token_model_parameters(Message& in, Result& out);
void release_token_model(Message& in, Result& out);

// The whole model of this number. Throws std::invalid_argument for a number of none.
const TokenModel& token_model(std::uint32_t number);

// The inputs of a pass, and a mask that replaces its pattern.
ModelInputs read_inputs(Message& in, const TokenModel& model);

// The dotted name of a field, such as "layers.1.attention.q".
std::string read_field(Message& in);

// Keeps a model, and writes its number and every key of its configuration.
void put_token_model(Result& out, TokenModel model);

// The whole models that have not been released.
std::size_t token_model_count();

}  // namespace attn::js
