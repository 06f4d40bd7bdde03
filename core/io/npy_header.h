// The header of an array that NumPy has saved (numpy/lib/format.py, versions 1.0, 2.0 and 3.0):
//
//   "\x93NUMPY", major, minor, length (2 bytes in 1.0, else 4), then so many bytes of a Python
//   literal {'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }, spaces, and a newline
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "base/matrix.h"
#include "io/element_type.h"

namespace attn {

struct NpyHeader {
  static constexpr std::size_t kMaxAxes = 16;
  static constexpr std::size_t kMaxText = 10000;           // as numpy.load's own limit
  static constexpr std::size_t kMaxBytes = 12 + kMaxText;  // with what is before the text

  ElementType type = ElementType::kF32;
  bool fortran_order = false;  // the first axis fastest
  std::array<Index, kMaxAxes> shape{};
  std::size_t rank = 0;
  std::uint64_t elements = 1;  // below 2^31
  std::size_t size = 0;        // of the header, hence where the data begin

  std::uint64_t file_size() const { return size + elements * bytes_of(type); }
};

// `bytes`: the beginning of the file, kMaxBytes of it unless it is shorter; `name` is for
// messages. Throws std::invalid_argument for anything but the form above, naming what was expected;
// a big-endian or structured type is named as such.
NpyHeader read_npy_header(const std::uint8_t* bytes, std::size_t size, std::string_view name);

// For float32, row-major.
std::vector<std::uint8_t> write_npy_header(const std::vector<Index>& shape);

}  // namespace attn
