#include "pytorch/pytorch.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <set>

#include "base/bit_cast.h"
#include "support/refusal.h"

namespace attn {
namespace {

// Distinct numbers, across tensors too. One is a NaN with a payload, one is -0.
Tensor numbered(std::vector<Index> shape) {
  static std::uint32_t next = 0;
  Tensor tensor(std::vector<std::string>(shape.size(), "n"), shape);
  for (float& element : tensor.data) {
    const std::uint32_t number = next++;
    element = number % 50 == 7    ? bit_cast<float>(0x7FC00000u + number)
              : number % 50 == 11 ? -0.0f
                                  : static_cast<float>(number);
  }
  return tensor;
}

struct AttentionWidths {
  Index d_model, d_key, d_value;
};

void add_attention(NamedTensors& state, const std::string& prefix, AttentionWidths widths,
                   bool bias) {
  const auto [d_model, d_key, d_value] = widths;
  if (d_key == d_model && d_value == d_model) {
    state.put(prefix + "in_proj_weight", numbered({3 * d_model, d_model}));
  } else {
    state.put(prefix + "q_proj_weight", numbered({d_model, d_model}));
    state.put(prefix + "k_proj_weight", numbered({d_model, d_key}));
    state.put(prefix + "v_proj_weight", numbered({d_model, d_value}));
  }
  if (bias) state.put(prefix + "in_proj_bias", numbered({3 * d_model}));
  state.put(prefix + "out_proj.weight", numbered({d_model, d_model}));
  if (bias) state.put(prefix + "out_proj.bias", numbered({d_model}));
}

// In our names.
void add_our_attention(NamedTensors& ours, const std::string& prefix, Index d_model) {
  NamedTensors attention;
  add_attention(attention, "", {d_model, d_model, d_model}, true);
  for (const auto& [name, tensor] : from_pytorch("MultiheadAttention", attention)) {
    ours.put(prefix + name, tensor);
  }
}

void add_norm(NamedTensors& state, const std::string& prefix, bool bias) {
  state.put(prefix + ".weight", numbered({4}));
  if (bias) state.put(prefix + ".bias", numbered({4}));
}

void add_layer(NamedTensors& state, const std::string& prefix, bool decoder, bool bias) {
  add_attention(state, prefix + "self_attn.", {4, 4, 4}, bias);
  if (decoder) add_attention(state, prefix + "multihead_attn.", {4, 4, 4}, bias);
  state.put(prefix + "linear1.weight", numbered({6, 4}));
  if (bias) state.put(prefix + "linear1.bias", numbered({6}));
  state.put(prefix + "linear2.weight", numbered({4, 6}));
  if (bias) state.put(prefix + "linear2.bias", numbered({4}));
  for (const char* norm : {"norm1", "norm2", "norm3"}) {
    if (decoder || norm != std::string("norm3")) add_norm(state, prefix + norm, bias);
  }
}

struct Case {
  std::string module;
  NamedTensors state;
};

// PyTorch's state_dict of each module, with the names of torch 1.13. Sorted by name, layers.10
// comes before layers.2.
std::vector<Case> cases(int num_layers = 11) {
  std::vector<Case> all;
  for (const bool bias : {true, false}) {
    NamedTensors packed, separate, key_only, encoder, decoder;
    add_attention(packed, "", {4, 4, 4}, bias);
    add_attention(separate, "", {4, 3, 5}, bias);
    add_attention(key_only, "", {4, 3, 4}, bias);
    add_layer(encoder, "", false, bias);
    add_layer(decoder, "", true, bias);
    all.push_back({"MultiheadAttention", packed});
    all.push_back({"MultiheadAttention", separate});
    all.push_back({"MultiheadAttention", key_only});
    all.push_back({"TransformerEncoderLayer", encoder});
    all.push_back({"TransformerDecoderLayer", decoder});
    for (const bool norm : {true, false}) {
      NamedTensors encoders, decoders;
      for (int i = 0; i < num_layers; ++i) {
        const std::string prefix = "layers." + std::to_string(i) + ".";
        add_layer(encoders, prefix, false, bias);
        add_layer(decoders, prefix, true, bias);
      }
      if (norm) add_norm(encoders, "norm", bias);
      if (norm) add_norm(decoders, "norm", bias);
      all.push_back({"TransformerEncoder", encoders});
      all.push_back({"TransformerDecoder", decoders});
    }
    NamedTensors transformer;
    add_layer(transformer, "encoder.layers.0.", false, bias);
    add_layer(transformer, "encoder.layers.1.", false, bias);
    add_norm(transformer, "encoder.norm", bias);
    add_layer(transformer, "decoder.layers.0.", true, bias);
    add_norm(transformer, "decoder.norm", bias);
    all.push_back({"Transformer", transformer});
  }
  return all;
}

void expect_same(const NamedTensors& got, const NamedTensors& expected) {
  ASSERT_EQ(got.size(), expected.size());
  for (const auto& [name, tensor] : expected) {
    ASSERT_NE(got.find(name), nullptr) << name;
    EXPECT_EQ(got.at(name).shape, tensor.shape) << name;
    EXPECT_EQ(std::memcmp(got.at(name).data.data(), tensor.data.data(),
                          tensor.data.size() * sizeof(float)),
              0)
        << name;
  }
}

TEST(PyTorchConversion, RoundTripIsBitExact) {
  for (const Case& each : cases()) {
    SCOPED_TRACE(each.module);
    expect_same(to_pytorch(each.module, from_pytorch(each.module, each.state)), each.state);
  }
}

// TransformerEncoder(TransformerEncoderLayer(.., bias=False), 1, norm=LayerNorm(4))
TEST(PyTorchConversion, LayersWithoutBiasesMayEndWithANormThatHasOne) {
  for (const bool decoder : {false, true}) {
    const std::string module = decoder ? "TransformerDecoder" : "TransformerEncoder";
    NamedTensors state;
    add_layer(state, "layers.0.", decoder, false);
    add_norm(state, "norm", true);
    const NamedTensors ours = from_pytorch(module, state);
    EXPECT_NE(ours.find("norm.beta"), nullptr);
    EXPECT_EQ(ours.find("layers.0.norm_1.beta"), nullptr);
    expect_same(to_pytorch(module, ours), state);
  }
}

// PyTorch computes y = x weightᵀ + bias, we compute y = x w + b.
TEST(PyTorchConversion, PackedProjectionsAreSplitAndTransposed) {
  NamedTensors state;
  add_attention(state, "", {4, 4, 4}, true);
  const NamedTensors ours = from_pytorch("MultiheadAttention", state);
  EXPECT_EQ(ours.size(), 8u);
  const char* const weights[] = {"w_q", "w_k", "w_v"};
  const char* const biases[] = {"b_q", "b_k", "b_v"};
  const auto bits = [](float number) { return bit_cast<std::uint32_t>(number); };
  for (Index part = 0; part < 3; ++part) {
    const Tensor& w = ours.at(weights[part]);
    for (Index in = 0; in < 4; ++in) {
      for (Index out = 0; out < 4; ++out) {
        EXPECT_EQ(bits(w.matrix()(in, out)),
                  bits(state.at("in_proj_weight").matrix()(4 * part + out, in)));
      }
      EXPECT_EQ(bits(ours.at(biases[part]).data[static_cast<std::size_t>(in)]),
                bits(state.at("in_proj_bias").data[static_cast<std::size_t>(4 * part + in)]));
    }
  }
  EXPECT_EQ(bits(ours.at("w_o").matrix()(1, 2)), bits(state.at("out_proj.weight").matrix()(2, 1)));
  EXPECT_EQ(bits(ours.at("b_o").data[3]), bits(state.at("out_proj.bias").data[3]));
}

TEST(PyTorchConversion, SeparateProjectionsHaveTheirOwnWidths) {
  NamedTensors state;
  add_attention(state, "", {4, 3, 5}, false);
  const NamedTensors ours = from_pytorch("MultiheadAttention", state);
  EXPECT_EQ(ours.size(), 4u);
  EXPECT_EQ(ours.at("w_k").shape, (std::vector<Index>{3, 4}));
  EXPECT_EQ(ours.at("w_v").shape, (std::vector<Index>{5, 4}));
  EXPECT_EQ(ours.at("w_k").matrix()(2, 1), state.at("k_proj_weight").matrix()(1, 2));
}

TEST(PyTorchConversion, LayerParametersGetOurNames) {
  std::set<std::string> names;
  NamedTensors state;
  add_layer(state, "decoder.layers.0.", true, true);
  add_norm(state, "decoder.norm", true);
  add_layer(state, "encoder.layers.0.", false, true);
  add_norm(state, "encoder.norm", true);
  for (const auto& [name, tensor] : from_pytorch("Transformer", state)) names.insert(name);
  std::set<std::string> expected;
  const auto add = [&](const std::string& prefix, std::initializer_list<const char*> ends) {
    for (const char* end : ends) expected.insert(prefix + end);
  };
  for (const char* attention : {"encoder.layers.0.attention.", "decoder.layers.0.self_attention.",
                                "decoder.layers.0.cross_attention."}) {
    add(attention, {"w_q", "b_q", "w_k", "b_k", "w_v", "b_v", "w_o", "b_o"});
  }
  for (const char* layer : {"encoder.layers.0.", "decoder.layers.0."}) {
    add(layer, {"feed_forward.w_1", "feed_forward.b_1", "feed_forward.w_2", "feed_forward.b_2",
                "norm_1.gamma", "norm_1.beta", "norm_2.gamma", "norm_2.beta"});
  }
  add("decoder.layers.0.norm_3.", {"gamma", "beta"});
  add("encoder.norm.", {"gamma", "beta"});
  add("decoder.norm.", {"gamma", "beta"});
  EXPECT_EQ(names, expected);
}

std::string refused(const std::string& module, const NamedTensors& state) {
  return refusal([&] { from_pytorch(module, state); });
}
std::string refused_back(const std::string& module, const NamedTensors& ours) {
  return refusal([&] { to_pytorch(module, ours); });
}
NamedTensors without(const NamedTensors& tensors, const std::string& left_out) {
  NamedTensors rest;
  for (const auto& [name, tensor] : tensors) {
    if (name != left_out) rest.put(name, tensor);
  }
  return rest;
}

// TEST-CASES 32.
TEST(PyTorchConversion, ExtraKeysAndValuesAreRefusedByName) {
  for (const char* name : {"bias_k", "bias_v"}) {
    NamedTensors state;
    add_attention(state, "", {4, 4, 4}, true);
    state.put(name, numbered({1, 1, 4}));
    const std::string message = refused("MultiheadAttention", state);
    EXPECT_TRUE(contains(message, name));
    EXPECT_TRUE(contains(message, "add_bias_kv"));
  }
}

// The refusal names an unknown tensor and one of another rank, in both directions.
TEST(PyTorchConversion, UnknownAndMisshapenTensorsAreNamed) {
  for (const Case& each : cases(2)) {
    const NamedTensors ours = from_pytorch(each.module, each.state);
    const auto check_side = [&](const NamedTensors& state, bool theirs, auto&& refusal_of) {
      for (const auto& [name, tensor] : state) {
        SCOPED_TRACE(each.module + " " + name);
        NamedTensors longer = state;
        std::vector<Index> shape = tensor.shape;
        shape.push_back(1);
        longer.put(name, numbered(shape));
        EXPECT_TRUE(contains(refusal_of(longer), "expected " + name));
        shape.pop_back();
        (theirs ? shape.front() : shape.back()) += 1;  // changes d_out; d_in may differ by itself
        longer.put(name, numbered(shape));
        EXPECT_TRUE(contains(refusal_of(longer), " of shape "));
      }
      NamedTensors more = state;
      more.put("layers.99.x", numbered({1}));
      EXPECT_TRUE(contains(refusal_of(more), "layers.99.x"));
    };
    check_side(each.state, true,
               [&](const NamedTensors& state) { return refused(each.module, state); });
    check_side(ours, false,
               [&](const NamedTensors& state) { return refused_back(each.module, state); });
  }
}

// Every attention has the width of the first one: another layer's, the same layer's self-attention,
// or the encoder's.
TEST(PyTorchConversion, AnAttentionOfAnotherWidthIsRefusedByName) {
  struct Wrong {
    std::string module, theirs, ours;
  };
  for (const Wrong& wrong : std::vector<Wrong>{
           {"TransformerEncoder", "layers.1.self_attn", "layers.1.attention"},
           {"TransformerDecoder", "layers.1.self_attn", "layers.1.self_attention"},
           {"TransformerDecoder", "layers.0.multihead_attn", "layers.0.cross_attention"},
           {"TransformerDecoderLayer", "multihead_attn", "cross_attention"},
           {"Transformer", "decoder.layers.0.self_attn", "decoder.layers.0.self_attention"}}) {
    SCOPED_TRACE(wrong.module + " " + wrong.theirs);
    const std::vector<Case> all = cases(2);
    NamedTensors state = std::find_if(all.begin(), all.end(), [&](const Case& c) {
                           return c.module == wrong.module;
                         })->state;
    NamedTensors parameters = from_pytorch(wrong.module, state);
    add_attention(state, wrong.theirs + ".", {6, 6, 6}, true);
    add_our_attention(parameters, wrong.ours + ".", 6);
    const std::string said = " of width 4, as the attention before it, got 6";
    EXPECT_EQ(refused(wrong.module, state), "expected " + wrong.theirs + said);
    EXPECT_EQ(refused_back(wrong.module, parameters), "expected " + wrong.ours + said);
  }
}

// A layer has biases if it has the first one of the feed-forward layer: without it, those of its
// attention are refused. Without q_proj_weight, an attention has packed projections.
std::string said_without(const std::string& name) {
  if (name.ends_with("linear1.bias")) return "self_attn.in_proj_bias\" of shape";
  if (name.ends_with("feed_forward.b_1")) return "attention.b_q\" of shape";
  return "a tensor \"" + (name == "q_proj_weight" ? "in_proj_weight" : name) + "\" of ";
}

// The final norm of a stack without biases is a single tensor and may be absent.
TEST(PyTorchConversion, EveryMissingTensorIsRefused) {
  for (const Case& each : cases(2)) {
    const NamedTensors ours = from_pytorch(each.module, each.state);
    for (const auto& [name, tensor] : each.state) {
      if (name == "norm.weight" && each.state.find("norm.bias") == nullptr) continue;
      EXPECT_TRUE(contains(refused(each.module, without(each.state, name)), said_without(name)))
          << each.module << " without " << name;
    }
    for (const auto& [name, tensor] : ours) {
      if (name == "norm.gamma" && ours.find("norm.beta") == nullptr) continue;
      EXPECT_TRUE(contains(refused_back(each.module, without(ours, name)), said_without(name)))
          << each.module << " without " << name;
    }
  }
}

TEST(PyTorchConversion, ParametersThatTheModuleDoesNotHaveAreRefused) {
  NamedTensors packed;
  add_attention(packed, "", {4, 4, 4}, false);
  EXPECT_TRUE(contains(refused("Linear", packed), "\"Linear\""));
  EXPECT_TRUE(contains(refused("", {}), "Transformer"));
  EXPECT_TRUE(contains(refused("MultiheadAttention", {}), "in_proj_weight"));

  NamedTensors separate = {{"q_proj_weight", numbered({4, 4})},
                           {"k_proj_weight", numbered({4, 4})},
                           {"v_proj_weight", numbered({4, 4})},
                           {"out_proj.weight", numbered({4, 4})}};
  EXPECT_TRUE(contains(refused("MultiheadAttention", separate), "in_proj_weight"));

  NamedTensors ours = from_pytorch("MultiheadAttention", packed);
  ours.put("relative_bias", Tensor());  // empty: counts as absent
  EXPECT_EQ(to_pytorch("MultiheadAttention", ours).size(), 2u);
  ours.put("relative_bias", numbered({8, 2}));
  EXPECT_TRUE(contains(refused_back("MultiheadAttention", ours), "relative_bias"));
  ours = from_pytorch("MultiheadAttention", packed);
  ours.put("w_k", numbered({4, 2}));  // fewer key-value heads
  EXPECT_TRUE(contains(refused_back("MultiheadAttention", ours), "w_k"));

  NamedTensors layer;
  add_layer(layer, "layers.0.", false, true);
  add_attention(layer, "layers.0.self_attn.", {8, 8, 8}, true);
  EXPECT_TRUE(contains(refused("TransformerEncoder", layer), "linear1"));
  NamedTensors decoder;
  add_layer(decoder, "", true, true);
  add_attention(decoder, "multihead_attn.", {8, 8, 8}, true);
  EXPECT_TRUE(contains(refused("TransformerDecoderLayer", decoder), "multihead_attn"));
}

}  // namespace
}  // namespace attn
