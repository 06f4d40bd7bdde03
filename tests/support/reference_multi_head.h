// Multi-head attention as plain double-precision loops, with every option of MultiHeadConfig: the
// reference of the forward pass and, by central differences, of the gradients.
//
//   const Values values = values_of(parameters, query, key, value);
//   multi_head_output(config, values, {batch, n_query, n_key, rule})
//   central_differences([&](const Values& v) { return multi_head_output(config, v, call); }, ..)
#pragma once

#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "attention/multi_head.h"
#include "support/central_difference.h"
#include "support/reference.h"
#include "support/reference_positions.h"

namespace attn::reference {

struct MultiHeadCall {
  Index batch = 1, n_query = 0, n_key = 0;
  // If the values include "score_bias", the rule only excludes cells (-inf); its finite numbers are
  // ignored, and the score bias is added to the scores instead.
  Rule rule = no_mask;
  std::vector<Index> score_bias_shape = {};  // [batch or 1, head or 1, query, key]
  std::vector<double> dropout_factors = {};  // [batch, head, query, key], or none
  std::vector<std::uint8_t> head_on = {};    // [head], or none
};

// [n, d_in] values[w] + values[b], where b may be missing.
inline std::vector<double> linear(const std::vector<double>& x, Index n, const Values& values,
                                  const std::string& w, const std::string& b) {
  const std::vector<double>& weights = values.at(w);
  const auto bias = values.find(b);
  const bool has_bias = bias != values.end() && !bias->second.empty();
  const std::size_t rows = static_cast<std::size_t>(n);
  const std::size_t d_in = rows == 0 ? 1 : x.size() / rows, d_out = weights.size() / d_in;
  std::vector<double> y(rows * d_out);
  for (std::size_t i = 0; i < rows; ++i) {
    for (std::size_t c = 0; c < d_out; ++c) {
      double sum = has_bias ? bias->second[c] : 0;
      for (std::size_t r = 0; r < d_in; ++r) sum += x[i * d_in + r] * weights[r * d_out + c];
      y[i * d_out + c] = sum;
    }
  }
  return y;
}

// at_field for x [batch, n, head, d], which a trace has as [batch, head, n, d].
inline void at_heads(const Values& values, const std::string& field, std::vector<double>& x,
                     Index batch, Index n, Index num_heads) {
  if (!values.at_field) return;
  const Index d = x.empty() ? 0 : static_cast<Index>(x.size()) / (batch * n * num_heads);
  std::vector<double> heads(x.size());
  const auto visit = [&](const auto& move) {
    for (Index cell = 0; cell < static_cast<Index>(x.size()); ++cell) {
      const Index c = cell % d, h = cell / d % num_heads, i = cell / d / num_heads % n,
                  b = cell / d / num_heads / n;
      move(x[static_cast<std::size_t>(cell)],
           heads[static_cast<std::size_t>(((b * num_heads + h) * n + i) * d + c)]);
    }
  };
  visit([](const double& from, double& to) { to = from; });
  values.at_field(field, heads);
  visit([](double& to, const double& from) { to = from; });
}

struct FullTrace {
  // q [batch, query, head, d_head], k and v [batch, key, kv_head, ..]; rotary positions applied
  std::vector<double> q, k, v;
  std::vector<double> masked_scores, weights;  // [batch, head, query, key], before dropout
  std::vector<double> concat;                  // [batch, query, head, d_v]
  std::vector<double> output;                  // [batch, query, d_model]
};

// `values` contains query, key, value, optionally score_bias, and the parameters that exist among
// w_q, b_q, w_k, b_k, w_v, b_v, w_o, b_o and relative_bias.
inline FullTrace full_trace(const MultiHeadConfig& unresolved, const Values& values,
                            const MultiHeadCall& call) {
  const MultiHeadConfig config = unresolved.resolved();
  const Index num_heads = config.num_heads, num_kv_heads = config.num_kv_heads;
  const Index d_head = config.d_head, d_v = config.d_v;
  const Index batch = call.batch, n_query = call.n_query, n_key = call.n_key;
  const auto projected = [&](const char* input, Index n, const char* w, const char* b) {
    return linear(values.at(input), batch * n, values, w, b);
  };
  FullTrace t;
  t.q = projected("query", n_query, "w_q", "b_q");
  t.k = projected("key", n_key, "w_k", "b_k");
  t.v = projected("value", n_key, "w_v", "b_v");
  if (config.positions == AttentionPositions::kRotary) {
    for (Index b = 0; b < batch; ++b) {
      for (Index i = 0; i < n_query; ++i) {
        for (Index h = 0; h < num_heads; ++h) {
          rotate(t.q.data() + ((b * n_query + i) * num_heads + h) * d_head, d_head,
                 i + n_key - n_query, config.rotary);
        }
      }
      for (Index j = 0; j < n_key; ++j) {
        for (Index h = 0; h < num_kv_heads; ++h) {
          rotate(t.k.data() + ((b * n_key + j) * num_kv_heads + h) * d_head, d_head, j,
                 config.rotary);
        }
      }
    }
  }
  const auto bias_it = values.find("score_bias");
  const auto moved_by = [&](Index b, Index h, Index i, Index j) {
    const double by_rule = call.rule(b, h, i, j);
    if (by_rule == -kInfinity || bias_it == values.end()) return by_rule;
    const std::vector<Index>& shape = call.score_bias_shape;
    const Index item = shape[0] == 1 ? 0 : b, head = shape[1] == 1 ? 0 : h;
    return bias_it
        ->second[static_cast<std::size_t>(((item * shape[1] + head) * n_query + i) * n_key + j)];
  };
  const auto position_bias = [&](Index h, Index i, Index j) {
    const Index relative = j - (i + n_key - n_query);
    if (config.positions == AttentionPositions::kAlibi) {
      return -alibi_slope(h, num_heads) * static_cast<double>(std::abs(relative));
    }
    if (config.positions != AttentionPositions::kRelativeBuckets) return 0.0;
    const Index bucket = t5_bucket(config.relative_buckets, relative);
    return values.at("relative_bias")[static_cast<std::size_t>(bucket * num_heads + h)];
  };
  const double scale = config.scale ? static_cast<double>(*config.scale)
                                    : 1 / std::sqrt(static_cast<double>(d_head));
  at_heads(values, "q", t.q, batch, n_query, num_heads);
  at_heads(values, "k", t.k, batch, n_key, num_kv_heads);
  at_heads(values, "v", t.v, batch, n_key, num_kv_heads);
  const auto for_each_row = [&](const auto& visit) {
    for (Index b = 0; b < batch; ++b) {
      for (Index h = 0; h < num_heads; ++h) {
        for (Index i = 0; i < n_query; ++i) {
          visit(b, h, i, static_cast<std::size_t>(((b * num_heads + h) * n_query + i) * n_key));
        }
      }
    }
  };
  std::vector<double> scores;
  for_each_row([&](Index b, Index h, Index i, std::size_t) {
    const double* q = t.q.data() + ((b * n_query + i) * num_heads + h) * d_head;
    for (Index j = 0; j < n_key; ++j) {
      const Index kv = h * num_kv_heads / num_heads;
      const double* k = t.k.data() + ((b * n_key + j) * num_kv_heads + kv) * d_head;
      double dot = 0;
      for (Index c = 0; c < d_head; ++c) dot += q[c] * k[c];
      scores.push_back(scale * dot);
    }
  });
  at_field(values, "scores", scores);
  for_each_row([&](Index b, Index h, Index i, std::size_t row) {
    for (Index j = 0; j < n_key; ++j) {
      const double by = moved_by(b, h, i, j);
      const double score = scores[row + static_cast<std::size_t>(j)];
      t.masked_scores.push_back(by == -kInfinity ? by : score + by + position_bias(h, i, j));
    }
  });
  at_field(values, "masked_scores", t.masked_scores);
  for (const double masked : t.masked_scores) {
    t.weights.push_back(masked / static_cast<double>(config.temperature));
  }
  for_each_row(
      [&](Index, Index, Index, std::size_t row) { softmax(t.weights.data() + row, n_key); });
  at_field(values, "weights", t.weights);
  t.concat.resize(static_cast<std::size_t>(batch * n_query * num_heads * d_v));
  for_each_row([&](Index b, Index h, Index i, std::size_t row) {
    const Index kv = h * num_kv_heads / num_heads;
    const bool is_on = call.head_on.empty() || call.head_on[static_cast<std::size_t>(h)] != 0;
    double* context = t.concat.data() + ((b * n_query + i) * num_heads + h) * d_v;
    for (Index j = 0; j < n_key; ++j) {
      const std::size_t cell = row + static_cast<std::size_t>(j);
      double weight = t.weights[cell];
      if (!call.dropout_factors.empty()) weight *= call.dropout_factors[cell];
      const double* v = t.v.data() + ((b * n_key + j) * num_kv_heads + kv) * d_v;
      for (Index c = 0; c < d_v; ++c) {
        if (is_on && weight != 0) context[c] += weight * v[c];
      }
    }
  });
  at_heads(values, "context", t.concat, batch, n_query, num_heads);
  at_field(values, "concat", t.concat);
  t.output = linear(t.concat, batch * n_query, values, "w_o", "b_o");
  at_field(values, "output", t.output);
  return t;
}

inline std::vector<double> multi_head_output(const MultiHeadConfig& config, const Values& values,
                                             const MultiHeadCall& call) {
  return full_trace(config, values, call).output;
}

// Adds all non-empty parameters of a layer to `values`, as prefix + name.
template <class Parameters>
void put_parameters(const Parameters& parameters, const std::string& prefix, Values& values) {
  Parameters::for_each(parameters, [&](std::string_view name, const auto& parameter) {
    if (parameter.size() == 0) return;
    values[prefix + std::string(name)] = {parameter.data(), parameter.data() + parameter.size()};
  });
}

inline Values values_of(const MultiHeadParameters& parameters, const Tensor& query,
                        const Tensor& key, const Tensor& value) {
  Values values = {{"query", widen(query)}, {"key", widen(key)}, {"value", widen(value)}};
  put_parameters(parameters, "", values);
  return values;
}

}  // namespace attn::reference
