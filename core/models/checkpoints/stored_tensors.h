// The tensors of a checkpoint as its file stores them, and a model's parameters read from them row
// by row.
//
// F64, F32, F16 and BF16 are read as they are. A matrix "NAME" of I8 has a tensor "NAME.scales" of
// BF16, one scale for each kNumbersOfAScale numbers of a row (the last group of a row may have
// fewer): number = q scale. A row of the file is a column of the panels in which the core holds
// the matrix (kernels/int8_panels.h), so the core's int8 form holds the file's q and scales.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/element_type.h"
#include "models/checkpoints/checkpoint.h"
#include "models/parameter_reader.h"
#include "models/token_model.h"

namespace attn {

// Row-major and little-endian.
struct StoredTensor {
  ElementType type = ElementType::kF32;
  std::vector<Index> shape;
  std::span<const std::uint8_t> bytes;
  // Frees the bytes. Null if somebody else does.
  std::shared_ptr<const void> owner = nullptr;
  // Reads the bytes, which are empty until then. Null if they are there.
  std::function<std::vector<std::uint8_t>()> load = nullptr;
};

using StoredTensors = std::map<std::string, StoredTensor>;  // by name

CheckpointShapes shapes_of(const StoredTensors& tensors);

// Throws std::invalid_argument, naming the tensor, for one of the checkpoint's that has a type
// which is not read, for I8 without scales, and for scales without I8. Reads no bytes.
void check_types(const Checkpoint& checkpoint, const StoredTensors& tensors);

// Reads each parameter once, from its first row to its last: loads its tensor at the first, and
// gives up its owner after the last.
class CheckpointReader : public ParameterReader {
 public:
  //   checkpoint  as read_checkpoint found it for the shapes of these tensors
  // Throws std::invalid_argument as check_types, and for a tensor whose number of bytes is not that
  // of its shape and type; for one that is loaded later, when it is.
  CheckpointReader(const Checkpoint& checkpoint, StoredTensors tensors);

  std::vector<Index> shape(std::string_view name) override;
  void read_rows(std::string_view name, Index first, MatrixRef to) override;

 private:
  struct Parameter {
    bool transposed;
    Index first_row;
    StoredTensor numbers, scales;  // no scales: an empty shape

    std::vector<Index> shape() const;
    void load(std::string_view name);
    void read(Index row, Index first, Index count, float* to) const;
  };

  std::map<std::string, Parameter, std::less<>> parameters_;
};

// The checkpoint's model, held in a form for inference; kFloat32: one whose parameters can be
// changed, unrounded. Throws std::invalid_argument as CheckpointReader and TokenModel do.
TokenModel checkpoint_model(const Checkpoint& checkpoint, StoredTensors tensors,
                            ParameterForm form);

}  // namespace attn
