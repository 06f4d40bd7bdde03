// Reads examples of a call, and writes them with what a model answers.
#pragma once

#include "messages/message.h"
#include "messages/result.h"
#include "operations/models/example_inspection.h"
#include "training/tasks/task.h"

namespace attn::js {

// A text, or the number of a held-out example, or ids, or an image.
Example read_example(Message& in, const Task& task);

void put_example_inspection(Result& out, const Example& example, ExampleInspection&& found,
                            const Task& task);

}  // namespace attn::js
