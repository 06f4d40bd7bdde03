// Converts the tensors of one module from PyTorch's names and layouts to ours, or back. pytorch.cpp
// describes each module once, for both directions.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/named_tensors.h"

namespace attn {

enum class Direction { kFromPytorch, kToPytorch };

// The two names of a tensor, or two name prefixes.
struct NamePair {
  std::string pytorch, ours;

  NamePair then(const char* pytorch_end, const char* ours_end) const {
    return {pytorch + pytorch_end, ours + ours_end};
  }
  NamePair then(const std::string& end) const { return {pytorch + end, ours + end}; }
};

// take, linear, d_out_of and vector throw std::invalid_argument for a tensor of the source that is
// missing or has another shape, naming it.
class StateConversion {
 public:
  // Keeps references to `module` and `source`.
  StateConversion(std::string_view module, Direction direction, const NamedTensors& source)
      : module_(module), direction_(direction), source_(source) {}

  bool from_pytorch() const { return direction_ == Direction::kFromPytorch; }

  // An empty tensor counts as absent: our parameters without bias have empty bias tensors.
  bool has(std::string_view name) const;
  bool has(const NamePair& names) const { return has(source_name(names)); }
  // Whether a tensor's name begins with this prefix; an empty tensor counts.
  bool has_any_under(const NamePair& prefix) const;
  const std::string& source_name(const NamePair& names) const {
    return from_pytorch() ? names.pytorch : names.ours;
  }

  // Returns a tensor of the source, which must have this rank, or this shape, and marks it as used.
  const Tensor& take(const std::string& name, Index rank);
  const Tensor& take(const std::string& name, const std::vector<Index>& shape);

  // Add a tensor to the result.
  void put(const std::string& name, ConstMatrixRef matrix);
  void put_transposed(const std::string& name, ConstMatrixRef matrix);
  void put_vector(const std::string& name, std::vector<float> values);

  // Converts a linear layer: "weight" [d_out, d_in] and "bias" [d_out] in PyTorch, w [d_in, d_out]
  // and b [d_out] here.
  void linear(const NamePair& layer, const char* w, const char* b, Index d_in, Index d_out,
              bool bias);
  // The d_out of such a layer.
  Index d_out_of(const NamePair& layer, const char* w);

  // Converts a vector, which has the same layout on both sides.
  void vector(const NamePair& names, Index size);

  // Returns the result. Throws std::invalid_argument if a tensor of the source was not used.
  NamedTensors finish();

 private:
  const std::string& target_name(const NamePair& names) const {
    return from_pytorch() ? names.ours : names.pytorch;
  }

  std::string_view module_;
  Direction direction_;
  const NamedTensors& source_;
  std::vector<const Tensor*> taken_;
  NamedTensors result_;
};

}  // namespace attn
