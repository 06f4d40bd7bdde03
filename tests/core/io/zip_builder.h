// Builds zip archives with arbitrary fields, for .npz files with false headers.
#pragma once

#include <zlib.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "core/io/file_bytes.h"
#include "io/npy_header.h"

namespace attn {

inline std::uint32_t crc32(const std::uint8_t* bytes, std::size_t size, std::uint32_t before = 0) {
  return static_cast<std::uint32_t>(crc32_z(before, bytes, size));
}

// The fields that the local header and the directory both contain.
struct ZipFields {
  std::uint32_t version = 20, flags = 0, method = 0, crc = 0, compressed_size = 0, size = 0;
  std::string name;
  Bytes extra;
};

struct ZipMember {
  ZipFields local, central;
  Bytes data;
  Bytes descriptor;          // after the data
  std::int64_t offset = -1;  // in the directory; if negative, the member's true offset
  std::string comment;
  std::uint32_t disk = 0;
};

// A stored member, or one deflated to `packed`.
inline ZipMember zip_member(const std::string& name, const Bytes& contents) {
  ZipMember member;
  member.local.name = name;
  member.local.crc = crc32(contents.data(), contents.size());
  member.local.size = member.local.compressed_size = static_cast<std::uint32_t>(contents.size());
  member.central = member.local;
  member.data = contents;
  return member;
}

inline ZipMember deflated_member(const std::string& name, const Bytes& packed, std::size_t size,
                                 std::uint32_t crc) {
  ZipMember member;
  member.local.name = name;
  member.local.method = 8;
  member.local.crc = crc;
  member.local.size = static_cast<std::uint32_t>(size);
  member.local.compressed_size = static_cast<std::uint32_t>(packed.size());
  member.central = member.local;
  member.data = packed;
  return member;
}

struct ZipEnd {
  std::int64_t count = -1, count_here = -1, directory_size = -1, directory_offset = -1;
  std::uint32_t disk = 0, directory_disk = 0;
  std::string comment;
  Bytes before_directory, before_end, after;
};

inline void append_fields(Bytes& bytes, const ZipFields& fields) {
  append_uint16(bytes, fields.version);
  append_uint16(bytes, fields.flags);
  append_uint16(bytes, fields.method);
  append_uint32(bytes, 33u << 16);
  append_uint32(bytes, fields.crc);
  append_uint32(bytes, fields.compressed_size);
  append_uint32(bytes, fields.size);
  append_uint16(bytes, fields.name.size());
  append_uint16(bytes, fields.extra.size());
}

inline Bytes zip_bytes(const std::vector<ZipMember>& members, const ZipEnd& end = {}) {
  Bytes bytes, directory;
  for (const ZipMember& member : members) {
    const auto offset = member.offset < 0 ? static_cast<std::int64_t>(bytes.size()) : member.offset;
    append_uint32(directory, 0x02014B50);
    append_uint16(directory, 20);
    append_fields(directory, member.central);
    append_uint16(directory, member.comment.size());
    append_uint16(directory, member.disk);
    append_uint16(directory, 0);
    append_uint32(directory, 0);
    append_uint32(directory, static_cast<std::uint64_t>(offset));
    append(directory, bytes_of_text(member.central.name));
    append(directory, member.central.extra);
    append(directory, bytes_of_text(member.comment));

    append_uint32(bytes, 0x04034B50);
    append_fields(bytes, member.local);
    append(bytes, bytes_of_text(member.local.name));
    append(bytes, member.local.extra);
    append(bytes, member.data);
    append(bytes, member.descriptor);
  }
  const auto or_true = [](std::int64_t given, std::size_t right) {
    return given < 0 ? static_cast<std::uint64_t>(right) : static_cast<std::uint64_t>(given);
  };
  append(bytes, end.before_directory);
  const std::size_t directory_offset = bytes.size();
  append(bytes, directory);
  append(bytes, end.before_end);
  append_uint32(bytes, 0x06054B50);
  append_uint16(bytes, end.disk);
  append_uint16(bytes, end.directory_disk);
  append_uint16(bytes, or_true(end.count_here, members.size()));
  append_uint16(bytes, or_true(end.count, members.size()));
  append_uint32(bytes, or_true(end.directory_size, directory.size()));
  append_uint32(bytes, or_true(end.directory_offset, directory_offset));
  append_uint16(bytes, end.comment.size());
  append(bytes, bytes_of_text(end.comment));
  append(bytes, end.after);
  return bytes;
}

// An array's file with this header text and this many bytes of data.
inline Bytes npy_bytes(const std::string& text, std::size_t data_size, int major = 1) {
  Bytes bytes = bytes_of_text("\x93NUMPY");
  bytes.push_back(static_cast<std::uint8_t>(major));
  bytes.push_back(0);
  append_little_endian(bytes, text.size(), major == 1 ? 2 : 4);
  append(bytes, bytes_of_text(text));
  bytes.resize(bytes.size() + data_size);
  return bytes;
}

inline std::string npy_text(const std::string& type, const std::string& shape,
                            const std::string& order = "False") {
  return "{'descr': '" + type + "', 'fortran_order': " + order + ", 'shape': " + shape + ", }\n";
}

}  // namespace attn
