// The words of enums that several configurations have, in the order of the enum's values.
#pragma once

#include <initializer_list>

namespace attn {

using EnumWords = std::initializer_list<const char*>;

inline constexpr EnumWords kActivationWords = {"relu", "gelu", "gelu_tanh", "silu"};
inline constexpr EnumWords kNormWords = {"layer", "rms"};
inline constexpr EnumWords kEmbeddingPositionsWords = {"sinusoidal", "learned", "none"};

}  // namespace attn
