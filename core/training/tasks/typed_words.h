// Typed text as words.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/matrix.h"

namespace attn {

// The words and punctuation marks of a text, in order. An apostrophe is part of its word; a
// typographic one becomes "'".
std::vector<std::string> typed_words(std::string_view text);

// Changes ASCII letters only, in place.
void lower_case(std::string& word);

// The ids of words. Throws std::invalid_argument as ids_of (symbols.h), and for fewer than 1 or
// more than max_length words.
std::vector<Index> typed_ids(const std::vector<std::string>& words,
                             const std::vector<std::string>& vocabulary, Index max_length);

}  // namespace attn
