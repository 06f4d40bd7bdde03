// The names of the parameters that each operation draws, for each setting that changes them.
#include <gtest/gtest.h>

#include <algorithm>
#include <ostream>
#include <sstream>
#include <string>
#include <vector>

#include "operations/operation.h"
#include "support/config_json.h"

namespace attn {
namespace {

// Adds a part's name: "w b" becomes "part.w part.b".
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

struct Named {
  std::string operation, config;
  std::string parameters;  // in any order
};

void PrintTo(const Named& named, std::ostream* out) { *out << named.operation << named.config; }

const Named kNamed[] = {
    {"multi_head", R"({"d_model":4,"num_heads":2})", kProjections},
    {"multi_head", R"({"d_model":4,"num_heads":2,"bias":false})", "w_q w_k w_v w_o"},
    {"multi_head",
     R"({"d_model":4,"num_heads":2,"attention_positions":"relative_buckets","num_buckets":4,)"
     R"("max_distance":8})",
     kProjections + " relative_bias"},
    {"multi_head_step", R"({"d_model":4,"num_heads":2})", kProjections},
    {"linear", R"({"d_in":4,"d_out":3})", "w b"},
    {"embedding", R"({"vocab_size":3,"d_model":4})", "table"},
    {"layer_norm", R"({"d_model":4})", kNorm},
    {"rms_norm", R"({"d_model":4})", "gamma"},
    {"feed_forward", R"({"d_model":4,"d_ff":6})", kFeedForward},
    {"feed_forward", R"({"d_model":4,"d_ff":6,"gated":true,"bias":false})", "w_1 w_2 w_gate"},
    {"relative_buckets",
     R"({"num_buckets":4,"max_distance":8,"num_heads":2,"n_query":3,"n_key":4})", "relative_bias"},
    {"encoder_layer", R"({"d_model":4,"num_heads":2,"d_ff":6})", kEncoderLayer},
    {"encoder_layer", R"({"d_model":4,"num_heads":2,"d_ff":6,"norm":"rms","bias":false})",
     of("attention", "w_q w_k w_v w_o") + of("feed_forward", "w_1 w_2") +
         "norm_1.gamma norm_2.gamma"},
    {"decoder_layer", R"({"d_model":4,"num_heads":2,"d_ff":6})", kDecoderLayer},
    {"encoder", R"({"d_model":4,"num_heads":2,"d_ff":6,"num_layers":2,"final_norm":true})",
     of("layers.0", kEncoderLayer) + of("layers.1", kEncoderLayer) + of("norm", kNorm)},
    {"decoder", R"({"d_model":4,"num_heads":2,"d_ff":6,"num_layers":2})",
     of("layers.0", kDecoderLayer) + of("layers.1", kDecoderLayer)},
    {"transformer", "{" + kModel + "}", kTransformer},
    {"encoder_decoder", "{" + kModel + R"(,"vocab_size":4,"max_length":6,"positions":"learned"})",
     kTransformer +
         "source_embedding target_embedding source_positions target_positions w_out b_out"},
    {"greedy_decode", "{" + kModel + R"(,"vocab_size":4,"start_id":0,"end_id":1,"max_new":3})",
     kTransformer + "source_embedding target_embedding w_out b_out"},
    {"linformer", R"({"k_projected":3,"n_key":6})", "e f"},
    {"strided", R"({"stride":2})", ""},
};

class ParameterNames : public testing::TestWithParam<Named> {};

TEST_P(ParameterNames, FollowTheConfiguration) {
  std::istringstream read(GetParam().parameters);
  std::vector<std::string> expected, drawn;
  for (std::string name; read >> name;) expected.push_back(name);
  for (const auto& item : random_parameters(GetParam().operation, GetParam().config, 7)) {
    drawn.push_back(item.first);
  }
  std::sort(expected.begin(), expected.end());
  std::sort(drawn.begin(), drawn.end());
  EXPECT_EQ(drawn, expected);
}

INSTANTIATE_TEST_SUITE_P(Operations, ParameterNames, testing::ValuesIn(kNamed));

}  // namespace
}  // namespace attn
