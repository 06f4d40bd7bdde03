// Reads files of the repository: those of tests/golden, and the models of the site.
#pragma once

#include <cstdint>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>

#include "io/safetensors.h"

namespace attn {

// All bytes of a file, also of a binary one. Throws std::runtime_error if it cannot be opened.
inline std::string contents_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw std::runtime_error("expected a file " + path);
  return {std::istreambuf_iterator<char>(file), {}};
}

inline Safetensors safetensors_of(const std::string& path) {
  const std::string bytes = contents_of(path);
  return read_safetensors(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
}

}  // namespace attn
