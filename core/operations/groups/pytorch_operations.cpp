// from_pytorch, to_pytorch: a module's parameters by PyTorch's names and layouts, and by ours
#include <initializer_list>
#include <string>

#include "operations/adapter.h"
#include "operations/groups/groups.h"
#include "pytorch/pytorch.h"

namespace attn {
namespace {

std::string read_module(const Config& config) {
  static constexpr std::initializer_list<const char*> kModules = {
      "MultiheadAttention", "TransformerEncoderLayer", "TransformerDecoderLayer",
      "TransformerEncoder", "TransformerDecoder",      "Transformer"};
  config.text("module");  // required
  return kModules.begin()[config.word("module", kModules)];
}

NamedTensors from_pytorch_of(const OperationInputs& call, NamedTensors*) {
  return from_pytorch(read_all(call.config, read_module), call.inputs);
}

NamedTensors to_pytorch_of(const OperationInputs& call, NamedTensors*) {
  return to_pytorch(read_all(call.config, read_module), call.inputs);
}

}  // namespace

std::span<const Operation> pytorch_operations() {
  static constexpr Operation kAll[] = {
      {"from_pytorch", "pytorch/pytorch.h", {"*"}, nullptr, from_pytorch_of, nullptr},
      {"to_pytorch", "pytorch/pytorch.h", {"*"}, nullptr, to_pytorch_of, nullptr},
  };
  return kAll;
}

}  // namespace attn
