#include "io/safetensors_file.h"

#include <array>
#include <string>

#include "base/check.h"
#include "base/quoted.h"
#include "io/little_endian.h"

namespace attn {
namespace {

// Reads up to `count` bytes and returns how many it read: fewer only at the end of the file.
std::size_t read_some(std::ifstream& stream, void* to, std::uint64_t count) {
  stream.read(static_cast<char*>(to), static_cast<std::streamsize>(count));
  return static_cast<std::size_t>(stream.gcount());
}

}  // namespace

SafetensorsFile::SafetensorsFile(const std::filesystem::path& path)
    : path_(path), stream_(path, std::ios::binary) {
  std::error_code error;
  const std::uint64_t size = std::filesystem::file_size(path, error);
  const std::string name = attn::quoted(path.filename().string());
  if (error || !stream_) {
    refuse("expected a file {} in {}, got none that can be read",
           {name, attn::quoted(path.parent_path().string())});
  }
  std::array<std::uint8_t, kSafetensorsLengthBytes> length{};
  if (read_some(stream_, length.data(), kSafetensorsLengthBytes) < kSafetensorsLengthBytes) {
    refuse("expected file {} of at least 8 bytes, got {}", {name, std::to_string(size)});
  }
  const std::uint64_t header_size = uint64_at(length.data());
  if (header_size > size - kSafetensorsLengthBytes || header_size > kMaxSafetensorsHeader) {
    refuse("expected file {} to have a header of at most {} bytes, inside its {} bytes, got {}",
           {name, std::to_string(kMaxSafetensorsHeader), std::to_string(size),
            std::to_string(header_size)});
  }
  std::string json(static_cast<std::size_t>(header_size), '\0');
  json.resize(read_some(stream_, json.data(), header_size));
  data_ = kSafetensorsLengthBytes + header_size;
  header_ = read_safetensors_header(json, size - data_);
}

std::vector<std::uint8_t> SafetensorsFile::read(const SafetensorsEntry& entry, std::uint64_t begin,
                                                std::uint64_t end) {
  const std::uint64_t size = end - begin;
  std::vector<std::uint8_t> bytes(static_cast<std::size_t>(size));
  stream_.clear();
  stream_.seekg(static_cast<std::streamoff>(data_ + entry.begin + begin));
  if (const std::size_t got = read_some(stream_, bytes.data(), size); got < size) {
    refuse("expected {} bytes of tensor {} in file {}, got {}",
           {std::to_string(size), attn::quoted(entry.name), attn::quoted(path_.filename().string()),
            std::to_string(got)});
  }
  return bytes;
}

}  // namespace attn
