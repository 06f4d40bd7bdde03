// NumPy's .npz: a zip archive of arrays, "name.npy" each (numpy.savez, numpy.savez_compressed).
//
// A file is untrusted. Every entry is read twice: once to check it to its last bit, CRC-32 and all,
// in a window of 32 kB, and only when the whole file is right a second time, into the result. So
// whatever is wrong, reading throws std::invalid_argument that says what was expected and what
// came, and until then has allocated less than the file's own size and 40 kB. A right file costs
// its result besides: deflate makes at most 1032 bytes of one, and what the arrays hold together is
// limited to the larger of 2^20 elements (4 MB) and 16 elements for each byte of the file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/named_tensors.h"

namespace attn {

// f8 f4 f2 i8 i4 i2 i1 u8 u4 u2 u1 b1, little-endian, as float32 (element_type.h), stored or
// deflated, in C or Fortran order (which is turned round), in the archive's order; the names
// without
// ".npy", the axes "axis_0", "axis_1", ..
// Refused are: what ZipArchive refuses (zip.h), entries not called .npy, big-endian, structured and
// other types, an entry that is longer or shorter than its shape says, a wrong CRC, arrays that
// hold more than said above.
NamedTensors read_npz(const std::uint8_t* bytes, std::size_t size);

// float32, stored; the same tensors give the same bytes. Throws std::invalid_argument for names
// that are not UTF-8 and beyond 4 GB.
std::vector<std::uint8_t> write_npz(const NamedTensors& tensors);

}  // namespace attn
