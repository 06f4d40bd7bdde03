#include "models/checkpoints/stored_tensors.h"

#include "base/check.h"
#include "base/quoted.h"
#include "models/checkpoints/model_builder.h"

namespace attn {
namespace {

bool is_floating(ElementType type) {
  return type == ElementType::kF64 || type == ElementType::kF32 || type == ElementType::kF16 ||
         type == ElementType::kBF16;
}

// In 64 bits, because a product of extents from a file may have more than 32.
std::uint64_t expected_bytes(const StoredTensor& tensor) {
  std::uint64_t bytes = bytes_per_element(tensor.type);
  for (const Index extent : tensor.shape) bytes *= static_cast<std::uint64_t>(extent);
  return bytes;
}

void check_bytes(const std::string& name, const StoredTensor& tensor) {
  const std::uint64_t expected = expected_bytes(tensor);
  if (tensor.read || tensor.bytes.size() == expected) return;
  const std::string text = integer_text(static_cast<std::int64_t>(expected));
  refuse("expected {} bytes of tensor {}, got {}",
         {text, quoted(name), static_cast<Index>(tensor.bytes.size())});
}

}  // namespace

CheckpointShapes shapes_of(const StoredTensors& tensors) {
  CheckpointShapes shapes;
  for (const auto& [name, tensor] : tensors) shapes[name] = tensor.shape;
  return shapes;
}

void check_types(const Checkpoint& checkpoint, const StoredTensors& tensors) {
  for (const TensorSource& source : checkpoint.sources) {
    const ElementType type = tensors.at(source.tensor).type;
    if (source.scales.empty()) {
      if (!is_floating(type)) {
        refuse("expected tensor {} of type F64, F32, F16 or BF16, or I8 with scales, got {}",
               {quoted(source.tensor), dtype_of(type)});
      }
      continue;
    }
    if (type != ElementType::kI8) {
      refuse("expected tensor {} of type I8, since it has scales, got {}",
             {quoted(source.tensor), dtype_of(type)});
    }
    const ElementType scales_type = tensors.at(source.scales).type;
    if (scales_type != ElementType::kBF16) {
      refuse("expected tensor {} of type BF16, got {}",
             {quoted(source.scales), dtype_of(scales_type)});
    }
  }
}

TokenModel checkpoint_model(const Checkpoint& checkpoint, const StoredTensors& tensors,
                            std::optional<ParameterForm> form) {
  for (const TensorSource& source : checkpoint.sources) {
    check_bytes(source.tensor, tensors.at(source.tensor));
    if (!source.scales.empty()) check_bytes(source.scales, tensors.at(source.scales));
  }
  ModelBuilder builder(checkpoint, tensors, form);
  for (const auto& [name, begin, end] : builder.slices()) {
    const StoredTensor& tensor = tensors.at(name);
    if (tensor.read) {
      builder.add(tensor.read(begin, end));
    } else {
      builder.add(tensor.bytes.subspan(begin, end - begin));
    }
  }
  return builder.finish();
}

}  // namespace attn
