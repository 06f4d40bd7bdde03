// Zip archives (PKWARE's APPNOTE 6.3) as far as .npz files need them: entries that are stored or
// deflated, one after the other from the first byte to the directory, without a gap or an overlap.
// A directory that leaves room for anything else is refused, because that is where archives lie.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "io/byte_sink.h"

namespace attn {

struct ZipEntry {
  std::string_view name;  // UTF-8
  bool deflated = false;
  std::uint32_t crc = 0;
  std::uint32_t size = 0;             // as it comes out
  std::uint32_t compressed_size = 0;  // as it stands in the archive
  std::uint32_t offset = 0;           // of its local header
};

class ZipArchive {
 public:
  static constexpr std::size_t kMaxEntries = 16384;

  // Keeps the pointer. Throws std::invalid_argument unless the whole structure is right: the
  // directory at the end, entries with distinct names that repeat it word for word, no comment, no
  // encryption, no zip64 (4 GB), no size that deflate cannot reach. What the entries hold is not
  // looked at yet.
  ZipArchive(const std::uint8_t* bytes, std::size_t size);

  // visit(const ZipEntry&) in the directory's order.
  template <class Visit>
  void for_each(Visit&& visit) const {
    std::size_t at = directory_;
    for (std::size_t i = 0; i < count_; ++i) visit(entry_at(at));
  }

  // What the entry holds, in parts. Throws when it is not what the sizes say.
  void read(const ZipEntry& entry, ByteSink& sink) const;

  // Throws unless what the entry holds has the CRC-32 that the directory says; `sink` gets it too.
  void check(const ZipEntry& entry, ByteSink& sink) const;

 private:
  ZipEntry entry_at(std::size_t& at) const;  // moves on to the next record
  std::size_t check_local_header(const ZipEntry& entry, std::uint32_t flags) const;
  std::size_t data_offset(const ZipEntry& entry) const;
  std::size_t descriptor_size(const ZipEntry& entry, std::size_t at) const;
  void find_directory();
  void check_layout() const;
  void check_names() const;

  const std::uint8_t* bytes_;
  std::size_t size_;
  std::size_t directory_ = 0;  // its offset
  std::size_t directory_end_ = 0;
  std::size_t count_ = 0;
};

// An archive of stored entries, written one after the other.
class ZipWriter {
 public:
  // Throws std::invalid_argument for a name that is not UTF-8, or beyond 4 GB or 16384 entries.
  void add(std::string_view name, const std::vector<std::uint8_t>& contents);
  std::vector<std::uint8_t> finish();

 private:
  std::vector<std::uint8_t> bytes_;
  std::vector<std::uint8_t> directory_;
  std::size_t count_ = 0;
};

}  // namespace attn
