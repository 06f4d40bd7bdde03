// Every operation, called by its name: its arguments, the names and shapes of its results, and that
// it refuses unknown arguments.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <sstream>
#include <string>
#include <vector>

#include "operations/operation.h"
#include "support/config_json.h"
#include "support/inputs.h"
#include "support/refusal.h"

namespace attn {
namespace {

// A call that the operation accepts.
struct Sample {
  std::string operation, config;
  std::string inputs;      // "x 2,3,4; ids 5"
  std::string parameters;  // names in any order, or "" for nothing to learn
};

// "w b" of a part: "part.w part.b"
std::string of(const std::string& part, const std::string& names) {
  std::istringstream read(names);
  std::string all, name;
  while (read >> name) all += part + "." + name + " ";
  return all;
}

const std::string kProjections = "w_q b_q w_k b_k w_v b_v w_o b_o";
const std::string kNorm = "gamma beta";
const std::string kFeedForward = "w_1 b_1 w_2 b_2";
const std::string kEncoderLayer = of("attention", kProjections) + of("norm_1", kNorm) +
                                  of("feed_forward", kFeedForward) + of("norm_2", kNorm);
const std::string kDecoderLayer = of("self_attention", kProjections) + of("norm_1", kNorm) +
                                  of("cross_attention", kProjections) + of("norm_2", kNorm) +
                                  of("feed_forward", kFeedForward) + of("norm_3", kNorm);
const std::string kTransformer = of("encoder.layers.0", kEncoderLayer) + of("encoder.norm", kNorm) +
                                 of("decoder.layers.0", kDecoderLayer) + of("decoder.norm", kNorm);
const std::string kModel = R"("d_model":4,"num_heads":2,"d_ff":6,"num_encoder_layers":1,)"
                           R"("num_decoder_layers":1)";
const std::string kDecoderInputs =
    "x 2,3,4; memory 2,5,4; attend 3,3; score_bias 2,2,3,3; key_padding 2,3; memory_attend 3,5; "
    "memory_score_bias 3,5; memory_key_padding 2,5";
const std::string kHeads = "q 2,2,6,4; k 2,1,6,4; v 2,1,6,3; key_padding 2,6";
const std::string kMaskedHeads = kHeads + "; attend 6,6; score_bias 2,2,6,6";

const std::vector<Sample>& samples() {
  static const std::vector<Sample> all{
      {"scaled_dot_product", R"({"causal":"end","scale":0.5})", kMaskedHeads, ""},
      {"scaled_dot_product", "{}", "q 1,4,5,3; k 1,2,7,3; v 1,2,7,2; score_bias 5,7", ""},
      {"multi_head", R"({"d_model":4,"num_heads":2})",
       "query 2,3,4; key 2,5,4; value 2,5,4; attend 3,5; score_bias 2,2,3,5; key_padding 2,5",
       kProjections},
      {"multi_head", R"({"d_model":4,"num_heads":2,"bias":false})", "query 3,4; score_bias 3,3",
       "w_q w_k w_v w_o"},
      {"multi_head",
       R"({"d_model":4,"num_heads":4,"num_kv_heads":2,"d_head":2,"d_v":3,"d_key":5,"d_value":6,)"
       R"("attention_positions":"relative_buckets","num_buckets":4,"max_distance":8})",
       "query 3,4; key 5,5; value 5,6", kProjections + " relative_bias"},
      {"multi_head_step", R"({"d_model":4,"num_heads":2})",
       "x 2,3,4; cache_k 2,2,5,2; cache_v 2,2,5,2", kProjections},
      {"linear", R"({"d_in":4,"d_out":3})", "x 2,5,4", "w b"},
      {"softmax", R"({"temperature":2})", "scores 2,3,4", ""},
      {"embedding", R"({"vocab_size":3,"d_model":4})", "ids 2,5", "table"},
      {"layer_norm", R"({"epsilon":0.001,"d_model":4})", "x 2,3,4", kNorm},
      {"rms_norm", R"({"epsilon":0.001,"d_model":4})", "x 2,3,4", "gamma"},
      {"activation", R"({"kind":"gelu"})", "x 3,4", ""},
      {"feed_forward", R"({"d_model":4,"d_ff":6})", "x 2,3,4", kFeedForward},
      {"feed_forward", R"({"d_model":4,"d_ff":6,"gated":true,"activation":"silu","bias":false})",
       "x 3,4", "w_1 w_2 w_gate"},
      {"sinusoidal_positions", R"({"n":5,"d_model":4})", "", ""},
      {"rotary", R"({"rotary_base":100,"first_position":2})", "x 2,2,5,4", ""},
      {"alibi", R"({"num_heads":2,"n_query":3,"n_key":4})", "", ""},
      {"relative_buckets",
       R"({"num_buckets":4,"max_distance":8,"num_heads":2,"n_query":3,"n_key":4})", "",
       "relative_bias"},
      {"encoder_layer", R"({"d_model":4,"num_heads":2,"d_ff":6})",
       "x 2,3,4; attend 3,3; score_bias 2,2,3,3; key_padding 2,3", kEncoderLayer},
      {"encoder_layer",
       R"({"d_model":4,"num_heads":2,"d_ff":6,"norm":"rms","norm_first":true,"bias":false})",
       "x 3,4",
       of("attention", "w_q w_k w_v w_o") + of("feed_forward", "w_1 w_2") +
           "norm_1.gamma norm_2.gamma"},
      {"decoder_layer", R"({"d_model":4,"num_heads":2,"d_ff":6})", kDecoderInputs, kDecoderLayer},
      {"encoder", R"({"d_model":4,"num_heads":2,"d_ff":6,"num_layers":2,"final_norm":true})",
       "x 2,3,4; attend 3,3; score_bias 3,3; key_padding 2,3",
       of("layers.0", kEncoderLayer) + of("layers.1", kEncoderLayer) + of("norm", kNorm)},
      {"decoder", R"({"d_model":4,"num_heads":2,"d_ff":6,"num_layers":2})", kDecoderInputs,
       of("layers.0", kDecoderLayer) + of("layers.1", kDecoderLayer)},
      {"transformer", "{" + kModel + R"(,"causal":"end"})",
       "source 2,5,4; target 2,3,4; source_key_padding 2,5; target_key_padding 2,3", kTransformer},
      {"encoder_decoder", "{" + kModel + R"(,"vocab_size":4,"max_length":6,"positions":"learned"})",
       "source_ids 2,5; target_ids 2,3; source_key_padding 2,5",
       kTransformer +
           "source_embedding target_embedding source_positions target_positions w_out b_out"},
      {"greedy_decode", "{" + kModel + R"(,"vocab_size":4,"start_id":0,"end_id":1,"max_new":3})",
       "source_ids 2,5; source_key_padding 2,5",
       kTransformer + "source_embedding target_embedding w_out b_out"},
      {"flash", R"({"causal":"end","block":4})", kMaskedHeads, ""},
      {"chunked", R"({"window":2,"block":4})", kMaskedHeads, ""},
      {"sliding_window", R"({"window":2,"causal":true})", kHeads, ""},
      {"longformer", R"({"window":1,"global_tokens":[0,3]})", kHeads, ""},
      {"big_bird", R"({"window":1,"num_global":1,"num_random":1,"block":2,"seed":3})", kHeads, ""},
      {"strided", R"({"stride":2,"causal":true})", kHeads, ""},
      {"linformer", R"({"k_projected":3,"n_key":6,"scale":1})", kHeads, "e f"},
      {"performer", R"({"num_features":8,"seed":3,"causal":true})", kHeads, ""},
      {"reformer", R"({"num_buckets":2,"num_rounds":2,"seed":3})", kHeads, ""},
      {"hierarchical", R"({"chunk":2,"causal":true})", kHeads, ""},
      {"cost", R"({"variant":"performer","n":100,"d_head":8,"num_features":16})", "", ""},
      {"row_entropy", "{}", "weights 2,2,3,4", ""},
      {"attention_distance", "{}", "weights 2,2,3,4", ""},
      {"attention_rollout", R"({"residual":false})", "weights 3,2,2,4,4", ""},
      {"head_patterns", "{}", "weights 2,2,3,4; ids 2,4", ""},
      {"sentence_embedding", R"({"tokens":["a","b"],"d_model":4,"seed":3})", "", ""},
      {"row_detail", R"({"batch":1,"head":1,"query":2,"most":3})",
       "q 2,2,3,4; k 2,2,5,4; v 2,2,5,3; scores 2,2,3,5; masked_scores 2,2,3,5; weights 2,2,3,5; "
       "row_status 2,2,3; context 2,2,3,3",
       ""},
      {"mean_of_heads", "{}", "x 2,2,3,4", ""},
      {"difference", "{}", "a 2,3; b 2,3", ""},
      {"from_pytorch", R"({"module":"MultiheadAttention"})",
       "in_proj_weight 12,4; out_proj.weight 4,4", ""},
      {"to_pytorch", R"({"module":"MultiheadAttention"})", "w_q 4,4; w_k 4,4; w_v 4,4; w_o 4,4",
       ""},
  };
  return all;
}

// ---- Tensors of a sample ----

bool ends_with(const std::string& name, const std::string& end) {
  return name.size() >= end.size() && name.compare(name.size() - end.size(), end.size(), end) == 0;
}

// 0 and 1, or whole numbers: what has no gradient.
bool is_discrete(const std::string& name) {
  return ends_with(name, "attend") || ends_with(name, "key_padding") || ends_with(name, "ids");
}

Tensor made(const std::string& name, const std::vector<Index>& shape) {
  std::vector<std::string> axes;
  for (std::size_t i = 0; i < shape.size(); ++i) axes.push_back("axis_" + std::to_string(i));
  Tensor tensor = random_tensor(axes, shape, stream_of(name));
  for (std::size_t i = 0; i < tensor.data.size(); ++i) {
    if (ends_with(name, "ids")) tensor.data[i] = static_cast<float>(i % 3);
    if (ends_with(name, "attend")) tensor.data[i] = 1;
    if (ends_with(name, "key_padding")) tensor.data[i] = i == 1 ? 0 : 1;
    if (name == "weights") tensor.data[i] = 1 / static_cast<float>(shape.back());
  }
  return tensor;
}

NamedTensors inputs_of(const Sample& sample) {
  NamedTensors inputs;
  std::istringstream read(sample.inputs);
  std::string name, extents;
  while (read >> name >> extents) {
    std::vector<Index> shape;
    std::istringstream read_extents(extents);
    for (Index extent; read_extents >> extent; read_extents.get()) shape.push_back(extent);
    inputs.put(name, made(name, shape));
  }
  return inputs;
}

NamedTensors parameters_of(const Sample& sample) {
  return random_parameters(sample.operation, sample.config, 7);
}

// The gradient of the result that trains: the only one, or multi_head's output.
NamedTensors d_outputs_of(const Sample& sample) {
  const NamedTensors results =
      run(sample.operation, sample.config, parameters_of(sample), inputs_of(sample));
  const auto& [name, result] = *results.begin();
  return {{"d_" + name, random_tensor(result.axes, result.shape, 11)}};
}

std::vector<std::string> sorted_names(const NamedTensors& tensors) {
  std::vector<std::string> names;
  for (const auto& [name, tensor] : tensors) names.push_back(name);
  std::sort(names.begin(), names.end());
  return names;
}

// With one more: {"a":1} -> {"no_such_key":1,"a":1}
std::string with_unknown_key(const std::string& config) {
  return R"({"no_such_key":1)" + std::string(config == "{}" ? "" : ",") + config.substr(1);
}

bool has_backward(const Sample& sample) { return operation(sample.operation).backward != nullptr; }

// ---- The tests ----

TEST(Samples, CoverEveryOperation) {
  for (const Operation& each : operations()) {
    EXPECT_TRUE(std::any_of(samples().begin(), samples().end(), [&](const Sample& sample) {
      return sample.operation == each.name;
    })) << each.name;
  }
}

class EveryOperation : public testing::TestWithParam<std::size_t> {
 protected:
  const Sample& sample() const { return samples()[GetParam()]; }

