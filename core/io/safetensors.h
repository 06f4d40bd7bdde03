// The safetensors format (https://github.com/huggingface/safetensors, "Format"):
//
//   8 bytes      n, little-endian
//   n bytes      JSON in UTF-8, padded with spaces: {"__metadata__": {"key": "text", ..},
//                  "name": {"dtype": "F32", "shape": [2, 3], "data_offsets": [0, 24]}, ..}
//   the rest     the data, row-major and little-endian; offsets are relative to its start
//
// Files are untrusted. Reading a malformed file throws std::invalid_argument, saying what was
// expected and what was found. Until the complete header has been checked against the file, only a
// small multiple of the header's size is allocated.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "base/element_type.h"
#include "base/named_tensors.h"

namespace attn {

struct Safetensors {
  NamedTensors tensors;  // with axes "axis_0", "axis_1", ..
  std::vector<std::pair<std::string, std::string>> metadata;
};

// Reads F64 F32 F16 BF16 I64 I32 I16 I8 U64 U32 U16 U8 BOOL as float32 (element_type.h), in the
// header's order. Throws std::invalid_argument for a header that exceeds the file or 100 MB; for
// JSON of any other form, duplicate names, text that is not UTF-8, other types and non-integer
// numbers; for offsets that leave gaps, overlap, or do not match shape and type; for more than
// 16384 tensors or metadata entries, or more than 16 axes.
Safetensors read_safetensors(const std::uint8_t* bytes, std::size_t size);

// Writes tensors in this order. The data starts at a multiple of 8 bytes.
//   type  kF32 or kF16, to which the numbers are rounded (half_bits)
// Throws std::invalid_argument for a tensor called "__metadata__", a tensor whose data does not
// match its shape, duplicate metadata keys, text that is not UTF-8, and more tensors, metadata or
// axes than read_safetensors reads.
std::vector<std::uint8_t> write_safetensors(const Safetensors& file,
                                            ElementType type = ElementType::kF32);

}  // namespace attn
