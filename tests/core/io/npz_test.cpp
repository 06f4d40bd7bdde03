#include "io/npz.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <set>

#include "base/bit_cast.h"
#include "core/io/allocation.h"
#include "core/io/golden_file.h"
#include "core/io/malformed_npz.h"
#include "support/refusal.h"

namespace attn {
namespace {

NamedTensors read_copy(const Bytes& bytes) {
  const ExactCopy copy(bytes);
  return read_npz(copy.data(), copy.size);
}

TEST(Npz, RoundTripIsBitExact) {
  NamedTensors tensors;
  tensors.put("w_q", Tensor({"d_in", "d_out"}, {2, 3}, {1, -2, 3.5f, 0, -0.0f, 1e-40f}));
  tensors.put("scalar", Tensor({}, {}, {bit_cast<float>(0x7FC12345u)}));
  tensors.put("none", Tensor({"n", "m"}, {0, 7}));
  tensors.put("layers/0/\xC3\xA9.npy", Tensor({"n"}, {1}, {2}));
  tensors.put("", Tensor({"a", "b", "c"}, {1, 1, 1}, {3}));
  const NamedTensors back = read_copy(write_npz(tensors));
  ASSERT_EQ(back.size(), tensors.size());
  auto expected = tensors.begin();
  for (const auto& [name, tensor] : back) {
    EXPECT_EQ(name, expected->first);
    EXPECT_EQ(tensor.shape, expected->second.shape);
    ASSERT_EQ(tensor.size(), expected->second.size());
    for (std::size_t i = 0; i < tensor.data.size(); ++i) {
      EXPECT_EQ(bit_cast<std::uint32_t>(tensor.data[i]),
                bit_cast<std::uint32_t>(expected->second.data[i]));
    }
    ++expected;
  }
  EXPECT_TRUE(read_copy(write_npz({})).empty());
}

Tensor filled_matrix() {
  Tensor filled({"a", "b"}, {3, 5});
  for (std::size_t j = 0; j < 15; ++j) filled.data[j] = static_cast<float>(j) / 4 - 3;
  return filled;
}

// NumPy 1.24 reads this file; the array's bytes are those that NumPy writes.
TEST(Npz, WritesArraysAsNumpyDoes) {
  const Bytes ours = write_npz({{"matrix", filled_matrix()}});
  const Bytes numpys = golden_file("numpy_stored.npz");
  const std::size_t start = 30 + 10, size = 128 + 60;
  const Bytes array(ours.begin() + start, ours.begin() + start + size);
  EXPECT_NE(std::search(numpys.begin(), numpys.end(), array.begin(), array.end()), numpys.end());
}

TEST(Npz, WritesTheBytesOfTheReferenceZip) {
  NamedTensors tensors;
  tensors.put("a", Tensor({"n"}, {1}, {1}));
  Bytes array = write_npy_header({1});
  EXPECT_EQ(array.size() % 64, 0u);
  append(array, {0, 0, 0x80, 0x3F});
  ZipMember member = zip_member("a.npy", array);
  member.local.flags = member.central.flags = 0x800;
  EXPECT_EQ(write_npz(tensors), zip_bytes({member}));
}

TEST(Npz, RefusesToWriteInvalidTensors) {
  EXPECT_TRUE(contains(refusal([] { write_npz({{"a", Tensor()}}); }),
                       "of shape [] to have 1 elements, got 0"));
  EXPECT_TRUE(contains(refusal([] { write_npz({{"\xFF", Tensor({}, {})}}); }), "UTF-8"));
  EXPECT_TRUE(
      contains(refusal([] { write_npz({{std::string(65532, 'a'), Tensor({}, {})}}); }), "65535"));
  const Tensor of_17_axes(std::vector<std::string>(17, "n"), std::vector<Index>(17, 1));
  EXPECT_EQ(refusal([&] { write_npz({{"a", of_17_axes}}); }),
            "expected tensor \"a\" to have at most 16 axes, got 17");
}

// The bytes are the columns of [[1, 2, 3], [4, 5, 6]], one after the other.
TEST(Npz, FortranOrderIsConvertedToRowMajor) {
  Bytes array = npy_bytes(npy_text("|u1", "(2, 3)", "True"), 0);
  append(array, {1, 4, 2, 5, 3, 6});
  const NamedTensors tensors = read_copy(zip_bytes({zip_member("a.npy", array)}));
  EXPECT_EQ(tensors.at("a").data, (std::vector<float>{1, 2, 3, 4, 5, 6}));
}

TEST(Npz, ElementsMaySpanTwoWindows) {
  // The header has an odd length, so that each window ends within an element.
  Bytes array = npy_bytes(npy_text("<f8", "(20000,)", "False") + " ", 0);
  if (array.size() % 2 == 0) array = npy_bytes(npy_text("<f8", "(20000,)", "False") + "  ", 0);
  ASSERT_EQ(array.size() % 2, 1u);
  std::vector<float> expected;
  for (int i = 0; i < 20000; ++i) {
    const double number = i * 0.5;
    append_uint64(array, bit_cast<std::uint64_t>(number));
    expected.push_back(static_cast<float>(number));
  }
  DeflateWriter out;
  out.block(true, 1).literals(array).end_of_block();
  const NamedTensors tensors = read_copy(zip_bytes(
      {deflated_member("a.npy", out.bytes(), array.size(), crc32(array.data(), array.size()))}));
  EXPECT_EQ(tensors.at("a").data, expected);
}

TEST(Npz, AcceptsExtraFieldsEntryCommentsAndDataDescriptors) {
  ZipMember plain = zip_member("a.npy", two_floats());
  plain.central.extra = {9, 9, 1, 0, 7};
  plain.local.extra = {8, 8, 0, 0};
  plain.comment = "made by hand";
  std::vector<ZipMember> members = {plain};
  for (const int width : {4, 8}) {
    for (const bool signature : {false, true}) {
      ZipMember member = deflated_floats("d" + std::to_string(members.size()) + ".npy");
      member.local.flags = member.central.flags = 8;
      if (signature) append_uint32(member.descriptor, 0x08074B50);
      append_uint32(member.descriptor, member.central.crc);
      append_little_endian(member.descriptor, member.central.compressed_size, width);
      append_little_endian(member.descriptor, member.central.size, width);
      member.local.crc = member.local.size = member.local.compressed_size = 0;
      members.push_back(member);
    }
  }
  EXPECT_EQ(read_copy(zip_bytes(members)).size(), 5u);
}

TEST(Npz, ReadsHighlyCompressedZerosBelowTheLimit) {
  const NamedTensors tensors = read_copy(zip_bytes({bomb_member("|u1", 1000, "(258001,)")}));
  EXPECT_EQ(tensors.begin()->second.size(), 258001);
}

// The limit: twice the file, a few kB, and the window for deflated entries.
constexpr std::size_t kFewKilobytes = 4096;
constexpr std::size_t kWindow = 32768;

TEST(Npz, RefusesMalformedFilesWithAMessageAndLittleMemory) {
  const std::vector<MalformedFile> files = malformed_npz();
  EXPECT_GE(files.size(), 300u);
  std::set<std::string> names;
  for (const MalformedFile& file : files) {
    EXPECT_TRUE(names.insert(file.name).second) << file.name << " is there twice";
    const bool deflated = file.name.rfind("deflate", 0) == 0 || file.name.rfind("bomb", 0) == 0;
    const ExactCopy copy(file.bytes);
    const PeakAllocation peak;
    std::size_t max = 0;
    {
      const std::string message = refusal([&] { read_npz(copy.data(), copy.size); });
      max = peak.bytes();
      EXPECT_TRUE(is_file_refusal(message)) << file.name << ": " << message;
      EXPECT_TRUE(contains(message, file.message)) << file.name;
      EXPECT_LT(message.size(), 600u) << file.name;
    }
    EXPECT_LE(max, 2 * copy.size + kFewKilobytes + (deflated ? kWindow : 0)) << file.name;
    EXPECT_EQ(peak.left(), 0u) << file.name;
  }
  RecordProperty("files", static_cast<int>(files.size()));
}

// The file is either refused, or the changed byte is one that nobody reads (time, attributes) and
// the tensors are the same.
TEST(Npz, AChangedByteNeverChangesATensor) {
  const auto first = deflated_floats("c.npy");
  const Bytes good = zip_bytes({zip_member("a.npy", two_floats()), first});
  const NamedTensors expected = read_copy(good);
  for (std::size_t at = 0; at < good.size(); ++at) {
    for (int change = 1; change < 256; change += 6) {
      Bytes bytes = good;
      bytes[at] ^= static_cast<std::uint8_t>(change);
      try {
        const NamedTensors tensors = read_copy(bytes);
        ASSERT_EQ(tensors.size(), expected.size()) << at;
        EXPECT_EQ(tensors.at("a").data, expected.at("a").data) << at;
        EXPECT_EQ(tensors.at("c").shape, expected.at("c").shape) << at;
      } catch (const std::invalid_argument& error) {
        EXPECT_TRUE(is_file_refusal(error.what())) << error.what();
      }
    }
  }
}

}  // namespace
}  // namespace attn
