// The numbers that files hold, and what float32 makes of them.
//
// F16, BF16, F32, BOOL and whole numbers up to 2^24 are exact, with -0, infinities, NaN's payload
// and subnormal numbers; of the others the nearest float32 is taken, infinity beyond its range.
#pragma once

#include <cstddef>
#include <cstdint>

namespace attn {

enum class ElementType {
  kF64,
  kF32,
  kF16,
  kBF16,
  kI64,
  kI32,
  kI16,
  kI8,
  kU64,
  kU32,
  kU16,
  kU8,
  kBool
};

std::size_t bytes_of(ElementType type);

// The element at `bytes`, little-endian and at any alignment, as the bits of a float: as a float it
// could lose a NaN's payload on the way.
std::uint32_t float_bits(ElementType type, const std::uint8_t* bytes);

}  // namespace attn
