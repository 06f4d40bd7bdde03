// A safetensors file on disk that is read in slices: opening reads only its header.
#pragma once

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <vector>

#include "io/safetensors_header.h"

namespace attn {

class SafetensorsFile {
 public:
  // Throws std::invalid_argument if the file cannot be read or is malformed (safetensors.h).
  explicit SafetensorsFile(const std::filesystem::path& path);

  const SafetensorsHeader& header() const { return header_; }

  // The bytes [begin, end) of one of the header's tensors, counted from its first byte. Throws
  // std::invalid_argument if the file has become shorter since it was opened.
  std::vector<std::uint8_t> read(const SafetensorsEntry& entry, std::uint64_t begin,
                                 std::uint64_t end);

 private:
  std::filesystem::path path_;
  std::ifstream stream_;
  std::uint64_t data_ = 0;  // where the tensors begin
  SafetensorsHeader header_;
};

}  // namespace attn
