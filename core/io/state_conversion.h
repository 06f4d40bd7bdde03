// One module's tensors on their way from PyTorch's names and layouts to ours, or back. What
// describes a module with this (pytorch.cpp) serves both ways.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/named_tensors.h"

namespace attn {

enum class Direction { kFromPytorch, kToPytorch };

// What one thing is called on the two sides.
struct Names {
  std::string pytorch, ours;

  Names then(const char* pytorch_end, const char* ours_end) const {
    return {pytorch + pytorch_end, ours + ours_end};
  }
  Names then(const std::string& end) const { return {pytorch + end, ours + end}; }
};

// All throw std::invalid_argument that names the tensor.
class StateConversion {
 public:
  // Keeps references to both.
  StateConversion(std::string_view module, Direction direction, const NamedTensors& source)
      : module_(module), direction_(direction), source_(source) {}

  bool from_pytorch() const { return direction_ == Direction::kFromPytorch; }

  // An empty tensor counts as none: ours are there and empty where there is no bias.
  bool has(std::string_view name) const;
  bool has(const Names& names) const { return has(source_name(names)); }
  bool has_any_under(const Names& prefix) const;

  // From the source, and it must have so many axes, or this shape.
  const Tensor& take(const std::string& name, Index rank);
  const Tensor& take(const std::string& name, const std::vector<Index>& shape);

  void put(const std::string& name, ConstMatrixRef matrix);
  void put_transposed(const std::string& name, ConstMatrixRef matrix);
  void put_vector(const std::string& name, std::vector<float> values);

  // A linear layer with "weight" [d_out, d_in] and "bias" [d_out] in PyTorch, w [d_in, d_out] and
  // b [d_out] here.
  void linear(const Names& layer, const char* w, const char* b, Index d_in, Index d_out, bool bias);
  Index d_out_of(const Names& layer, const char* w);

  // What is the same on both sides but for its name.
  void vector(const Names& names, Index size);

  // What has been put; everything must have been taken.
  NamedTensors finish();

 private:
  const std::string& source_name(const Names& names) const {
    return from_pytorch() ? names.pytorch : names.ours;
  }
  const std::string& target_name(const Names& names) const {
    return from_pytorch() ? names.ours : names.pytorch;
  }

  std::string_view module_;
  Direction direction_;
  const NamedTensors& source_;
  std::vector<const Tensor*> taken_;
  NamedTensors result_;
};

}  // namespace attn
