// How alike the vectors of words are, layer by layer.
#pragma once

#include <vector>

#include "base/tensor.h"

namespace attn {

// The cosine of any two words' vectors at each layer.
//   vectors  [word, layer, d_model]; also sentence vectors [sentence, 1, d_model]
//   returns  [layer, word, word], symmetric
// Throws std::invalid_argument for vectors of another rank.
Tensor cosine_by_layer(const Tensor& vectors);

struct GroupCosines {
  Tensor within;  // [group, layer]  mean over the pairs of different words of a group
  Tensor across;  // [layer]         mean over the pairs of words of different groups
};

// The means for words in groups, such as the sentences of either meaning. The mean of no pairs is
// 0.
//   cosines  [layer, word, word]
//   group    [word], the group of each word, from 0 to the number of words - 1
// Throws std::invalid_argument for cosines of another shape, for another number of words, and for a
// group out of range.
GroupCosines mean_cosines(const Tensor& cosines, const std::vector<Index>& group);

}  // namespace attn
