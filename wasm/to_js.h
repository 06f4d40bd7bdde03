// Tensors to JavaScript: owned copies, made before anything can grow the memory. A live view would
// lose its buffer silently.
#pragma once

#include <emscripten/val.h>

#include "base/tensor.h"

namespace attn::js {

using emscripten::val;

// {axes: string[], shape: number[], data: Float32Array}
val to_js(const Tensor& tensor);

// An object of all tensors that `Fields::for_each` visits and that are not empty.
template <class Fields>
val fields_to_js(const Fields& fields) {
  val object = val::object();
  Fields::for_each(fields, [&](const char* name, const Tensor& tensor) {
    if (!tensor.empty()) object.set(name, to_js(tensor));
  });
  return object;
}

}  // namespace attn::js
