// What tasks share: alphabets, ids of typed symbols and words, options within limits, and
// relations.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/matrix.h"

namespace attn {

// The relations of tasks in which a token may repeat what followed it before: the position before,
// and ("induction") the positions after earlier occurrences of the token.
enum TokenRelation { kPreviousToken, kInductionToken };
const std::vector<std::string>& token_relation_names();  // [TokenRelation]

// "a", "b", .. (at most 26).
std::vector<std::string> letters(Index count);
// "0", "1" and so on.
std::vector<std::string> numbers(Index count);

// What separates words and symbols in a text: spaces, tabs and the ends of lines.
bool is_white_space(char c);

// The ids of the symbols in `text`, separated by white space or commas. Single letters may also be
// written without separators, and in capitals. Throws std::invalid_argument as ids_of.
std::vector<Index> symbol_ids(std::string_view text, const std::vector<std::string>& vocabulary);

// The ids of words. Throws std::invalid_argument for words that are not in the vocabulary, naming
// the first eight.
std::vector<Index> ids_of(const std::vector<std::string>& words,
                          const std::vector<std::string>& vocabulary);

// The option, or its default for 0. Throws std::invalid_argument unless it is from min to max.
Index option(const char* name, Index value, Index default_value, Index min, Index max);

// Throws std::invalid_argument for fewer than min or more than max tokens.
void check_token_count(const std::vector<Index>& ids, Index min, Index max);

}  // namespace attn
