// Reproducible inputs for tests.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "attention/multi_head.h"
#include "base/random.h"
#include "base/tensor.h"

namespace attn {

inline Tensor random_tensor(std::vector<std::string> axes, std::vector<Index> shape,
                            std::uint64_t seed) {
  Tensor tensor(std::move(axes), std::move(shape));
  Random random(seed);
  for (float& element : tensor.data) element = static_cast<float>(random.normal());
  return tensor;
}

// q, k or v: [batch, head, n, width].
inline Tensor random_heads(Index batch, Index num_heads, Index n, Index width, const char* n_axis,
                           std::uint64_t seed) {
  return random_tensor({"batch", "head", n_axis, "d_head"}, {batch, num_heads, n, width}, seed);
}

// x: [batch, n, d_model], or [n, d_model] if batch is 0.
inline Tensor random_sequence(Index batch, Index n, Index d_model, std::uint64_t seed) {
  if (batch == 0) return random_tensor({"query", "d_model"}, {n, d_model}, seed);
  return random_tensor({"batch", "query", "d_model"}, {batch, n, d_model}, seed);
}

// The tokens [first, last) of x [batch, query, d_model].
inline Tensor tokens(const Tensor& x, Index first, Index last) {
  Tensor part(x.axes, {x.shape[0], last - first, x.shape[2]});
  for (Index b = 0; b < x.shape[0]; ++b) {
    part.matrix(b) = x.matrix(b).middleRows(first, last - first);
  }
  return part;
}

// Random parameters including the biases, which MultiHeadParameters::random leaves at 0.
inline MultiHeadParameters random_parameters(const MultiHeadConfig& config, std::uint64_t seed) {
  MultiHeadParameters parameters = MultiHeadParameters::random(config, seed);
  Random random(seed, stream_of("biases"));
  for (RowVector* b : {&parameters.b_q, &parameters.b_k, &parameters.b_v, &parameters.b_o}) {
    for (Index i = 0; i < b->size(); ++i) (*b)(i) = static_cast<float>(random.normal());
  }
  return parameters;
}

inline MultiHead layer_of(const MultiHeadConfig& config) {
  return MultiHead(config, random_parameters(config, 5));
}

// One item of a tensor [batch, ..], as a batch of one.
inline Tensor batch_item(const Tensor& tensor, Index item) {
  Tensor one = tensor;
  one.shape[0] = 1;
  const Index size = element_count(one.shape);
  one.data.assign(tensor.data.begin() + item * size, tensor.data.begin() + (item + 1) * size);
  return one;
}

}  // namespace attn
