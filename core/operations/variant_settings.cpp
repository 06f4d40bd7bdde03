#include "operations/variant_settings.h"

#include "operations/config_readers.h"

namespace attn {

SlidingWindow read_sliding_window(const Config& config) {
  return {config.integer("window", 0, kMaxExtent), config.flag("causal", false)};
}

Longformer read_longformer(const Config& config) {
  return {config.integer("window", 0, kMaxExtent), config.integers("global_tokens", 0, kMaxExtent),
          config.flag("causal", false)};
}

BigBird read_big_bird(const Config& config) {
  BigBird settings;
  settings.block = read_extent(config, "block", settings.block);
  settings.window = config.integer("window", 0, kMaxExtent, settings.window);
  settings.num_global = config.integer("num_global", 0, kMaxExtent, settings.num_global);
  settings.num_random = config.integer("num_random", 0, kMaxExtent, settings.num_random);
  settings.seed = read_seed(config);
  settings.causal = config.flag("causal", false);
  return settings;
}

Strided read_strided(const Config& config) {
  return {read_extent(config, "stride"), config.flag("causal", false)};
}

Performer read_performer(const Config& config) {
  Performer settings;
  settings.num_features = read_extent(config, "num_features", settings.num_features);
  settings.seed = read_seed(config);
  settings.orthogonal = config.flag("orthogonal", true);
  settings.causal = config.flag("causal", false);
  return settings;
}

Reformer read_reformer(const Config& config) {
  Reformer settings;
  settings.num_buckets = read_extent(config, "num_buckets", settings.num_buckets);
  settings.num_rounds = config.integer("num_rounds", 1, kMaxLayers, settings.num_rounds);
  settings.seed = read_seed(config);
  settings.causal = config.flag("causal", false);
  return settings;
}

Hierarchical read_hierarchical(const Config& config) {
  Hierarchical settings;
  settings.chunk = read_extent(config, "chunk", settings.chunk);
  settings.causal = config.flag("causal", false);
  return settings;
}

}  // namespace attn
