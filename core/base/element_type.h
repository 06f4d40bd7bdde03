// The element types of files, and their conversion to float32.
//
// F16, BF16, F32, BOOL and integers up to 2^24 are converted exactly, including -0, infinities, NaN
// payloads and subnormal numbers. Other values are rounded to the nearest float32, or to infinity
// beyond its range.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

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

// The name of a type in a file format.
struct ElementTypeName {
  std::string_view name;
  ElementType type;
};

// The dtypes of safetensors that are read: "F64" "F32" "F16" "BF16" "I64" "I32" "I16" "I8" "U64"
// "U32" "U16" "U8" "BOOL". `element_type_of` has no value for another one.
std::optional<ElementType> element_type_of(std::string_view dtype);
std::string_view dtype_of(ElementType type);

// The maximum number of elements of a tensor read from a file.
inline constexpr std::uint64_t kMaxFileElements = 2147483647;

std::size_t bytes_per_element(ElementType type);

// The element at `bytes` (little-endian, any alignment), converted to the bit pattern of a float32.
// Returned as bits, because passing a float may change a NaN's payload.
std::uint32_t float_bits(ElementType type, const std::uint8_t* bytes);

// Converts contiguous elements.
//   bytes  [count * bytes_per_element(type)], any alignment
//   to     [count]  out
void to_floats(ElementType type, const std::uint8_t* bytes, std::size_t count, float* to);

// The nearest F16, ties to even; infinity beyond its range. NaN keeps its sign and the bits of its
// payload that fit.
std::uint16_t half_bits(float number);

}  // namespace attn
