// A function for emscripten::function: `body`, with whatever it throws carried over.
#pragma once

#include "guard.h"

namespace attn::js {

template <auto body, class... Given>
emscripten::val guarded(Given... given) {
  return guard([&] { return body(given...); });
}

}  // namespace attn::js
