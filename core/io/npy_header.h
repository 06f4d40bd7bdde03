// The header of a NumPy .npy file (numpy/lib/format.py, versions 1.0, 2.0 and 3.0):
//
//   "\x93NUMPY", major, minor, length (2 bytes in version 1.0, else 4), then `length` bytes of
//   text: a Python literal {'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }, spaces, a
//   newline
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "base/element_type.h"
#include "base/matrix.h"
#include "io/limits.h"

namespace attn {

struct NpyHeader {
  static constexpr std::size_t kMaxText = 10000;           // the limit of numpy.load
  static constexpr std::size_t kMaxBytes = 12 + kMaxText;  // including what precedes the text

  ElementType type = ElementType::kF32;
  bool fortran_order = false;  // true: column-major, the first axis varies fastest
  std::array<Index, kMaxAxes> shape{};
  std::size_t rank = 0;
  std::uint64_t elements = 1;  // below 2^31
  std::size_t size = 0;        // of the header in bytes; the data starts here

  std::uint64_t file_size() const { return size + elements * bytes_per_element(type); }
};

//   bytes  [size]  the start of the file: at least kMaxBytes of it, or all
//   name   the array's name, for error messages
// Throws std::invalid_argument unless the header has the form above, with a type that npz.h lists,
// at most kMaxAxes axes and fewer than 2^31 elements.
NpyHeader read_npy_header(const std::uint8_t* bytes, std::size_t size, std::string_view name);

// The header of a row-major float32 array, in version 1.0.
std::vector<std::uint8_t> write_npy_header(const std::vector<Index>& shape);

}  // namespace attn
