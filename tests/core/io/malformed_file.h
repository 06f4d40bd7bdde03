// A file that must be refused, and a part of the expected message.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/io/file_bytes.h"

namespace attn {

struct MalformedFile {
  std::string name;
  Bytes bytes;
  std::string message;
};

// Whether a message says, as all refusals of a file do, what was expected and what the file has.
inline bool is_file_refusal(std::string_view message) {
  return message.starts_with("expected ") && message.find(", got ") != std::string_view::npos;
}

// Adds the file cut off after each of its bytes except the last; `message_of` has the size.
template <class MessageOf>
void add_truncations(std::vector<MalformedFile>& files, const std::string& name, const Bytes& whole,
                     const MessageOf& message_of) {
  for (std::size_t size = 0; size < whole.size(); ++size) {
    files.push_back({name + " cut to " + std::to_string(size) + " bytes",
                     Bytes(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size)),
                     message_of(size)});
  }
}

}  // namespace attn
