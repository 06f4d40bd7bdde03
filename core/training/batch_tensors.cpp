#include "training/batch_tensors.h"

#include <utility>

namespace attn {

NamedTensors batch_tensors(Batch batch, Index steps, Index per_step) {
  NamedTensors tensors;
  const auto examples = static_cast<std::size_t>(steps * per_step);
  const auto put = [&](const char* name, const char* axis, const auto& values) {
    if (values.empty()) return;
    const auto length = static_cast<Index>(values.size() / examples);
    tensors.put(name, Tensor({"step", "batch", axis}, {steps, per_step, length},
                             {values.begin(), values.end()}));
  };
  put("ids", "token", batch.ids.ids);
  put("keep", "token", batch.keep);
  put("target_ids", "target_token", batch.target_ids.ids);
  put("target_keep", "target_token", batch.target_keep);
  put("labels", "label", batch.labels);
  if (!batch.patches.empty()) {
    const std::vector<Index>& shape = batch.patches.shape;
    tensors.put("patches",
                Tensor({"step", "batch", "patch", "d_patch"}, {steps, per_step, shape[1], shape[2]},
                       std::move(batch.patches.data)));
  }
  return tensors;
}

}  // namespace attn
