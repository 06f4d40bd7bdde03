// A folder with a model as the Hugging Face hub keeps it:
//
//   config.json
//   model.safetensors, or several shards and model.safetensors.index.json, which names the shard
//   of each tensor:
//     {"weight_map": {"name of a tensor": "name of a file", ..}}
#pragma once

#include <filesystem>

#include "models/checkpoints/checkpoint.h"
#include "models/checkpoints/stored_tensors.h"

namespace attn::hub {

struct ModelFolder {
  CheckpointSettings settings;
  StoredTensors tensors;  // of all files; each reads a slice from its file when asked for it
};

//   path  the folder, or the .safetensors file in it that has all tensors
// Throws std::invalid_argument for a file that is missing, which it names, or malformed, and for
// shards whose tensors are not those of the index.
ModelFolder open_model_folder(const std::filesystem::path& path);

}  // namespace attn::hub
