// A file that must be refused, and a part of the expected message.
#pragma once

#include <string>
#include <vector>

#include "core/io/file_bytes.h"

namespace attn {

struct MalformedFile {
  std::string name;
  Bytes bytes;
  std::string said;
};

// Adds the file cut off after each of its bytes except the last; `said` is common to all messages.
inline void add_truncations(std::vector<MalformedFile>& files, const std::string& name,
                            const Bytes& whole) {
  for (std::size_t size = 0; size < whole.size(); ++size) {
    files.push_back({name + " cut to " + std::to_string(size) + " bytes",
                     Bytes(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size)),
                     "expected"});
  }
}

}  // namespace attn
