// The verbs on the vectors of words and texts, and on what a token brings: see EngineModule in
// engine.d.ts.
#pragma once

#include "message.h"

namespace attn::js {

void token_model_similarities(Message& in, Result& out);
void token_model_attributions(Message& in, Result& out);
void token_model_word_vectors(Message& in, Result& out);
void token_model_value_weighted(Message& in, Result& out);
void word_paths(Message& in, Result& out);
void cosines_by_layer(Message& in, Result& out);

}  // namespace attn::js
