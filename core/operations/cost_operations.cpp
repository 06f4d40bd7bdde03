// cost: what a variant pays, without computing it
#include <utility>

#include "efficient/chunked.h"
#include "efficient/cost.h"
#include "efficient/flash.h"
#include "operations/adapter.h"
#include "operations/variant_settings.h"

namespace attn {
namespace {

Cost read_cost(const Config& config) {
  const Index n = read_extent(config, "n"), d_head = read_extent(config, "d_head");
  switch (config.word("variant",
                      {"exact", "flash", "chunked", "sliding_window", "longformer", "big_bird",
                       "strided", "linformer", "performer", "reformer", "hierarchical"})) {
    case 1:
      return flash_cost(n, d_head, read_extent(config, "block", FlashOptions().block));
    case 2:
      return chunked_cost(n, d_head, read_extent(config, "block", ChunkedOptions().block));
    case 3:
      return sliding_window_cost(n, d_head, read_sliding_window(config));
    case 4:
      return longformer_cost(n, d_head, read_longformer(config));
    case 5:
      return big_bird_cost(n, d_head, read_big_bird(config));
    case 6:
      return strided_cost(n, d_head, read_strided(config));
    case 7:
      return linformer_cost(n, d_head, read_extent(config, "k_projected"));
    case 8:
      return performer_cost(n, d_head, read_performer(config));
    case 9:
      return reformer_cost(n, d_head, read_reformer(config));
    case 10:
      return hierarchical_cost(n, d_head, read_hierarchical(config));
    default:
      return exact_cost(n, d_head);
  }
}

// One number each, on an axis named after its growth: "n²".
NamedTensors cost(const OperationInputs& call, NamedTensors*) {
  const Cost made = read_all(call.config, read_cost);
  NamedTensors results =
      one_result("flops", Tensor({made.flops_grow}, {1}, {static_cast<float>(made.flops)}));
  results.put("bytes", Tensor({made.bytes_grow}, {1}, {static_cast<float>(made.bytes)}));
  return results;
}

}  // namespace

std::span<const Operation> cost_operations() {
  static constexpr Operation kAll[] = {{"cost", "efficient/cost.h", {}, nullptr, cost, nullptr}};
  return kAll;
}

}  // namespace attn
