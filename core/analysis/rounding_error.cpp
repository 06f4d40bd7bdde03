#include "analysis/rounding_error.h"

#include <algorithm>
#include <cmath>

#include "base/check.h"
#include "layers/sequence.h"

namespace attn {
namespace {

// Whether position i of a batch item is a real one, of n with the class token.
bool is_real(const ModelInputs& inputs, bool has_class_token, Index n, Index item, Index i) {
  if (inputs.key_padding.empty()) return true;
  const Index first = has_class_token ? 1 : 0;
  if (i < first) return true;
  return inputs.key_padding[static_cast<std::size_t>(item * (n - first) + i - first)] != 0;
}

// NaN if one of them is, unlike std::max and std::min.
double max_or_nan(double a, double b) { return b > a || std::isnan(b) ? b : a; }
double min_or_nan(double a, double b) { return b < a || std::isnan(b) ? b : a; }

TokenModelTrace traced(const TokenModel& model, const ModelInputs& inputs) {
  if (model.config().architecture == Architecture::kEncoderDecoder) {
    refuse("expected models without an encoder and a decoder, to compare them");
  }
  TokenModelTrace trace;
  model.forward(inputs, {}, &trace);
  return trace;
}

}  // namespace

RoundingError rounding_error(const TokenModel& exact, const TokenModel& rounded,
                             const ModelInputs& inputs) {
  const TokenModelTrace expected = traced(exact, inputs), got = traced(rounded, inputs);
  const auto num_layers = [](const TokenModelTrace& trace) {
    return static_cast<Index>(trace.layers.layers.size());
  };
  if (num_layers(got) != num_layers(expected)) {
    refuse("expected a rounded model of {} layers, as the exact one, got {}",
           {num_layers(expected), num_layers(got)});
  }
  const bool has_class_token = exact.config().embedding.class_token;
  RoundingError error;
  double sum = 0, others = 0, rows = 0;
  for (std::size_t layer = 0; layer < expected.layers.layers.size(); ++layer) {
    const Tensor& w = expected.layers.layers[layer].attention.weights;
    const Tensor& r = got.layers.layers[layer].attention.weights;
    check_same_shape("the rounded model's weights", r, w);
    const Index heads = w.shape[1], n_query = w.shape[2], n_key = w.shape[3];
    for (Index row = 0; row < w.shape[0] * heads * n_query; ++row) {
      const Index item = row / n_query / heads;
      if (!is_real(inputs, has_class_token, n_query, item, row % n_query)) continue;
      const float *a = w.data.data() + row * n_key, *b = r.data.data() + row * n_key;
      double largest = 0;
      for (Index key = 0; key < n_key; ++key) {
        largest = max_or_nan(largest, std::abs(double{a[key]} - double{b[key]}));
      }
      error.largest_difference = max_or_nan(error.largest_difference, largest);
      sum += largest;
      const bool is_other =
          std::max_element(a, a + n_key) - a != std::max_element(b, b + n_key) - b;
      others += std::isnan(largest) ? largest : static_cast<double>(is_other);
      ++rows;
    }
  }
  error.mean_difference = rows == 0 ? 0 : sum / rows;
  error.other_key = rows == 0 ? 0 : others / rows;

  const Tensor &x = expected.layers.output, &y = got.layers.output;
  check_same_shape("the rounded model's output", y, x);
  for (Index item = 0; item < x.shape[0]; ++item) {
    Eigen::RowVectorXd a = Eigen::RowVectorXd::Zero(x.shape[2]), b = a;
    bool has_real = false;
    for (Index i = 0; i < x.shape[1]; ++i) {
      if (!is_real(inputs, has_class_token, x.shape[1], item, i)) continue;
      a += x.matrix(item).row(i).cast<double>();
      b += y.matrix(item).row(i).cast<double>();
      has_real = true;
    }
    if (!has_real) continue;
    error.least_cosine = min_or_nan(error.least_cosine, a.dot(b) / (a.norm() * b.norm()));
  }
  return error;
}

}  // namespace attn
