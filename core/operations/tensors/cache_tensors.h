// Caches of keys and values as named tensors: "layers.0.attention.k", "layers.0.attention.v" ..
#pragma once

#include <string>

#include "attention/multi_head.h"
#include "base/named_tensors.h"

namespace attn {

// The cache of one attention layer of a model.
struct LayerCache {
  KeyValueCache& cache;
  MultiHeadConfig config;  // resolved
  bool is_memory = false;  // holds the memory of a decoder, which does not grow
};

// Visits the caches of a model. `part` names the layer: "layers.0.attention", or "" for a model of
// one attention layer.
class CacheVisitor {
 public:
  void operator()(const char* part, LayerCache& layer) { visit(part, layer); }

 protected:
  ~CacheVisitor() = default;
  virtual void visit(const char* part, LayerCache& layer) = 0;
};

// A model's caches, one for each attention layer.
class Caches {
 public:
  virtual ~Caches() = default;
  virtual void visit_caches(CacheVisitor& visit) = 0;

  // The number of tokens, without those of a memory.
  Index length();

  // Copies of the keys and values.
  NamedTensors tensors();
  // Fills empty caches. Throws std::invalid_argument unless `tensors` has exactly their tensors,
  // with the shapes of their configurations, the same batch everywhere, and the same number of keys
  // in all caches of tokens and in all caches of the memory.
  void fill(const NamedTensors& tensors);
};

// Fills an empty cache. Throws std::invalid_argument unless the tensors have these shapes:
//   k [batch, kv_head, n_key, d_head]    v [batch, kv_head, n_key, d_v]
void fill_cache(const MultiHeadConfig& config, Index batch, Index n_key,
                const NamedTensors& tensors, const std::string& k_name, const std::string& v_name,
                KeyValueCache& cache);

}  // namespace attn
