// linear, embedding, layer_norm, rms_norm and feed_forward as models, whose parameters are packed
// once for many calls. Each has a kind (layer_kind.h).
//
// The parameters of linear, embedding and the norms determine their widths. The configuration may
// repeat the widths, and must do so for random parameters; 0 means absent.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/check_finite.h"
#include "kernels/packed_matrix.h"
#include "layers/feed_forward.h"
#include "operations/models/layer_model.h"
#include "operations/models/model_size.h"
#include "ops/layer_norm.h"

namespace attn {

// The input `name` [.., n], whose last axis is a row. Throws std::invalid_argument if it is
// missing, has no axis, or n is 0.
const Tensor& rows_input(const NamedTensors& inputs, const char* name);

struct LinearConfig {
  Index d_in = 0, d_out = 0;
  std::optional<bool> bias = {};  // whether there is a b

  // Keys: d_in d_out bias
  static LinearConfig read(const Config& config);
  // Throws std::invalid_argument unless w [w_rows, w_columns] and b [biases] match the
  // configuration.
  void check(Index w_rows, Index w_columns, Index biases) const;
};

struct LinearParameters {
  Matrix w;     // [d_in, d_out]
  RowVector b;  // [d_out], or empty

  // w has variance 2 / (d_in + d_out), b is 0. Throws std::invalid_argument without d_in or d_out.
  static LinearParameters random(const LinearConfig& config, std::uint64_t seed);

  template <class Self, class Visit>
  static void for_each(Self& self, Visit&& visit) {
    visit("w", self.w);
    visit("b", self.b);
  }
};

struct LinearGradients {
  LinearParameters parameters;
  Tensor d_x;  // empty unless requested
};

// The gradients of linear (ops/linear.h). Those of w and b are sums over all rows.
//   x [.., d_in]    w [d_in, d_out]    d_y [.., d_out]
//   biases  the number of elements of b: d_out, or 0 without b
LinearGradients linear_gradients(const Tensor& x, ConstMatrixRef w, Index biases, const Tensor& d_y,
                                 Wanted wanted);

// The shape of x with another last dimension.
std::vector<Index> shape_with_rows_of(const Tensor& x, Index columns);

// y = x w + b with packed w.
class Linear {
 public:
  // Throws std::invalid_argument as LinearConfig::check.
  Linear(const LinearConfig& config, LinearParameters parameters);

  //   x [.., d_in]    returns y [.., d_out]
  // Throws std::invalid_argument for an x of another width.
  Tensor forward(const Tensor& x) const;
  const LinearParameters& parameters() const { return parameters_; }

  // See MultiHead.
  template <class Self, class Visit>
  static void for_each_parameter(Self& self, Visit&& visit) {
    LinearParameters::for_each(self.parameters_, visit);
    if constexpr (!std::is_const_v<Self>) self.packed_w_.assign(self.parameters_.w);
  }

 private:
  LinearParameters parameters_;
  PackedMatrix packed_w_;
};

struct EmbeddingConfig {
  Index vocab_size = 0, d_model = 0;

  // Keys: vocab_size d_model
  static EmbeddingConfig read(const Config& config);
  // Throws std::invalid_argument unless the table [table_rows, table_columns] matches the
  // configuration.
  void check(Index table_rows, Index table_columns) const;
};

struct EmbeddingParameters {
  Matrix table;  // [vocab_size, d_model]

  // Normals of variance 1. Throws std::invalid_argument without vocab_size or d_model.
  static EmbeddingParameters random(const EmbeddingConfig& config, std::uint64_t seed);

  template <class Self, class Visit>
  static void for_each(Self& self, Visit&& visit) {
    visit("table", self.table);
  }
};

// Looks up the table's rows for the input "ids", [batch, n] or [n].
struct EmbeddingCall {
  // Throws std::invalid_argument without ids, and as read_ids.
  explicit EmbeddingCall(const NamedTensors& inputs);

  // [batch, n, d_model] or [n, d_model]
  std::vector<Index> y_shape(Index d_model) const;
  //   table [vocab_size, d_model]    returns y of y_shape
  // Throws std::invalid_argument for an id outside the table, as backward does.
  Tensor forward(ConstMatrixRef table) const;
  // The gradient of the table: row i is the sum of d_y where ids is i.
  EmbeddingParameters backward(ConstMatrixRef table, const Tensor& d_y) const;

  std::vector<Index> shape;  // of the input
  TokenIds ids;
};

struct NormConfig {
  NormKind kind = NormKind::kLayer;
  Index d_model = 0;
  float epsilon = 1e-5f;  // added to the variance, or to the mean square
};

// The trace of a layer without intermediates.
struct NoTrace {
  Keep keep = Keep::kOutputs;

  template <class Self, class Visit>
  static void for_each(Self&, Visit&&) {}
};

// With the `keep` that LayerModel sets in every trace; a feed-forward layer keeps all or nothing.
struct KeptFeedForwardTrace : FeedForwardTrace {
  Keep keep = Keep::kTrace;
};

// The settings of a layer that has neither a mask nor dropout.
template <class Config_>
struct ConfigOnly {
  Config_ config;
};

struct LinearKind : KindBase<ConfigOnly<LinearConfig>, Linear, LinearParameters, NoTrace> {
  static constexpr const char* kOutput = "y";
  static Settings read(const Config& config) { return {LinearConfig::read(config)}; }
  static double parameter_count(const Settings& settings);

  struct Call {
    Call(const Settings&, const NamedTensors& inputs) : x(rows_input(inputs, "x")) {}

