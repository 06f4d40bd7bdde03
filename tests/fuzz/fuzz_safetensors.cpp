// Any bytes are either refused, or are a file that stays the same when it is written and read
// again.
#include <cstring>

#include "io/safetensors.h"
#include "refused.h"

namespace attn {
namespace {

bool same(const Safetensors& a, const Safetensors& b) {
  if (a.metadata != b.metadata || a.tensors.size() != b.tensors.size()) return false;
  for (auto left = a.tensors.begin(), right = b.tensors.begin(); left != a.tensors.end();
       ++left, ++right) {
    const auto& [name, tensor] = *left;
    const auto& [other_name, other] = *right;
    if (name != other_name || tensor.shape != other.shape) return false;
    if (tensor.data.size() != other.data.size()) return false;
    if (!tensor.data.empty() && std::memcmp(tensor.data.data(), other.data.data(),
                                            tensor.data.size() * sizeof(float)) != 0) {
      return false;
    }
  }
  return true;
}

}  // namespace
}  // namespace attn

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  attn::Safetensors file;
  if (attn::is_refused([&] { file = attn::read_safetensors(bytes, size); })) return 0;
  const auto written = attn::write_safetensors(file);
  if (!attn::same(file, attn::read_safetensors(written.data(), written.size()))) std::abort();
  return 0;
}
