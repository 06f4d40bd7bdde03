// Files of other writers (tests/golden/files.py) are read correctly.
#include <gtest/gtest.h>

#include <cmath>

#include "base/bit_cast.h"
#include "base/finite.h"
#include "core/io/allocation.h"
#include "core/io/golden_file.h"
#include "io/npz.h"
#include "io/safetensors.h"

namespace attn {
namespace {

NamedTensors npz(const std::string& name) {
  const Bytes bytes = golden_file(name);
  return read_npz(bytes.data(), bytes.size());
}

std::vector<std::uint32_t> bits_of(const Tensor& tensor) {
  std::vector<std::uint32_t> bits;
  for (const float element : tensor.data) bits.push_back(bit_cast<std::uint32_t>(element));
  return bits;
}

std::vector<float> ramp(int size) {
  std::vector<float> ramp;
  for (int i = 0; i < size; ++i) ramp.push_back(static_cast<float>(i) / 4 - 3);
  return ramp;
}

using Bits = std::vector<std::uint32_t>;
using Floats = std::vector<float>;
using Shape = std::vector<Index>;

// TEST-CASES 45: 65504, subnormal numbers, -0 and NaN are exact.
const Bits kHalves = {0x477FE000, 0x33800000, 0x387FC000, 0x80000000,
                      0x7FC02000, 0xFF800000, 0x3F800000};

TEST(GoldenFiles, NumpyTypesAreReadExactlyOrRoundedToNearest) {
  for (const char* name : {"numpy_stored.npz", "numpy_compressed.npz"}) {
    const NamedTensors file = npz(name);
    EXPECT_EQ(file.at("f8").data, (Floats{0.1f, -0.0f, kInfinity, kInfinity, 3}));
    EXPECT_TRUE(std::signbit(file.at("f8").data[1]));
    EXPECT_EQ(bits_of(file.at("f4")), (Bits{0x7FC12345, 0x80000000, 0x00000001, 0x7F7FFFFF}));
    EXPECT_EQ(bits_of(file.at("f2")), kHalves);
    EXPECT_EQ(file.at("i8").data, (Floats{-0x1p63f, 0x1p63f, 16777216, -5}));
    EXPECT_EQ(file.at("i4").data, (Floats{-0x1p31f, 7}));
    EXPECT_EQ(file.at("i2").data, (Floats{-32768, 32767}));
    EXPECT_EQ(file.at("i1").data, (Floats{-128, 127}));
    EXPECT_EQ(file.at("u8").data, (Floats{0x1p64f, 9}));
    EXPECT_EQ(file.at("u4").data, (Floats{0x1p32f, 9}));
    EXPECT_EQ(file.at("u2").data, (Floats{65535, 9}));
    EXPECT_EQ(file.at("u1").data, (Floats{255, 9}));
    EXPECT_EQ(file.at("b1").data, (Floats{1, 0, 1}));
  }
}

TEST(GoldenFiles, ReadsNumpyShapesInBothMemoryOrders) {
  for (const char* name : {"numpy_stored.npz", "numpy_compressed.npz"}) {
    const NamedTensors file = npz(name);
    EXPECT_EQ(file.at("matrix").shape, (Shape{3, 5}));
    EXPECT_EQ(file.at("matrix").axes, (std::vector<std::string>{"axis_0", "axis_1"}));
    EXPECT_EQ(file.at("matrix").data, ramp(15));
    EXPECT_EQ(file.at("fortran").shape, (Shape{2, 3, 4}));
    EXPECT_EQ(file.at("fortran").data, ramp(24));
    EXPECT_EQ(file.at("scalar").shape, Shape{});
    EXPECT_EQ(file.at("scalar").data, Floats{2.5f});
    EXPECT_EQ(file.at("empty").shape, (Shape{0, 4}));
    EXPECT_EQ(file.at("layers/0/w_q").shape, (Shape{1, 1, 2}));
  }
}

TEST(GoldenFiles, NamesKeepTheOrderOfTheArchive) {
  const NamedTensors file = npz("versions.npz");
  std::vector<std::string> names;
  for (const auto& [name, tensor] : file) {
    names.push_back(name);
    EXPECT_EQ(tensor.data, ramp(4));
  }
  EXPECT_EQ(names, (std::vector<std::string>{"v2", "v3", "gr\xC3\xBC\xC3\x9F"}));
}

TEST(GoldenFiles, ReadsEveryKindOfDeflateBlock) {
  for (const char* name : {"stored_blocks.npz", "fixed_codes.npz", "huffman_only.npz"}) {
    EXPECT_EQ(npz(name).at("a").data, ramp(300)) << name;
  }
}

TEST(GoldenFiles, ReadsMatchesFromTheWholeWindow) {
  const NamedTensors file = npz("numpy_mixed.npz");
  const Tensor& mixed = file.at("mixed");
  ASSERT_EQ(mixed.size(), 20000);
  for (std::int64_t i = 0; i < 20000; ++i) {
    const double expected = static_cast<double>(i * i % 97) * 0.5 + (i % 1013 == 0 ? double(i) : 0);
    ASSERT_EQ(mixed.data[static_cast<std::size_t>(i)], static_cast<float>(expected)) << i;
  }
  const NamedTensors compressed = npz("numpy_compressed.npz");
  EXPECT_EQ(compressed.at("zeros").data, Floats(50000));
}

TEST(GoldenFiles, ReadsLongHuffmanCodes) {
  const NamedTensors file = npz("numpy_rare.npz");
  double sum = 0;
  for (const float element : file.at("rare").data) sum += element;
  EXPECT_EQ(file.at("rare").size(), 12000);
  EXPECT_GT(sum, 12000);  // reading has checked the CRC-32, which is the actual test
}

TEST(GoldenFiles, ReadsSizesThatFollowTheData) {
  const NamedTensors file = npz("unseekable.npz");
  EXPECT_EQ(file.at("a").data, ramp(40));
  EXPECT_EQ(file.at("b").data, ramp(4));
  EXPECT_EQ(npz("unseekable_zip64.npz").at("a").data, ramp(40));
}

TEST(GoldenFiles, SafetensorsTypesAreReadExactlyOrRoundedToNearest) {
  const Bytes bytes = golden_file("types.safetensors");
  const Safetensors file = read_safetensors(bytes.data(), bytes.size());
  const NamedTensors& tensors = file.tensors;
  EXPECT_EQ(tensors.at("F64").data, (Floats{0.1f, -0.0f, kInfinity, kInfinity, 3}));
  EXPECT_EQ(bits_of(tensors.at("F32")), (Bits{0x7FC12345, 0x80000000, 0x00000001, 0x7F7FFFFF}));
  EXPECT_EQ(bits_of(tensors.at("F16")), kHalves);
  EXPECT_EQ(bits_of(tensors.at("BF16")), (Bits{0x7F7F0000, 0x00010000, 0x80000000, 0x7FC10000}));
  EXPECT_EQ(tensors.at("I64").data, (Floats{-0x1p63f, 0x1p63f, 16777216, -5}));
  EXPECT_EQ(tensors.at("I32").data, (Floats{-0x1p31f, 7}));
  EXPECT_EQ(tensors.at("I16").data, (Floats{-32768, 32767}));
  EXPECT_EQ(tensors.at("I8").data, (Floats{-128, 127}));
  EXPECT_EQ(tensors.at("U8").data, (Floats{255, 9}));
  EXPECT_EQ(tensors.at("BOOL").data, (Floats{1, 0, 1}));
  EXPECT_EQ(tensors.at("matrix").shape, (Shape{3, 5}));
  EXPECT_EQ(tensors.at("matrix").data, ramp(15));
  EXPECT_EQ(tensors.at("scalar").shape, Shape{});
  EXPECT_EQ(tensors.at("empty").shape, (Shape{0, 4}));
  EXPECT_EQ(tensors.at("gr\xC3\xBC\xC3\x9F \xF0\x9F\x98\x80").data, ramp(1));
  const std::vector<std::pair<std::string, std::string>> metadata = {
      {"format", "pt"}, {"quote", "a \"b\" \\ \n \xC3\xA9 \xF0\x9F\x98\x80"}};
  EXPECT_EQ(file.metadata, metadata);
}

// Checks all other halves against the meaning of their bits (IEEE 754-2008, 3.4).
TEST(GoldenFiles, DecodesEveryFloat16BitPattern) {
  Bytes bytes =
      safetensors_bytes(R"({"x":{"dtype":"F16","shape":[65536],"data_offsets":[0,131072]}})", 0);
  for (std::uint32_t half = 0; half < 65536; ++half) append_uint16(bytes, half);
  const Safetensors file = read_safetensors(bytes.data(), bytes.size());
  for (std::uint32_t half = 0; half < 65536; ++half) {
    const float got = file.tensors.at("x").data[half];
    const int exponent = static_cast<int>((half >> 10) & 31);
    const double fraction = (half & 0x3FF) / 1024.0;
    if (exponent == 31) {
      ASSERT_EQ(std::isinf(got), fraction == 0);
      ASSERT_EQ(std::isnan(got), fraction != 0);
    } else {
      const double size =
          exponent == 0 ? std::ldexp(fraction, -14) : std::ldexp(1 + fraction, exponent - 15);
      ASSERT_EQ(got, static_cast<float>((half & 0x8000) != 0 ? -size : size)) << half;
    }
    ASSERT_EQ(std::signbit(got), (half & 0x8000) != 0) << half;
  }
}

// Allocates nothing but the result, the growth of the tensors' list, the window and the header's
// names.
TEST(GoldenFiles, ConvertsToFloat32WithoutAnIntermediateCopy) {
  const std::size_t kCount = 1 << 20;
  const Bytes bytes = safetensors_bytes(
      R"({"x":{"dtype":"U8","shape":[1048576],"data_offsets":[0,1048576]}})", kCount);
  {
    const PeakAllocation peak;
    const Safetensors file = read_safetensors(bytes.data(), bytes.size());
    EXPECT_LT(peak.bytes(), kCount * sizeof(float) + 4096);
  }
  const Bytes archive = golden_file("numpy_compressed.npz");
  const PeakAllocation peak;
  const NamedTensors tensors = read_npz(archive.data(), archive.size());
  std::size_t result = 0;
  for (const auto& [name, tensor] : tensors) result += tensor.data.size() * sizeof(float);
  EXPECT_LT(peak.bytes(), result + 40960 + 8192);
}

}  // namespace
}  // namespace attn
