// Compares every gradient of a multi-head layer with central differences of the double reference.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "attention/multi_head.h"
#include "support/inputs.h"
#include "support/masks.h"
#include "support/near.h"
#include "support/reference_multi_head.h"

namespace attn {

// The dropout factors of the attention weights, [batch, head, query, key].
inline std::vector<double> factors_of(const Dropout& dropout, const ScoresShape& shape) {
  std::vector<double> all;
  std::vector<float> head_factors(static_cast<std::size_t>(shape.n_query * shape.n_key));
  for (Index i = 0; i < shape.batch * shape.num_heads; ++i) {
    dropout_factors(dropout, static_cast<std::uint64_t>(i), shape.n_query * shape.n_key,
                    head_factors.data());
    all.insert(all.end(), head_factors.begin(), head_factors.end());
  }
  return all;
}

inline testing::AssertionResult gradient_is_near(const std::string& name, const float* got,
                                                 std::size_t n, const reference::Values& expected,
                                                 double tolerance) {
  const auto found = expected.find(name);
  if (found == expected.end()) {
    return n == 0 ? testing::AssertionSuccess()
                  : testing::AssertionFailure() << "unexpected gradient d_" << name;
  }
  return all_near(got, n, found->second, tolerance) << " in d_" << name;
}

// Switches off the heads whose flag is 0.
inline TraceHooks hooks_of(const std::vector<std::uint8_t>& head_on) {
  std::vector<Intervention> off;
  for (std::size_t head = 0; head < head_on.size(); ++head) {
    if (head_on[head] == 0) off.push_back(Intervention::head_off("", static_cast<Index>(head)));
  }
  return TraceHooks(off);
}

struct MultiHeadCase {
  MultiHeadConfig config;
  Index batch = 2, n_query = 4, n_key = 4;
  MaskKind mask = MaskKind::kNone;
  MultiHeadOptions options = {};
  std::vector<std::uint8_t> head_on = {};  // with the options hooks_of(head_on)
};

// The inputs of a case, for the core and for the reference.
struct MultiHeadSetting {
  MultiHead layer;
  Tensor query, key, value;
  MaskCase masking;
  reference::MultiHeadCall call;
  reference::Values values;

  explicit MultiHeadSetting(const MultiHeadCase& c)
      : layer(c.config, random_parameters(c.config, 5)) {
    const MultiHeadConfig& config = layer.config();
    query = random_tensor({"batch", "query", "d_model"}, {c.batch, c.n_query, config.d_model}, 1);
    key = random_tensor({"batch", "key", "d_key"}, {c.batch, c.n_key, config.d_key}, 2);
    value = random_tensor({"batch", "key", "d_value"}, {c.batch, c.n_key, config.d_value}, 3);
    const ScoresShape shape{c.batch, config.num_heads, c.n_query, c.n_key};
    masking = mask_case(c.mask, shape);
    call.batch = c.batch, call.n_query = c.n_query, call.n_key = c.n_key;
    call.rule = masking.rule;
    call.head_on = c.head_on;
    if (c.options.dropout.probability > 0) {
      call.dropout_factors = factors_of(c.options.dropout, shape);
    }
    values = reference::values_of(layer.parameters(), query, key, value);
    if (masking.mask.score_bias) {
      call.score_bias_shape = masking.mask.score_bias->shape;
      values["score_bias"] = reference::widen(*masking.mask.score_bias);
    }
  }
};

// Compares forward and backward with the reference; the failure names the worst element.
inline testing::AssertionResult gradients_are_right(const MultiHeadCase& c,
                                                    const MultiHeadSetting& s,
                                                    double tolerance = 1e-5) {
  AttentionTrace trace;
  const Tensor output = s.layer.forward(s.query, s.key, s.value, s.masking.mask, c.options, &trace);
  const std::vector<double> expected_output =
      reference::multi_head_output(c.config, s.values, s.call);
  if (const auto near = all_near(output, expected_output, tolerance); !near) return near;

  const Tensor d_output = random_tensor(output.axes, output.shape, 4);
  const MultiHeadGradients got =
      s.layer.backward(s.query, s.key, s.value, s.masking.mask, c.options, trace, d_output);
  const reference::Values expected = reference::central_differences(
      [&](const reference::Values& values) {
        return reference::multi_head_output(c.config, values, s.call);
      },
      s.values, reference::widen(d_output));

  testing::AssertionResult all = testing::AssertionSuccess();
  const auto compare = [&](const char* name, const float* data, Index n) {
    const auto near =
        gradient_is_near(name, data, static_cast<std::size_t>(n), expected, tolerance);
    if (!near && all) all = near;
  };
  MultiHeadParameters::for_each(got.parameters, [&](const char* name, const auto& parameter) {
    compare(name, parameter.data(), parameter.size());
  });
  compare("query", got.d_query.data.data(), got.d_query.size());
  compare("key", got.d_key.data.data(), got.d_key.size());
  compare("value", got.d_value.data.data(), got.d_value.size());
  compare("score_bias", got.d_score_bias.data.data(), got.d_score_bias.size());
  return all;
}

inline testing::AssertionResult gradients_are_right(const MultiHeadCase& c,
                                                    double tolerance = 1e-5) {
  return gradients_are_right(c, MultiHeadSetting(c), tolerance);
}

}  // namespace attn
