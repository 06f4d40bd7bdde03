#include "models/checkpoints/stored_tensors.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include "base/check.h"
#include "base/quoted.h"
#include "kernels/int8_panels.h"

namespace attn {
namespace {

// Rows of the file that are transposed at once: the numbers of a cache line.
constexpr Index kRowsTransposed = 16;

std::string_view dtype_of(ElementType type) {
  for (const ElementTypeName& known : safetensors_types()) {
    if (known.type == type) return known.name;
  }
  return "another one";
}

// A vector is one row.
Index num_columns(const StoredTensor& tensor) { return tensor.shape.back(); }
Index num_rows(const StoredTensor& tensor) {
  return tensor.shape.size() == 1 ? 1 : tensor.shape.front();
}

// The bytes from a row's number `first` on.
const std::uint8_t* numbers_at(const StoredTensor& tensor, Index row, Index first) {
  const auto at = static_cast<std::size_t>(row * num_columns(tensor) + first);
  return tensor.bytes.data() + at * bytes_of(tensor.type);
}

void check_bytes(std::string_view name, const StoredTensor& tensor) {
  // In 64 bits, because a product of extents from a file may have more than 32.
  const std::uint64_t bytes = static_cast<std::uint64_t>(num_rows(tensor)) *
                              static_cast<std::uint64_t>(num_columns(tensor)) *
                              bytes_of(tensor.type);
  if (tensor.bytes.size() != bytes) {
    const std::string expected = integer_text(static_cast<std::int64_t>(bytes));
    refuse("expected {} bytes of tensor {}, got {}",
           {expected, quoted(name), static_cast<Index>(tensor.bytes.size())});
  }
}

const StoredTensor& checked(const std::string& name, const StoredTensors& tensors) {
  const StoredTensor& tensor = tensors.at(name);
  if (!tensor.load) check_bytes(name, tensor);
  return tensor;
}

void load_tensor(std::string_view name, StoredTensor& tensor) {
  if (!tensor.load) return;
  auto bytes = std::make_shared<std::vector<std::uint8_t>>(tensor.load());
  tensor.load = nullptr;
  tensor.bytes = *bytes;
  tensor.owner = std::move(bytes);
  check_bytes(name, tensor);
}

// Reads all parameters that the reader has.
struct Filling {
  ParameterReader& reader;

  template <class Parameter>
  void operator()(const char* name, Parameter& parameter) const {
    read_parameter(reader, name, parameter);
  }
};

TokenModel encoder_of(const Checkpoint& checkpoint, CheckpointReader& reader, ParameterForm form) {
  if (form != ParameterForm::kFloat32) return TokenModel(checkpoint.config, reader, form);
  TokenModelParameters parameters = TokenModelParameters::unfilled(checkpoint.config);
  TokenModelParameters::for_each(parameters, Filling{reader});
  return TokenModel(checkpoint.config, std::move(parameters));
}

bool is_floating(ElementType type) {
  return type == ElementType::kF64 || type == ElementType::kF32 || type == ElementType::kF16 ||
         type == ElementType::kBF16;
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
    const ElementType of_scales = tensors.at(source.scales).type;
    if (of_scales != ElementType::kBF16) {
      refuse("expected tensor {} of type BF16, got {}",
             {quoted(source.scales), dtype_of(of_scales)});
    }
  }
}

CheckpointReader::CheckpointReader(const Checkpoint& checkpoint, StoredTensors tensors) {
  check_types(checkpoint, tensors);
  for (const TensorSource& source : checkpoint.sources) {
    Parameter parameter{source.transposed, source.first_row, checked(source.tensor, tensors), {}};
    if (!source.scales.empty()) parameter.scales = checked(source.scales, tensors);
    parameters_.emplace(source.parameter, std::move(parameter));
  }
}

std::vector<Index> CheckpointReader::Parameter::shape() const {
  std::vector<Index> shape = numbers.shape;
  if (transposed) std::swap(shape[0], shape[1]);
  shape[0] -= first_row;
  return shape;
}

void CheckpointReader::Parameter::load(std::string_view name) {
  load_tensor(name, numbers);
  load_tensor(name, scales);
}

// Numbers of one row of the file.
void CheckpointReader::Parameter::read(Index row, Index first, Index count, float* to) const {
  to_floats(numbers.type, numbers_at(numbers, row, first), static_cast<std::size_t>(count), to);
  if (scales.shape.empty()) return;
  for (Index k = 0; k < count;) {
    const Index group = (first + k) / kNumbersOfAScale;
    float scale = 0;
    to_floats(scales.type, numbers_at(scales, row, group), 1, &scale);
    const Index end = std::min(count, (group + 1) * kNumbersOfAScale - first);
    for (; k < end; ++k) to[k] *= scale;
  }
}

std::vector<Index> CheckpointReader::shape(std::string_view name) {
  const auto found = parameters_.find(name);
  return found == parameters_.end() ? std::vector<Index>() : found->second.shape();
}

void CheckpointReader::read_rows(std::string_view name, Index first, MatrixRef to) {
  const auto found = parameters_.find(name);
  assert(found != parameters_.end());
  Parameter& parameter = found->second;
  parameter.load(name);
  if (parameter.transposed) {
    Matrix rows(kRowsTransposed, to.rows());
    for (Index j = 0; j < to.cols(); j += kRowsTransposed) {
      const Index n = std::min(kRowsTransposed, to.cols() - j);
      for (Index i = 0; i < n; ++i) parameter.read(j + i, first, to.rows(), &rows(i, 0));
      to.middleCols(j, n) = rows.topRows(n).transpose();
    }
  } else {
    for (Index i = 0; i < to.rows(); ++i) {
      parameter.read(parameter.first_row + first + i, 0, to.cols(), &to(i, 0));
    }
  }
  const std::vector<Index> shape = parameter.shape();
  if (shape.size() == 1 || first + to.rows() == shape[0]) {
    parameter.numbers.owner.reset();
    parameter.scales.owner.reset();
  }
}

TokenModel checkpoint_model(const Checkpoint& checkpoint, StoredTensors tensors,
                            ParameterForm form) {
  CheckpointReader reader(checkpoint, std::move(tensors));
  TokenModel model = encoder_of(checkpoint, reader, form);
  if (checkpoint.heads.pooler || checkpoint.heads.masked_words) {
    model.set_heads(std::make_shared<const EncoderHeads>(checkpoint.heads, reader, form));
  }
  return model;
}

}  // namespace attn
