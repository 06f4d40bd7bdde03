// The verbs of the head finder: see EngineModule in engine.d.ts.
#pragma once

#include "message.h"

namespace attn::js {

void relation_sentences(Message& in, Result& out);
void create_head_finder(Message& in, Result& out);
void add_to_head_finder(Message& in, Result& out);
void found_heads(Message& in, Result& out);
void release_head_finder(Message& in, Result& out);

}  // namespace attn::js
