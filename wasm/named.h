// Tensors by name, between the core and JavaScript: plain objects name -> {axes?, shape, data}.
#pragma once

#include <emscripten/val.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "base/named_tensors.h"

namespace attn::js {

using emscripten::val;

// An object's own fields. Throws std::invalid_argument for more than anybody needs.
std::vector<std::pair<std::string, val>> entries_of(const val& object);

// `value`, an object of tensors. Axes that are not named get the names "axis_0", "axis_1" ..
// Messages call a tensor by `what` and its name: expected the input "query" to be a tensor ...
// Their numbers go where those of the tensors before were, of the same names, if there is room.
NamedTensors named_tensors_from_js(const char* what, const val& value, NamedTensors before = {});
val named_tensors_to_js(const NamedTensors& tensors);

// {outputs}, or {outputs, trace} when there is one.
val results_to_js(const NamedTensors& outputs, const NamedTensors* trace);

// `value`, a Uint8Array; an owned copy of bytes.
std::vector<std::uint8_t> bytes_from_js(const char* name, const val& value);
val bytes_to_js(const std::vector<std::uint8_t>& bytes);

// `value`, an object of texts.
std::vector<std::pair<std::string, std::string>> named_texts_from_js(const char* what,
                                                                     const val& value);
val named_texts_to_js(const std::vector<std::pair<std::string, std::string>>& texts);

}  // namespace attn::js
