#include "operations/tensors/cache_tensors.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "attention/heads_axes.h"
#include "base/check.h"

namespace attn {
namespace {

// "layers.0.attention.k", or "k".
std::string tensor_name(const char* part, const char* name) {
  return *part == '\0' ? name : std::string(part) + "." + name;
}

class LengthReader final : public CacheVisitor {
 public:
  Index length = 0;

 private:
  void visit(const char*, LayerCache& layer) override {
    if (!layer.is_memory) length = layer.cache.length();
  }
};

class CacheCopier final : public CacheVisitor {
 public:
  NamedTensors tensors;

 private:
  void visit(const char* part, LayerCache& layer) override {
    tensors.put(tensor_name(part, "k"), layer.cache.k.tensor());
    tensors.put(tensor_name(part, "v"), layer.cache.v.tensor());
  }
};

class CacheFiller final : public CacheVisitor {
 public:
  explicit CacheFiller(const NamedTensors& tensors) : tensors_(tensors) {}

  void check_no_others() const {
    for (const auto& [name, tensor] : tensors_) {
      if (std::find(names_.begin(), names_.end(), name) != names_.end()) continue;
      std::string known;
      for (const std::string& each : names_) append_name(known, each.c_str());
      refuse("expected the tensors of the model's cache, {}, got \"{}\"", {known, name});
    }
  }

 private:
  void visit(const char* part, LayerCache& layer) override {
    const std::string k_name = tensor_name(part, "k"), v_name = tensor_name(part, "v");
    names_.push_back(k_name);
    names_.push_back(v_name);
    const std::vector<Index>& shape = tensors_.at(k_name).shape;
    std::optional<Index>& n_key = layer.is_memory ? n_memory_ : n_tokens_;
    // The first layer determines batch and lengths. fill_cache throws unless a shape has four axes.
    const bool has_four_axes = shape.size() == 4;
    if (!batch_) batch_ = has_four_axes ? std::max<Index>(shape[0], 1) : 1;
    if (!n_key) n_key = has_four_axes ? shape[2] : 0;
    fill_cache(layer.config, *batch_, *n_key, tensors_, k_name, v_name, layer.cache);
  }

  const NamedTensors& tensors_;
  std::vector<std::string> names_;
  std::optional<Index> batch_, n_tokens_, n_memory_;
};

}  // namespace

Index Caches::length() {
  LengthReader reader;
  visit_caches(reader);
  return reader.length;
}

NamedTensors Caches::tensors() {
  CacheCopier copier;
  visit_caches(copier);
  return std::move(copier.tensors);
}

void Caches::fill(const NamedTensors& tensors) {
  CacheFiller filler(tensors);
  visit_caches(filler);
  filler.check_no_others();
}

void fill_cache(const MultiHeadConfig& config, Index batch, Index n_key,
                const NamedTensors& tensors, const std::string& k_name, const std::string& v_name,
                KeyValueCache& cache) {
  const Tensor &k = tensors.at(k_name), &v = tensors.at(v_name);
  const std::vector<Index> k_shape{batch, config.num_kv_heads, n_key, config.d_head};
  const std::vector<Index> v_shape{batch, config.num_kv_heads, n_key, config.d_v};
  if (k.shape != k_shape || v.shape != v_shape) {
    refuse("expected {} of shape {} and {} of shape {}, got {} and {}",
           {k_name, k_shape, v_name, v_shape, k.shape, v.shape});
  }
  // The same axis names as a cache that the layer itself has filled.
  const char* head = kv_head_axis(config.num_kv_heads, config.num_heads);
  const char* d_v = d_v_axis(config.d_v, config.d_head);
  cache.k.append(heads_in(k), batch, config.num_kv_heads, {"batch", head, "key", "d_head"});
  cache.v.append(heads_in(v), batch, config.num_kv_heads, {"batch", head, "key", d_v});
  cache.set_length(n_key);
}

}  // namespace attn
