// The tensors of a checkpoint as its file stores them.
//
// F64, F32, F16 and BF16 are read as they are. A matrix "NAME" of I8 has a tensor "NAME.scales" of
// BF16, one scale for each kInt8ScaleBlock numbers of a row (the last block of a row may have
// fewer): number = q scale. A row of the file is a column of the panels in which the core stores
// the matrix (kernels/int8_panels.h). The core's int8 form holds the file's q and scales if a
// block's largest |q| is 127, as in files that the project writes; it rounds other blocks again.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/element_type.h"
#include "models/checkpoints/checkpoint.h"
#include "models/token_model.h"

namespace attn {

// Row-major and little-endian.
struct StoredTensor {
  ElementType type = ElementType::kF32;
  std::vector<Index> shape;
  // All bytes, or, if they are not in memory, a function that reads those in [begin, end).
  std::span<const std::uint8_t> bytes = {};
  std::function<std::vector<std::uint8_t>(std::uint64_t begin, std::uint64_t end)> read = nullptr;
};

using StoredTensors = std::map<std::string, StoredTensor>;  // by name

CheckpointShapes shapes_of(const StoredTensors& tensors);

// Throws std::invalid_argument, naming the tensor, if one of the checkpoint's has another type than
// those above, I8 without scales, or scales without I8. Reads no bytes.
void check_types(const Checkpoint& checkpoint, const StoredTensors& tensors);

// The checkpoint's model, read slice by slice (model_builder.h).
//   form  as in ModelBuilder
// Throws std::invalid_argument as ModelBuilder does, and for a tensor whose number of bytes is not
// that of its shape and type.
TokenModel checkpoint_model(const Checkpoint& checkpoint, const StoredTensors& tensors,
                            std::optional<ParameterForm> form);

}  // namespace attn
