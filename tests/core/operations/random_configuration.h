// A random configuration of multi-head attention in two forms: as a call of the operation, and as
// plain rules for the reference. A seed and an index give the same one on every machine.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "attention/multi_head.h"
#include "base/finite.h"
#include "base/named_tensors.h"
#include "base/random.h"

namespace attn {

// [batch or 1, head or 1, query, key]
struct MaskCells {
  std::vector<Index> shape;
  std::vector<float> cells;

  double at(Index batch, Index head, Index i, Index j) const {
    const Index b = shape[0] == 1 ? 0 : batch, h = shape[1] == 1 ? 0 : head;
    return cells[static_cast<std::size_t>(((b * shape[1] + h) * shape[2] + i) * shape[3] + j)];
  }
};

struct RandomConfiguration {
  RandomConfiguration(std::uint64_t seed, std::uint64_t index);

  std::string json;         // the configuration of the call
  MultiHeadConfig config;   // the same, resolved
  NamedTensors parameters;  // "w_q" ..
  NamedTensors inputs;  // "query"; optional "key", "value", "attend", "score_bias", "key_padding"
  Dropout dropout;
  std::vector<std::uint8_t> head_on;  // [num_heads]

  Index batch = 1, n_query = 0, n_key = 0;  // unbatched inputs have a batch of 1

  // The part of the mask that excludes keys: returns whether query i may attend to key j.
  bool may_attend(Index b, Index h, Index i, Index j) const;
  // The part of the mask that is added to scores; -inf also excludes a key. 0 without a bias.
  double score_bias(Index b, Index h, Index i, Index j) const {
    return bias ? bias->at(b, h, i, j) : 0;
  }

  std::optional<CausalAlignment> causal;
  std::optional<Index> window, prefix, block;
  std::optional<MaskCells> attend, bias;
  std::vector<std::uint8_t> key_padding;  // [batch, key], or empty

 private:
  class Draw;
  void draw_shapes(Draw& draw);
  void draw_positions(Draw& draw);
  void draw_mask(Draw& draw);
  void draw_tensors(Draw& draw, std::uint64_t seed);

  bool unbatched_ = false, self_attention_ = false;
  std::ostringstream text_;
};

// ---- Drawing ----

class RandomConfiguration::Draw {
 public:
  Draw(std::uint64_t seed, std::uint64_t index) : random_(seed, index) {}

  Index integer(Index min, Index max) {
    return min + static_cast<Index>(random_.uniform() * static_cast<double>(max - min + 1));
  }
  bool chance(double probability) { return random_.uniform() < probability; }
  // A multiple of 1/8, which JSON and float32 hold exactly.
  double eighths(double min, double max) {
    return static_cast<double>(integer(static_cast<Index>(min * 8), static_cast<Index>(max * 8))) /
           8;
  }
  float normal() { return static_cast<float>(random_.normal()); }

