#include "hub/model_folder.h"

#include <fstream>
#include <iterator>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "base/check.h"
#include "base/quoted.h"
#include "io/safetensors_file.h"

namespace attn::hub {
namespace {

using std::filesystem::path;

constexpr const char* kTensors = "model.safetensors";
constexpr const char* kIndex = "model.safetensors.index.json";

nlohmann::json read_object(const path& file) {
  std::ifstream stream(file, std::ios::binary);
  const std::string name = attn::quoted(file.filename().string());
  if (!stream || is_directory(file)) {
    refuse("expected a file {} in {}, got none that can be read",
           {name, attn::quoted(file.parent_path().string())});
  }
  const std::string text{std::istreambuf_iterator<char>(stream), {}};
  nlohmann::json value = nlohmann::json::parse(text, nullptr, /*allow_exceptions=*/false);
  if (!value.is_object()) {
    refuse("expected file {} to be a JSON object, got something else", {name});
  }
  return value;
}

CheckpointSettings read_config(const path& file) {
  CheckpointSettings settings;
  const nlohmann::json config = read_object(file);
  for (const auto& [key, value] : config.items()) {
    if (value.is_number()) settings.numbers[key] = value.get<double>();
    if (value.is_boolean()) settings.numbers[key] = value.get<bool>() ? 1 : 0;
    if (value.is_string()) settings.texts[key] = value.get<std::string>();
  }
  return settings;
}

// Adds the tensors of a file.
void add_file(const path& name, StoredTensors& tensors) {
  auto file = std::make_shared<SafetensorsFile>(name);
  for (const SafetensorsEntry& entry : file->header().tensors) {
    StoredTensor& tensor = tensors[entry.name];
    tensor.type = entry.type;
    tensor.shape = entry.shape;
    tensor.read = [file, &entry](std::uint64_t begin, std::uint64_t end) {
      return file->read(entry, begin, end);
    };
  }
}

// The name of each tensor's file.
std::map<std::string, std::string> read_index(const path& file) {
  const nlohmann::json index = read_object(file);
  const auto it = index.find("weight_map");
  std::map<std::string, std::string> files;
  if (it != index.end() && it->is_object()) {
    for (const auto& [tensor, name] : it->items()) {
      // A bare file name: the index must not point outside the folder.
      if (!name.is_string()) continue;
      const auto file_name = name.get<std::string>();
      if (path(file_name).filename() == path(file_name)) files[tensor] = file_name;
    }
  }
  if (files.empty() || files.size() != it->size()) {
    refuse(
        "expected file {} to have a weight_map with a file of its folder for each tensor, got no "
        "such weight_map",
        {attn::quoted(file.filename().string())});
  }
  return files;
}

void add_shards(const path& folder, StoredTensors& tensors) {
  std::map<std::string, std::string> file_of = read_index(folder / kIndex);
  std::set<std::string> shards;
  for (const auto& [tensor, shard] : file_of) shards.insert(shard);
  for (const std::string& shard : shards) {
    StoredTensors added;
    add_file(folder / shard, added);
    for (auto& [name, tensor] : added) {
      const auto it = file_of.find(name);
      if (it == file_of.end() || it->second != shard) {
        refuse("expected the index to say that tensor {} is in file {}, got another file or none",
               {attn::quoted(name), attn::quoted(shard)});
      }
      file_of.erase(it);
      tensors[name] = std::move(tensor);
    }
  }
  for (const auto& [name, shard] : file_of) {
    refuse("expected tensor {} in file {}, as the index says, got none",
           {attn::quoted(name), attn::quoted(shard)});
  }
}

}  // namespace

ModelFolder open_model_folder(const path& source) {
  const bool is_file = source.extension() == ".safetensors";
  const path folder = is_file ? source.parent_path() : source;
  ModelFolder opened{read_config(folder / "config.json"), {}};
  const path weights = is_file ? source : folder / kTensors;
  if (!is_file && !exists(weights) && exists(folder / kIndex)) {
    add_shards(folder, opened.tensors);
  } else {
    add_file(weights, opened.tensors);
  }
  return opened;
}

}  // namespace attn::hub