    Tensor forward(const Linear& layer, NoTrace*) const { return layer.forward(x); }
    std::vector<Index> output_shape(const Linear& layer) const {
      return shape_with_rows_of(x, layer.parameters().w.cols());
    }
    LinearGradients backward(const Linear& layer, const NoTrace&, const Tensor& d_y,
                             Wanted wanted) const {
      const LinearParameters& p = layer.parameters();
      return linear_gradients(x, p.w, p.b.size(), d_y, wanted);
    }
    void put(NamedTensors& gradients, const NamedTensors&, LinearGradients& d) const {
      gradients.put("d_x", std::move(d.d_x));
    }

    const Tensor& x;
  };
};

// Keeps the table unpacked: looking up rows needs no packing.
class EmbeddingTable {
 public:
  EmbeddingTable(const EmbeddingConfig& config, EmbeddingParameters parameters)
      : parameters_(std::move(parameters)) {
    config.check(table().rows(), table().cols());
  }
  const Matrix& table() const { return parameters_.table; }

  template <class Self, class Visit>
  static void for_each_parameter(Self& self, Visit&& visit) {
    EmbeddingParameters::for_each(self.parameters_, visit);
  }

 private:
  EmbeddingParameters parameters_;
};

struct EmbeddingKind
    : KindBase<ConfigOnly<EmbeddingConfig>, EmbeddingTable, EmbeddingParameters, NoTrace> {
  static constexpr const char* kOutput = "y";
  static Settings read(const Config& config) { return {EmbeddingConfig::read(config)}; }
  static double parameter_count(const Settings& settings);

  struct Gradients {
    EmbeddingParameters parameters;
  };
  struct Call : EmbeddingCall {
    Call(const Settings&, const NamedTensors& inputs) : EmbeddingCall(inputs) {}

    Tensor forward(const EmbeddingTable& layer, NoTrace*) const {
      return EmbeddingCall::forward(layer.table());
    }
    std::vector<Index> output_shape(const EmbeddingTable& layer) const {
      return y_shape(layer.table().cols());
    }
    Gradients backward(const EmbeddingTable& layer, const NoTrace&, const Tensor& d_y,
                       Wanted) const {
      return {EmbeddingCall::backward(layer.table(), d_y)};
    }
    void put(NamedTensors&, const NamedTensors&, Gradients&) const {}
  };
};

// Normalizes each row: ops/layer_norm.h.
class Norm {
 public:
  // Throws std::invalid_argument unless gamma is [d_model], and beta too where there is one; an RMS
  // norm has none.
  Norm(const NormConfig& config, NormParameters parameters);

  //   x [.., d_model]    returns y [.., d_model]
  // Throws std::invalid_argument for an x of another width, as backward does.
  Tensor forward(const Tensor& x) const;
  struct Gradients {
    NormParameters parameters;
    Tensor d_x;
  };
  //   d_y [.., d_model]
  Gradients backward(const Tensor& x, const Tensor& d_y) const;

  template <class Self, class Visit>
  static void for_each_parameter(Self& self, Visit&& visit) {
    NormParameters::for_each(self.parameters_, visit);
  }

 private:
  NormConfig config_;
  NormParameters parameters_;
};

// NormParameters with the function `random` of a kind. It draws nothing: gamma is 1 and beta is 0.
struct DrawnNormParameters : NormParameters {
  static DrawnNormParameters random(const NormConfig& config, std::uint64_t seed);
};

template <NormKind kind>
struct NormKindOf : KindBase<ConfigOnly<NormConfig>, Norm, DrawnNormParameters, NoTrace> {
  using Settings = ConfigOnly<NormConfig>;
  static constexpr const char* kOutput = "y";

  static Settings read(const Config& config) {
    NormConfig c{kind};
    config.read("d_model", c.d_model);
    config.read("epsilon", c.epsilon);
    check_finite("epsilon", c.epsilon);
    return {c};
  }
  static double parameter_count(const Settings& settings) {
    return attn::parameter_count(kind, settings.config.d_model);
  }

  struct Call {
    Call(const Settings&, const NamedTensors& inputs) : x(rows_input(inputs, "x")) {}

    Tensor forward(const Norm& layer, NoTrace*) const { return layer.forward(x); }
    std::vector<Index> output_shape(const Norm&) const { return x.shape; }
    Norm::Gradients backward(const Norm& layer, const NoTrace&, const Tensor& d_y, Wanted) const {
      return layer.backward(x, d_y);
    }
    void put(NamedTensors& gradients, const NamedTensors&, Norm::Gradients& d) const {
      gradients.put("d_x", std::move(d.d_x));
    }

    const Tensor& x;
  };
};

struct FeedForwardKind : KindBase<ConfigOnly<FeedForwardConfig>, FeedForward, FeedForwardParameters,
                                  KeptFeedForwardTrace> {
  static constexpr const char* kOutput = "y";
  static Settings read(const Config& config) { return {read_feed_forward(config)}; }

  struct Call {
    Call(const Settings&, const NamedTensors& inputs) : x(rows_input(inputs, "x")) {}

    Tensor forward(const FeedForward& layer, KeptFeedForwardTrace* trace) const {
      return layer.forward(x, trace);
    }
    std::vector<Index> output_shape(const FeedForward&) const { return x.shape; }
    FeedForwardGradients backward(const FeedForward& layer, const FeedForwardTrace& trace,
                                  const Tensor& d_y, Wanted) const {
      return layer.backward(x, trace, d_y);
    }
    void put(NamedTensors& gradients, const NamedTensors&, FeedForwardGradients& d) const {
      gradients.put("d_x", std::move(d.d_x));
    }

    const Tensor& x;
  };
};

}  // namespace attn
