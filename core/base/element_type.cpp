#include "base/element_type.h"

#include <Eigen/Core>
#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstring>
#include <iterator>

#include "base/bit_cast.h"

namespace attn {
namespace {

// All supported targets are little-endian.
template <class Number>
Number number_at(const std::uint8_t* bytes) {
  Number number;
  std::memcpy(&number, bytes, sizeof(number));
  return number;
}

template <class Number>
std::uint32_t nearest(const std::uint8_t* bytes) {
  return bit_cast<std::uint32_t>(static_cast<float>(number_at<Number>(bytes)));
}

// IEEE 754 binary16: 1 sign, 5 exponent (bias 15), 10 fraction bits.
std::uint32_t from_half(std::uint32_t half) {
  const std::uint32_t sign = (half & 0x8000) << 16;
  const std::uint32_t exponent = (half >> 10) & 31;
  std::uint32_t fraction = (half & 0x3FF) << 13;
  if (exponent == 31) return sign | 0x7F800000 | fraction;
  if (exponent != 0) return sign | ((exponent + 112) << 23) | fraction;
  if (fraction == 0) return sign;
  // A subnormal half is a normal float: shift until the leading bit is the implied one.
  std::uint32_t float_exponent = 113;
  while ((fraction & 0x800000) == 0) {
    fraction <<= 1;
    --float_exponent;
  }
  return sign | (float_exponent << 23) | (fraction & 0x7FFFFF);
}

constexpr ElementTypeName kDtypes[] = {
    {"F64", ElementType::kF64},   {"F32", ElementType::kF32}, {"F16", ElementType::kF16},
    {"BF16", ElementType::kBF16}, {"I64", ElementType::kI64}, {"I32", ElementType::kI32},
    {"I16", ElementType::kI16},   {"I8", ElementType::kI8},   {"U64", ElementType::kU64},
    {"U32", ElementType::kU32},   {"U16", ElementType::kU16}, {"U8", ElementType::kU8},
    {"BOOL", ElementType::kBool},
};

}  // namespace

std::optional<ElementType> element_type_of(std::string_view dtype) {
  for (const ElementTypeName& known : kDtypes) {
    if (known.name == dtype) return known.type;
  }
  return std::nullopt;
}

std::string_view dtype_of(ElementType type) {
  const auto is_type = [&](const ElementTypeName& known) { return known.type == type; };
  const auto* known = std::find_if(std::begin(kDtypes), std::end(kDtypes), is_type);
  assert(known != std::end(kDtypes));
  return known->name;
}

std::size_t bytes_per_element(ElementType type) {
  switch (type) {
    case ElementType::kF64:
    case ElementType::kI64:
    case ElementType::kU64:
      return 8;
    case ElementType::kF32:
    case ElementType::kI32:
    case ElementType::kU32:
      return 4;
    case ElementType::kF16:
    case ElementType::kBF16:
    case ElementType::kI16:
    case ElementType::kU16:
      return 2;
    default:
      return 1;
  }
}

std::uint16_t half_bits(float number) {
  if (!std::isnan(number)) return Eigen::half(number).x;
  const auto bits = bit_cast<std::uint32_t>(number);
  return static_cast<std::uint16_t>((bits >> 16 & 0x8000) | 0x7C00 |
                                    std::max(bits >> 13 & 0x3FF, 1U));
}

std::uint32_t float_bits(ElementType type, const std::uint8_t* bytes) {
  switch (type) {
    case ElementType::kF64:
      return nearest<double>(bytes);
    case ElementType::kF32:
      return number_at<std::uint32_t>(bytes);
    case ElementType::kF16:
      return from_half(number_at<std::uint16_t>(bytes));
    case ElementType::kBF16:
      return static_cast<std::uint32_t>(number_at<std::uint16_t>(bytes)) << 16;
    case ElementType::kI64:
      return nearest<std::int64_t>(bytes);
    case ElementType::kI32:
      return nearest<std::int32_t>(bytes);
    case ElementType::kI16:
      return nearest<std::int16_t>(bytes);
    case ElementType::kI8:
      return nearest<std::int8_t>(bytes);
    case ElementType::kU64:
      return nearest<std::uint64_t>(bytes);
    case ElementType::kU32:
      return nearest<std::uint32_t>(bytes);
    case ElementType::kU16:
      return nearest<std::uint16_t>(bytes);
    case ElementType::kU8:
      return nearest<std::uint8_t>(bytes);
    case ElementType::kBool:
      break;
  }
  assert(type == ElementType::kBool);
  return bit_cast<std::uint32_t>(*bytes != 0 ? 1.0f : 0.0f);
}

// Copies bits: passing a float may change a NaN's payload.
void to_floats(ElementType type, const std::uint8_t* bytes, std::size_t count, float* to) {
  if (type == ElementType::kF32) {
    if (count != 0) std::memcpy(to, bytes, count * sizeof(float));
    return;
  }
  const std::size_t size = bytes_per_element(type);
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint8_t* from = bytes + i * size;
    const std::uint32_t bits = type == ElementType::kF16 ? from_half(number_at<std::uint16_t>(from))
                                                         : float_bits(type, from);
    std::memcpy(to + i, &bits, sizeof(bits));
  }
}

}  // namespace attn
