#include "training/attention_weights.h"

#include <string_view>

namespace attn {

std::vector<AttentionWeights> attention_weights(const TokenModelTrace& trace) {
  constexpr std::string_view kField = ".weights";
  std::vector<AttentionWeights> found;
  TokenModelTrace::for_each(trace, [&](const char* field, const Tensor& tensor) {
    const std::string_view name = field;
    if (!name.ends_with(kField) || tensor.empty()) return;
    const std::string attention(name.substr(0, name.size() - kField.size()));
    const bool queries_are_target = attention.starts_with("decoder.");
    const bool answers = trace.has_decoder ? attention.ends_with("cross_attention") : true;
    found.push_back({attention, &tensor, answers, queries_are_target});
  });
  return found;
}

}  // namespace attn
