// The words of an enum's values in configurations and messages, in the order of the values. A table
// of words that several files need stands beside its enum.
#pragma once

#include <initializer_list>

namespace attn {

using EnumWords = std::initializer_list<const char*>;

template <class Enum>
const char* word_of(Enum value, EnumWords words) {
  return words.begin()[static_cast<int>(value)];
}

}  // namespace attn
