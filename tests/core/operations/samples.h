// One small call of each operation, with all of its inputs and a configuration that is not the
// default, for tests of all operations.
#pragma once

#include <ostream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "operations/operation.h"
#include "support/config_json.h"
#include "support/inputs.h"

namespace attn {

struct Sample {
  const char* operation;
  std::string config;
  NamedTensors inputs;
  std::string trace = "";  // some of its fields in their order, separated by spaces
};

inline void PrintTo(const Sample& sample, std::ostream* out) { *out << sample.operation; }

inline Tensor sequence(Index n, std::uint64_t seed, Index width = 8) {
  return random_tensor({"batch", "query", "d_model"}, {2, n, width}, seed);
}

// 0 for every fourth value, else 1.
inline Tensor flags(std::vector<std::string> axes, std::vector<Index> shape) {
  Tensor tensor(std::move(axes), std::move(shape));
  for (std::size_t i = 0; i < tensor.data.size(); ++i) tensor.data[i] = i % 4 == 2 ? 0 : 1;
  return tensor;
}

// Integers from 0 to below - 1: the multiples of 7, modulo `below`.
inline Tensor counted(std::vector<std::string> axes, std::vector<Index> shape, Index below) {
  Tensor tensor(std::move(axes), std::move(shape));
  for (std::size_t i = 0; i < tensor.data.size(); ++i) {
    tensor.data[i] = static_cast<float>(static_cast<Index>(i * 7) % below);
  }
  return tensor;
}

// [batch 2, n] of ids from 0 to 10.
inline Tensor token_ids(Index n) { return counted({"batch", "query"}, {2, n}, 11); }

// Weights whose rows sum to 1.
inline Tensor weights_of(std::vector<std::string> axes, std::vector<Index> shape) {
  Tensor weights = random_tensor(std::move(axes), std::move(shape), 3);
  for (Index i = 0; i < weights.matrix_count(); ++i) {
    MatrixMap rows = weights.matrix(i);
    rows = rows.cwiseAbs();
    for (Index row = 0; row < rows.rows(); ++row) rows.row(row) /= rows.row(row).sum();
  }
  return weights;
}

// q [2, 4, n_query, 4]  k [2, 2, n_key, 4]  v [2, 2, n_key, 6]
inline NamedTensors heads(Index n_query, Index n_key) {
  return {{"q", random_tensor({"batch", "head", "query", "d_head"}, {2, 4, n_query, 4}, 1)},
          {"k", random_tensor({"batch", "kv_head", "key", "d_head"}, {2, 2, n_key, 4}, 2)},
          {"v", random_tensor({"batch", "kv_head", "key", "d_v"}, {2, 2, n_key, 6}, 3)}};
}

// The three inputs of a mask, each named after its part: "memory_attend" ..
inline void put_mask(NamedTensors& inputs, Index n_query, Index n_key, const std::string& part = "",
                     Index num_heads = 4) {
  inputs.put(part + "attend", flags({"query", "key"}, {n_query, n_key}));
  inputs.put(part + "score_bias",
             random_tensor({"batch", "head", "query", "key"}, {1, num_heads, n_query, n_key}, 4));
  inputs.put(part + "key_padding", flags({"batch", "key"}, {2, n_key}));
}

inline NamedTensors with_mask(NamedTensors inputs, Index n_query, Index n_key) {
  put_mask(inputs, n_query, n_key);
  return inputs;
}

inline NamedTensors with_padding(NamedTensors inputs, Index n_key) {
  inputs.put("key_padding", flags({"batch", "key"}, {2, n_key}));
  return inputs;
}

inline NamedTensors with_all_masks(NamedTensors inputs, Index n_source, Index n_target) {
  put_mask(inputs, n_source, n_source, "source_");
  put_mask(inputs, n_target, n_target, "target_");
  put_mask(inputs, n_target, n_source, "memory_");
  return inputs;
}

// A full trace of scaled_dot_product, including dropped weights, by field name.
inline NamedTensors traced_heads() {
  NamedTensors trace = heads(5, 6), fields;
  run("scaled_dot_product", R"({"temperature":1.5,"dropout":0.2})", {}, heads(5, 6), Keep::kTrace,
      &fields);
  for (const auto& [name, tensor] : fields) trace.put(name, tensor);
  return trace;
}

inline NamedTensors decoder_inputs() {
  NamedTensors inputs = with_mask({{"x", sequence(5, 1)}, {"memory", sequence(6, 2)}}, 5, 5);
  put_mask(inputs, 5, 6, "memory_");
  return inputs;
}

inline std::vector<Sample> samples() {
  const std::string heads_keys =
      R"("d_model":8,"num_heads":4,"num_kv_heads":2,"d_head":2,"scale":0.7,"temperature":1.5)";
  const std::string multi_head = heads_keys +
                                 R"(,"d_v":3,"d_key":5,"d_value":7,)"
                                 R"("attention_positions":"relative_buckets","num_buckets":8,)"
                                 R"("max_distance":20,"bidirectional":false)";
  const std::string mask = R"("causal":"start","window":4,"prefix":1,"block":4)";
  const std::string dropout = R"("dropout":0.2,"dropout_seed":9)";
  const std::string layer = heads_keys +
                            R"(,"attention_positions":"rotary","rotary_base":100,)"
                            R"("rotary_interleaved":true,"d_ff":12,"activation":"silu",)"
                            R"("gated":true,"norm":"layer","norm_first":true,"epsilon":1e-4)";
  const std::string transformer = layer + R"(,"num_encoder_layers":2,"num_decoder_layers":1)";
  const std::string model = transformer + R"(,"vocab_size":11,"target_vocab_size":13,)"
                                          R"("max_length":9,"positions":"learned",)"
                                          R"("scale_embedding":false,"output_bias":true)";
  const auto object = [](const std::string& keys) { return "{" + keys + "}"; };
  const NamedTensors vectors = {
      {"source", random_tensor({"batch", "key", "d_model"}, {2, 6, 8}, 1)},
      {"target", sequence(5, 2)}};
  const NamedTensors ids = {{"source_ids", token_ids(6)}, {"target_ids", token_ids(5)}};
  const NamedTensors weights = {
      {"weights", weights_of({"batch", "head", "query", "key"}, {2, 3, 5, 5})}};
  const NamedTensors x = {{"x", sequence(3, 1)}};
  const NamedTensors padded = with_padding(heads(6, 6), 6);
  return {
      {"scaled_dot_product", object(mask + R"(,"scale":0.7,"temperature":1.5,)" + dropout),
       with_mask(heads(5, 6), 5, 6),
       "scores masked_scores weights dropped_weights row_status context"},
      {"multi_head",
       object(multi_head + "," + mask + "," + dropout +
              R"(,"heads_off":[1],"average_weights":true)"),
       with_mask(
           {{"query", sequence(5, 1)}, {"key", sequence(6, 2, 5)}, {"value", sequence(6, 3, 7)}}, 5,
           6),
       "q k v scores masked_scores weights dropped_weights row_status context concat output"},
      {"multi_head_step",
       object(heads_keys + R"(,"attention_positions":"alibi")"),
       {{"x", sequence(2, 1)},
        {"cache_k", random_tensor({"batch", "kv_head", "key", "d_head"}, {2, 2, 3, 2}, 2)},
        {"cache_v", random_tensor({"batch", "kv_head", "key", "d_v"}, {2, 2, 3, 2}, 3)}},
       "q weights output"},
      {"linear", R"({"d_in":8,"d_out":3,"bias":true})", x},
      {"softmax", R"({"temperature":0.5})", {{"scores", sequence(3, 1)}}, "row_status"},
      {"embedding", R"({"vocab_size":11,"d_model":4})", {{"ids", token_ids(5)}}},
      {"layer_norm", R"({"d_model":8,"epsilon":1e-3})", x},
      {"rms_norm", R"({"d_model":8,"epsilon":1e-3})", x},
      {"activation", R"({"kind":"gelu_tanh"})", x},
      {"feed_forward", R"({"d_model":8,"d_ff":12,"activation":"silu","gated":true,"bias":true})", x,
       "gate hidden activated product y"},
      {"sinusoidal_positions", R"({"n":5,"d_model":6})", {}},
      {"rotary", R"({"rotary_base":100,"rotary_interleaved":true,"first_position":3})", x},
      {"alibi", R"({"num_heads":3,"n_query":4,"n_key":5})", {}},
      {"relative_buckets",
       R"({"num_heads":3,"n_query":4,"n_key":5,"num_buckets":8,"max_distance":20,"bidirectional":false})",
       {}},
      {"encoder_layer", object(layer + "," + mask + "," + dropout),
       with_mask({{"x", sequence(5, 1)}}, 5, 5),
       "norm_1 attention.q attention.weights residual_1 norm_2 feed_forward.gate output"},
      {"decoder_layer", object(layer + "," + mask + "," + dropout), decoder_inputs(),
       "norm_1 self_attention.q residual_1 norm_2 cross_attention.weights residual_2 norm_3 "
       "feed_forward.y output"},
      {"encoder", object(layer + R"(,"num_layers":2,"final_norm":true,)" + mask + "," + dropout),
       with_mask({{"x", sequence(5, 1)}}, 5, 5),
       "layers.0.norm_1 layers.1.attention.weights output"},
      {"decoder", object(layer + R"(,"num_layers":2,"final_norm":true,)" + mask + "," + dropout),
       decoder_inputs(), "layers.0.cross_attention.weights layers.1.output output"},
      {"transformer", object(transformer + "," + mask + "," + dropout),
       with_all_masks(vectors, 6, 5),
       "encoder.layers.1.attention.weights encoder.output decoder.layers.0.norm_1 decoder.output"},
      {"encoder_decoder", object(model + "," + mask + "," + dropout), with_all_masks(ids, 6, 5),
       "source_embedded encoder.output target_embedded decoder.layers.0.output logits"},
      {"greedy_decode",
       object(model + R"(,"start_id":1,"end_id":2,"max_new":4,"causal":"end")"),
       {{"source_ids", token_ids(6)}, {"source_key_padding", flags({"batch", "key"}, {2, 6})}}},
      {"flash", R"({"causal":"end","window":4,"prefix":1,"block":2,"scale":0.7,"temperature":1.5})",
       with_mask(heads(5, 6), 5, 6), "row_max exponential_sum row_status context"},
      {"chunked",
       R"({"causal":"end","window":4,"prefix":1,"block":2,"scale":0.7,"temperature":1.5})",
       with_mask(heads(5, 6), 5, 6), "row_status context"},
      {"sliding_window", R"({"window":2,"causal":true,"scale":0.7})", with_padding(heads(5, 6), 6),
       "keys_per_query keys weights context"},
      {"longformer", R"({"window":1,"global_tokens":[0,4],"causal":true,"scale":0.7})", padded,
       "keys_per_query keys weights context"},
      {"big_bird",
       R"({"block":2,"window":0,"num_global":1,"num_random":1,"seed":5,"causal":true,"scale":0.7})",
       padded, "keys_per_query keys weights context"},
      {"strided", R"({"stride":2,"causal":true,"scale":0.7})", padded,
       "keys_per_query keys weights context"},
      {"linformer", R"({"k_projected":3,"n_key":6,"scale":0.7})", with_padding(heads(5, 6), 6),
       "projected_k projected_v scores weights row_status context"},
      {"performer", R"({"num_features":16,"seed":5,"orthogonal":false,"causal":true,"scale":0.7})",
       with_padding(heads(5, 6), 6),
       "random_features query_exponents key_exponents denominator row_status context"},
      {"reformer", R"({"num_buckets":4,"num_rounds":3,"seed":5,"causal":true,"scale":0.7})", padded,
       "query_buckets key_buckets keys weights context"},
      {"hierarchical", R"({"chunk":2,"causal":true,"scale":0.7})", with_padding(heads(5, 6), 6),
       "mean_k mean_v own_weights summary_weights row_status context"},
      {"cost",
       R"({"variant":"big_bird","n":64,"d_head":8,"block":4,"window":1,"num_global":2,"num_random":1,"seed":5,"causal":true})",
       {}},
      {"row_entropy", "{}", weights},
      {"attention_distance", "{}", weights},
      {"attention_rollout",
       R"({"residual":false})",
       {{"weights", weights_of({"layer", "batch", "head", "query", "key"}, {2, 2, 3, 5, 5})}}},
      {"head_patterns",
       "{}",
       {{"weights", weights.at("weights")}, {"ids", counted({"batch", "key"}, {2, 5}, 3)}}},
      {"sentence_embedding",
       R"({"tokens":["the","cat","the"],"d_model":6,"seed":3,"positions":"sinusoidal"})",
       {}},
      {"row_detail", R"({"batch":1,"head":1,"query":2,"max_keys":3,"temperature":1.5})",
       traced_heads()},
      {"weights_row", R"({"batch":1,"head":2,"query":3,"max_keys":2})", weights},
      {"mean_of_heads", "{}", {{"x", heads(5, 6).at("q")}}},
      {"difference", "{}", {{"a", sequence(3, 1)}, {"b", sequence(3, 2)}}},
      {"from_pytorch",
       R"({"module":"MultiheadAttention"})",
       {{"in_proj_weight", random_tensor({"row", "column"}, {12, 4}, 1)},
        {"out_proj.weight", random_tensor({"row", "column"}, {4, 4}, 2)}}},
      {"to_pytorch",
       R"({"module":"MultiheadAttention"})",
       {{"w_q", random_tensor({"d_in", "d_out"}, {4, 4}, 1)},
        {"w_k", random_tensor({"d_in", "d_out"}, {4, 4}, 2)},
        {"w_v", random_tensor({"d_in", "d_out"}, {4, 4}, 3)},
        {"w_o", random_tensor({"d_in", "d_out"}, {4, 4}, 4)}}},
  };
}

// The samples of the operations that can be prepared.
inline std::vector<Sample> prepared_samples() {
  std::vector<Sample> some;
  for (Sample& sample : samples()) {
    if (operation(sample.operation).prepare != nullptr) some.push_back(std::move(sample));
  }
  return some;
}

// The calls above, and calls with default settings and without masks, biases or a batch.
inline std::vector<Sample> samples_and_defaults() {
  std::vector<Sample> all = samples();
  NamedTensors biased_heads = heads(5, 7);
  biased_heads.put("score_bias", random_tensor({"query", "key"}, {5, 7}, 4));
  all.push_back({"scaled_dot_product", "{}", biased_heads, "scores masked_scores weights context"});
  const Tensor x = random_tensor({"query", "d_model"}, {3, 8}, 1);
  all.push_back({"multi_head",
                 R"({"d_model":8,"num_heads":2,"bias":false})",
                 {{"query", x}, {"score_bias", random_tensor({"query", "key"}, {3, 3}, 2)}},
                 "q k v scores masked_scores weights context concat output"});
  all.push_back({"feed_forward",
                 R"({"d_model":8,"d_ff":6,"bias":false})",
                 {{"x", sequence(3, 1)}},
                 "hidden activated y"});
  all.push_back({"encoder_layer",
                 R"({"d_model":8,"num_heads":2,"d_ff":6,"norm":"rms","bias":false})",
                 {{"x", x}},
                 "attention.q attention.weights residual_1 norm_1 feed_forward.y output"});
  return all;
}

inline const Sample& sample(const std::vector<Sample>& all, std::string_view operation) {
  for (const Sample& each : all) {
    if (operation == each.operation) return each;
  }
  throw std::invalid_argument("no sample of " + std::string(operation));
}

inline const std::vector<Sample> all_samples = samples();

inline NamedTensors parameters_of(const Sample& sample) {
  NamedTensors parameters = random_parameters(sample.operation, sample.config, 5);
  // Shifted, because biases of 0 and norms of 1 would hide errors.
  NamedTensors moved;
  std::uint64_t seed = 1;
  for (const auto& [name, tensor] : parameters) {
    Tensor noise = random_tensor(tensor.axes, tensor.shape, seed++);
    for (std::size_t i = 0; i < noise.data.size(); ++i) {
      noise.data[i] = tensor.data[i] + noise.data[i] / 4;
    }
    moved.put(name, std::move(noise));
  }
  return moved;
}

}  // namespace attn
