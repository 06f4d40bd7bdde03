#include "training/cross_entropy.h"

#include <algorithm>
#include <cmath>

#include "base/check.h"
#include "base/finite.h"
#include "base/portable_math.h"
#include "ops/softmax.h"

namespace attn {
namespace {

void check(const Tensor& logits, Index classes, const std::vector<Index>& labels,
           const CrossEntropyOptions& options) {
  const auto rows = static_cast<Index>(labels.size());
  if (classes < 1 || logits.rank() == 0 || rows * classes != logits.size() ||
      logits.shape.back() % classes != 0) {
    refuse("expected one label for each row of the logits {}, got {}", {logits, rows});
  }
  const auto weights = static_cast<Index>(options.weights.size());
  if (weights != 0 && weights != rows) {
    refuse("expected one weight for each of {} labels, got {}", {rows, weights});
  }
  for (const Index label : labels) {
    if (label < kIgnored || label >= classes) {
      refuse("expected labels from -1 (ignored) to {}, got {}", {classes - 1, label});
    }
  }
  for (const float weight : options.weights) {
    if (weight >= 0 && std::isfinite(weight)) continue;
    refuse("expected finite weights of at least 0, got {}", {number_text(weight)});
  }
  check_label_smoothing(options.label_smoothing);
}

}  // namespace

void check_label_smoothing(double label_smoothing) {
  if (label_smoothing >= 0 && label_smoothing < 1) return;
  refuse("expected a label_smoothing of at least 0 and below 1, got {}",
         {number_text(label_smoothing)});
}

double cross_entropy(const Tensor& logits, const std::vector<Index>& labels,
                     const CrossEntropyOptions& options, Tensor& d_logits) {
  const Index classes = labels.empty() ? 0 : logits.size() / static_cast<Index>(labels.size());
  check(logits, classes, labels, options);
  const auto weight_of = [&](std::size_t row) {
    if (labels[row] == kIgnored) return 0.0;
    return options.weights.empty() ? 1.0 : double{options.weights[row]};
  };
  double weight_sum = 0;
  for (std::size_t row = 0; row < labels.size(); ++row) weight_sum += weight_of(row);

  if (d_logits.shape != logits.shape || d_logits.axes != logits.axes) {
    d_logits = Tensor::zeros_like(logits);
  }
  const double on_each = options.label_smoothing / static_cast<double>(classes);
  const double on_label = 1 - options.label_smoothing;
  double loss = 0;
  for (std::size_t row = 0; row < labels.size(); ++row) {
    const std::size_t first = row * static_cast<std::size_t>(classes);
    const float* x = logits.data.data() + first;
    float* d_x = d_logits.data.data() + first;
    const double share = weight_of(row) / weight_sum;
    if (!(share > 0)) {
      std::fill_n(d_x, classes, 0.0f);
      continue;
    }
    const Index label = labels[row];
    const SoftmaxRow softmax = softmax_exponentials(x, classes, d_x);
    if (softmax.status != RowStatus::kOk) {
      std::fill_n(d_x, classes, kNaN);
      loss = double{kNaN};
      continue;
    }
    const double sum = double{softmax.exponential_sum};
    const double log_sum = double{softmax.row_max} + natural_log(sum);
    double row_loss = on_label * (log_sum - double{x[label]});
    if (on_each > 0) {
      double x_sum = 0;
      for (Index c = 0; c < classes; ++c) x_sum += double{x[c]};
      row_loss += on_each * (static_cast<double>(classes) * log_sum - x_sum);
    }
    loss += share * row_loss;
    const auto scale = static_cast<float>(share / sum);
    const auto minus = static_cast<float>(share * on_each);
    for (Index c = 0; c < classes; ++c) d_x[c] = d_x[c] * scale - minus;
    d_x[label] -= static_cast<float>(share * on_label);
  }
  return loss;
}

}  // namespace attn
