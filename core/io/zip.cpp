#include "io/zip.h"

#include <zlib.h>

#include <algorithm>
#include <string>
#include <utility>

#include "base/check.h"
#include "base/quoted.h"
#include "base/utf8.h"
#include "io/distinct_names.h"
#include "io/inflate.h"
#include "io/limits.h"
#include "io/little_endian.h"
#include "io/zip_records.h"

namespace attn {
namespace {

using namespace zip;

// Forwards all bytes to another sink and computes their CRC-32.
class CrcSink : public ByteSink {
 public:
  explicit CrcSink(ByteSink& next) : next_(next) {}
  void take(const std::uint8_t* bytes, std::size_t size) override {
    crc_ = static_cast<std::uint32_t>(crc32_z(crc_, bytes, size));
    next_.take(bytes, size);
  }
  std::uint32_t crc() const { return crc_; }

 private:
  ByteSink& next_;
  std::uint32_t crc_ = 0;
};

[[noreturn]] void refuse_entry(const ZipEntry& entry, std::string_view expected,
                               std::string_view got) {
  refuse("expected {} to have {}, got {}", {quoted(entry.name), expected, got});
}

void check_kind(const ZipEntry& entry, std::uint32_t flags, std::uint32_t method) {
  if ((flags & ~(kDeflateOptions | kHasDescriptor | kUtf8)) != 0) {
    refuse_entry(entry, "neither encryption nor patches",
                 (flags & 1) != 0 ? "encryption" : "flags " + std::to_string(flags));
  }
  if (method != kStored && method != kDeflated) {
    refuse_entry(entry, "method 0 (stored) or 8 (deflated)", std::to_string(method));
  }
  const bool is_ascii = std::all_of(entry.name.begin(), entry.name.end(),
                                    [](char c) { return static_cast<unsigned char>(c) < 0x80; });
  if (!is_ascii && ((flags & kUtf8) == 0 || !is_utf8(entry.name))) {
    refuse_entry(entry, "a name in UTF-8, flagged as such", "other bytes");
  }
}

void check_sizes(const ZipEntry& entry) {
  if (entry.size == kInZip64 || entry.compressed_size == kInZip64 || entry.offset == kInZip64) {
    refuse_entry(entry, "sizes below 4 GB", "zip64");
  }
  if (!entry.deflated && entry.size != entry.compressed_size) {
    refuse_entry(entry,
                 "a stored size of " + std::to_string(entry.size) + " bytes, its size unpacked",
                 std::to_string(entry.compressed_size));
  }
  if (entry.deflated && entry.size > entry.compressed_size * kMaxExpansion) {
    refuse_entry(entry,
                 "at most the " + std::to_string(entry.compressed_size * kMaxExpansion) +
                     " bytes that deflate can make of " + std::to_string(entry.compressed_size),
                 std::to_string(entry.size));
  }
}

// The sizes in a local header's zip64 field, which NumPy always writes.
struct LocalSizes {
  std::uint64_t size, compressed_size;
};
LocalSizes zip64_sizes(const ZipEntry& entry, const std::uint8_t* extra, std::size_t extra_size) {
  while (extra_size >= 4) {
    const std::size_t length = uint16_at(extra + 2);
    if (length > extra_size - 4) break;
    if (uint16_at(extra) == kZip64Extra && length >= 16) {
      return {uint64_at(extra + 4), uint64_at(extra + 12)};
    }
    extra += 4 + length;
    extra_size -= 4 + length;
  }
  refuse_entry(entry, "a zip64 field with its sizes", "none");
}

}  // namespace

ZipArchive::ZipArchive(const std::uint8_t* bytes, std::size_t size) : bytes_(bytes), size_(size) {
  find_directory();
  check_layout();
  check_names();
}

void ZipArchive::find_directory() {
  if (size_ < kEndSize || std::uint64_t{size_} >= kInZip64) {
    refuse("expected a zip archive of 22 bytes to 4 GB, got {}", {std::to_string(size_)});
  }
  const std::uint8_t* end = bytes_ + size_ - kEndSize;
  if (uint32_at(end) != kEndSignature || uint16_at(end + 20) != 0) {
    refuse("expected a zip archive to end with its end record of 22 bytes, got other bytes");
  }
  const std::uint32_t count = uint16_at(end + 10);
  const std::uint32_t length = uint32_at(end + 12), offset = uint32_at(end + 16);
  if (uint16_at(end + 4) != 0 || uint16_at(end + 6) != 0 || uint16_at(end + 8) != count) {
    refuse("expected a zip archive in one file, got one of several");
  }
  if (count > kMaxEntries) {
    refuse("expected at most {} entries, got {}",
           {static_cast<Index>(kMaxEntries),
            count == 0xFFFF ? "65535, which stands for zip64" : std::to_string(count)});
  }
  const std::size_t before_end = size_ - kEndSize;
  if (length > before_end || offset != before_end - length) {
    refuse("expected the zip directory to end at byte {}, got {} bytes from byte {}",
           {std::to_string(before_end), std::to_string(length), std::to_string(offset)});
  }
  directory_ = offset;
  directory_end_ = before_end;
  count_ = count;
}

ZipEntry ZipArchive::entry_at(std::size_t& at) const {
  const std::uint8_t* record = bytes_ + at;
  if (directory_end_ - at < kCentralSize || uint32_at(record) != kCentralSignature) {
    refuse("expected a directory of {} entries, got other bytes at byte {}",
           {static_cast<Index>(count_), std::to_string(at)});
  }
  const std::size_t name_size = uint16_at(record + 28);
  const std::size_t length =
      kCentralSize + name_size + uint16_at(record + 30) + uint16_at(record + 32);
  if (length > directory_end_ - at) {
    refuse("expected at most {} bytes for the directory's entry at byte {}, got {}",
           {std::to_string(directory_end_ - at), std::to_string(at), std::to_string(length)});
  }
  ZipEntry entry;
  entry.name = {reinterpret_cast<const char*>(record + kCentralSize), name_size};
  const std::uint32_t flags = uint16_at(record + 8), method = uint16_at(record + 10);
  check_kind(entry, flags, method);
  entry.deflated = method == kDeflated;
  entry.crc = uint32_at(record + 16);
  entry.compressed_size = uint32_at(record + 20);
  entry.size = uint32_at(record + 24);
  entry.offset = uint32_at(record + 42);
  check_sizes(entry);
  at += length;
  return entry;
}

std::size_t ZipArchive::data_offset(const ZipEntry& entry) const {
  const std::uint8_t* local = bytes_ + entry.offset;
  return entry.offset + kLocalSize + uint16_at(local + 26) + uint16_at(local + 28);
}

std::size_t ZipArchive::check_local_header(const ZipEntry& entry, std::uint32_t flags) const {
  if (entry.offset > directory_ || directory_ - entry.offset < kLocalSize ||
      uint32_at(bytes_ + entry.offset) != kLocalSignature) {
    refuse_entry(entry, "a local header at byte " + std::to_string(entry.offset), "other bytes");
  }
  const std::uint8_t* local = bytes_ + entry.offset;
  const std::size_t data = data_offset(entry);
  if (data > directory_ || directory_ - data < entry.compressed_size) {
    refuse_entry(entry, "its data before the directory at byte " + std::to_string(directory_),
                 "data up to byte " + std::to_string(data + entry.compressed_size));
  }
  const std::size_t name_size = uint16_at(local + 26);
  const std::string_view name(reinterpret_cast<const char*>(local + kLocalSize), name_size);
  if (name != entry.name) refuse_entry(entry, "this name in its local header", quoted(name));
  if (uint16_at(local + 6) != flags ||
      uint16_at(local + 8) != (entry.deflated ? kDeflated : kStored)) {
    refuse_entry(entry, "the directory's flags and method in its local header", "others");
  }
  const std::uint32_t crc = uint32_at(local + 14);
  LocalSizes sizes{uint32_at(local + 22), uint32_at(local + 18)};
  if (sizes.size == kInZip64 && sizes.compressed_size == kInZip64) {
    sizes = zip64_sizes(entry, local + kLocalSize + name_size, uint16_at(local + 28));
  }
  const bool same = crc == entry.crc && sizes.size == entry.size &&
                    sizes.compressed_size == entry.compressed_size;
  const bool follows = (flags & kHasDescriptor) != 0;
  if (!same && !(follows && crc == 0 && sizes.size == 0 && sizes.compressed_size == 0)) {
    refuse_entry(entry, "the directory's CRC and sizes in its local header", "others");
  }
  const std::size_t end = data + entry.compressed_size;
  return follows ? end + descriptor_size(entry, end) : end;
}

// The size of the data descriptor (CRC and sizes after the data). The signature is optional, and
// sizes have 4 or 8 bytes.
std::size_t ZipArchive::descriptor_size(const ZipEntry& entry, std::size_t at) const {
  for (const int width : {4, 8}) {
    for (const std::size_t signature : {4, 0}) {
      const auto sizes = static_cast<std::size_t>(width);
      const std::size_t length = signature + 4 + 2 * sizes;
      if (directory_ - at < length) continue;
      const std::uint8_t* crc = bytes_ + at + signature;
      if ((signature == 0 || uint32_at(bytes_ + at) == kDescriptorSignature) &&
          uint32_at(crc) == entry.crc &&
          little_endian_at(crc + 4, width) == entry.compressed_size &&
          little_endian_at(crc + 4 + sizes, width) == entry.size) {
        return length;
      }
    }
  }
  refuse_entry(entry, "the directory's CRC and sizes after its data", "others");
}

void ZipArchive::check_layout() const {
  struct Span {
    std::uint32_t begin, end;
  };
  std::vector<Span> spans;
  if (count_ > (directory_end_ - directory_) / kCentralSize) {
    refuse("expected a directory of at least {} bytes for {} entries, got {}",
           {std::to_string(count_ * kCentralSize), static_cast<Index>(count_),
            std::to_string(directory_end_ - directory_)});
  }
  spans.reserve(count_ + 1);
  std::size_t at = directory_;
  for (std::size_t i = 0; i < count_; ++i) {
    const std::size_t record = at;
    const ZipEntry entry = entry_at(at);
    const std::size_t end = check_local_header(entry, uint16_at(bytes_ + record + 8));
    spans.push_back({entry.offset, static_cast<std::uint32_t>(end)});
  }
  if (at != directory_end_) {
    refuse("expected the directory to end at byte {}, got {}",
           {std::to_string(at), std::to_string(directory_end_)});
  }
  std::sort(spans.begin(), spans.end(),
            [](const Span& a, const Span& b) { return a.begin < b.begin; });
  spans.push_back({static_cast<std::uint32_t>(directory_), 0});
  std::uint32_t reached = 0;
  for (const Span& span : spans) {
    if (span.begin != reached) {
      refuse(span.begin < reached ? "expected an entry, or the directory, at byte {}, got the next "
                                    "at {}, which overlaps"
                                  : "expected an entry, or the directory, at byte {}, got the next "
                                    "at {}, which leaves a gap",
             {std::to_string(reached), std::to_string(span.begin)});
    }
    reached = span.end;
  }
}

void ZipArchive::check_names() const {
  std::vector<std::string_view> names;
  names.reserve(count_);
  for_each([&](const ZipEntry& entry) { names.push_back(entry.name); });
  check_distinct("entry", std::move(names));
}

void ZipArchive::read(const ZipEntry& entry, ByteSink& sink) const {
  const std::uint8_t* data = bytes_ + data_offset(entry);
  if (entry.deflated) {
    inflate(data, entry.compressed_size, entry.size, sink);
  } else if (entry.size != 0) {
    sink.take(data, entry.size);
  }
}

void ZipArchive::check(const ZipEntry& entry, ByteSink& sink) const {
  CrcSink counted(sink);
  read(entry, counted);
  if (counted.crc() != entry.crc) {
    refuse_entry(entry, "the CRC-32 " + std::to_string(entry.crc), std::to_string(counted.crc()));
  }
}

}  // namespace attn
