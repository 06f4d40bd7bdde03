#include "ops/mask.h"

#include <algorithm>
#include <cassert>
#include <string>

#include "base/check.h"
#include "base/finite.h"

namespace attn {
namespace {

// An extent of 1 is also accepted: it broadcasts over batch items or heads.
const char* or_one(Index extent) { return extent == 1 ? "" : " or 1"; }

void check_part(const char* name, const std::vector<Index>& part, std::size_t elements,
                const ScoresShape& shape) {
  const bool fits = part.size() == 4 && (part[0] == shape.batch || part[0] == 1) &&
                    (part[1] == shape.num_heads || part[1] == 1) && part[2] == shape.n_query &&
                    part[3] == shape.n_key;
  if (!fits) {
    refuse("expected {} of shape [batch {}{}, head {}{}, query {}, key {}], got {}",
           {name, shape.batch, or_one(shape.batch), shape.num_heads, or_one(shape.num_heads),
            shape.n_query, shape.n_key, part});
  }
  const Index count = element_count(part);
  if (static_cast<std::size_t>(count) != elements) {
    refuse("expected {} of shape {} to hold {} elements, got {}",
           {name, part, count, static_cast<Index>(elements)});
  }
}

}  // namespace

Index mask_row_offset(const std::vector<Index>& shape, Index batch, Index head, Index i) {
  const Index b = shape[0] == 1 ? 0 : batch, h = shape[1] == 1 ? 0 : head;
  return ((b * shape[1] + h) * shape[2] + i) * shape[3];
}

KeyRange visible_keys(const Mask& mask, const ScoresShape& shape, Index i) {
  const Index position = i + shape.n_key - shape.n_query;
  const auto clamp_to_keys = [&](Index j) { return std::clamp<Index>(j, 0, shape.n_key); };
  KeyRange range{0, shape.n_key};
  if (mask.causal) {
    const Index last = *mask.causal == CausalAlignment::kEnd ? position : i;
    range.end = clamp_to_keys(std::max(last + 1, mask.prefix));
  }
  if (mask.window) {
    const Index max_reach = shape.n_query + shape.n_key;  // avoids overflow of the sums
    range.first = clamp_to_keys(position - std::min(mask.window->left, max_reach));
    range.end =
        std::min(range.end, clamp_to_keys(position + std::min(mask.window->right, max_reach) + 1));
  }
  range.end = std::max(range.first, range.end);
  return range;
}

KeyRange visible_keys(const Mask& mask, const ScoresShape& shape, Index first_query, Index n) {
  return {visible_keys(mask, shape, first_query).first,
          visible_keys(mask, shape, first_query + n - 1).end};
}

Mask Mask::causal_at(CausalAlignment alignment) {
  Mask mask;
  mask.causal = alignment;
  return mask;
}

void check_mask(const Mask& mask, const ScoresShape& shape) {
  check_min("prefix", mask.prefix, 0);
  if (mask.window && (mask.window->left < 0 || mask.window->right < 0)) {
    refuse(
        "expected a window of at least 0 keys on either side, got {} on the left and {} on the "
        "right",
        {mask.window->left, mask.window->right});
  }
  if (mask.attend) {
    check_part("attend", mask.attend->shape, mask.attend->allowed.size(), shape);
    for (const std::uint8_t allowed : mask.attend->allowed) {
      if (allowed > 1) refuse("expected attend to hold 0 or 1, got {}", {Index{allowed}});
    }
  }
  if (mask.score_bias) {
    check_part("score_bias", mask.score_bias->shape, mask.score_bias->data.size(), shape);
    for (const float bias : mask.score_bias->data) {
      if (!(bias < kInfinity)) {
        refuse("expected score_bias to hold finite numbers or -inf, got {}",
               {bias != bias ? "NaN" : "+inf"});
      }
    }
  }
}

bool may_attend(const Mask& mask, const ScoresShape& shape, Index batch, Index head, Index i,
                Index j) {
  assert(i >= 0 && i < shape.n_query && j >= 0 && j < shape.n_key);
  const KeyRange visible = visible_keys(mask, shape, i);
  if (j < visible.first || j >= visible.end) return false;
  const MaskRow row = mask_row(mask, batch, head, i);
  if (row.allowed != nullptr && row.allowed[j] == 0) return false;
  return row.bias == nullptr || row.bias[j] != -kInfinity;
}

void apply_mask(const Mask& mask, const ScoresShape& shape, Index batch, Index head,
                ConstMatrixRef scores, MatrixRef masked_scores) {
  assert(scores.rows() == shape.n_query && scores.cols() == shape.n_key);
  assert(masked_scores.rows() == shape.n_query && masked_scores.cols() == shape.n_key);
  for (Index i = 0; i < shape.n_query; ++i) {
    const float* from = scores.data() + i * scores.outerStride();
    float* to = masked_scores.data() + i * masked_scores.outerStride();
    apply_mask_to_row(mask_row(mask, batch, head, i), visible_keys(mask, shape, i), from, to,
                      shape.n_key);
  }
}

MaskRow mask_row(const Mask& mask, Index batch, Index head, Index i, Index first_key) {
  const auto cell = [&](const std::vector<Index>& shape) {
    return mask_row_offset(shape, batch, head, i) + first_key;
  };
  MaskRow row;
  if (mask.score_bias) row.bias = mask.score_bias->data.data() + cell(mask.score_bias->shape);
  if (mask.attend) row.allowed = mask.attend->allowed.data() + cell(mask.attend->shape);
  return row;
}

void apply_mask_to_row(const MaskRow& row, const KeyRange& visible, const float* scores,
                       float* masked_scores, Index columns) {
  const auto [first, end] = visible;
  // Each step selects. Adding -inf or multiplying by 0 would keep NaN.
  if (row.bias != nullptr) {
    for (Index j = first; j < end; ++j) {
      masked_scores[j] = row.bias[j] == -kInfinity ? -kInfinity : scores[j] + row.bias[j];
    }
  } else if (masked_scores != scores) {
    std::copy(scores + first, scores + end, masked_scores + first);
  }
  if (row.allowed != nullptr) {
    for (Index j = first; j < end; ++j) {
      masked_scores[j] = row.allowed[j] != 0 ? masked_scores[j] : -kInfinity;
    }
  }
  std::fill(masked_scores, masked_scores + first, -kInfinity);
  std::fill(masked_scores + end, masked_scores + columns, -kInfinity);
}

}  // namespace attn
