// Values from JavaScript, which may be anything: each reader throws std::invalid_argument naming
// what was expected and what came, before Embind's own conversions could misread it.
#pragma once

#include <emscripten/val.h>

#include <initializer_list>
#include <string>
#include <vector>

#include "base/check.h"
#include "base/tensor.h"

namespace attn::js {

using emscripten::val;

constexpr double kMaxSeed = 9007199254740991.0;  // the largest whole number that JavaScript keeps

// As a message shows it: texts in quotation marks, long ones cut short.
std::string shown(const val& value);

// "expected {words}, got {came}": each {} in the words is replaced by the next piece.
[[noreturn]] void refuse_value(const char* words, std::initializer_list<Piece> pieces,
                               const val& came);

bool is_array(const val& value);

// `value`, which has to be an object, or a text, or a whole number in [least, most].
const val& object_from_js(const char* name, const val& value);
std::string text_from_js(const char* words, std::initializer_list<Piece> pieces, const val& value);
double whole_number_from_js(const char* name, const val& value, double least, double most);

// object[name] as a whole number in [least, most].
double whole_number(const val& object, const char* name, double least, double most);

// object[name], which has to be one of two words.
bool is_second_word(const val& object, const char* name, const char* first, const char* second);

// object[name]: true or false, or undefined for `default_value`.
bool flag(const val& object, const char* name, bool default_value);

// `value`: true or false.
bool flag_from_js(const char* name, const val& value);

// `value`, an array of texts.
std::vector<std::string> texts_from_js(const char* name, const val& value);

// object[name], an array of texts.
std::vector<std::string> texts(const val& object, const char* name);

// object[name], a tensor {shape: number[], data: Float32Array}. `axes` are the names that its
// dimensions get, from the last one backwards, so that a leading ("batch") axis may be missing.
Tensor tensor_from_js(const val& object, const char* name, const std::vector<std::string>& axes);

// The parts of a tensor `value`, which is called `label` in messages: its number of axes, the
// extents of so many, its numbers: in `room`, where that is large enough.
unsigned rank_from_js(const std::string& label, const val& value);
std::vector<Index> shape_from_js(const std::string& label, const val& value, unsigned rank);
std::vector<float> data_from_js(const std::string& label, const val& value,
                                std::vector<float> room = {});

}  // namespace attn::js
