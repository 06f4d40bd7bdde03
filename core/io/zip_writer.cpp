#include <zlib.h>

#include <string>
#include <utility>

#include "base/check.h"
#include "base/quoted.h"
#include "base/utf8.h"
#include "io/limits.h"
#include "io/little_endian.h"
#include "io/zip.h"
#include "io/zip_records.h"

namespace attn {
namespace {

using namespace zip;

constexpr std::uint32_t kVersion = 20;  // 2.0
// 1980-01-01: a fixed date, so that equal tensors give equal bytes.
constexpr std::uint32_t kFirstOfJanuary = 33;

void append_text(std::vector<std::uint8_t>& bytes, std::string_view text) {
  bytes.insert(bytes.end(), text.begin(), text.end());
}

// The fields that local headers and directory records share.
void append_fields(std::vector<std::uint8_t>& bytes, std::string_view name, std::uint32_t crc,
                   std::size_t size) {
  append_uint16(bytes, kVersion);
  append_uint16(bytes, kUtf8);
  append_uint16(bytes, kStored);
  append_uint16(bytes, 0);  // midnight
  append_uint16(bytes, kFirstOfJanuary);
  append_uint32(bytes, crc);
  append_uint32(bytes, size);
  append_uint32(bytes, size);
  append_uint16(bytes, name.size());
  append_uint16(bytes, 0);  // extra field
}

}  // namespace

void ZipWriter::add(std::string_view name, const std::vector<std::uint8_t>& contents) {
  if (!is_utf8(name) || name.size() > 0xFFFF) {
    refuse("expected names in UTF-8 of at most 65535 bytes, got {}", {quoted(name)});
  }
  constexpr std::uint64_t kMaxBytes = 0xFFFFFFFE;
  const std::uint64_t end =
      std::uint64_t{bytes_.size()} + kLocalSize + name.size() + contents.size();
  if (end + directory_.size() + kCentralSize + name.size() > kMaxBytes || count_ == kMaxEntries) {
    refuse("expected an archive below 4 GB and of at most {} entries, got more with {}",
           {static_cast<Index>(kMaxEntries), quoted(name)});
  }
  const auto crc = static_cast<std::uint32_t>(crc32_z(0, contents.data(), contents.size()));
  append_uint32(directory_, kCentralSignature);
  append_uint16(directory_, kVersion);  // made by
  append_fields(directory_, name, crc, contents.size());
  append_uint16(directory_, 0);  // comment
  append_uint16(directory_, 0);  // disk
  append_uint16(directory_, 0);  // internal attributes
  append_uint32(directory_, 0);  // external attributes
  append_uint32(directory_, bytes_.size());
  append_text(directory_, name);

  append_uint32(bytes_, kLocalSignature);
  append_fields(bytes_, name, crc, contents.size());
  append_text(bytes_, name);
  bytes_.insert(bytes_.end(), contents.begin(), contents.end());
  ++count_;
}

std::vector<std::uint8_t> ZipWriter::finish() {
  const std::size_t directory = bytes_.size();
  bytes_.insert(bytes_.end(), directory_.begin(), directory_.end());
  append_uint32(bytes_, kEndSignature);
  append_uint16(bytes_, 0);  // disk
  append_uint16(bytes_, 0);  // the directory's disk
  append_uint16(bytes_, count_);
  append_uint16(bytes_, count_);
  append_uint32(bytes_, directory_.size());
  append_uint32(bytes_, directory);
  append_uint16(bytes_, 0);  // comment
  return std::move(bytes_);
}

}  // namespace attn
