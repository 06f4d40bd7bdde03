#include "attention/attention_call.h"
#include "attention/heads_axes.h"
#include "attention/multi_head.h"
#include "attention/multi_head_checks.h"
#include "attention/position_bias.h"
#include "ops/linear.h"

namespace attn {
namespace {

// The backward pass of x w + b; see linear_backward. Adds to d_w and d_b.
//   x       [batch, n, d_in] or [n, d_in]
//   packed  where w is packed
//   d_y     [batch * n, d_out]
//   returns d_x, shaped as x; empty unless wants_d_x
Tensor project_backward(const Tensor& x, const Matrix& w, const Factor& packed, const Matrix& d_y,
                        Matrix& d_w, RowVector& d_b, bool wants_d_x) {
  if (!wants_d_x) {
    linear_backward_parameters(rows_of(x), d_y, d_w, d_b);
    return {};
  }
  Tensor d_x = Tensor::zeros_like(x);
  linear_backward(rows_of(x), w, d_y, rows_of(d_x), d_w, d_b, packed.packed, packed.column);
  return d_x;
}

MultiHeadParameters zeros_like(const MultiHeadParameters& p) {
  MultiHeadParameters zeros = p;
  MultiHeadParameters::for_each(zeros, [](const char*, auto& parameter) { parameter.setZero(); });
  return zeros;
}

void check_trace(const AttentionTrace& trace, const MultiHeadConfig& config,
                 const ScoresShape& scores, bool reads_masked_scores) {
  const auto [batch, num_heads, n_query, n_key] = scores;
  const Index num_kv_heads = config.num_kv_heads;
  check_shape("the trace's q", trace.q, {batch, num_heads, n_query, config.d_head});
  check_shape("the trace's k", trace.k, {batch, num_kv_heads, n_key, config.d_head});
  check_shape("the trace's v", trace.v, {batch, num_kv_heads, n_key, config.d_v});
  check_shape("the trace's weights", trace.weights, {batch, num_heads, n_query, n_key});
  if (reads_masked_scores) {
    check_shape("the trace's masked_scores", trace.masked_scores,
                {batch, num_heads, n_query, n_key});
  }
  check_shape("the trace's concat", trace.concat, {batch, n_query, num_heads * config.d_v});
}

// Turns d_q and d_k of the rotated queries and keys into those before the rotation, in place.
void rotate_back(const MultiHeadConfig& config, const ScoresShape& scores,
                 const HeadsGradients& heads) {
  const auto [batch, num_heads, n_query, n_key] = scores;
  const auto rotation_of = [&config](Index first_position, Index n) {
    return Rotation(config.rotary, first_position, n, config.d_head, Rotation::kInverse);
  };
  const Rotation key_rotation = rotation_of(0, n_key);
  if (n_query == n_key) {
    rotate_heads(key_rotation, heads.d_q, batch, num_heads);
  } else {
    rotate_heads(rotation_of(n_key - n_query, n_query), heads.d_q, batch, num_heads);
  }
  rotate_heads(key_rotation, heads.d_k, batch, config.num_kv_heads);
}

}  // namespace

Tensor MultiHead::output_backward(const AttentionTrace& trace, const Tensor& d_output,
                                  const TraceHooks& hooks, MultiHeadParameters& d) const {
  const Index batch = d_output.matrix_count();
  Tensor d_changed;
  if (hooks.reaches("output")) {
    d_changed = d_output;
    hooks.backward("output", batch, rows_of(d_changed));
  }
  const ConstMatrixMap d_rows = rows_of(d_changed.empty() ? d_output : d_changed);
  Matrix d_concat(d_rows.rows(), config_.num_heads * config_.d_v);
  linear_backward(rows_of(trace.concat), parameters_.w_o, d_rows, d_concat, d.w_o, d.b_o, &w_o_);
  hooks.correct_backward("w_o", {parameters_.w_o.data(), &w_o_}, d_rows, d_concat);
  hooks.backward("concat", batch, d_concat, concat_axis(d_concat.cols(), config_.d_model));
  Tensor d_context = split_heads(d_concat, batch, config_.num_heads, "query");
  d_context.axes[3] = d_v_axis(config_.d_v, config_.d_head);
  hooks.backward("context", d_context);
  // The context is the sum of each key's weight × v, so each of these has the context's gradient.
  hooks.backward("contributions", d_context);
  return d_context;
}

MultiHeadGradients MultiHead::backward(const Tensor& query, const Tensor& key, const Tensor& value,
                                       const Mask& mask, const MultiHeadOptions& options,
                                       const AttentionTrace& trace, const Tensor& d_output,
                                       Wanted wanted) const {
  check_query(query, config_.d_model);
  check_key_value_for(query, key, value, config_);
  check_shape("d_output", d_output, query.shape);
  const Index batch = query.matrix_count();
  const Index num_heads = config_.num_heads, num_kv_heads = config_.num_kv_heads;
  const Index n_query = query.shape[query.shape.size() - 2];
  const Index n_key = key.shape[key.shape.size() - 2];
  const ScoresShape scores{batch, num_heads, n_query, n_key};
  check_trace(trace, config_, scores, options.hooks.changes("weights"));

  const MultiHeadParameters& p = parameters_;
  MultiHeadGradients gradients{zeros_like(p), {}, {}, {}, {}};
  MultiHeadParameters& d = gradients.parameters;

  const Tensor d_context = output_backward(trace, d_output, options.hooks, d);
  const AttentionOptions attention = attention_options(config_, options);
  const AttentionCall call = check_attention_call(trace.q, trace.k, trace.v, mask, attention);
  const PositionBias positions{config_, p.relative_bias};
  Matrix d_q(batch * n_query, num_heads * config_.d_head);
  Matrix d_k(batch * n_key, num_kv_heads * config_.d_head);
  Matrix d_v(batch * n_key, num_kv_heads * config_.d_v);
  const HeadsGradients heads{token_major(d_q, batch, 0, config_.d_head),
                             token_major(d_k, batch, 0, config_.d_head),
                             token_major(d_v, batch, 0, config_.d_v)};
  gradients.d_score_bias =
      attend_backward({trace.q, trace.k, trace.v, trace.weights, &trace.masked_scores}, call, mask,
                      attention, &positions, d_context, heads, d.relative_bias, options.hooks);
  if (config_.positions == AttentionPositions::kRotary) rotate_back(config_, scores, heads);
  const bool wants_d_x = wanted == Wanted::kAllGradients || w_qkv_.code() != nullptr;
  gradients.d_query = project_backward(query, p.w_q, factor(kQuery), d_q, d.w_q, d.b_q, wants_d_x);
  gradients.d_key = project_backward(key, p.w_k, factor(kKey), d_k, d.w_k, d.b_k, wants_d_x);
  gradients.d_value = project_backward(value, p.w_v, factor(kValue), d_v, d.w_v, d.b_v, wants_d_x);
  if (wants_d_x) {
    options.hooks.correct_backward("w_q", factor(kQuery), d_q, rows_of(gradients.d_query));
    options.hooks.correct_backward("w_k", factor(kKey), d_k, rows_of(gradients.d_key));
    options.hooks.correct_backward("w_v", factor(kValue), d_v, rows_of(gradients.d_value));
  }
  return gradients;
}

}  // namespace attn
