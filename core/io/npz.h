// NumPy's .npz format: a zip archive with one "name.npy" per array (numpy.savez,
// numpy.savez_compressed).
//
// Files are untrusted. Every entry is read twice: first in a window of 32 kB to check it
// completely, including its CRC-32; then, once all entries have been checked, into the result. A
// malformed file therefore throws std::invalid_argument, saying what was expected and what was
// found, before more than the file's own size plus 40 kB is allocated. The size of the result is
// limited too: all arrays together have at most max(2^20, 16 · file size in bytes) elements.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/named_tensors.h"

namespace attn {

// Reads arrays of type f8 f4 f2 i8 i4 i2 i1 u8 u4 u2 u1 b1, little-endian, stored or deflated, in C
// or Fortran order. Returns them in the archive's order, as row-major float32 (element_type.h),
// named without ".npy", with axes "axis_0", "axis_1", .. Throws std::invalid_argument as ZipArchive
// does (zip.h), for entries not called .npy, big-endian, structured and other types, an entry whose
// size does not match its shape, a wrong CRC, and more elements than the limit above.
NamedTensors read_npz(const std::uint8_t* bytes, std::size_t size);

// Writes float32 arrays, uncompressed. Equal tensors give equal bytes. Throws std::invalid_argument
// for a tensor whose data does not match its shape, for more than 16 axes, and as ZipWriter::add
// (zip.h).
std::vector<std::uint8_t> write_npz(const NamedTensors& tensors);

}  // namespace attn
