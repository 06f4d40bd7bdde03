// How much memory the module has taken from the browser, and how much of it is in use.
#pragma once

#include <emscripten/heap.h>
#include <emscripten/val.h>
#include <malloc.h>

namespace attn::js {

// {heap_bytes, used_bytes}
inline emscripten::val memory_to_js() {
  emscripten::val object = emscripten::val::object();
  object.set("heap_bytes", static_cast<double>(emscripten_get_heap_size()));
  object.set("used_bytes", static_cast<double>(mallinfo().uordblks));
  return object;
}

}  // namespace attn::js
