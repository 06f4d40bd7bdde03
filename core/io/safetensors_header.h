// The header of a safetensors file, checked against the length of its data before any tensor is
// allocated.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/element_type.h"
#include "base/matrix.h"

namespace attn {

inline constexpr std::size_t kSafetensorsLengthBytes = 8;            // before the header
inline constexpr std::uint64_t kMaxSafetensorsHeader = 100'000'000;  // as in the reference library

struct SafetensorsEntry {
  std::string name;
  ElementType type = ElementType::kF32;
  std::vector<Index> shape;
  std::uint64_t elements = 1;        // below 2^31
  std::uint64_t begin = 0, end = 0;  // where its bytes are in the data
};

struct SafetensorsHeader {
  std::vector<SafetensorsEntry> tensors;  // in the order of the text
  std::vector<std::pair<std::string, std::string>> metadata;
};

//   json       the header without the length before it
//   data_size  the number of bytes after the header
// Throws std::invalid_argument unless the header is valid for this data (safetensors.h).
SafetensorsHeader read_safetensors_header(std::string_view json, std::uint64_t data_size);

}  // namespace attn
