// Cross-entropy between logits and labels.
#pragma once

#include <vector>

#include "base/tensor.h"

namespace attn {

struct CrossEntropyOptions {
  // One for each label, at least 0, or empty for 1 everywhere.
  std::vector<float> weights = {};
  // The target is (1 - s) on the label plus s / classes on every class (Szegedy et al. 2016,
  // section 7).
  double label_smoothing = 0;  // s, in [0, 1)
};

// Throws std::invalid_argument unless 0 <= label_smoothing < 1.
void check_label_smoothing(double label_smoothing);

inline constexpr Index kIgnored = -1;

//   loss = sum_i weights[i] loss_i / sum_i weights[i]
//   loss_i = -sum_c target_i[c] ln softmax(logits_i)[c]
//
//   logits    [.., k * classes]  read as rows of `classes` numbers, so that k labels share the last
//                                axis
//   labels    [row]              a class, or kIgnored
//   d_logits  out: d loss / d logits, shaped as logits
//   returns loss; 0 if no label counts
// A row with a logit of NaN or +inf, or with nothing but -inf, makes the loss NaN. Otherwise a
// logit of -inf excludes its class; if the target is not 0 there, the loss is infinite. A row whose
// label is ignored or whose weight is 0 has a zero gradient, even if its logits are NaN. Throws
// std::invalid_argument if the numbers of rows, labels and weights differ, for a label that is no
// class, and for a weight or label_smoothing outside of its range.
double cross_entropy(const Tensor& logits, const std::vector<Index>& labels,
                     const CrossEntropyOptions& options, Tensor& d_logits);

}  // namespace attn
