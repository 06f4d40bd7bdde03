#include "training/trainer_state.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>

#include "base/check.h"
#include "base/finite.h"
#include "base/quoted.h"
#include "training/trainer.h"

namespace attn {
namespace {

constexpr const char* kProgress = "progress";
constexpr Index kIntegers = 5, kDigits = 4, kDigitBits = 16;

using Progress = std::array<std::uint64_t, kIntegers>;

Tensor progress_tensor(const Progress& progress) {
  Tensor tensor({"integer", "digit"}, {kIntegers, kDigits});
  float* to = tensor.data.data();
  for (const std::uint64_t integer : progress) {
    for (Index digit = 0; digit < kDigits; ++digit) {
      *to++ = static_cast<float>(integer >> digit * kDigitBits & 0xffff);
    }
  }
  return tensor;
}

Progress progress_of(const Tensor& tensor) {
  Progress progress{};
  for (Index i = 0; i < tensor.size(); ++i) {
    const float digit = tensor.data[static_cast<std::size_t>(i)];
    if (!(digit >= 0 && digit <= 0xffff && digit == static_cast<float>(static_cast<int>(digit)))) {
      refuse("expected {} of whole numbers from 0 to 65535, got {}",
             {kProgress, number_text(double{digit})});
    }
    progress[static_cast<std::size_t>(i / kDigits)] |= static_cast<std::uint64_t>(digit)
                                                       << i % kDigits * kDigitBits;
  }
  return progress;
}

std::string mean_name(const Optimizer::Means& means, const std::string& parameter) {
  return std::string(means.name).append(".").append(parameter);
}

// Throws unless `tensors` has each of `expected`, in its shape and finite.
void check_tensors(const NamedTensors& tensors, const NamedTensors& expected) {
  for (const auto& [name, tensor] : expected) {
    const Tensor* stored = tensors.find(name);
    if (stored == nullptr) {
      refuse("expected the tensor \"{}\" of shape {}, got none", {name, tensor.shape});
    }
    check_shape(name.c_str(), *stored, tensor.shape);
    if (!all_finite(stored->data.data(), stored->size())) {
      refuse("expected finite numbers in {}, got NaN or infinity", {name});
    }
  }
}

}  // namespace

TrainerState Trainer::state() const {
  TrainerState state{step_, parameters()};
  const NamedTensors parameters = state.tensors;
  Optimizer optimizer = optimizer_;
  for (const Optimizer::Means& means : optimizer.means()) {
    std::size_t next = 0;
    for (const auto& [name, parameter] : parameters) {
      Tensor mean = Tensor::zeros_like(parameter);
      if (!means.by_parameter.empty()) mean.data = means.by_parameter[next++];
      state.tensors.put(mean_name(means, name), std::move(mean));
    }
  }
  const Random::State random = random_.state();
  state.tensors.put(kProgress,
                    progress_tensor({static_cast<std::uint64_t>(step_), optimizer.adam_steps(),
                                     random[0], random[1], random[2]}));
  return state;
}

void Trainer::restore(const TrainerState& from) {
  // A 32-bit Index must be able to count the steps that follow.
  constexpr Index kMaxStep = 1 << 30;
  if (from.step < 0 || from.step > kMaxStep) {
    refuse("expected a step from 0 to {}, got {}", {kMaxStep, from.step});
  }
  const NamedTensors parameters_only = parameters(), complete = state().tensors;
  const bool has_parameters_only = std::all_of(
      from.tensors.begin(), from.tensors.end(),
      [&](const NamedTensors::Item& item) { return parameters_only.find(item.first) != nullptr; });
  const NamedTensors& expected = has_parameters_only ? parameters_only : complete;
  check_tensors(from.tensors, expected);
  for (const auto& [name, tensor] : from.tensors) {
    if (expected.find(name) == nullptr) {
      refuse("expected only tensors of the recipe's model and its optimizer, got {}",
             {quoted(name)});
    }
  }

  if (!has_parameters_only) {
    const Progress progress = progress_of(from.tensors.at(kProgress));
    if (progress[0] != static_cast<std::uint64_t>(from.step)) {
      refuse("expected step {}, as in the state's tensor {}, got {}",
             {static_cast<Index>(progress[0]), kProgress, from.step});
    }
    if (progress[1] > static_cast<std::uint64_t>(from.step)) {
      refuse("expected {} of at least 0 and below {}, got {}",
             {"adam_steps", from.step + 1, plain_text(static_cast<double>(progress[1]))});
    }
    optimizer_.adam_steps() = progress[1];
    random_.restore({progress[2], progress[3], progress[4]});
    for (const Optimizer::Means& means : optimizer_.means()) {
      means.by_parameter.clear();
      for (const auto& [name, parameter] : parameters_only) {
        means.by_parameter.push_back(from.tensors.at(mean_name(means, name)).data);
      }
    }
  }
  TokenModel::for_each_parameter(model_, [&](const char* name, auto& parameter) {
    if (parameter.size() == 0) return;
    const Tensor& tensor = from.tensors.at(name);
    std::copy_n(tensor.data.data(), parameter.size(), parameter.data());
  });
  step_ = from.step;
}

}  // namespace attn
