// Reads interventions, which the verbs of trainers and of whole models take.
#pragma once

#include <vector>

#include "attention/trace_hooks.h"
#include "messages/message.h"

namespace attn::js {

std::vector<Intervention> read_interventions(Message& in);

}  // namespace attn::js
