#include "models/checkpoints/model_builder.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include "base/check.h"
#include "base/quoted.h"
#include "kernels/int8_panels.h"
#include "layers/part.h"

namespace attn {
namespace {

constexpr Index kNumbersOfASlice = Index{1} << 20;

// A visitor that gives each parameter of a checkpoint its shape.
struct Sizing {
  const Checkpoint& checkpoint;
  const StoredTensors& tensors;

  void operator()(const char* name, Matrix& matrix) const {
    for (const TensorSource& source : checkpoint.sources) {
      if (source.parameter != name) continue;
      const std::vector<Index>& shape = tensors.at(source.tensor).shape;
      const Index rows = shape[0] - source.first_row;
      source.transposed ? matrix.resize(shape[1], rows) : matrix.resize(rows, shape[1]);
    }
  }
  void operator()(const char* name, RowVector& vector) const {
    for (const TensorSource& source : checkpoint.sources) {
      if (source.parameter == name) vector.resize(tensors.at(source.tensor).shape[0]);
    }
  }
};

}  // namespace

struct ModelBuilder::Targets {
  std::map<std::string, Target, std::less<>>& all;

  void operator()(const char* name, PackedParameter& parameter) const {
    all[name].parameter = parameter;
  }
  void operator()(const char* name, Matrix& matrix) const {
    if (matrix.size() != 0) all[name] = {{nullptr, 0}, matrix.data(), matrix.rows(), matrix.cols()};
  }
  void operator()(const char* name, RowVector& vector) const {
    if (vector.size() != 0) all[name] = {{nullptr, 0}, vector.data(), 1, vector.size()};
  }
};

ModelBuilder::ModelBuilder(Checkpoint checkpoint, const StoredTensors& tensors,
                           std::optional<ParameterForm> form)
    : checkpoint_(std::move(checkpoint)) {
  check_types(checkpoint_, tensors);
  const TokenModelConfig& config = checkpoint_.config;
  const EncoderHeadsConfig& heads = checkpoint_.heads;
  Targets visitor{targets_};
  if (form) {
    packed_model_.emplace(config, *form);
    TokenModel::for_each_packed(*packed_model_, visitor);
    TokenModel::for_each_parameter(*packed_model_, visitor);
  } else {
    parameters_ = TokenModelParameters::unfilled(config);
    TokenModelParameters::for_each(parameters_, Sizing{checkpoint_, tensors});
    TokenModelParameters::for_each(parameters_, visitor);
  }
  if (heads.pooler || heads.masked_words) {
    const InputEmbeddingConfig& embedding = config.embedding;
    heads_ = std::make_shared<EncoderHeads>(heads, embedding.d_model, embedding.vocab_size,
                                            form.value_or(ParameterForm::kFloat32));
    EncoderHeads::for_each_parameter(*heads_, visitor);
  }
  for (const TensorSource& source : checkpoint_.sources) plan(source, tensors);
}

void ModelBuilder::plan(const TensorSource& source, const StoredTensors& tensors) {
  const StoredTensor& tensor = tensors.at(source.tensor);
  const bool is_vector = tensor.shape.size() == 1;
  const Index width = tensor.shape.back(), end = is_vector ? 1 : tensor.shape[0];
  const Index panel = panel_columns();  // a packed matrix is set by whole panels of columns
  const Index at_once = std::max(panel, kNumbersOfASlice / width / panel * panel);
  for (Index first = source.first_row; first < end; first += at_once) {
    const Index count = std::min(at_once, end - first);
    if (!source.scales.empty()) {
      const StoredTensor& scales = tensors.at(source.scales);
      plan(source.scales, {&source, first, count, scales.shape.back(), scales.type, true});
    }
    plan(source.tensor, {&source, first, count, width, tensor.type, false});
  }
}

void ModelBuilder::plan(const std::string& tensor, const Rows& rows) {
  const auto row = static_cast<std::uint64_t>(rows.width) * bytes_per_element(rows.type);
  const auto first = static_cast<std::uint64_t>(rows.first);
  slices_.push_back({tensor, first * row, (first + static_cast<std::uint64_t>(rows.count)) * row});
  rows_.push_back(rows);
}

void ModelBuilder::add(std::span<const std::uint8_t> bytes) {
  const auto all = static_cast<Index>(slices_.size());
  if (added_ == slices_.size()) {
    refuse("expected {} slices of a checkpoint, got {}", {all, all + 1});
  }
  const TensorSlice& slice = slices_[added_];
  if (bytes.size() != slice.end - slice.begin) {
    const std::string expected = integer_text(static_cast<std::int64_t>(slice.end - slice.begin));
    refuse("expected {} bytes of tensor {}, got {}",
           {expected, quoted(slice.tensor), static_cast<Index>(bytes.size())});
  }
  const Rows& rows = rows_[added_];
  if (rows.are_scales) {
    scales_.resize(static_cast<std::size_t>(rows.count * rows.width));
    to_floats(rows.type, bytes.data(), scales_.size(), scales_.data());
  } else {
    in_part(slice.tensor.c_str(), [&] { set(rows, bytes.data()); });
    scales_.clear();
  }
  ++added_;
}

void ModelBuilder::set(const Rows& rows, const std::uint8_t* bytes) {
  const TensorSource& source = *rows.source;
  assert(targets_.contains(source.parameter));
  const Target& target = targets_.at(source.parameter);
  const Index width = rows.width, scales = scale_blocks_of(width);
  const Index step = panel_columns();
  Matrix block(std::min(step, rows.count), width);
  for (Index i = 0; i < rows.count; i += step) {
    const Index n = std::min(step, rows.count - i);
    const auto at = static_cast<std::size_t>(i * width);
    to_floats(rows.type, bytes + at * bytes_per_element(rows.type),
              static_cast<std::size_t>(n * width), block.data());
    for (Index row = 0; row < n && !scales_.empty(); ++row) {
      const float* scale = scales_.data() + (i + row) * scales;
      for (Index k = 0; k < width; ++k) block(row, k) *= scale[k / kInt8ScaleBlock];
    }
    const Index to = rows.first - source.first_row + i;
    if (target.parameter.packed != nullptr) {
      target.parameter.packed->set_columns(target.parameter.first + to,
                                           transposed(block.topRows(n)));
      continue;
    }
    MatrixMap numbers(target.numbers, target.rows, target.cols);
    if (source.transposed) {
      numbers.middleCols(to, n) = block.topRows(n).transpose();
    } else {
      numbers.middleRows(to, n) = block.topRows(n);
    }
  }
}

TokenModel ModelBuilder::finish() {
  if (added_ != slices_.size()) {
    refuse("expected {} slices of a checkpoint, got {}",
           {static_cast<Index>(slices_.size()), static_cast<Index>(added_)});
  }
  TokenModel model = packed_model_ ? std::move(*packed_model_)
                                   : TokenModel(checkpoint_.config, std::move(parameters_));
  // Visiting the parameters updates the copy of b_q, b_k and b_v that an attention keeps side by
  // side.
  const auto visit = [](const char*, const auto&) {};
  if (packed_model_) TokenModel::for_each_parameter(model, visit);
  if (heads_) model.set_heads(std::move(heads_));
  return model;
}

}  // namespace attn
