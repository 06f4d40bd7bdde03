// How much a forward pass keeps of its intermediates, and which gradients a backward pass computes.
#pragma once

namespace attn {

enum class Keep {
  kOutputs,   // only the outputs
  kWeights,   // also the attention weights; for a model also `output` and `pooled`
  kTrace,     // every intermediate
  kBackward,  // the intermediates that backward reads
};

// Whether more is kept than the outputs and the attention weights.
inline bool keeps_intermediates(Keep keep) {
  return keep == Keep::kTrace || keep == Keep::kBackward;
}

// The trace's own `keep`; without a trace only the outputs are kept.
template <class Trace>
Keep keep_of(const Trace* trace) {
  return trace == nullptr ? Keep::kOutputs : trace->keep;
}

enum class Wanted { kAllGradients, kGradientsOfParameters };

}  // namespace attn
