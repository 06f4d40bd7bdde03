// Tensors to JavaScript and back. What goes out is an owned copy, made before anything can grow the
// memory: a live view would lose its buffer silently.
#pragma once

#include <emscripten/val.h>

#include <string>
#include <vector>

#include "base/matrix.h"
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

// {shape, data} from JavaScript; `axes` are the names that its dimensions get, from the last one
// backwards, so that the leading ("batch") axis may be missing.
Tensor tensor_from_js(const char* name, const val& value, const std::vector<std::string>& axes);

// object[name] as a whole number in [least, most].
double whole_number(const val& object, const char* name, double least, double most);

// object[name], which has to be one of two words.
bool is_second_word(const val& object, const char* name, const char* first, const char* second);

}  // namespace attn::js
