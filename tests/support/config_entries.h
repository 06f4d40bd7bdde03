// The entries of a configuration as text, one a line.
#pragma once

#include <string>
#include <vector>

#include "operations/config/config.h"

namespace attn {

using Entries = std::vector<Config::Entry>;

inline std::string text_of(const Entries& entries) {
  std::string text;
  for (const Config::Entry& entry : entries) text += entry.key + ' ' + entry.shown + '\n';
  return text;
}

}  // namespace attn
