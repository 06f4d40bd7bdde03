#include "ops/mask_patterns.h"

#include <algorithm>

#include "base/check.h"

namespace attn {
namespace {

void check_filled(const Attend& attend) {
  const auto elements = static_cast<Index>(attend.allowed.size());
  if (attend.shape.size() != 4 || element_count(attend.shape) != elements) {
    refuse(
        "expected attend of shape [batch, head, query, key] with as many elements, got shape {} "
        "with {} elements",
        {attend.shape, elements});
  }
}

}  // namespace

Attend block_attend(Index n_query, Index n_key, Index block) {
  check_min("block", block, 1);
  Attend attend{{1, 1, n_query, n_key}, {}};
  attend.allowed.reserve(static_cast<std::size_t>(element_count(attend.shape)));
  for (Index i = 0; i < n_query; ++i) {
    // With more queries than keys, a query before the first key is in no block.
    const Index position = i + n_key - n_query;
    for (Index j = 0; j < n_key; ++j) {
      attend.allowed.push_back(position >= 0 && position / block == j / block ? 1 : 0);
    }
  }
  return attend;
}

void check_key_padding(const char* name, const std::vector<std::uint8_t>& key_padding, Index batch,
                       Index n_key) {
  if (static_cast<Index>(key_padding.size()) == element_count({batch, n_key})) return;
  refuse("expected {} of shape [batch {}, key {}], got {} elements",
         {name, batch, n_key, static_cast<Index>(key_padding.size())});
}

Attend key_padding_attend(const std::vector<std::uint8_t>& key_padding, Index batch, Index n_query,
                          Index n_key) {
  check_key_padding("key_padding", key_padding, batch, n_key);
  Attend attend{{batch, 1, n_query, n_key}, {}};
  attend.allowed.reserve(static_cast<std::size_t>(element_count(attend.shape)));
  for (Index b = 0; b < batch; ++b) {
    const auto row = key_padding.begin() + b * n_key;
    for (Index i = 0; i < n_query; ++i) {
      attend.allowed.insert(attend.allowed.end(), row, row + n_key);
    }
  }
  return attend;
}

Mask padding_mask(const std::vector<std::uint8_t>& key_padding, Index batch, Index n_query,
                  Index n_key) {
  Mask mask;
  if (!key_padding.empty()) mask.attend = key_padding_attend(key_padding, batch, n_query, n_key);
  return mask;
}

Attend both(const Attend& a, const Attend& b) {
  check_filled(a);
  check_filled(b);
  Attend joint{a.shape, {}};
  for (std::size_t axis = 0; axis < 4; ++axis) {
    Index& extent = joint.shape[axis];
    const bool broadcasts = axis < 2 && (extent == 1 || b.shape[axis] == 1);
    if (extent != b.shape[axis] && !broadcasts) {
      refuse("expected two masks of the same shape, except leading extents of 1, got {} and {}",
             {a.shape, b.shape});
    }
    if (extent == 1) extent = b.shape[axis];
  }
  joint.allowed.reserve(static_cast<std::size_t>(element_count(joint.shape)));
  const Index cells = joint.shape[2] * joint.shape[3];
  const auto part = [cells](const Attend& mask, Index batch, Index head) {
    const Index item = mask.shape[0] == 1 ? 0 : batch, own_head = mask.shape[1] == 1 ? 0 : head;
    return mask.allowed.begin() + (item * mask.shape[1] + own_head) * cells;
  };
  for (Index batch = 0; batch < joint.shape[0]; ++batch) {
    for (Index head = 0; head < joint.shape[1]; ++head) {
      const auto allowed_a = part(a, batch, head), allowed_b = part(b, batch, head);
      for (Index cell = 0; cell < cells; ++cell) {
        joint.allowed.push_back(allowed_a[cell] != 0 && allowed_b[cell] != 0 ? 1 : 0);
      }
    }
  }
  return joint;
}

}  // namespace attn
