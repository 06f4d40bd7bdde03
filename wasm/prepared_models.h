// The prepared models that JavaScript has made, by number; types in family.d.ts.
#pragma once

#include <emscripten/val.h>

namespace attn::js {

using emscripten::val;

// (operation, config, parameters or a seed for random ones) -> the model's number
val prepare(const val& operation, const val& config, const val& parameters);
// (model, inputs, whether to trace) -> {outputs, trace?}
val run_model(const val& model, const val& inputs, const val& want_trace);
// (model, inputs, d_outputs) -> the gradients
val model_gradients(const val& model, const val& inputs, const val& d_outputs);
// (model, inputs) -> {outputs, length}
val step_model(const val& model, const val& inputs);
// (model, inputs, targets, Adam's options) -> the loss
val train_model(const val& model, const val& inputs, const val& targets, const val& adam);
val restart_model(const val& model);
// (model, an array of names or undefined for all) -> the parameters
val model_parameters(const val& model, const val& names);
val release_model(const val& model);

}  // namespace attn::js
