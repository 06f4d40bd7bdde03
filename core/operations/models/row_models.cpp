#include "operations/models/row_models.h"

#include "base/check.h"
#include "base/random.h"
#include "kernels/product.h"
#include "layers/hooked_norm.h"
#include "layers/sequence.h"
#include "ops/embedding.h"
#include "ops/linear.h"

namespace attn {
namespace {

void check_width(const char* key, Index expected, Index got) {
  if (expected != 0 && expected != got) {
    refuse("expected parameters with \"{}\" {}, got {}", {key, expected, got});
  }
}

// Returns a width without which parameters cannot be drawn at random.
Index require_width(const char* key, Index width) {
  if (width == 0) {
    refuse("expected \"{}\", a whole number from 1 to {}, got none", {key, kMaxExtent});
  }
  return width;
}

}  // namespace

const Tensor& rows_input(const NamedTensors& inputs, const char* name) {
  const Tensor& x = inputs.at(name);
  if (x.rank() < 1 || x.shape.back() < 1) {
    refuse("expected {} of shape [.., n] with n of at least 1, got {}", {name, x.shape});
  }
  return x;
}

std::vector<Index> shape_with_rows_of(const Tensor& x, Index columns) {
  std::vector<Index> shape = x.shape;
  shape.back() = columns;
  return shape;
}

LinearConfig LinearConfig::read(const Config& config) {
  LinearConfig c;
  config.read("d_in", c.d_in);
  config.read("d_out", c.d_out);
  if (config.has("bias")) config.read("bias", c.bias.emplace());
  return c;
}

void LinearConfig::check(Index w_rows, Index w_columns, Index biases) const {
  if (w_rows * w_columns == 0) {
    refuse("expected the parameter \"w\" of shape [d_in, d_out], got none");
  }
  check_width("d_in", d_in, w_rows);
  check_width("d_out", d_out, w_columns);
  if (bias && *bias != (biases > 0)) {
    refuse(*bias ? "expected a parameter \"b\" with bias true, got none"
                 : "expected no parameter \"b\" with bias false, got one");
  }
}

LinearParameters LinearParameters::random(const LinearConfig& config, std::uint64_t seed) {
  const Index d_in = require_width("d_in", config.d_in);
  const Index d_out = require_width("d_out", config.d_out);
  LinearParameters parameters;
  Random random(seed, stream_of("w"));
  parameters.w = glorot_matrix(d_in, d_out, random);
  if (config.bias.value_or(true)) parameters.b = RowVector::Zero(d_out);
  return parameters;
}

LinearGradients linear_gradients(const Tensor& x, ConstMatrixRef w, Index biases, const Tensor& d_y,
                                 Wanted wanted) {
  LinearGradients gradients{{Matrix::Zero(w.rows(), w.cols()), RowVector::Zero(biases)}, {}};
  LinearParameters& d = gradients.parameters;
  if (wanted == Wanted::kGradientsOfParameters) {
    linear_backward_parameters(rows_of(x), rows_of(d_y), d.w, d.b);
    return gradients;
  }
  gradients.d_x = Tensor::zeros_like(x);
  linear_backward(rows_of(x), w, rows_of(d_y), rows_of(gradients.d_x), d.w, d.b);
  return gradients;
}

Linear::Linear(const LinearConfig& config, LinearParameters parameters)
    : parameters_(std::move(parameters)), packed_w_(parameters_.w) {
  const auto& [w, b] = parameters_;
  config.check(w.rows(), w.cols(), b.size());
  check_linear_b(w, b);
}

Tensor Linear::forward(const Tensor& x) const {
  const auto& [w, b] = parameters_;
  check_linear_x(rows_of(x), w);
  Tensor y(x.axes, shape_with_rows_of(x, w.cols()));
  y.axes.back() = "d_out";
  ProductOptions options;
  if (b.size() != 0) options.bias = b.data();
  multiply(rows_of(x), packed_w_, rows_of(y), options);
  return y;
}

double LinearKind::parameter_count(const Settings& settings) {
  const auto [d_in, d_out, bias] = settings.config;
  return attn::parameter_count(d_in, d_out) + static_cast<double>(bias.value_or(true) ? d_out : 0);
}

EmbeddingConfig EmbeddingConfig::read(const Config& config) {
  EmbeddingConfig c;
  config.read("vocab_size", c.vocab_size);
  config.read("d_model", c.d_model);
  return c;
}

void EmbeddingConfig::check(Index table_rows, Index table_columns) const {
  if (table_rows * table_columns == 0) {
    refuse("expected the parameter \"table\" of shape [vocab_size, d_model], got none");
  }
  check_width("vocab_size", vocab_size, table_rows);
  check_width("d_model", d_model, table_columns);
}

EmbeddingParameters EmbeddingParameters::random(const EmbeddingConfig& config, std::uint64_t seed) {
  const Index vocab_size = require_width("vocab_size", config.vocab_size);
  Random random(seed, stream_of("table"));
  return {normal_matrix(vocab_size, require_width("d_model", config.d_model), 1, random)};
}

double EmbeddingKind::parameter_count(const Settings& settings) {
  const auto [vocab_size, d_model] = settings.config;
  return attn::parameter_count(vocab_size, d_model);
}

EmbeddingCall::EmbeddingCall(const NamedTensors& inputs)
    : shape(inputs.at("ids").shape), ids(read_ids("ids", inputs.at("ids"))) {}

std::vector<Index> EmbeddingCall::y_shape(Index d_model) const {
  std::vector<Index> y = shape;
  y.push_back(d_model);
  return y;
}

Tensor EmbeddingCall::forward(ConstMatrixRef table) const {
  const Matrix rows = embedding(ids.ids, table);
  std::vector<std::string> axes{"batch", "query", "d_model"};
  if (shape.size() == 1) axes.erase(axes.begin());
  return Tensor(std::move(axes), y_shape(table.cols()), {rows.data(), rows.data() + rows.size()});
}

EmbeddingParameters EmbeddingCall::backward(ConstMatrixRef table, const Tensor& d_y) const {
  EmbeddingParameters d{Matrix::Zero(table.rows(), table.cols())};
  embedding_backward(ids.ids, rows_of(d_y), d.table);
  return d;
}

Norm::Norm(const NormConfig& config, NormParameters parameters)
    : config_(config), parameters_(std::move(parameters)) {
  if (parameters_.gamma.size() == 0) {
    refuse("expected the parameter \"gamma\" of shape [d_model], got none");
  }
  check_width("d_model", config.d_model, parameters_.gamma.size());
  check_norm(config.kind, parameters_, parameters_.gamma.size());
}

Tensor Norm::forward(const Tensor& x) const {
  return normalize({config_.kind, config_.epsilon, parameters_}, x);
}

Norm::Gradients Norm::backward(const Tensor& x, const Tensor& d_y) const {
  Gradients gradients;
  gradients.d_x = normalize_backward({config_.kind, config_.epsilon, parameters_}, x, d_y,
                                     gradients.parameters);
  gradients.d_x.axes = x.axes;
  return gradients;
}

DrawnNormParameters DrawnNormParameters::random(const NormConfig& config, std::uint64_t) {
  return {NormParameters::identity(config.kind, require_width("d_model", config.d_model))};
}

}  // namespace attn
