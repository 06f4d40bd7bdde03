#include "io/safetensors.h"

#include <cassert>
#include <cstring>
#include <nlohmann/json.hpp>
#include <string_view>
#include <utility>

#include "base/check.h"
#include "base/numbered_axes.h"
#include "base/quoted.h"
#include "base/utf8.h"
#include "io/distinct_names.h"
#include "io/limits.h"
#include "io/little_endian.h"
#include "io/safetensors_header.h"
#include "io/writable_tensor.h"

namespace attn {
namespace {

constexpr const char* kMetadata = "__metadata__";

Tensor tensor_of(const SafetensorsEntry& entry, const std::uint8_t* data) {
  Tensor tensor(numbered_axes(entry.shape.size()), entry.shape);
  to_floats(entry.type, data + entry.begin, tensor.data.size(), tensor.data.data());
  return tensor;
}

const std::string& utf8(const std::string& text) {
  if (!is_utf8(text)) refuse("expected names and metadata in UTF-8, got {}", {attn::quoted(text)});
  return text;
}

void check_count(const char* what, std::size_t count) {
  if (count <= kMaxEntries) return;
  refuse("expected at most {} {}, got {}",
         {static_cast<Index>(kMaxEntries), what, std::to_string(count)});
}

// The header of a file with these tensors, in this order and without gaps.
std::string header_of(const Safetensors& file, ElementType type) {
  check_count("tensors", file.tensors.size());
  check_count("entries of metadata", file.metadata.size());
  nlohmann::ordered_json header = nlohmann::ordered_json::object();
  std::vector<std::string_view> keys;
  for (const auto& [key, text] : file.metadata) {
    keys.push_back(key);
    header[kMetadata][utf8(key)] = utf8(text);
  }
  check_distinct("key of the metadata", std::move(keys));
  std::uint64_t offset = 0;
  for (const auto& [name, tensor] : file.tensors) {
    if (name == kMetadata) {
      refuse("expected a tensor's name, got \"__metadata__\", the key of the metadata");
    }
    check_writable(name, tensor);
    const std::uint64_t begin = offset;
    offset += tensor.data.size() * bytes_per_element(type);
    header[utf8(name)] = {{"dtype", type == ElementType::kF16 ? "F16" : "F32"},
                          {"shape", tensor.shape},
                          {"data_offsets", {begin, offset}}};
  }
  std::string json = header.dump();
  json.append((8 - json.size() % 8) % 8, ' ');
  return json;
}

}  // namespace

Safetensors read_safetensors(const std::uint8_t* bytes, std::size_t size) {
  if (size < kSafetensorsLengthBytes) {
    refuse("expected a safetensors file of at least 8 bytes, got {}", {std::to_string(size)});
  }
  const std::uint64_t header_size = uint64_at(bytes);
  if (header_size > size - kSafetensorsLengthBytes || header_size > kMaxSafetensorsHeader) {
    refuse(
        "expected a header of at most {} bytes, inside the file of {} bytes, got {}",
        {std::to_string(kMaxSafetensorsHeader), std::to_string(size), std::to_string(header_size)});
  }
  const auto* text = reinterpret_cast<const char*>(bytes + kSafetensorsLengthBytes);
  const std::uint8_t* data = bytes + kSafetensorsLengthBytes + header_size;
  SafetensorsHeader header = read_safetensors_header({text, static_cast<std::size_t>(header_size)},
                                                     size - kSafetensorsLengthBytes - header_size);
  std::vector<NamedTensors::Item> tensors;
  tensors.reserve(header.tensors.size());
  for (const SafetensorsEntry& entry : header.tensors) {
    tensors.emplace_back(entry.name, tensor_of(entry, data));
  }
  return {NamedTensors(std::move(tensors)), std::move(header.metadata)};
}

std::vector<std::uint8_t> write_safetensors(const Safetensors& file, ElementType type) {
  assert(type == ElementType::kF32 || type == ElementType::kF16);
  const std::string header = header_of(file, type);
  std::size_t data_size = 0;
  for (const auto& [name, tensor] : file.tensors) {
    data_size += tensor.data.size() * bytes_per_element(type);
  }

  std::vector<std::uint8_t> bytes;
  bytes.reserve(kSafetensorsLengthBytes + header.size() + data_size);
  append_uint64(bytes, header.size());
  bytes.insert(bytes.end(), header.begin(), header.end());
  for (const auto& [name, tensor] : file.tensors) {
    if (type == ElementType::kF32) {
      append_floats(bytes, tensor.data);
    } else {
      for (const float number : tensor.data) append_uint16(bytes, half_bits(number));
    }
  }
  return bytes;
}

}  // namespace attn
