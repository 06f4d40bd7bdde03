// Writes the results that several verbs share.
#pragma once

#include "base/keep.h"
#include "messages/result.h"
#include "operations/inspect.h"

namespace attn::js {

// {outputs}, with {trace} unless `keep` is kOutputs.
void put_outputs(Result& out, NamedTensors&& outputs, NamedTensors&& trace, Keep keep);

// {outputs, trace, rows, mean}
void put_inspection(Result& out, Inspection&& inspection);

}  // namespace attn::js
