// Reads the files of other writers in tests/golden/files (made by tests/golden/files.py).
#pragma once

#include <string>

#include "core/io/file_bytes.h"
#include "support/file.h"

namespace attn {

inline Bytes golden_file(const std::string& name) {
  return bytes_of_text(contents_of(ATTN_TESTS_FOLDER "/golden/files/" + name));
}

}  // namespace attn
