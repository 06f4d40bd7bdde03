#include "io/safetensors.h"

#include <gtest/gtest.h>

#include <cstring>
#include <set>

#include "base/bit_cast.h"
#include "core/io/allocation.h"
#include "core/io/malformed_safetensors.h"
#include "support/refusal.h"

namespace attn {
namespace {

Safetensors read(const Bytes& bytes) { return read_safetensors(bytes.data(), bytes.size()); }

Safetensors example() {
  Safetensors file;
  file.metadata = {{"format", "attn"}, {"text \"\\\n\x01", "\xC3\xA9 \xF0\x9F\x98\x80 \x7F"}};
  file.tensors.put("w_q", Tensor({"d_in", "d_out"}, {2, 3}, {1, -2, 3.5f, 0, -0.0f, 1e-40f}));
  file.tensors.put("scalar", Tensor({}, {}, {bit_cast<float>(0x7FC12345u)}));
  file.tensors.put("none", Tensor({"n", "m"}, {0, 7}));
  file.tensors.put("\xF0\x9F\x98\x80/\"", Tensor({"n"}, {1}, {2}));
  return file;
}

TEST(Safetensors, RoundTripIsBitExact) {
  const Safetensors file = example();
  const Safetensors back = read(write_safetensors(file));
  EXPECT_EQ(back.metadata, file.metadata);
  ASSERT_EQ(back.tensors.size(), file.tensors.size());
  auto expected = file.tensors.begin();
  for (const auto& [name, tensor] : back.tensors) {
    EXPECT_EQ(name, expected->first);
    EXPECT_EQ(tensor.shape, expected->second.shape);
    ASSERT_EQ(tensor.size(), expected->second.size());
    if (tensor.size() > 0) {
      EXPECT_EQ(std::memcmp(tensor.data.data(), expected->second.data.data(),
                            tensor.data.size() * sizeof(float)),
                0);
    }
    ++expected;
  }
  EXPECT_EQ(back.tensors.at("w_q").axes, (std::vector<std::string>{"axis_0", "axis_1"}));
}

TEST(Safetensors, AFileWithoutTensorsIsValid) {
  EXPECT_TRUE(read(write_safetensors({})).tensors.empty());
  EXPECT_TRUE(read(safetensors_bytes("{}", 0)).tensors.empty());
  EXPECT_TRUE(read(safetensors_bytes("{\"__metadata__\":{}}", 0)).metadata.empty());
}

TEST(Safetensors, WritesTheExpectedBytes) {
  Safetensors file;
  file.tensors.put("a", Tensor({"n"}, {1}, {1}));
  Bytes expected =
      safetensors_bytes(R"({"a":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}}  )", 0);
  append(expected, {0, 0, 0x80, 0x3F});
  EXPECT_EQ(write_safetensors(file), expected);
  EXPECT_EQ((expected.size() - 4) % 8, 0u);
}

TEST(Safetensors, RoundsToFloat16WithTiesToEven) {
  // Covers 1/3; ties between 2048, 2050 and 2052; numbers out of range; ties between subnormal
  // numbers.
  const std::vector<float> numbers = {1.0f / 3, 2049,       2051,       65504, 65520,   -65520,
                                      0x1p-25f, 0x1.8p-24f, 0x1.8p-25f, -0.0f, 0x1p-14f};
  const Bytes halves = {0x55, 0x35, 0x00, 0x68, 0x02, 0x68, 0xFF, 0x7B, 0x00, 0x7C, 0x00,
                        0xFC, 0x00, 0x00, 0x02, 0x00, 0x01, 0x00, 0x00, 0x80, 0x00, 0x04};
  Safetensors file;
  file.tensors.put("a", Tensor({"n"}, {11}, numbers));
  Bytes expected =
      safetensors_bytes(R"({"a":{"dtype":"F16","shape":[11],"data_offsets":[0,22]}})", 0);
  append(expected, halves);
  EXPECT_EQ(write_safetensors(file, ElementType::kF16), expected);
}

TEST(Safetensors, AcceptsWhiteSpaceAndAnyKeyOrder) {
  const Safetensors file = read(safetensors_bytes(
      "{ \"b\" : {\n\"data_offsets\" : [ 1 , 2 ],\t\"shape\":[ ] , \"dtype\":\"U8\" } ,\r"
      R"("a":{"data_offsets":[0,1],"dtype":"U8","shape":[1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1]}} )",
      2));
  EXPECT_EQ(file.tensors.begin()->first, "b");
  EXPECT_EQ(file.tensors.at("b").data, std::vector<float>{1});
  EXPECT_EQ(file.tensors.at("a").rank(), 16);
}

TEST(Safetensors, ReadsIntegersWithoutASign) {
  Bytes bytes = safetensors_bytes(R"({"a":{"dtype":"U64","shape":[1],"data_offsets":[0,8]},)"
                                  R"("b":{"dtype":"U32","shape":[1],"data_offsets":[8,12]},)"
                                  R"("c":{"dtype":"U16","shape":[2],"data_offsets":[12,16]}})",
                                  0);
  append(bytes, {0, 0, 0, 0, 0, 0, 0, 0x80, 0, 0, 0, 0x80, 0xFF, 0xFF, 7, 0});
  const NamedTensors tensors = read(bytes).tensors;
  EXPECT_EQ(tensors.at("a").data, std::vector<float>{0x1p63f});
  EXPECT_EQ(tensors.at("b").data, std::vector<float>{0x1p31f});
  EXPECT_EQ(tensors.at("c").data, (std::vector<float>{65535, 7}));
}

TEST(Safetensors, DecodesJsonEscapes) {
  const Safetensors file = read(safetensors_bytes(
      R"({"__metadata__":{"\"\\\/\b\f\n\r\t":"\u0041\u00e9\u20AC\ud83d\ude00"}})", 0));
  ASSERT_EQ(file.metadata.size(), 1u);
  EXPECT_EQ(file.metadata[0].first, "\"\\/\b\f\n\r\t");
  EXPECT_EQ(file.metadata[0].second, "A\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80");
}

TEST(Safetensors, RefusesToWriteInvalidTensors) {
  const auto refused = [](Safetensors file) { return refusal([&] { write_safetensors(file); }); };
  EXPECT_TRUE(contains(refused({{{"__metadata__", Tensor({}, {})}}, {}}), "__metadata__"));
  EXPECT_TRUE(contains(refused({{{"a\xFF", Tensor({}, {})}}, {}}), "UTF-8"));
  EXPECT_TRUE(contains(refused({{{"a", Tensor()}}, {}}), "of shape [] to have 1 elements, got 0"));
  EXPECT_TRUE(contains(refused({{}, {{"k", "\xFF"}}}), "UTF-8"));
  EXPECT_TRUE(contains(refused({{}, {{"k", "1"}, {"k", "2"}}}), "twice"));
  const Tensor of_17_axes(std::vector<std::string>(17, "n"), std::vector<Index>(17, 1));
  EXPECT_EQ(refused({{{"a", of_17_axes}}, {}}),
            "expected tensor \"a\" to have at most 16 axes, got 17");
  Safetensors crowded;
  crowded.metadata.resize(16385);
  EXPECT_EQ(refused(crowded), "expected at most 16384 entries of metadata, got 16385");
  std::vector<NamedTensors::Item> tensors;
  for (int i = 0; i < 16385; ++i) tensors.emplace_back(std::to_string(i), Tensor({}, {}));
  EXPECT_EQ(refused({NamedTensors(std::move(tensors)), {}}),
            "expected at most 16384 tensors, got 16385");
}

// The limit: ten times the file, and a few kB. The JSON parser copies a token several times for its
// message, and tensors are listed before they are checked.
constexpr std::size_t kTimesTheFile = 10;
constexpr std::size_t kFewBytes = 4096;

TEST(Safetensors, RefusesMalformedFilesWithAMessageAndLittleMemory) {
  const std::vector<MalformedFile> files = malformed_safetensors();
  EXPECT_GE(files.size(), 300u);
  std::set<std::string> names;
  for (const MalformedFile& file : files) {
    EXPECT_TRUE(names.insert(file.name).second) << file.name << " is there twice";
    const ExactCopy copy(file.bytes);
    const PeakAllocation peak;
    std::size_t max = 0;
    {
      const std::string message = refusal([&] { read_safetensors(copy.data(), copy.size); });
      max = peak.bytes();
      EXPECT_TRUE(is_file_refusal(message)) << file.name << ": " << message;
      EXPECT_TRUE(contains(message, file.message)) << file.name;
      EXPECT_LT(message.size(), 600u) << file.name;
    }
    EXPECT_LE(max, kTimesTheFile * copy.size + kFewBytes) << file.name;
    EXPECT_EQ(peak.left(), 0u) << file.name;
  }
  RecordProperty("files", static_cast<int>(files.size()));
}

// Whichever byte of the header changes, the file is refused or read as something of the same size.
TEST(Safetensors, AChangedByteIsReadOrRefusedSafely) {
  const Bytes good = safetensors_bytes(kGoodHeader, 14);
  for (std::size_t at = 0; at < good.size() - 14; ++at) {
    for (int change = 1; change < 256; change += 2) {
      Bytes bytes = good;
      bytes[at] ^= static_cast<std::uint8_t>(change);
      const ExactCopy copy(bytes);
      try {
        EXPECT_EQ(read_safetensors(copy.data(), copy.size).tensors.size(), 2u);
      } catch (const std::invalid_argument& error) {
        EXPECT_TRUE(is_file_refusal(error.what())) << error.what();
      }
    }
  }
}

}  // namespace
}  // namespace attn
