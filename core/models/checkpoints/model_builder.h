// Builds the model of a checkpoint from slices of its tensors. Each slice is packed at once in the
// model's form, so that beside the model only one slice is in memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "models/checkpoints/checkpoint.h"
#include "models/checkpoints/stored_tensors.h"
#include "models/encoder_heads.h"
#include "models/token_model.h"

namespace attn {

// Complete rows of a tensor, as the file has them.
struct TensorSlice {
  std::string tensor;
  std::uint64_t begin, end;  // in bytes, from the tensor's first
};

class ModelBuilder {
 public:
  //   checkpoint  as read_checkpoint found it for the shapes of these tensors
  //   tensors     their types and shapes; no bytes are read
  //   form        for a model for inference, the format of its large matrices; without it, all
  //               parameters are in float32 and can be changed
  // Allocates the model. Throws std::invalid_argument as check_types and TokenModel do.
  ModelBuilder(Checkpoint checkpoint, const StoredTensors& tensors,
               std::optional<ParameterForm> form);
  ModelBuilder(const ModelBuilder&) = delete;
  ModelBuilder& operator=(const ModelBuilder&) = delete;

  // The slices that `add` expects, in this order. A slice has at most about a million numbers, or
  // the rows of one panel.
  const std::vector<TensorSlice>& slices() const { return slices_; }

  // The next slice. Throws std::invalid_argument for another number of bytes than it has, after the
  // last slice, and for a number that the form cannot represent.
  void add(std::span<const std::uint8_t> bytes);

  // Throws std::invalid_argument unless all slices have been added.
  TokenModel finish();

 private:
  // Where the numbers of a parameter go: to a packed one, or to float32 numbers. A row of the file
  // is a column of `parameter`; of `numbers` it is a column if the file has it transposed.
  struct Target {
    PackedParameter parameter{nullptr, 0};
    float* numbers = nullptr;  // [rows, cols], row-major
    Index rows = 0, cols = 0;
  };
  struct Targets;
  // The rows of a tensor, or their scales, that a slice has.
  struct Rows {
    const TensorSource* source;
    Index first, count, width;
    ElementType type;
    bool are_scales;
  };

  // Divides a tensor into slices, each preceded by its scales if there are some.
  void plan(const TensorSource& source, const StoredTensors& tensors);
  void plan(const std::string& tensor, const Rows& rows);
  // Writes a slice to its target.
  void set(const Rows& rows, const std::uint8_t* bytes);

  Checkpoint checkpoint_;
  std::map<std::string, Target, std::less<>> targets_;
  std::vector<TensorSlice> slices_;
  std::vector<Rows> rows_;  // of each slice
  std::size_t added_ = 0;
  std::vector<float> scales_;  // of the next slice

  // Either a model for inference, or the parameters of another one.
  std::optional<TokenModel> packed_model_;
  TokenModelParameters parameters_;
  std::shared_ptr<EncoderHeads> heads_;
};

}  // namespace attn
