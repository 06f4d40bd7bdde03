// sinusoidal_positions, rotary, alibi, relative_buckets
#include <utility>

#include "base/check.h"
#include "base/random.h"
#include "operations/adapter.h"
#include "operations/groups/groups.h"
#include "operations/models/model_size.h"
#include "ops/position.h"
#include "ops/relative_bias.h"
#include "ops/rotary.h"
#include "ops/rotation.h"

namespace attn {
namespace {

struct Extents {
  Index n, width;
};

Extents read_sinusoidal(const Config& config) {
  return {config.require("n"), config.require("d_model")};
}

NamedTensors sinusoidal(const OperationInputs& call, NamedTensors*) {
  const Extents extents = read_all(call.config, read_sinusoidal);
  return one_result("positions", Tensor::from_matrix(sinusoidal_positions(extents.n, extents.width),
                                                     "position", "d_model"));
}

struct RotarySettings {
  RotaryConfig config;
  Index first_position = 0;
};

RotarySettings read_rotary_settings(const Config& config) {
  RotarySettings settings{read_rotary(config)};
  config.read("first_position", settings.first_position, 0);
  return settings;
}

// Rotates each [n, d_head] matrix of x.
Tensor rotated(const OperationInputs& call, Tensor x, Rotation::Direction direction) {
  const RotarySettings settings = read_all(call.config, read_rotary_settings);
  if (x.rank() < 2) refuse("expected x of shape [.., n, d_head], got {}", {x.shape});
  if (x.matrix_count() == 0) return x;
  const Index n = x.shape[x.shape.size() - 2], d_head = x.shape.back();
  const Rotation rotation(settings.config, settings.first_position, n, d_head, direction);
  for (Index i = 0; i < x.matrix_count(); ++i) rotation.apply(x.matrix(i));
  return x;
}

NamedTensors rotary(const OperationInputs& call, NamedTensors*) {
  return one_result("y", rotated(call, call.inputs.at("x"), Rotation::kForward));
}

NamedTensors rotary_gradients(const OperationInputs& call, const NamedTensors& d_outputs) {
  const Tensor& x = call.inputs.at("x");
  Tensor d_y = read_d_output(d_outputs, "d_y", x.shape);
  d_y.axes = x.axes;
  return one_result("d_x", rotated(call, std::move(d_y), Rotation::kInverse));
}

struct BiasShape {
  Index num_heads, n_query, n_key;
  Tensor zeros() const { return Tensor({"head", "query", "key"}, {num_heads, n_query, n_key}); }
};

BiasShape read_alibi(const Config& config) {
  return {config.require("num_heads"), config.require("n_query"), config.require("n_key")};
}

NamedTensors alibi(const OperationInputs& call, NamedTensors*) {
  const BiasShape shape = read_all(call.config, read_alibi);
  Tensor bias = shape.zeros();
  const std::vector<float> slopes = alibi_slopes(shape.num_heads);
  for (Index head = 0; head < shape.num_heads; ++head) {
    add_alibi(slopes[static_cast<std::size_t>(head)], bias.matrix(head));
  }
  return one_result("bias", std::move(bias));
}

struct RelativeSettings {
  RelativeBuckets buckets;
  Index n_query, n_key;
  Index num_heads = 0;  // that of the table
};

RelativeSettings read_relative(const Config& config) {
  RelativeSettings settings{read_relative_buckets(config), config.require("n_query"),
                            config.require("n_key")};
  config.read("num_heads", settings.num_heads);
  check_relative_buckets(settings.buckets);
  return settings;
}

struct RelativeParameters {
  Matrix relative_bias;

  template <class Self, class Visit>
  static void for_each(Self& self, Visit&& visit) {
    visit("relative_bias", self.relative_bias);
  }
};

NamedTensors random_relative(const Config& config, std::uint64_t seed) {
  const RelativeSettings settings = read_all(config, read_relative);
  if (settings.num_heads == 0) refuse("expected \"num_heads\", to draw relative_bias, got none");
  check_parameters_fit(parameter_count(settings.buckets.num_buckets, settings.num_heads));
  Random random(seed, stream_of("relative_bias"));
  return named(RelativeParameters{
      normal_matrix(settings.buckets.num_buckets, settings.num_heads, 1, random)});
}

struct RelativeCall {
  explicit RelativeCall(const OperationInputs& call)
      : settings(read_all(call.config, read_relative)),
        table(filled<RelativeParameters>(call.parameters).relative_bias),
        bias(BiasShape{table.cols(), settings.n_query, settings.n_key}.zeros()) {
    check_shape("relative_bias", table, settings.buckets.num_buckets,
                settings.num_heads == 0 ? table.cols() : settings.num_heads);
  }

  RelativeSettings settings;
  Matrix table;
  Tensor bias;  // zeros
};

NamedTensors relative(const OperationInputs& inputs, NamedTensors*) {
  RelativeCall call(inputs);
  for (Index head = 0; head < call.table.cols(); ++head) {
    add_relative_bias(call.settings.buckets, call.table, head, call.bias.matrix(head));
  }
  return one_result("bias", std::move(call.bias));
}

NamedTensors relative_gradients(const OperationInputs& inputs, const NamedTensors& d_outputs) {
  const RelativeCall call(inputs);
  const Tensor& d_bias = read_d_output(d_outputs, "d_bias", call.bias.shape);
  RelativeParameters d{Matrix::Zero(call.table.rows(), call.table.cols())};
  for (Index head = 0; head < call.table.cols(); ++head) {
    add_relative_bias_backward(call.settings.buckets, d_bias.matrix(head), head, d.relative_bias);
  }
  return named(std::move(d), "d_");
}

}  // namespace

std::span<const Operation> position_operations() {
  static constexpr Operation kAll[] = {
      {.name = "sinusoidal_positions",
       .header = "ops/position.h",
       .inputs = {},
       .forward = sinusoidal},
      {.name = "rotary",
       .header = "ops/rotation.h",
       .inputs = {"x"},
       .forward = rotary,
       .backward = rotary_gradients},
      {.name = "alibi", .header = "ops/relative_bias.h", .inputs = {}, .forward = alibi},
      {.name = "relative_buckets",
       .header = "ops/relative_bias.h",
       .inputs = {},
       .random_parameters = random_relative,
       .forward = relative,
       .backward = relative_gradients},
  };
  return kAll;
}

}  // namespace attn
