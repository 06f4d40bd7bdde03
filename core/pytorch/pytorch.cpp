#include "pytorch/pytorch.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "base/check.h"
#include "base/quoted.h"
#include "pytorch/state_conversion.h"

namespace attn {
namespace {

constexpr std::array<const char*, 3> kSeparate = {"q_proj_weight", "k_proj_weight",
                                                  "v_proj_weight"};
constexpr std::array<const char*, 3> kWeights = {"w_q", "w_k", "w_v"};
constexpr std::array<const char*, 3> kBiases = {"b_q", "b_k", "b_v"};

// Both of the next functions return d_model.
//   may_differ  whether d_key and d_value may differ from d_model
Index unpack_projections(StateConversion& state, const NamePair& names, bool may_differ) {
  for (const char* name : {"bias_k", "bias_v"}) {
    if (!state.has(names.pytorch + name)) continue;
    refuse("expected an attention without {} (add_bias_kv=False), got one that has it",
           {quoted(names.pytorch + name)});
  }
  if (may_differ && state.has(names.pytorch + kSeparate[0])) {
    const Index d_model = state.take(names.pytorch + kSeparate[0], 2).shape[0];
    bool same = true;
    for (std::size_t i = 0; i < 3; ++i) {
      const std::string name = names.pytorch + kSeparate[i];
      const Index width = i == 0 ? d_model : state.take(name, 2).shape[1];
      state.put_transposed(names.ours + kWeights[i], state.take(name, {d_model, width}).matrix());
      same = same && width == d_model;
    }
    if (same) refuse("expected in_proj_weight, as all widths are d_model, got q_proj_weight");
    return d_model;
  }
  const std::string name = names.pytorch + "in_proj_weight";
  const Index d_model = state.take(name, 2).shape[1];
  check_element_count({3, d_model, std::max<Index>(d_model, 1)});
  const ConstMatrixMap packed = state.take(name, {3 * d_model, d_model}).matrix();
  for (Index i = 0; i < 3; ++i) {
    state.put_transposed(names.ours + kWeights[static_cast<std::size_t>(i)],
                         packed.middleRows(i * d_model, d_model));
  }
  return d_model;
}

Index pack_projections(StateConversion& state, const NamePair& names, bool may_differ) {
  const Index d_model = state.take(names.ours + kWeights[0], 2).shape[0];
  std::array<Index, 3> widths;
  bool same = true;
  for (std::size_t i = 0; i < 3; ++i) {
    widths[i] = i == 0 || !may_differ ? d_model : state.take(names.ours + kWeights[i], 2).shape[0];
    same = same && widths[i] == d_model;
  }
  // Check all shapes before allocating: an empty w_q can have any d_model.
  for (std::size_t i = 0; i < 3; ++i) state.take(names.ours + kWeights[i], {widths[i], d_model});
  check_element_count({3, d_model, d_model});
  Matrix packed(same ? 3 * d_model : 0, d_model);
  for (std::size_t i = 0; i < 3; ++i) {
    const Tensor& w = state.take(names.ours + kWeights[i], {widths[i], d_model});
    if (same) {
      packed.middleRows(static_cast<Index>(i) * d_model, d_model) = w.matrix().transpose();
    } else {
      state.put_transposed(names.pytorch + kSeparate[i], w.matrix());
    }
  }
  if (same) state.put(names.pytorch + "in_proj_weight", packed);
  return d_model;
}

void unpack_biases(StateConversion& state, const NamePair& names, Index d_model) {
  const Tensor& packed =
      state.take(names.pytorch + "in_proj_bias", std::vector<Index>{3 * d_model});
  for (std::size_t i = 0; i < 3; ++i) {
    const auto begin = packed.data.begin() + static_cast<Index>(i) * d_model;
    state.put_vector(names.ours + kBiases[i], {begin, begin + d_model});
  }
}

void pack_biases(StateConversion& state, const NamePair& names, Index d_model) {
  std::vector<float> packed;
  for (const char* name : kBiases) {
    const Tensor& b = state.take(names.ours + name, std::vector<Index>{d_model});
    packed.insert(packed.end(), b.data.begin(), b.data.end());
  }
  state.put_vector(names.pytorch + "in_proj_bias", std::move(packed));
}

// Returns d_model.
//   bias        whether all four projections have a bias
//   may_differ  as above
Index attention(StateConversion& state, const NamePair& names, bool bias, bool may_differ) {
  const bool from = state.from_pytorch();
  const Index d_model = from ? unpack_projections(state, names, may_differ)
                             : pack_projections(state, names, may_differ);
  if (bias) (from ? unpack_biases : pack_biases)(state, names, d_model);
  state.linear(names.then("out_proj", ""), "w_o", "b_o", d_model, d_model, bias);
  return d_model;
}

void multi_head(StateConversion& state) {
  const NamePair root;
  bool bias =
      state.has(root.then("in_proj_bias", "b_o")) || state.has(root.then("out_proj.bias", ""));
  for (const char* name : kBiases) bias = bias || state.has(root.then("", name));
  attention(state, root, bias, true);
}

void norm(StateConversion& state, const NamePair& names, Index d_model, bool bias) {
  state.vector(names.then(".weight", ".gamma"), d_model);
  if (bias) state.vector(names.then(".bias", ".beta"), d_model);
}

// Throws unless an attention of width d_model has the expected width.
//   names  its prefixes, which end with a dot
void check_width(const StateConversion& state, const NamePair& names, Index d_model,
                 Index expected) {
  if (d_model == expected) return;
  std::string_view name = state.source_name(names);
  name.remove_suffix(1);
  refuse("expected {} of width {}, as the attention before it, got {}", {name, expected, d_model});
}

void feed_forward(StateConversion& state, const NamePair& layer, Index d_model, bool bias) {
  const NamePair linear1 = layer.then("linear1", "feed_forward."),
                 linear2 = layer.then("linear2", "feed_forward.");
  const Index d_ff = state.d_out_of(linear1, "w_1");
  state.linear(linear1, "w_1", "b_1", d_model, d_ff, bias);
  state.linear(linear2, "w_2", "b_2", d_ff, d_model, bias);
}

// Converts a layer of this width; 0 allows any. Returns its width.
using ConvertLayer = Index (*)(StateConversion& state, const NamePair& names, Index d_model);

bool layer_has_bias(const StateConversion& state, const NamePair& layer) {
  return state.has(layer.then("linear1.bias", "feed_forward.b_1"));
}

Index encoder_layer(StateConversion& state, const NamePair& names, Index expected) {
  const bool bias = layer_has_bias(state, names);
  const NamePair self = names.then("self_attn.", "attention.");
  const Index d_model = attention(state, self, bias, false);
  if (expected != 0) check_width(state, self, d_model, expected);
  feed_forward(state, names, d_model, bias);
  norm(state, names.then("norm1", "norm_1"), d_model, bias);
  norm(state, names.then("norm2", "norm_2"), d_model, bias);
  return d_model;
}

Index decoder_layer(StateConversion& state, const NamePair& names, Index expected) {
  const bool bias = layer_has_bias(state, names);
  const NamePair self = names.then("self_attn.", "self_attention."),
                 cross = names.then("multihead_attn.", "cross_attention.");
  const Index d_model = attention(state, self, bias, false);
  if (expected != 0) check_width(state, self, d_model, expected);
  check_width(state, cross, attention(state, cross, bias, false), d_model);
  feed_forward(state, names, d_model, bias);
  norm(state, names.then("norm1", "norm_1"), d_model, bias);
  norm(state, names.then("norm2", "norm_2"), d_model, bias);
  norm(state, names.then("norm3", "norm_3"), d_model, bias);
  return d_model;
}

// Converts the layers and, if there is one, the final norm. Returns their width.
//   d_model   0: any
//   has_norm  whether there must be a final norm
Index stack(StateConversion& state, const NamePair& names, ConvertLayer layer, Index d_model,
            bool has_norm) {
  const bool bias = layer_has_bias(state, names.then("layers.0."));
  for (Index i = 0;; ++i) {
    const NamePair at = names.then("layers." + integer_text(i) + '.');
    if (i != 0 && !state.has_any_under(at)) break;
    d_model = layer(state, at, d_model);
  }
  const NamePair last = names.then("norm");
  if (!has_norm && !state.has_any_under(last.then("."))) return d_model;
  // The norm is built apart from the layers, so it may have a bias that they do not have. Where
  // they have biases, it needs one too: without it the state is incomplete.
  norm(state, last, d_model, bias || state.has(last.then(".bias", ".beta")));
  return d_model;
}

void transformer(StateConversion& state) {
  const NamePair root;
  const Index d_model = stack(state, root.then("encoder."), encoder_layer, 0, true);
  stack(state, root.then("decoder."), decoder_layer, d_model, true);
}

NamedTensors convert(std::string_view module, Direction direction, const NamedTensors& source) {
  StateConversion state(module, direction, source);
  const NamePair root;
  if (module == "MultiheadAttention") {
    multi_head(state);
  } else if (module == "TransformerEncoderLayer") {
    encoder_layer(state, root, 0);
  } else if (module == "TransformerDecoderLayer") {
    decoder_layer(state, root, 0);
  } else if (module == "TransformerEncoder") {
    stack(state, root, encoder_layer, 0, false);
  } else if (module == "TransformerDecoder") {
    stack(state, root, decoder_layer, 0, false);
  } else if (module == "Transformer") {
    transformer(state);
  } else {
    refuse(
        "expected MultiheadAttention, TransformerEncoderLayer, TransformerDecoderLayer, "
        "TransformerEncoder, TransformerDecoder or Transformer, got {}",
        {quoted(module)});
  }
  return state.finish();
}

}  // namespace

NamedTensors from_pytorch(std::string_view module, const NamedTensors& state_dict) {
  return convert(module, Direction::kFromPytorch, state_dict);
}

NamedTensors to_pytorch(std::string_view module, const NamedTensors& parameters) {
  return convert(module, Direction::kToPytorch, parameters);
}

}  // namespace attn
