// The words of a result, which web/src/engine/module/result-reader.ts reads.
#include "messages/result.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "base/check.h"

namespace attn::js {
namespace {

using Words = std::vector<std::uint32_t>;

// The kinds, as the reader has them.
enum : std::uint32_t { kUndefined, kFlag, kNumber, kText, kList, kObject, kTensor, kRefusal };

// The first words of a result, as many as are expected.
Words words_of(const Result& out, const Words& expected) {
  return Words(out.data(), out.data() + expected.size());
}

void expect_words(const Result& out, const Words& expected) {
  EXPECT_EQ(words_of(out, expected), expected);
}

TEST(Result, HasTheBitsOfANumberAndTheBytesOfAText) {
  Result out;
  out.list([&] {
    out.number(2);
    out.text("abcde");
  });
  expect_words(out, {kList, 2, kNumber, 0, 0x40000000, kText, 5, 0x64636261, 0x65});
}

TEST(Result, CountsTheValuesOfNestedListsAndObjects) {
  Result out;
  out.object([&] {
    out.name("a").list([&] {
      out.flag(true);
      out.object([&] { out.name("b").undefined(); });
      out.list([&] { out.flag(false); });
    });
    out.name("c").flag(true);
  });
  expect_words(out, {kObject, 2,   1,     'a',              //
                     kList,   3,   kFlag, 1,                //
                     kObject, 1,   1,     'b', kUndefined,  //
                     kList,   1,   kFlag, 0,                //
                     1,       'c', kFlag, 1});
}

TEST(Result, CountsNothingInAnEmptyListOrObject) {
  Result out;
  out.list([&] {
    out.list([] {});
    out.object([] {});
    out.list(Words{}, [&](std::uint32_t value) { out.number(value); });
    out.texts({});
    out.tensors({});
    out.config({});
  });
  expect_words(out, {kList, 6, kList, 0, kObject, 0, kList, 0, kList, 0, kObject, 0, kObject, 0});
}

TEST(Result, CountsOnlyTheValuesThatARangeWrites) {
  Result out;
  out.list(Words{0, 1, 2, 3}, [&](std::uint32_t value) {
    if (value % 2 == 1) out.object([&] { out.name("odd").flag(true); });
  });
  const std::uint32_t odd = 0x64646f;
  expect_words(out, {kList, 2, kObject, 1, 3, odd, kFlag, 1, kObject, 1, 3, odd, kFlag, 1});
}

TEST(Result, WritesAConfigurationAsAnObject) {
  Result out;
  out.list([&] {
    out.config({{"n", 2}, {"f", true}, {"w", "x"}, {"l", std::vector<double>{2, 2}}});
    out.texts({"y", "z"});
  });
  expect_words(out,
               {kList, 2,   kObject, 4,                                                         //
                1,     'n', kNumber, 0, 0x40000000,                                             //
                1,     'f', kFlag,   1,                                                         //
                1,     'w', kText,   1, 'x',                                                    //
                1,     'l', kList,   2, kNumber,    0,     0x40000000, kNumber, 0, 0x40000000,  //
                kList, 2,   kText,   1, 'y',        kText, 1,          'z'});
}

TEST(Result, CountsATensorOnceAndOwnsItsNumbers) {
  Tensor tensor({"a", "b"}, {1, 2}, {3, 4});
  const float* numbers = tensor.data.data();
  const auto address = static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(numbers));
  NamedTensors tensors;
  tensors.put("t", std::move(tensor));
  Result out;
  out.list([&] {
    out.tensors(std::move(tensors));
    out.flag(true);
  });
  expect_words(out, {kList, 2, kObject, 1, 1, 't',                  //
                     kTensor, 2, 1, 2, 1, 'a', 1, 'b', 2, address,  //
                     kFlag, 1});
  EXPECT_EQ(numbers[1], 4);
}

TEST(Result, IsTheRefusalAloneIfALaterValueCannotBeWritten) {
  Result out;
  try {
    out.object([&] { out.name("a").list([] { refuse("got {}", {"x"}); }); });
  } catch (...) {
    out.refusal();
  }
  expect_words(out, {kRefusal, 5, 0x20746f67, 'x', 6, 0x20746f67, 0x7d7b, 1, 1, 'x'});
  out.clear();
  out.list([&] { out.undefined(); });
  expect_words(out, {kList, 1, kUndefined});
}

}  // namespace
}  // namespace attn::js