  std::string refusal_of(const std::string& config, const NamedTensors& parameters,
                         const NamedTensors& inputs) const {
    return refusal([&] { run(sample().operation, config, parameters, inputs); });
  }
};

TEST_P(EveryOperation, DrawsTheParametersThatItReads) {
  std::istringstream read(sample().parameters);
  std::vector<std::string> expected;
  for (std::string name; read >> name;) expected.push_back(name);
  std::sort(expected.begin(), expected.end());

  const NamedTensors drawn = parameters_of(sample());
  EXPECT_EQ(sorted_names(drawn), expected);
  for (const auto& [name, tensor] : parameters_of(sample())) {
    EXPECT_EQ(tensor.data, drawn.at(name).data) << name << " of the same seed";
  }
}

// TEST-CASES 16
TEST_P(EveryOperation, GivesFiniteResultsWithATraceAndWithout) {
  const NamedTensors parameters = parameters_of(sample()), inputs = inputs_of(sample());
  const NamedTensors results = run(sample().operation, sample().config, parameters, inputs);
  NamedTensors trace;
  const NamedTensors traced =
      run(sample().operation, sample().config, parameters, inputs, Keep::kTrace, &trace);
  ASSERT_FALSE(results.empty());
  EXPECT_EQ(sorted_names(results), sorted_names(traced));
  for (const auto& [name, result] : results) {
    EXPECT_EQ(result.axes.size(), result.shape.size()) << name;
    EXPECT_EQ(result.data, traced.at(name).data) << name;
    for (const float x : result.data) ASSERT_TRUE(std::isfinite(x)) << name;
  }
}

TEST_P(EveryOperation, GivesTheGradientOfEachParameterAndInputInItsShape) {
  if (!has_backward(sample())) {
    const std::string said = refusal([&] {
      gradients(sample().operation, sample().config, parameters_of(sample()), inputs_of(sample()),
                {});
    });
    EXPECT_NE(said.find("gradient"), std::string::npos) << said;
    return;
  }
  NamedTensors expected;  // the tensors whose gradients they are
  for (const auto& [name, tensor] : parameters_of(sample())) expected.put("d_" + name, tensor);
  for (const auto& [name, tensor] : inputs_of(sample())) {
    if (!is_discrete(name)) expected.put("d_" + name, tensor);
  }
  const NamedTensors got = gradients(sample().operation, sample().config, parameters_of(sample()),
                                     inputs_of(sample()), d_outputs_of(sample()));
  EXPECT_EQ(sorted_names(got), sorted_names(expected));
  for (const auto& [name, gradient] : got) {
    if (expected.find(name) == nullptr) continue;
    EXPECT_EQ(gradient.shape, expected.at(name).shape) << name;
    for (const float x : gradient.data) ASSERT_TRUE(std::isfinite(x)) << name;
    EXPECT_TRUE(
        std::any_of(gradient.data.begin(), gradient.data.end(), [](float x) { return x != 0; }))
        << name << " is all zero";
  }
}

TEST_P(EveryOperation, RefusesWhatItDoesNotKnowByName) {
  const NamedTensors parameters = parameters_of(sample()), inputs = inputs_of(sample());
  const std::string unknown_key = with_unknown_key(sample().config);
  EXPECT_NE(refusal_of(unknown_key, parameters, inputs).find("no_such_key"), std::string::npos);
  if (!parameters.empty()) {
    const std::string said =
        refusal([&] { random_parameters(sample().operation, unknown_key, 7); });
    EXPECT_NE(said.find("no_such_key"), std::string::npos) << said;
  }

  NamedTensors more_inputs = inputs, more_parameters = parameters;
  more_inputs.put("no_such_input", made("x", {2, 2}));
  more_parameters.put("no_such_parameter", made("x", {2, 2}));
  EXPECT_NE(refusal_of(sample().config, parameters, more_inputs).find("no_such_input"),
            std::string::npos);
  EXPECT_NE(refusal_of(sample().config, more_parameters, inputs).find("no_such_parameter"),
            std::string::npos);

  if (!has_backward(sample())) return;
  const NamedTensors d_outputs = d_outputs_of(sample());
  const auto refusal_of_gradients = [&](const std::string& config, const NamedTensors& d) {
    return refusal([&] { gradients(sample().operation, config, parameters, inputs, d); });
  };
  EXPECT_NE(refusal_of_gradients(unknown_key, d_outputs).find("no_such_key"), std::string::npos);
  NamedTensors more_d_outputs = d_outputs;
  more_d_outputs.put("d_no_such_result", made("x", {2, 2}));
  EXPECT_NE(refusal_of_gradients(sample().config, more_d_outputs).find("d_no_such_result"),
            std::string::npos);
}

// TEST-CASES 43: each input and parameter in turn is left out, or comes with one axis more in
// front.
TEST_P(EveryOperation, RefusesWhatIsMissingOrMisshapenAndNeverCrashes) {
  const NamedTensors parameters = parameters_of(sample()), inputs = inputs_of(sample());
  const auto without = [](const NamedTensors& all, const std::string& left_out) {
    NamedTensors others;
    for (const auto& [name, tensor] : all) {
      if (name != left_out) others.put(name, tensor);
    }
    return others;
  };
  for (const auto& [name, tensor] : parameters) {
    const std::string said = refusal_of(sample().config, without(parameters, name), inputs);
    // A bias that is left out may stand for none; what multiplies has to be there.
    if (tensor.rank() == 2) {
      EXPECT_NE(said, "nothing was refused") << name;
    }
    NamedTensors misshapen = parameters;
    misshapen.put(name, made(name, {2, 2, 2}));
    EXPECT_NE(refusal_of(sample().config, misshapen, inputs), "nothing was refused") << name;
  }
  for (const auto& [name, tensor] : inputs) {
    refusal_of(sample().config, parameters, without(inputs, name));
    NamedTensors misshapen = inputs;
    std::vector<Index> shape = tensor.shape;
    shape.back() += 1;
    misshapen.put(name, made(name, shape));
    refusal_of(sample().config, parameters, misshapen);
    shape.assign(7, 1);
    misshapen.put(name, made(name, shape));
    refusal_of(sample().config, parameters, misshapen);
    misshapen.put(name, Tensor());
    refusal_of(sample().config, parameters, misshapen);
  }
}

std::string sample_name(const testing::TestParamInfo<std::size_t>& sample) {
  return std::to_string(sample.param) + "_" + samples()[sample.param].operation;
}
INSTANTIATE_TEST_SUITE_P(Samples, EveryOperation, testing::Range<std::size_t>(0, samples().size()),
                         sample_name);

}  // namespace
}  // namespace attn
