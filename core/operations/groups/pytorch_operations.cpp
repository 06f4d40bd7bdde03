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
      {.name = "from_pytorch",
       .header = "pytorch/pytorch.h",
       .inputs = {"*"},
       .forward = from_pytorch_of},
      {.name = "to_pytorch",
       .header = "pytorch/pytorch.h",
       .inputs = {"*"},
       .forward = to_pytorch_of},
  };
  return kAll;
}

}  // namespace attn
