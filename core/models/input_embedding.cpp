#include "models/input_embedding.h"

#include <cmath>
#include <utility>

#include "base/check.h"
#include "base/random.h"
#include "kernels/product.h"
#include "layers/hooked_norm.h"
#include "ops/embedding.h"
#include "ops/linear.h"
#include "ops/position.h"

namespace attn {
namespace {

float scale_of(const InputEmbeddingConfig& config) {
  return config.scale_embedding ? std::sqrt(static_cast<float>(config.d_model)) : 1.0f;
}

}  // namespace

void InputEmbeddingConfig::check() const {
  check_min("d_patch", d_patch, 0);
  if (d_patch == 0) check_min("vocab_size", vocab_size, 1);
  check_min("num_types", num_types, 0);
  if (positions == EmbeddingPositions::kLearned && max_length < 1) {
    refuse("expected max_length of at least 1 for learned positions, got {}", {max_length});
  }
}

InputEmbeddingParameters InputEmbeddingParameters::random(const InputEmbeddingConfig& c,
                                                          std::uint64_t seed,
                                                          const std::string& prefix) {
  c.check();
  const auto random_for = [&](const char* name) { return Random(seed, stream_of(prefix + name)); };
  const auto draw = [&](const char* name, Index rows, Index columns, double deviation) {
    Random random = random_for(name);
    return normal_matrix(rows, columns, deviation, random);
  };
  const double deviation =
      c.embedding_std != 0 ? c.embedding_std : 1 / static_cast<double>(scale_of(c));
  InputEmbeddingParameters p;
  if (c.vocab_size != 0) p.embedding = draw("embedding", c.vocab_size, c.d_model, deviation);
  if (c.positions == EmbeddingPositions::kLearned) {
    p.positions =
        draw("positions", c.max_length, c.d_model, c.embedding_std != 0 ? c.embedding_std : 1);
  }
  if (c.num_types != 0) p.types = draw("types", c.num_types, c.d_model, deviation);
  if (c.d_patch != 0) {
    Random random = random_for("w_patch");
    p.w_patch = glorot_matrix(c.d_patch, c.d_model, random);
    p.b_patch.setZero(c.d_model);
  }
  if (c.class_token) p.class_token = draw("class_token", 1, c.d_model, deviation);
  if (c.norm) p.norm = NormParameters::identity(c.norm_kind, c.d_model);
  return p;
}

InputEmbedding::InputEmbedding(const InputEmbeddingConfig& config,
                               InputEmbeddingParameters parameters, const std::string& prefix)
    : config_(config), parameters_(std::move(parameters)), prefix_(prefix) {
  config_.check();
  const InputEmbeddingConfig& c = config_;
  const InputEmbeddingParameters& p = parameters_;
  const auto check_table = [&](const char* name, const Matrix& table, Index rows) {
    check_shape((prefix + name).c_str(), table, rows, rows == 0 ? 0 : c.d_model);
  };
  check_table("embedding", p.embedding, c.vocab_size);
  check_table("positions", p.positions,
              c.positions == EmbeddingPositions::kLearned ? c.max_length : 0);
  check_table("types", p.types, c.num_types);
  check_table("w_patch", p.w_patch, c.d_patch);
  check_row((prefix + "b_patch").c_str(), p.b_patch, c.d_patch == 0 ? 0 : c.d_model);
  check_row((prefix + "class_token").c_str(), p.class_token, c.class_token ? c.d_model : 0);
  in_part((prefix + "embedding_norm").c_str(),
          [&] { check_norm(c.norm_kind, p.norm, c.norm ? c.d_model : 0); });
}

InputEmbedding::InputEmbedding(const InputEmbeddingConfig& config, ParameterForm form)
    : config_(config) {
  config_.check();
  const InputEmbeddingConfig& c = config_;
  InputEmbeddingParameters& p = parameters_;
  const auto zeros = [&](Matrix& table, Index rows) { table.setZero(rows, rows ? c.d_model : 0); };
  if (c.vocab_size != 0) packed_table_.begin(c.d_model, c.vocab_size, form);
  if (c.positions == EmbeddingPositions::kLearned) zeros(p.positions, c.max_length);
  zeros(p.types, c.num_types);
  zeros(p.w_patch, c.d_patch);
  p.b_patch.setZero(c.d_patch == 0 ? 0 : c.d_model);
  p.class_token.setZero(c.class_token ? c.d_model : 0);
  if (c.norm) p.norm = NormParameters::identity(c.norm_kind, c.d_model);
}

void InputEmbedding::pack_as(ParameterForm form) {
  Matrix& table = parameters_.embedding;
  if (table.size() == 0) return;
  const MatrixView columns = transposed(table);
  packed_table_.assign(std::span(&columns, 1), form);
  table.resize(0, 0);
}

Matrix InputEmbedding::token_logits(ConstMatrixRef x, const RowVector& bias) const {
  Matrix logits(x.rows(), config_.vocab_size);
  ProductOptions options;
  options.bias = bias.data();
  if (packed_table_.empty()) {
    multiply(x, transposed(parameters_.embedding), logits, options);
  } else {
    multiply(x, packed_table_, logits, options);
  }
  return logits;
}

Index InputEmbedding::batch(const EmbeddingInputs& inputs) const {
  return inputs.ids != nullptr ? inputs.ids->batch : inputs.patches->shape[0];
}

Index InputEmbedding::length(const EmbeddingInputs& inputs) const {
  const Index n = inputs.ids != nullptr ? inputs.ids->n : inputs.patches->shape[1];
  return n + (config_.class_token ? 1 : 0);
}

Matrix InputEmbedding::positions(Index n) const {
  switch (config_.positions) {
    case EmbeddingPositions::kSinusoidal: {
      Matrix positions = sinusoidal_positions(n, config_.d_model);
      if (config_.position_scale != 1) positions *= config_.position_scale;
      return positions;
    }
    case EmbeddingPositions::kLearned: {
      const Matrix& learned = parameters_.positions;
      if (n > learned.rows()) {
        refuse("expected at most max_length {} tokens, got {}", {learned.rows(), n});
      }
      return learned.topRows(n);
    }
    case EmbeddingPositions::kNone:
      break;
  }
  return {};
}

Matrix InputEmbedding::look_up(const std::vector<Index>& ids) const {
  const PanelCode* code = packed_table_.code();
  if (code == nullptr) return embedding(ids, parameters_.embedding);
  check_ids_in(config_.vocab_size, ids);
  Matrix rows(static_cast<Index>(ids.size()), config_.d_model);
  for (Index i = 0; i < rows.rows(); ++i) {
    code->unpack_column(packed_table_, ids[static_cast<std::size_t>(i)], rows.row(i).data(),
                        config_.d_model);
  }
  return rows;
}

Tensor InputEmbedding::forward(const EmbeddingInputs& inputs, ConstMatrixRef positions,
                               const char* n_axis, const PassOptions& options,
                               InputEmbeddingTrace* trace) const {
  const InputEmbeddingParameters& p = parameters_;
  Matrix rows;
  if (inputs.ids != nullptr) {
    rows = look_up(inputs.ids->ids);
    if (config_.scale_embedding) rows *= scale_of(config_);
  } else {
    rows = linear(rows_of(*inputs.patches), p.w_patch, p.b_patch);
  }
  if (inputs.type_ids != nullptr && !inputs.type_ids->ids.empty()) {
    rows += embedding(inputs.type_ids->ids, p.types);
  } else if (config_.num_types != 0) {
    rows.rowwise() += p.types.row(0);
  }
  const Index n = length(inputs), first = config_.class_token ? 1 : 0;
  Tensor sum({"batch", n_axis, "d_model"}, {batch(inputs), n, config_.d_model});
  for (Index item = 0; item < sum.shape[0]; ++item) {
    MatrixMap item_rows = sum.matrix(item);
    if (first == 1) item_rows.row(0) = p.class_token;
    item_rows.bottomRows(n - first) = rows.middleRows(item * (n - first), n - first);
    if (positions.size() != 0) item_rows += positions;
  }
  if (config_.norm) {
    options.hooks.change((prefix_ + "embedding_sum").c_str(), sum);
    Tensor normed = normalize(norm_of(options.hooks), sum);
    if (trace != nullptr) trace->embedding_sum = std::move(sum);
    sum = std::move(normed);
  }
  Tensor embedded = std::move(sum);
  drop(dropout_of(options), embedded);
  options.hooks.change((prefix_ + "embedded").c_str(), embedded);
  if (trace != nullptr) trace->embedded = embedded;
  return embedded;
}

HookedNorm InputEmbedding::norm_of(const TraceHooks& hooks) const {
  return {config_.norm_kind, config_.epsilon, parameters_.norm, &hooks, norm_name_.c_str()};
}

Dropout InputEmbedding::dropout_of(const PassOptions& options) const {
  return part_dropout({options.embedding_dropout, options.dropout.seed},
                      (prefix_ + "embedded").c_str());
}

InputEmbeddingParameters InputEmbedding::backward(const EmbeddingInputs& inputs,
                                                  const PassOptions& options,
                                                  const InputEmbeddingTrace& trace,
                                                  const Tensor& d_embedded) const {
  InputEmbeddingParameters d = parameters_;
  InputEmbeddingParameters::for_each(d, [](const char*, auto& parameter) { parameter.setZero(); });
  Tensor d_sum = d_embedded;
  options.hooks.backward((prefix_ + "embedded").c_str(), d_sum);
  drop(dropout_of(options), d_sum);
  if (config_.norm) {
    d_sum = normalize_backward(norm_of(options.hooks), trace.embedding_sum, d_sum, d.norm);
    options.hooks.backward((prefix_ + "embedding_sum").c_str(), d_sum);
  }
  const Index batch = d_sum.shape[0], n = d_sum.shape[1], first = config_.class_token ? 1 : 0;
  Matrix d_rows(batch * (n - first), config_.d_model);
  for (Index item = 0; item < batch; ++item) {
    const MatrixMap d_item = d_sum.matrix(item);
    if (first == 1) d.class_token += d_item.row(0);
    d_rows.middleRows(item * (n - first), n - first) = d_item.bottomRows(n - first);
    if (d.positions.size() != 0) d.positions.topRows(n) += d_item;
  }
  if (inputs.type_ids != nullptr && !inputs.type_ids->ids.empty()) {
    embedding_backward(inputs.type_ids->ids, d_rows, d.types);
  } else if (config_.num_types != 0) {
    d.types.row(0) += d_rows.colwise().sum();
  }
  if (inputs.ids != nullptr) {
    if (config_.scale_embedding) d_rows *= scale_of(config_);
    if (packed_table_.empty()) embedding_backward(inputs.ids->ids, d_rows, d.embedding);
  } else {
    linear_backward_parameters(rows_of(*inputs.patches), d_rows, d.w_patch, d.b_patch);
  }
  return d;
}

}  // namespace attn
