// Random sentences of the small English grammar. Their answers come from english_links.h, which
// reads them like typed sentences.
#pragma once

#include <vector>

#include "base/random.h"
#include "training/tasks/english_words.h"

namespace attn {

std::vector<Index> english_sentence(const EnglishWords& words, Random& random);

}  // namespace attn