 private:
  Random random_;
};

inline RandomConfiguration::RandomConfiguration(std::uint64_t seed, std::uint64_t index) {
  Draw draw(seed, index);
  text_ << "{";
  draw_shapes(draw);
  draw_positions(draw);
  config = config.resolved();
  draw_mask(draw);
  text_ << "}";
  json = text_.str();
  draw_tensors(draw, seed);
}

inline void RandomConfiguration::draw_shapes(Draw& draw) {
  unbatched_ = draw.chance(0.2);
  batch = unbatched_ ? 1 : draw.integer(1, 3);
  self_attention_ = draw.chance(0.4);
  n_query = draw.integer(1, 9);
  n_key = self_attention_ ? n_query : draw.integer(1, 9);

  config.num_heads = draw.integer(1, 4);
  if (draw.chance(0.5)) {
    do config.num_kv_heads = draw.integer(1, config.num_heads);
    while (config.num_heads % config.num_kv_heads != 0);
    text_ << "\"num_kv_heads\":" << config.num_kv_heads << ",";
  }
  if (draw.chance(0.5)) {
    config.d_model = draw.integer(1, 8);
    config.d_head = draw.integer(1, 5);
    text_ << "\"d_head\":" << config.d_head << ",";
  } else {
    config.d_model = config.num_heads * draw.integer(1, 3);
  }
  if (draw.chance(0.3)) {
    config.d_v = draw.integer(1, 5);
    text_ << "\"d_v\":" << config.d_v << ",";
  }
  if (!self_attention_ && draw.chance(0.4)) {
    config.d_key = draw.integer(1, 6);
    text_ << "\"d_key\":" << config.d_key << ",";
  }
  if (!self_attention_ && draw.chance(0.4)) {
    config.d_value = draw.integer(1, 6);
    text_ << "\"d_value\":" << config.d_value << ",";
  }
  config.bias = draw.chance(0.7);
  if (draw.chance(0.3)) {
    config.scale = static_cast<float>(draw.eighths(0.125, 1.25));
    text_ << "\"scale\":" << *config.scale << ",";
  }
  if (draw.chance(0.3)) {
    config.temperature = static_cast<float>(draw.eighths(0.5, 3));
    text_ << "\"temperature\":" << config.temperature << ",";
  }
  text_ << "\"bias\":" << (config.bias ? "true" : "false") << ",\"num_heads\":" << config.num_heads
        << ",\"d_model\":" << config.d_model;
}

inline void RandomConfiguration::draw_positions(Draw& draw) {
  switch (draw.integer(0, 5)) {
    case 0: {
      const Index d_head = config.d_head != 0 ? config.d_head : config.d_model / config.num_heads;
      if (d_head % 2 != 0) break;
      config.positions = AttentionPositions::kRotary;
      config.rotary.interleaved = draw.chance(0.5);
      config.rotary.base = draw.chance(0.5) ? 10000 : 100;
      text_ << ",\"attention_positions\":\"rotary\",\"rotary_base\":" << config.rotary.base
            << ",\"rotary_interleaved\":" << (config.rotary.interleaved ? "true" : "false");
      break;
    }
    case 1:
      config.positions = AttentionPositions::kAlibi;
      text_ << ",\"attention_positions\":\"alibi\"";
      break;
    case 2: {
      RelativeBuckets& buckets = config.relative_buckets;
      config.positions = AttentionPositions::kRelativeBuckets;
      buckets.bidirectional = draw.chance(0.5);
      buckets.num_buckets = 4 * draw.integer(1, 2);
      buckets.max_distance = draw.integer(buckets.num_buckets + 1, 20);
      text_ << ",\"attention_positions\":\"relative_buckets\",\"num_buckets\":"
            << buckets.num_buckets << ",\"max_distance\":" << buckets.max_distance
            << ",\"bidirectional\":" << (buckets.bidirectional ? "true" : "false");
      break;
    }
    default:
      break;
  }
}

inline void RandomConfiguration::draw_mask(Draw& draw) {
  if (draw.chance(0.35)) {
    causal = draw.chance(0.6) ? CausalAlignment::kEnd : CausalAlignment::kStart;
    text_ << ",\"causal\":\"" << (*causal == CausalAlignment::kEnd ? "end" : "start") << "\"";
  }
  const auto pattern = [&](std::optional<Index>& size, const char* key, Index min, Index max) {
    if (!draw.chance(0.12)) return;
    size = draw.integer(min, max);
    text_ << ",\"" << key << "\":" << *size;
  };
  pattern(window, "window", 0, 6);
  pattern(prefix, "prefix", 0, 9);
  pattern(block, "block", 1, 9);

  const auto cells = [&](auto&& one) {
    MaskCells mask;
    mask.shape = {draw.chance(0.5) ? batch : 1, draw.chance(0.5) ? config.num_heads : 1, n_query,
                  n_key};
    for (Index i = element_count(mask.shape); i > 0; --i) mask.cells.push_back(one());
    return mask;
  };
  if (draw.chance(0.25)) {
    attend = cells([&] { return draw.chance(0.7) ? 1.0f : 0.0f; });
    inputs.put("attend", Tensor({"batch", "head", "query", "key"}, attend->shape, attend->cells));
  }
  if (draw.chance(0.3)) {
    const double excluded = draw.chance(0.5) ? 0.2 : 0;
    bias = cells([&] { return draw.chance(excluded) ? -kInfinity : draw.normal(); });
    inputs.put("score_bias", Tensor({"batch", "head", "query", "key"}, bias->shape, bias->cells));
  }
  if (draw.chance(0.3)) {
    Tensor padding({"batch", "key"}, {batch, n_key});
    for (float& kept : padding.data) {
      kept = draw.chance(0.8) ? 1 : 0;
      key_padding.push_back(kept == 1 ? 1 : 0);
    }
    inputs.put("key_padding", std::move(padding));
  }
  if (draw.chance(0.15)) {
    dropout = {draw.eighths(0.125, 0.75), static_cast<std::uint64_t>(draw.integer(0, 1000000))};
    text_ << ",\"dropout\":" << dropout.probability << ",\"dropout_seed\":" << dropout.seed;
  }
  head_on.assign(static_cast<std::size_t>(config.num_heads), 1);
  if (draw.chance(0.15)) {
    const Index off = draw.integer(0, config.num_heads - 1);
    head_on[static_cast<std::size_t>(off)] = 0;
    text_ << ",\"heads_off\":[" << off << "]";
  }
}

inline void RandomConfiguration::draw_tensors(Draw& draw, std::uint64_t seed) {
  const auto sequence = [&](const char* name, const char* n_axis, Index n, Index width) {
    Tensor x = unbatched_ ? Tensor({n_axis, "width"}, {n, width})
                          : Tensor({"batch", n_axis, "width"}, {batch, n, width});
    for (float& element : x.data) element = draw.normal();
    inputs.put(name, std::move(x));
  };
  sequence("query", "query", n_query, config.d_model);
  if (!self_attention_) {
    sequence("key", "key", n_key, config.d_key);
    if (config.d_value != config.d_key || draw.chance(0.7)) {
      sequence("value", "key", n_key, config.d_value);
    }
  }
  const auto put = [&](std::string_view name, auto& filled) {
    if (filled.size() == 0) return;
    // Shifted, because untrained biases are 0.
    for (Index i = 0; i < filled.size(); ++i) filled.data()[i] += 0.3f * draw.normal();
    Tensor tensor = filled.rows() == 1 && name[0] == 'b'
                        ? Tensor({"column"}, {filled.size()})
                        : Tensor({"row", "column"}, {filled.rows(), filled.cols()});
    std::copy(filled.data(), filled.data() + filled.size(), tensor.data.begin());
    parameters.put(std::string(name), std::move(tensor));
  };
  MultiHeadParameters parameters = MultiHeadParameters::random(config, seed);
  MultiHeadParameters::for_each(parameters, put);
}

inline bool RandomConfiguration::may_attend(Index b, Index h, Index i, Index j) const {
  const Index position = i + n_key - n_query;
  // A prefix without `causal` implies "end".
  const bool is_causal = causal || prefix;
  const Index last = causal == CausalAlignment::kStart ? i : position;
  if (is_causal && j > last && j >= prefix.value_or(0)) return false;
  if (window && std::abs(position - j) > *window) return false;
  if (attend && attend->at(b, h, i, j) == 0) return false;
  if (!key_padding.empty() && key_padding[static_cast<std::size_t>(b * n_key + j)] == 0) {
    return false;
  }
  if (block) {
    // Rounds down: blocks before position 0 contain no key.
    const Index query_block = position >= 0 ? position / *block : -1 - (-1 - position) / *block;
    if (query_block != j / *block) return false;
  }
  return true;
}

}  // namespace attn
