// A file of its own, so that a program that defines its own operations() links only those.
#include "operations/groups/groups.h"

namespace attn {

const std::vector<Operation>& operations() {
  static const std::vector<Operation> all =
      operations_of({attention_operations, row_operations, position_operations, layer_operations,
                     model_operations, efficient_operations, analysis_operations,
                     inspect_operations, pytorch_operations});
  return all;
}

}  // namespace attn
