// An operation's configuration as JavaScript has it: a plain object.
#pragma once

#include <emscripten/val.h>

#include "operations/config.h"

namespace attn::js {

// `value`, an object of numbers, words, flags and lists of numbers. A key whose value is undefined
// counts as not written.
Config config_from_js(const char* what, const emscripten::val& value);

}  // namespace attn::js
