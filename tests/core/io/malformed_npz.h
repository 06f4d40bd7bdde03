// .npz files with invalid arrays, each in a different way.
#pragma once

#include <algorithm>
#include <initializer_list>
#include <set>
#include <string>
#include <vector>

#include "core/io/deflate_writer.h"
#include "core/io/malformed_file.h"
#include "core/io/malformed_zip.h"
#include "core/io/zip_builder.h"

namespace attn {

// The same two floats, compressed with the fixed codes.
inline ZipMember deflated_floats(const std::string& name = "a.npy") {
  const Bytes contents = two_floats();
  DeflateWriter out;
  out.block(true, 1).literals(contents).end_of_block();
  return deflated_member(name, out.bytes(), contents.size(),
                         crc32(contents.data(), contents.size()));
}

// One array of zeros, which deflate compresses to about a thousandth.
inline ZipMember bomb_member(const std::string& type, std::size_t matches,
                             const std::string& shape) {
  const Bytes header = npy_bytes(npy_text(type, shape), 1);  // the first zero belongs to the header
  const std::size_t size = header.size() + 258 * matches;
  const Bytes zeros(65536);
  std::uint32_t crc = crc32(header.data(), header.size());
  for (std::size_t left = 258 * matches; left > 0;) {
    const std::size_t part = std::min(left, zeros.size());
    crc = crc32(zeros.data(), part, crc);
    left -= part;
  }
  return deflated_member("bomb.npy", deflate_bomb(header, matches), size, crc);
}

inline void add_wrong_arrays(std::vector<MalformedFile>& files) {
  const auto one = [&](const std::string& name, const Bytes& array, const char* message) {
    files.push_back({"array: " + name, zip_bytes({zip_member("a.npy", array)}), message});
  };
  for (const char* type :
       {">f4", ">f8",  ">i4",     "=f4", "f4",      "<f",   "<f16", "<c8", "<c16",
        "<U4", "|S4",  "|O",      "|V4", "<M8[ns]", "<m8",  "<b1",  "|f4", "|i2",
        "<i1", "<u16", "float32", "",    " <f4",    "<f4 ", "<F4"}) {
    one(std::string("type ") + type, npy_bytes(npy_text(type, "(2,)"), 8),
        type[0] == '>' ? "big-endian" : "type");
  }
  const auto shapes = [&](std::initializer_list<const char*> all, const char* message) {
    for (const char* shape : all) {
      one(std::string("shape ") + shape, npy_bytes(npy_text("<f4", shape), 8), message);
    }
  };
  shapes({"(3,)", "(1,)", "(2, 0)", "()"}, "shape and type");
  shapes({"(2)"}, "a comma after its only extent");
  shapes({"2",     "[2]",    "(2,",    "(2",      "(",      "(,)",     "(2,,)",
          "(-2,)", "(2.0,)", "(2e0,)", "(nan,)",  "(NaN,)", "(None,)", "('2',)",
          "(2L,)", "(0x2,)", "(2 2)",  "((2,),)", "(2,);",  "(2,) 'x'"},
         "in its header");
  shapes({"(2147483648,)", "(4294967298,)", "(9223372036854775808,)", "(18446744073709551618,)",
          "(0, 99999999999)"},
         "extents below 2^31");
  shapes({"(65536, 65536)", "(65536, 65536, 65536, 65536)", "(2147483647, 2147483647)"},
         "fewer than 2^31 elements");
  shapes({"(1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,2)"}, "at most 16 axes");
  for (const char* order : {"false", "0", "None", "'False'", "Tru", "", "TrueFalse"}) {
    one(std::string("order ") + order, npy_bytes(npy_text("<f4", "(2,)", order), 8),
        "in its header");
  }
  const auto text = [&](const char* name, const std::string& header, const char* message) {
    one(name, npy_bytes(header, 8), message);
  };
  const std::string type = "'descr': '<f4', ", order = "'fortran_order': False, ",
                    shape = "'shape': (2,), ";
  text("no header text", "", "'{'");
  text("spaces alone", std::string(64, ' '), "'{'");
  text("an empty dict", "{}", "no descr");
  text("no type", "{" + order + shape + "}", "no descr");
  text("no order", "{" + type + shape + "}", "no fortran_order");
  text("no shape", "{" + type + order + "}", "no shape");
  text("type twice", "{" + type + type + order + shape + "}", "twice");
  text("order twice", "{" + type + order + order + shape + "}", "twice");
  text("shape twice", "{" + type + order + shape + shape + "}", "twice");
  text("an unknown key", "{" + type + order + shape + "'order': 'C', }", "\"order\"");
  text("no end", "{" + type + order + shape, "in its header");
  text("text after it", "{" + type + order + shape + "} x", "nothing more in its header");
  text("a zero byte after it", "{" + type + order + shape + "}" + std::string(1, '\0'),
       "nothing more in its header");
  text("no commas", "{'descr': '<f4' 'fortran_order': False 'shape': (2,)}", "','");
  text("no colon", "{'descr' '<f4', " + order + shape + "}", "':'");
  text("a string without an end", "{'descr", "a string that ends");
  text("a key without quotes", "{descr: '<f4'}", "a string");
  text("a structured type", "{'descr': [('x', '<f4')], " + order + shape + "}", "structured");
  text("a call", "{'descr': __import__('os'), " + order + shape + "}", "a string");
  text("JSON", R"({"descr": "<f4", "fortran_order": false, "shape": [2]})", "True or False");
  text("a list", "[]", "'{'");

  Bytes array = two_floats();
  array[0] = 0x92;
  one("another first byte", array, "NUMPY");
  array = two_floats();
  array[5] = 'y';
  one("another magic word", array, "NUMPY");
  for (const int major : {0, 4, 255}) {
    array = two_floats();
    array[6] = static_cast<std::uint8_t>(major);
    one("version " + std::to_string(major) + ".0", array, "version");
  }
  array = two_floats();
  array[7] = 1;
  one("version 1.1", array, "version");
  array = two_floats();
  array[8] = array[9] = 0xFF;
  one("header of 65535 bytes", array, "10000");
  array = two_floats();
  array[8] = static_cast<std::uint8_t>(array.size() - 9);
  one("header one byte beyond the file", array, "inside the file");
  array = npy_bytes(npy_text("<f4", "(2,)"), 8, 2);
  array[11] = 0xFF;
  one("version 2.0, header of 2^32", array, "10000");
  one("a header of 10001 bytes", npy_bytes(npy_text("<f4", "(2,)") + std::string(9950, ' '), 8),
      "10000");
  one("one byte too few", npy_bytes(npy_text("<f4", "(2,)"), 7), "shape and type");
  one("one byte too many", npy_bytes(npy_text("<f4", "(2,)"), 9), "shape and type");
  for (std::size_t size = 0; size < 24; ++size) {
    const Bytes whole = two_floats();
    one("cut to " + std::to_string(size) + " bytes",
        Bytes(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size)),
        size == 0   ? "to have a header, got no bytes"
        : size < 10 ? "NUMPY"
                    : "inside the file");
  }
}

