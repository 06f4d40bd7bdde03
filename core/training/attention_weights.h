// The attention weights of a model's trace, by the name of their attention.
#pragma once

#include <string>
#include <vector>

#include "models/token_model.h"

namespace attn {

struct AttentionWeights {
  std::string name;       // "layers.0.attention", "decoder.layers.0.cross_attention"
  const Tensor* weights;  // [batch, head, query, key]
  // Whether its queries are the positions of the labels and its keys those of ids, as in
  // HeadRelation. In an encoder-decoder only cross-attention is like that.
  bool answers;
  // Whether its queries are positions of target_ids, not of ids.
  bool queries_are_target;
};

// The weights of each attention, in the order of the computation. The trace must outlive the
// result.
std::vector<AttentionWeights> attention_weights(const TokenModelTrace& trace);

}  // namespace attn
