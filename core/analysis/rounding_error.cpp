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
    refuse("expected models with one stack, to compare them, got an encoder-decoder");
  }
  TokenModelTrace trace;
  model.forward(inputs, {}, &trace);
  return trace;
}

// Sums over rows of weights.
struct RowSums {
  double largest_difference = 0;  // of all rows, not a sum
  double differences = 0, other_keys = 0, rows = 0;
};

// Adds the rows of one layer.
//   w, r  [batch, head, query, key]  the exact model's weights and the rounded model's
void add_rows(const ModelInputs& inputs, bool has_class_token, const Tensor& w, const Tensor& r,
              RowSums& sums) {
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
    sums.largest_difference = max_or_nan(sums.largest_difference, largest);
    sums.differences += largest;
    const bool is_other = std::max_element(a, a + n_key) - a != std::max_element(b, b + n_key) - b;
    sums.other_keys += std::isnan(largest) ? largest : static_cast<double>(is_other);
    ++sums.rows;
  }
}

//   x, y  [batch, n, d_model]  the exact model's vectors and the rounded model's
double least_cosine(const ModelInputs& inputs, bool has_class_token, const Tensor& x,
                    const Tensor& y) {
  check_same_shape("the rounded model's output", y, x);
  double least = 1;
  for (Index item = 0; item < x.shape[0]; ++item) {
    Eigen::RowVectorXd a = Eigen::RowVectorXd::Zero(x.shape[2]), b = a;
    bool has_real = false;
    for (Index i = 0; i < x.shape[1]; ++i) {
      if (!is_real(inputs, has_class_token, x.shape[1], item, i)) continue;
      a += x.matrix(item).row(i).cast<double>();
      b += y.matrix(item).row(i).cast<double>();
      has_real = true;
    }
    if (has_real) least = min_or_nan(least, a.dot(b) / (a.norm() * b.norm()));
  }
  return least;
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
  RowSums sums;
  for (std::size_t layer = 0; layer < expected.layers.layers.size(); ++layer) {
    add_rows(inputs, has_class_token, expected.layers.layers[layer].attention.weights,
             got.layers.layers[layer].attention.weights, sums);
  }
  RoundingError error;
  error.largest_difference = sums.largest_difference;
  if (sums.rows != 0) {
    error.mean_difference = sums.differences / sums.rows;
    error.other_key = sums.other_keys / sums.rows;
  }
  error.least_cosine =
      least_cosine(inputs, has_class_token, expected.layers.output, got.layers.output);
  return error;
}

}  // namespace attn
