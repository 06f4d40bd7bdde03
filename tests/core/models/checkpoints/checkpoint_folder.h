// The checkpoints of tests/golden/checkpoints.
#pragma once

#include <cstdint>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "base/named_tensors.h"
#include "io/safetensors.h"
#include "models/checkpoints/checkpoint.h"
#include "models/checkpoints/stored_tensors.h"

namespace attn {

inline std::string bytes_of_file(const std::string& model, const char* file) {
  std::ifstream stream(std::string(ATTN_TESTS_FOLDER "/golden/checkpoints/") + model + "/" + file,
                       std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

inline NamedTensors tensors_of(const std::string& model, const char* file) {
  const std::string bytes = bytes_of_file(model, file);
  return read_safetensors(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size())
      .tensors;
}

// Converts the tensors to the form in which an F32 file stores them.
inline StoredTensors stored(const NamedTensors& tensors) {
  StoredTensors all;
  for (const auto& [name, tensor] : tensors) {
    const auto* bytes = reinterpret_cast<const std::uint8_t*>(tensor.data.data());
    all[name] = {ElementType::kF32, tensor.shape, {bytes, tensor.data.size() * sizeof(float)}};
  }
  return all;
}

struct Folder {
  explicit Folder(const std::string& model) : tensors(tensors_of(model, "model.safetensors")) {
    const nlohmann::json config = nlohmann::json::parse(bytes_of_file(model, "config.json"));
    for (const auto& [key, value] : config.items()) {
      if (value.is_number()) settings.numbers[key] = value.get<double>();
      if (value.is_boolean()) settings.numbers[key] = value.get<bool>() ? 1 : 0;
      if (value.is_string()) settings.texts[key] = value.get<std::string>();
    }
  }

  CheckpointShapes shapes() const { return shapes_of(stored(tensors)); }

  TokenModel open() const {
    const Checkpoint checkpoint = read_checkpoint(settings, shapes());
    return checkpoint_model(checkpoint, stored(tensors), std::nullopt);
  }

  CheckpointSettings settings;
  NamedTensors tensors;
};

}  // namespace attn
