// The checkpoints of tests/golden/checkpoints.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "base/named_tensors.h"
#include "models/checkpoints/checkpoint.h"
#include "models/checkpoints/stored_tensors.h"
#include "support/file.h"

namespace attn {

inline std::string path_in(const std::string& model, const char* file) {
  return ATTN_TESTS_FOLDER "/golden/checkpoints/" + model + "/" + file;
}

inline NamedTensors tensors_of(const std::string& model, const char* file) {
  return safetensors_of(path_in(model, file)).tensors;
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
    const nlohmann::json config = nlohmann::json::parse(contents_of(path_in(model, "config.json")));
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
