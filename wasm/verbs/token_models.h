// Reads and writes what several verbs on whole models have in common. JavaScript holds a model by
// its number.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "messages/message.h"
#include "messages/result.h"
#include "models/answers/answers.h"
#include "models/token_model.h"
#include "operations/models/model_inspection.h"

namespace attn::js {

// The whole model with this number. Throws std::invalid_argument if there is none.
TokenModel& token_model(std::uint32_t number);
TokenModel& read_model(Message& in);

// The inputs of a pass, and a mask that replaces its pattern.
ModelInputs read_inputs(Message& in, const TokenModel& model);

// A row of attention weights whose arithmetic to return, if any.
std::optional<RowPlace> read_row(Message& in);

// The dotted name of a field, such as "layers.1.attention.q".
std::string read_field(Message& in);

// Names of fields and parameters; none: all of them.
Names read_names(Message& in);

void put_gradients(Result& out, NamedNumberGradients gradients);

// A list of {id, probability}.
void put_guesses(Result& out, const std::vector<Guess>& guesses);

// Keeps a model, and writes its number, every key of its configuration, and which heads it has.
void put_token_model(Result& out, TokenModel model);

}  // namespace attn::js
