// std::bit_cast, which the standard library of older Emscripten lacks.
#pragma once

#include <cstring>
#include <type_traits>

namespace attn {

template <class To, class From>
To bit_cast(const From& from) {
  static_assert(sizeof(To) == sizeof(From));
  static_assert(std::is_trivially_copyable_v<To> && std::is_trivially_copyable_v<From>);
  To to;
  std::memcpy(&to, &from, sizeof(To));
  return to;
}

}  // namespace attn
