#include "layers/stack.h"

#include "base/check.h"

namespace attn {

void check_layer_count(const StackConfig& config, const char* what, std::size_t count) {
  if (count == static_cast<std::size_t>(config.num_layers)) return;
  refuse("expected {} {}, one per layer, got {}",
         {config.num_layers, what, static_cast<Index>(count)});
}

}  // namespace attn