// Invalid deflate streams in valid archives, and decompression bombs.
inline void add_wrong_streams(std::vector<MalformedFile>& files) {
  const auto one = [&](const std::string& name, const ZipMember& member, const char* message) {
    files.push_back({"deflate: " + name, zip_bytes({member}), message});
  };
  const ZipMember good = deflated_floats();
  const auto sized = [&](ZipMember member, std::uint32_t size) {
    member.local.size = member.central.size = size;
    return member;
  };
  const auto packed = [&](ZipMember member, const Bytes& data) {
    member.data = data;
    member.local.compressed_size = member.central.compressed_size =
        static_cast<std::uint32_t>(data.size());
    return member;
  };
  one("one byte less declared", sized(good, good.local.size - 1), "as declared");
  one("one byte more declared", sized(good, good.local.size + 1), "shape and type");
  one("nothing declared", sized(good, 0), "header");
  one("no stream", packed(good, {}), "deflate");
  one("a byte after it",
      packed(good,
             [&] {
               Bytes data = good.data;
               data.push_back(0);
               return data;
             }()),
      "bytes after it");
  for (std::size_t size = 1; size < good.data.size(); ++size) {
    one("cut to " + std::to_string(size) + " bytes",
        packed(good,
               Bytes(good.data.begin(), good.data.begin() + static_cast<std::ptrdiff_t>(size))),
        "deflate stream");
  }
  // With bit 0 changed, no block is the last. With one of the others, a byte becomes a match that
  // has nothing to copy or is too long.
  const std::set<std::size_t> wrong_in_stream = {0,   20,  45,  55,  85,  100, 125, 140, 165, 180,
                                                 205, 220, 245, 260, 285, 300, 325, 365, 380, 405,
                                                 420, 445, 485, 525, 550, 575, 590, 615};
  const std::size_t in_header = 3 + 8 * 68;  // after the block's three bits, each byte has eight
  for (std::size_t bit = 0; bit < 8 * good.data.size() - 8; bit += 5) {
    Bytes data = good.data;
    data[bit / 8] ^= static_cast<std::uint8_t>(1 << bit % 8);
    one("bit " + std::to_string(bit) + " changed", packed(good, data),
        wrong_in_stream.count(bit) != 0 ? "deflate stream"
        : bit < in_header               ? "expected array \"a.npy\" to have "
                                        : "CRC-32");
  }
  one("zlib's header before it",
      packed(good,
             [&] {
               Bytes data = {0x78, 0x9C};
               append(data, good.data);
               return data;
             }()),
      "expected a deflate stream, got ");

  ZipMember bomb = bomb_member("|u1", 40000, "(10320001,)");
  one(
      "ten million zeros of another CRC",
      [&] {
        ZipMember wrong = bomb;
        wrong.local.crc = wrong.central.crc ^= 1;
        return wrong;
      }(),
      "CRC-32");
  one(
      "ten million zeros cut off",
      [&] {
        ZipMember wrong = bomb;
        wrong.data.pop_back();
        return packed(wrong, wrong.data);
      }(),
      "expected a deflate stream, got one without its end");
  one("ten million zeros of another shape", bomb_member("|u1", 40000, "(10320000,)"),
      "shape and type");
  one("a thousand million declared", sized(bomb, 1000000000), "deflate can make");
  one("4 GB declared", sized(bomb, 0xFFFFFFFE), "deflate can make");
  one("more declared than its byte can make", sized(packed(good, {3}), 1033), "deflate can make");
  one("eighty million zeros", bomb_member("|u1", 310078, "(80000125,)"), "elements together");

  // Like 42.zip: many entries share the same data.
  std::vector<ZipMember> overlapping;
  for (int i = 0; i < 200; ++i) {
    ZipMember member = deflated_floats(std::to_string(i) + ".npy");
    member.offset = 0;
    overlapping.push_back(member);
  }
  files.push_back({"bomb: 200 entries at the same place", zip_bytes(overlapping), "name"});
  overlapping.clear();
  for (int i = 0; i < 200; ++i) {
    ZipMember member = deflated_floats("a.npy");
    member.offset = 0;
    overlapping.push_back(member);
  }
  files.push_back({"bomb: 200 entries that are one", zip_bytes(overlapping), "overlap"});

  // Its data contain the next entry, including its local header.
  const ZipMember inner = zip_member("b.npy", two_floats());
  Bytes local = zip_bytes({inner});
  local.resize(30 + 5 + inner.data.size());
  ZipMember outer = zip_member("a.npy", local), second = inner;
  second.offset = 30 + 5;
  Bytes nested = zip_bytes({outer, second});
  files.push_back({"bomb: an entry within another's data", nested, "overlap"});
  outer.local.flags = outer.central.flags = 0;

  std::vector<ZipMember> many;
  for (int i = 0; i < 16000; ++i) {
    many.push_back(zip_member(std::to_string(i % 15999) + ".npy", {}));
  }
  files.push_back({"16000 empty entries, one name twice", zip_bytes(many), "twice"});
}

inline std::vector<MalformedFile> malformed_npz() {
  std::vector<MalformedFile> files;
  const auto message_of = [](std::size_t size) {
    return size < 22 ? "22 bytes to 4 GB, got " + std::to_string(size)
                     : std::string("to end with its end record of 22 bytes");
  };
  add_truncations(files, "two arrays", good_npz(), message_of);
  add_truncations(files, "deflated", zip_bytes({deflated_floats()}), message_of);
  add_wrong_records(files);
  add_long_records(files);
  add_wrong_ends(files);
  add_wrong_arrays(files);
  add_wrong_streams(files);
  return files;
}

}  // namespace attn
