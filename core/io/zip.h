// The part of the zip format (PKWARE's APPNOTE 6.3) that .npz files use: stored or deflated
// entries, contiguous from the first byte to the directory. Gaps and overlaps are refused, because
// malicious archives use them to hide data.
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
  std::uint32_t size = 0;             // uncompressed
  std::uint32_t compressed_size = 0;  // in the archive
  std::uint32_t offset = 0;           // of the local header
};

class ZipArchive {
 public:
  // Keeps the pointer, not a copy. Throws std::invalid_argument unless the structure is valid: the
  // directory is at the end, entry names are distinct, local headers match the directory, and there
  // is no comment of the archive, no encryption, no zip64 (4 GB) and no size that deflate cannot
  // reach. Does not read the contents.
  ZipArchive(const std::uint8_t* bytes, std::size_t size);

  // Calls visit(const ZipEntry&) in the directory's order.
  template <class Visit>
  void for_each(Visit&& visit) const {
    std::size_t at = directory_;
    for (std::size_t i = 0; i < count_; ++i) visit(entry_at(at));
  }

  // Passes the uncompressed contents to `sink`, in parts. Throws std::invalid_argument as inflate
  // does (inflate.h), also if their size is not the entry's.
  void read(const ZipEntry& entry, ByteSink& sink) const;

  // As read; also throws if the CRC-32 is wrong.
  void check(const ZipEntry& entry, ByteSink& sink) const;

 private:
  // Reads the record of the directory at this offset, and advances the offset to the next record.
  ZipEntry entry_at(std::size_t& at) const;
  // Returns the offset after the entry's last byte.
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

// Writes an archive of stored (uncompressed) entries.
class ZipWriter {
 public:
  // Throws std::invalid_argument for a name that is not UTF-8 or has more than 65535 bytes, and for
  // an archive of more than 4 GB or kMaxEntries entries.
  void add(std::string_view name, const std::vector<std::uint8_t>& contents);
  // The archive's bytes. Call it once, at the end.
  std::vector<std::uint8_t> finish();

 private:
  std::vector<std::uint8_t> bytes_;
  std::vector<std::uint8_t> directory_;
  std::size_t count_ = 0;
};

}  // namespace attn
