#include "training/tasks/batch.h"

#include <algorithm>

namespace attn {
namespace {

using Examples = std::vector<const Example*>;

// One field of all examples, [example, length], each padded to the longest.
template <class Value>
std::vector<Value> padded(const Examples& examples, std::vector<Value> Example::* row,
                          Value padding, Index& length) {
  std::size_t longest = 0;
  for (const Example* example : examples) longest = std::max(longest, (example->*row).size());
  std::vector<Value> values;
  values.reserve(longest * examples.size());
  for (const Example* example : examples) {
    const std::vector<Value>& from = example->*row;
    values.insert(values.end(), from.begin(), from.end());
    values.resize(values.size() + longest - from.size(), padding);
  }
  length = static_cast<Index>(longest);
  return values;
}

// Also appends to `keep`: 1 for each id, 0 for padding.
TokenIds padded_ids(const Examples& examples, std::vector<Index> Example::* row,
                    std::vector<std::uint8_t>& keep) {
  TokenIds tokens;
  tokens.batch = static_cast<Index>(examples.size());
  tokens.ids = padded(examples, row, Index{-1}, tokens.n);
  for (Index& id : tokens.ids) {
    keep.push_back(id >= 0);
    id = std::max(id, Index{0});
  }
  return tokens;
}

}  // namespace

Batch batch_of(const std::vector<Example>& examples) {
  Examples each;
  for (const Example& example : examples) each.push_back(&example);
  return batch_of(each);
}

Batch batch_of(const Examples& examples) {
  Batch batch;
  batch.ids = padded_ids(examples, &Example::ids, batch.keep);
  batch.target_ids = padded_ids(examples, &Example::target_ids, batch.target_keep);
  Index length;
  batch.labels = padded(examples, &Example::labels, Index{-1}, length);
  for (const Index label : batch.labels) batch.weights.push_back(label < 0 ? 0.0f : 1.0f);
  if (!examples.empty() && !examples[0]->patches.empty()) {
    const std::vector<Index>& shape = examples[0]->patches.shape;
    batch.patches = Tensor({"batch", "patch", "d_patch"}, {batch.ids.batch, shape[0], shape[1]});
    auto to = batch.patches.data.begin();
    for (const Example* example : examples) {
      const Tensor& patches = example->patches;
      check_shape("patches", patches, shape);
      to = std::copy(patches.data.begin(), patches.data.end(), to);
    }
  }
  return batch;
}

}  // namespace attn
