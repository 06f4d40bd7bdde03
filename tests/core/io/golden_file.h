// Reads the files of other writers in tests/golden/files (made by tests/golden/files.py).
#pragma once

#include <cstdio>
#include <stdexcept>
#include <string>

#include "core/io/file_bytes.h"

namespace attn {

inline Bytes bytes_of_file(const std::string& path) {
  std::FILE* file = std::fopen(path.c_str(), "rb");
  if (file == nullptr) throw std::runtime_error("cannot open " + path);
  Bytes bytes;
  std::uint8_t part[4096];
  for (std::size_t size; (size = std::fread(part, 1, sizeof(part), file)) != 0;) {
    bytes.insert(bytes.end(), part, part + size);
  }
  std::fclose(file);
  return bytes;
}

inline Bytes golden_file(const std::string& name) {
  return bytes_of_file(std::string(ATTN_TESTS_FOLDER) + "/golden/files/" + name);
}

}  // namespace attn
