// Files of named tensors (https://github.com/huggingface/safetensors, "Format"):
//
//   8 bytes      n, little-endian
//   n bytes      JSON in UTF-8, padded with spaces: {"__metadata__": {"key": "text", ..},
//                  "name": {"dtype": "F32", "shape": [2, 3], "data_offsets": [0, 24]}, ..}
//   the rest     the data, row-major and little-endian; offsets count from its start
//
// A file is untrusted. Whatever is wrong with it, reading throws std::invalid_argument that says
// what was expected and what came, and until then has allocated less than the file's own size and a
// few kB. Only a file that is right in everything costs memory: its result, and as much again as
// its header at most.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "base/named_tensors.h"

namespace attn {

struct Safetensors {
  NamedTensors tensors;  // the axes are called "axis_0", "axis_1", ..
  std::vector<std::pair<std::string, std::string>> metadata;
};

// F64 F32 F16 BF16 I64 I32 I16 I8 U8 BOOL as float32 (element_type.h), in the header's order.
// Refused are: a header beyond the file or 100 MB; JSON that is not of the form above, names of any
// kind given twice, text that is not UTF-8; other types; numbers that are not whole; offsets that
// do not cover the data in one piece, overlap, or differ from what shape and type need; more than
// 16384 tensors or metadata, or 16 axes.
Safetensors read_safetensors(const std::uint8_t* bytes, std::size_t size);

// F32, in their order; the data begins at a multiple of 8. Throws std::invalid_argument for a
// tensor called "__metadata__", metadata given twice, and text that is not UTF-8.
std::vector<std::uint8_t> write_safetensors(const Safetensors& file);

}  // namespace attn
