// Invalid zip archives of valid arrays, each in a different way.
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "core/io/malformed_file.h"
#include "core/io/zip_builder.h"

namespace attn {

inline Bytes two_floats() { return npy_bytes(npy_text("<f4", "(2,)"), 8); }

inline Bytes good_npz() {
  return zip_bytes({zip_member("a.npy", two_floats()),
                    zip_member("b.npy", npy_bytes(npy_text("|u1", "(2, 3)"), 6))});
}

inline void add_wrong_records(std::vector<MalformedFile>& files) {
  const auto one = [&](const char* name, const char* message,
                       const std::function<void(ZipMember&)>& spoil) {
    ZipMember member = zip_member("a.npy", two_floats());
    spoil(member);
    files.push_back({name, zip_bytes({member, zip_member("b.npy", two_floats())}), message});
  };
  const auto both = [](ZipMember& member, auto&& spoil) {
    spoil(member.local);
    spoil(member.central);
  };
  one("crc wrong on both sides", "CRC-32",
      [&](ZipMember& m) { both(m, [](ZipFields& f) { f.crc ^= 1; }); });
  one("crc wrong in the directory", "CRC", [](ZipMember& m) { m.central.crc ^= 0x80000000; });
  one("crc wrong in the local header", "CRC", [](ZipMember& m) { m.local.crc ^= 1; });
  one("crc 0 in the local header, without a descriptor", "CRC",
      [](ZipMember& m) { m.local.crc = 0; });
  one("data changed", "CRC-32", [](ZipMember& m) { m.data.back() ^= 1; });
  one("encrypted", "encryption", [&](ZipMember& m) { both(m, [](ZipFields& f) { f.flags = 1; }); });
  one("patched", "flags", [&](ZipMember& m) { both(m, [](ZipFields& f) { f.flags = 0x20; }); });
  one("strongly encrypted", "encryption",
      [&](ZipMember& m) { both(m, [](ZipFields& f) { f.flags = 0x41; }); });
  one("directory encrypted", "flags",
      [&](ZipMember& m) { both(m, [](ZipFields& f) { f.flags = 0x2000; }); });
  one("other flags in the local header", "flags", [](ZipMember& m) { m.local.flags = 2; });
  one("another method in the local header", "method", [](ZipMember& m) { m.local.method = 8; });
  for (const std::uint32_t method : {1u, 6u, 9u, 12u, 14u, 93u, 95u, 99u, 65535u}) {
    one(("method " + std::to_string(method)).c_str(), "method 0 (stored) or 8",
        [&](ZipMember& m) { both(m, [&](ZipFields& f) { f.method = method; }); });
  }
  one("stored data marked as deflated", "NUMPY",
      [&](ZipMember& m) { both(m, [](ZipFields& f) { f.method = 8; }); });
  one("another name in the local header", "name", [](ZipMember& m) { m.local.name = "A.npy"; });
  one("a longer name in the local header", "name",
      [](ZipMember& m) { m.local.name = "a.npy.npy"; });
  one("no name in the local header", "name", [](ZipMember& m) { m.local.name = ""; });
  one("no name", ".npy", [&](ZipMember& m) { both(m, [](ZipFields& f) { f.name = ""; }); });
  one("not called .npy", ".npy",
      [&](ZipMember& m) { both(m, [](ZipFields& f) { f.name = "a.txt"; }); });
  one("a folder", ".npy", [&](ZipMember& m) { both(m, [](ZipFields& f) { f.name = "a.npy/"; }); });
  one("the name of the other", "twice",
      [&](ZipMember& m) { both(m, [](ZipFields& f) { f.name = "b.npy"; }); });
  one("a name in Latin-1", "UTF-8",
      [&](ZipMember& m) { both(m, [](ZipFields& f) { f.name = "\xFC.npy"; }); });
  one("a name flagged as UTF-8 that is not", "UTF-8", [&](ZipMember& m) {
    both(m, [](ZipFields& f) {
      f.name = "\xC0\x80.npy";
      f.flags = 0x800;
    });
  });
  one("size smaller than stored", "stored",
      [&](ZipMember& m) { both(m, [](ZipFields& f) { --f.size; }); });
  one("size larger than stored", "stored",
      [&](ZipMember& m) { both(m, [](ZipFields& f) { ++f.size; }); });
  one("both sizes one less", "gap", [&](ZipMember& m) {
    both(m, [](ZipFields& f) {
      --f.size;
      --f.compressed_size;
    });
  });
  one("both sizes one more", "overlap", [&](ZipMember& m) {
    both(m, [](ZipFields& f) {
      ++f.size;
      ++f.compressed_size;
    });
  });
  one("both sizes 2^31", "before the directory",
      [&](ZipMember& m) { both(m, [](ZipFields& f) { f.size = f.compressed_size = 1u << 31; }); });
  one("both sizes 2^32 - 2", "before the directory", [&](ZipMember& m) {
    both(m, [](ZipFields& f) { f.size = f.compressed_size = 0xFFFFFFFE; });
  });
  one("zip64 sizes", "zip64", [&](ZipMember& m) {
    both(m, [](ZipFields& f) { f.size = f.compressed_size = 0xFFFFFFFF; });
  });
  one("zip64 in the local header without its field", "zip64",
      [](ZipMember& m) { m.local.size = m.local.compressed_size = 0xFFFFFFFF; });
  one("zip64 in the local header with another field", "zip64", [](ZipMember& m) {
    m.local.size = m.local.compressed_size = 0xFFFFFFFF;
    m.local.extra = {2, 0, 16, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
  });
  one("zip64 in the local header with a field cut off", "zip64", [](ZipMember& m) {
    m.local.size = m.local.compressed_size = 0xFFFFFFFF;
    m.local.extra = {1, 0, 16, 0, 0, 0, 0, 0};
  });
  one("zip64 in the local header with other sizes", "sizes", [](ZipMember& m) {
    m.local.size = m.local.compressed_size = 0xFFFFFFFF;
    m.local.extra = {1, 0, 16, 0, 9, 0, 0, 0, 0, 0, 0, 0, 9, 0, 0, 0, 0, 0, 0, 0};
  });
  one("no descriptor where there should be one", "after its data",
      [&](ZipMember& m) { both(m, [](ZipFields& f) { f.flags = 8; }); });
  one("a descriptor with another CRC", "after its data", [&](ZipMember& m) {
    both(m, [](ZipFields& f) { f.flags = 8; });
    append_uint32(m.descriptor, m.central.crc ^ 1);
    append_uint32(m.descriptor, m.central.size);
    append_uint32(m.descriptor, m.central.size);
  });
  one("a descriptor that nothing announces", "gap", [](ZipMember& m) { m.descriptor = Bytes(12); });
  one("no local header at the offset", "local header", [](ZipMember& m) { m.offset = 1; });
  one("a local header in the directory", "local header", [](ZipMember& m) { m.offset = 200; });
  one("a local header beyond the file", "local header", [](ZipMember& m) { m.offset = 100000; });
  one("a local header at 2^32 - 2", "local header", [](ZipMember& m) { m.offset = 0xFFFFFFFE; });
  one("a local header in zip64", "zip64", [](ZipMember& m) { m.offset = 0xFFFFFFFF; });
  one("stored with nothing in it", "header", [&](ZipMember& m) { m = zip_member("a.npy", {}); });
}

// Adds lengths in the last record of the directory that reach beyond it.
inline void add_long_records(std::vector<MalformedFile>& files) {
  const std::size_t record = good_npz().size() - 22 - (46 + 5);
  for (const auto& [name, field] :
       {std::pair("name", 28), std::pair("extra field", 30), std::pair("comment", 32)}) {
    for (const std::uint8_t length : {6, 255}) {
      Bytes bytes = good_npz();
      bytes[record + static_cast<std::size_t>(field)] = length;
      files.push_back({std::string(name) + " of " + std::to_string(length) + " bytes", bytes,
                       "bytes for the directory's entry at byte"});
    }
  }
}

inline void add_wrong_ends(std::vector<MalformedFile>& files) {
  const auto one = [&](const char* name, const char* message,
                       const std::function<void(ZipEnd&)>& spoil) {
    ZipEnd end;
    spoil(end);
    files.push_back({name, zip_bytes({zip_member("a.npy", two_floats())}, end), message});
  };
  one("entry count 0", "directory to end", [](ZipEnd& e) { e.count = e.count_here = 0; });
  one("entry count 2", "2 entries", [](ZipEnd& e) { e.count = e.count_here = 2; });
  one("entry count 16384", "16384 entries", [](ZipEnd& e) { e.count = e.count_here = 16384; });
  one("entry count 16385", "at most 16384", [](ZipEnd& e) { e.count = e.count_here = 16385; });
  one("entry count 65535", "zip64", [](ZipEnd& e) { e.count = e.count_here = 65535; });
  one("entries on other disks", "one file", [](ZipEnd& e) { e.count = 2; });
  one("the second disk", "one file", [](ZipEnd& e) { e.disk = 1; });
  one("the directory on the second disk", "one file", [](ZipEnd& e) { e.directory_disk = 1; });
  one("directory one byte later", "directory to end at byte",
      [](ZipEnd& e) { e.directory_offset = 100; });
  one("directory at 0", "directory to end at byte", [](ZipEnd& e) { e.directory_offset = 0; });
  one("directory at 2^32 - 1", "directory to end at byte",
      [](ZipEnd& e) { e.directory_offset = 0xFFFFFFFF; });
  one("directory size 0", "directory to end at byte", [](ZipEnd& e) { e.directory_size = 0; });
  one("directory size 2^32 - 1", "directory to end at byte",
      [](ZipEnd& e) { e.directory_size = 0xFFFFFFFF; });
  one("directory larger than the file", "directory to end at byte",
      [](ZipEnd& e) { e.directory_size = 1000; });
  one("a comment", "end record", [](ZipEnd& e) { e.comment = "hello"; });
  one("a byte after the end", "end record", [](ZipEnd& e) { e.after = {0}; });
  one("a second end", "directory to end at byte", [](ZipEnd& e) {
    e.after = {'P', 'K', 5, 6, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
  });
  one("bytes before the directory", "gap", [](ZipEnd& e) { e.before_directory = {1, 2, 3}; });
  one("bytes before the end", "directory to end at byte",
      [](ZipEnd& e) { e.before_end = {1, 2, 3}; });
  one("a zip64 end", "directory to end at byte", [](ZipEnd& e) { e.before_end = Bytes(76); });

  Bytes before = {1, 2, 3};
  append(before, good_npz());
  files.push_back({"bytes before the archive", before, "directory to end at byte"});
  files.push_back({"an archive twice",
                   [] {
                     Bytes twice = good_npz();
                     append(twice, good_npz());
                     return twice;
                   }(),
                   "directory to end at byte"});
}

}  // namespace attn
