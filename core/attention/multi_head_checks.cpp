#include "attention/multi_head_checks.h"

#include <algorithm>

#include "base/check.h"

namespace attn {
namespace {

// [.., n, width], with a batch axis or without
bool is_sequence(const Tensor& x, Index width) {
  return (x.rank() == 2 || x.rank() == 3) && x.shape.back() == width;
}

void check_value(const Tensor& key, const Tensor& value, const MultiHeadConfig& config) {
  const bool fits = value.rank() == key.rank() && value.shape.back() == config.d_value &&
                    std::equal(key.shape.begin(), key.shape.end() - 1, value.shape.begin());
  if (fits) return;
  std::vector<Index> expected = key.shape;
  expected.back() = config.d_value;
  if (config.d_value == config.d_key) {
    refuse("expected value of the shape of key {}, got {}", {key, value});
  }
  refuse("expected value of shape {} with d_value {} to go with key {}, got {}",
         {expected, config.d_value, key, value});
}

}  // namespace

void check_query(const Tensor& query, Index d_model) {
  if (!is_sequence(query, d_model) || (query.rank() == 3 && query.shape[0] < 1)) {
    refuse(
        "expected query of shape [batch, query, d_model] or [query, d_model] with d_model {} and "
        "at least one batch item, got {}",
        {d_model, query});
  }
}

void check_key_value(const Tensor& key, const Tensor& value, const MultiHeadConfig& config) {
  if (!is_sequence(key, config.d_key) || (key.rank() == 3 && key.shape[0] < 1)) {
    refuse(
        "expected key of shape [batch, key, d_key] or [key, d_key] with d_key {} and at least one "
        "batch item, got {}",
        {config.d_key, key});
  }
  check_value(key, value, config);
}

void check_key_value_for(const Tensor& query, const Tensor& key, const Tensor& value,
                         const MultiHeadConfig& config) {
  const bool batched = query.rank() == 3;
  if (key.rank() != query.rank() || key.shape.back() != config.d_key ||
      (batched && key.shape[0] != query.shape[0])) {
    if (config.d_key == config.d_model) {
      refuse("expected key of shape {} to go with query {}, got {}",
             {batched ? "[batch, key, d_model]" : "[key, d_model]", query, key});
    }
    refuse("expected key of shape {} with d_key {} to go with query {}, got {}",
           {batched ? "[batch, key, d_key]" : "[key, d_key]", config.d_key, query, key});
  }
  check_value(key, value, config);
}

AttentionOptions attention_options(const MultiHeadConfig& config, const MultiHeadOptions& options) {
  return {config.scale, config.temperature, options.dropout};
}

}  // namespace attn
