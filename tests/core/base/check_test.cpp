#include "base/check.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "base/finite.h"
#include "support/refusal.h"

namespace attn {
namespace {

TEST(Refusal, KeepsItsTemplateAndItsPieces) {
  const std::vector<Index> shape = {2, 3};
  try {
    refuse("expected {} of {}, got {}", {"q", shape, Index{-7}});
    FAIL() << "nothing was refused";
  } catch (const Refusal& refusal) {
    EXPECT_STREQ(refusal.what(), "expected q of [2, 3], got -7");
    EXPECT_STREQ(refusal.words(), "expected {} of {}, got {}");
    EXPECT_EQ(refusal.pieces(), (std::vector<std::string>{"q", "[2, 3]", "-7"}));
  }
}

TEST(Check, RefuseFormatsTextNumbersAndShapes) {
  const std::vector<Index> shape = {2, 3, 4};
  const std::string name = "q";
  EXPECT_EQ(refusal([&] { refuse("expected {} {}, got {}", {name, shape, Index{-7}}); }),
            "expected q [2, 3, 4], got -7");
}

TEST(Check, RefuseAcceptsEveryStringType) {
  const std::string text = "a text of more than a few letters, which lies elsewhere";
  const std::string_view part = std::string_view(text).substr(2, 4);
  EXPECT_EQ(refusal([&] { refuse("{} {} {} {}", {"of a program", text, part, text + "!"}); }),
            "of a program " + text + " text " + text + "!");
}

TEST(Check, AnEmptyTextIsNotANumber) {
  EXPECT_EQ(refusal([] { refuse("a{}{}b", {"", std::string_view("")}); }), "ab");
}

TEST(Check, BracesThatAreNotPlaceholdersStay) {
  EXPECT_EQ(refusal([] { refuse("{shape} {} {}", {"{}"}); }), "{shape} {} {}");
  EXPECT_EQ(refusal([] { refuse("{"); }), "{");
}

TEST(Check, ShapeTextListsTheExtents) {
  EXPECT_EQ(shape_text(3, 4), "[3, 4]");
  EXPECT_EQ(shape_text({2, 1, 5}), "[2, 1, 5]");
  EXPECT_EQ(shape_text(std::vector<Index>{}), "[]");
}

// TEST-CASES 43
TEST(Check, CheckShapeNamesBothShapes) {
  const Matrix matrix = Matrix::Zero(8, 6);
  EXPECT_EQ(refusal([&] { check_shape("w_q", matrix, 8, 8); }),
            "expected w_q of shape [8, 8], got [8, 6]");
  EXPECT_EQ(refusal([&] { check_shape("w_q", matrix, 8, 6); }), "nothing was refused");
}

TEST(IntegerText, IsTheNumber) {
  EXPECT_EQ(integer_text(0), "0");
  EXPECT_EQ(integer_text(7), "7");
  EXPECT_EQ(integer_text(-10), "-10");
  EXPECT_EQ(integer_text(9223372036854775807), "9223372036854775807");
  EXPECT_EQ(integer_text(-9223372036854775807 - 1), "-9223372036854775808");
}

TEST(NumberText, ShowsOnlyTheDecimalsNeeded) {
  EXPECT_EQ(number_text(0), "0");
  EXPECT_EQ(number_text(-0.5), "-0.5");
  EXPECT_EQ(number_text(1), "1");
  EXPECT_EQ(number_text(12.25), "12.25");
  EXPECT_EQ(number_text(0.000125), "0.000125");
  EXPECT_EQ(number_text(0.9999999), "1");
  EXPECT_EQ(number_text(-1000), "-1000");
  EXPECT_EQ(number_text(-1e-7), "less than 0");
}

TEST(PlainText, ShowsLargeIntegersInFull) {
  EXPECT_EQ(plain_text(123456789), "123456789");
  EXPECT_EQ(plain_text(-1500), "-1500");
  EXPECT_EQ(plain_text(1500.5), "more than 1000");
  EXPECT_EQ(plain_text(2.5), "2.5");
  EXPECT_EQ(plain_text(1e15), "more than 1000");
}

TEST(NumberText, NamesNaNAndInfinityWithItsSign) {
  EXPECT_EQ(number_text(std::numeric_limits<double>::quiet_NaN()), "NaN");
  EXPECT_EQ(number_text(std::numeric_limits<double>::infinity()), "infinity");
  EXPECT_EQ(number_text(-std::numeric_limits<double>::infinity()), "-infinity");
}

}  // namespace
}  // namespace attn
