// Reads and writes what the verbs of trainers and of whole models have in common.
#pragma once

#include <string>
#include <vector>

#include "attention/trace_hooks.h"
#include "messages/message.h"

namespace attn::js {

// One entry of an object.
void put(Result& out, const char* name, Index number);
void put(Result& out, const char* name, double number);
void put(Result& out, const char* name, const std::vector<std::string>& texts);
void put(Result& out, const char* name, const std::vector<Config::Entry>& config);

std::vector<Intervention> read_interventions(Message& in);

}  // namespace attn::js
