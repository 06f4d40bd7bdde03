#include "operations/config.h"

#include <gtest/gtest.h>

#include <cmath>
#include <ostream>
#include <string>
#include <string_view>
#include <utility>

#include "support/refusal.h"

namespace attn {
namespace {

std::string parse_refusal(std::string_view json) {
  return refusal([&] { const Config read(json); });
}

TEST(Config, ReadsEachKindOfValue) {
  const Config config = Config(
      " { \"num_heads\" : 2 , \"scale\":-0.5,\"bias\":false,\n\"norm\": \"rms\","
      "\"heads_off\": [ 0 , 3 ],\"empty\":[] ,\"on\":true}\t");
  EXPECT_EQ(config.integer("num_heads", 1, 8), 2);
  EXPECT_EQ(config.number("scale"), -0.5);
  EXPECT_EQ(config.number("scale", 7), -0.5);
  EXPECT_FALSE(config.flag("bias", true));
  EXPECT_TRUE(config.flag("on", false));
  EXPECT_EQ(config.word("norm", {"layer", "rms"}), 1);
  EXPECT_EQ(config.integers("heads_off", 0, 3), (std::vector<Index>{0, 3}));
  EXPECT_TRUE(config.integers("empty", 0, 3).empty());
  config.expect_all_read();
}

TEST(Config, WhatIsAbsentIsTheDefault) {
  const Config config = Config("{}");
  EXPECT_EQ(config.integer("window", 0, 8, 3), 3);
  EXPECT_FALSE(config.number("scale").has_value());
  EXPECT_EQ(config.number("scale", 7), 7);
  EXPECT_TRUE(config.flag("bias", true));
  EXPECT_FALSE(config.flag("bias", false));
  EXPECT_EQ(config.word("norm", {"layer", "rms"}), 0);
  EXPECT_TRUE(config.integers("heads_off", 0, 3).empty());
  EXPECT_FALSE(config.has("scale"));
  EXPECT_TRUE(Config("{\"scale\":1}").has("scale"));
  config.expect_all_read();
}

TEST(Config, AWholeNumberThatIsNeededIsMissed) {
  EXPECT_EQ(refusal([] { Config("{}").integer("num_heads", 1, 8); }),
            "expected \"num_heads\", a whole number from 1 to 8, got none");
}

struct Wrong {
  const char* value;
  const char* shown;
};

void PrintTo(const Wrong& wrong, std::ostream* out) { *out << wrong.value; }

class NoWholeNumber : public testing::TestWithParam<Wrong> {};

TEST_P(NoWholeNumber, IsRefusedByKeyRangeAndValue) {
  const Config config = Config("{\"window\":" + std::string(GetParam().value) + "}");
  const std::string got = std::string(", got ") + GetParam().shown;
  EXPECT_EQ(refusal([&] { config.integer("window", 1, 8); }),
            "expected \"window\" to be a whole number from 1 to 8" + got);
  EXPECT_EQ(refusal([&] { config.integer("window", 1, 8, 4); }),
            "expected \"window\" to be a whole number from 1 to 8" + got);
  EXPECT_EQ(refusal([&] { config.integers("window", 1, 8); }),
            "expected \"window\" to be a list of whole numbers from 1 to 8" + got);
}

INSTANTIATE_TEST_SUITE_P(Config, NoWholeNumber,
                         testing::Values(Wrong{"0", "0"}, Wrong{"9", "9"}, Wrong{"2.5", "2.5"},
                                         Wrong{"-1", "-1"}, Wrong{"1e30", "1e30"},
                                         Wrong{"18446744073709551616", "18446744073709551616"},
                                         Wrong{"true", "true"}, Wrong{"false", "false"},
                                         Wrong{"\"2\"", "\"2\""}, Wrong{"[0]", "[0]"},
                                         Wrong{"[2, 9]", "[2, 9]"}, Wrong{"[1.5]", "[1.5]"}));

TEST(Config, ANumberIsNoListNorTheOtherWay) {
  EXPECT_EQ(refusal([] { Config("{\"heads_off\":2}").integers("heads_off", 0, 3); }),
            "expected \"heads_off\" to be a list of whole numbers from 0 to 3, got 2");
  EXPECT_EQ(refusal([] { Config("{\"window\":[2]}").integer("window", 0, 3); }),
            "expected \"window\" to be a whole number from 0 to 3, got [2]");
}

TEST(Config, OtherKindsAreRefusedByName) {
  const Config config = Config("{\"scale\":\"1\",\"bias\":1,\"norm\":2,\"huge\":1e39}");
  EXPECT_EQ(refusal([&] { config.number("scale"); }),
            "expected \"scale\" to be a number that float32 can hold, got \"1\"");
  EXPECT_EQ(refusal([&] { config.number("huge", 1); }),
            "expected \"huge\" to be a number that float32 can hold, got 1e39");
  EXPECT_EQ(refusal([&] { config.flag("bias", true); }),
            "expected \"bias\" to be true or false, got 1");
  EXPECT_EQ(refusal([&] { config.word("norm", {"layer", "rms"}); }),
            "expected \"norm\" to be one of \"layer\", \"rms\", got 2");
  EXPECT_EQ(refusal([] { Config("{\"norm\":\"batch\"}").word("norm", {"layer", "rms"}); }),
            "expected \"norm\" to be one of \"layer\", \"rms\", got \"batch\"");
}

TEST(Config, AKeyThatNobodyAskedForIsRefusedWithThoseThatWere) {
  const Config config = Config("{\"bias\":true,\"num_head\":2}");
  config.flag("bias", true);
  config.integer("num_heads", 1, 8, 1);
  config.integer("num_heads", 1, 8, 1);
  EXPECT_EQ(refusal([&] { config.expect_all_read(); }),
            "expected a configuration with \"bias\", \"num_heads\", got \"num_head\"");
  EXPECT_EQ(refusal([] { Config("{\"x\":1}").expect_all_read(); }),
            "expected a configuration with no keys, got \"x\"");
}

TEST(Config, AKeyGivenTwiceIsRefusedHoweverItIsWritten) {
  EXPECT_EQ(parse_refusal("{\"a\":1,\"b\":2,\"a\":1}"), "expected each key once, got \"a\" twice");
  EXPECT_EQ(parse_refusal("{\"a\":1,\"\\u0061\":1}"), "expected each key once, got \"a\" twice");
}

TEST(Config, NumbersAreReadAsTheyAreWritten) {
  const std::pair<const char*, double> numbers[] = {
      {"0", 0},
      {"-0", -0.0},
      {"7", 7},
      {"0.1", 0.1},
      {"-12.75", -12.75},
      {"1e-5", 1e-5},
      {"1E5", 1e5},
      {"2.5e+3", 2500},
      {"0.044715", 0.044715},
      {"123456789012345", 123456789012345},
      {"9007199254740991", 9007199254740991},
      {"3.4028234e38", 3.4028234e38},
      {"1000000000000000000000e-21", 1},
      {"0.00000000000000000000000000000000001e35", 1},
      {"0e999999999999", 0},
      {"1e-400", 0},
      {"1e-99999999999", 0},
  };
  for (const auto& [text, expected] : numbers) {
    const Config config = Config("{\"x\":" + std::string(text) + "}");
    const double got = *config.number("x");
    EXPECT_EQ(got, expected) << text;
    EXPECT_EQ(std::signbit(got), std::signbit(expected)) << text;
  }
}

// More digits, or larger exponents, than both factors hold exactly.
TEST(Config, LongNumbersAreReadToTheLastDigits) {
  const std::pair<const char*, double> numbers[] = {
      {"0.30000000000000004", 0.30000000000000004},
      {"3.14159265358979323846264338327950288", 3.14159265358979323846},
      {"1.7976931348623157e-30", 1.7976931348623157e-30},
      {"12345678901234567890123456789", 12345678901234567890123456789.0},
      {"0.000000000000000000000000000000000000012345678901234567890", 1.2345678901234567890e-38},
      {"100000000000000000000e-40", 1e-20},
  };
  for (const auto& [text, expected] : numbers) {
    const double got = *Config("{\"x\":" + std::string(text) + "}").number("x");
    EXPECT_TRUE(std::abs(got - expected) <= 1e-15 * std::abs(expected)) << text << " " << got;
  }
}

TEST(Config, ANumberBeyondADoubleIsRefused) {
  for (const char* text : {"1e309", "-1e999", "1e99999999999999999999", "123456789e400"}) {
    EXPECT_TRUE(contains(parse_refusal("{\"x\":" + std::string(text) + "}"),
                         "expected the configuration to have a number"))
        << text;
  }
}

class NoConfiguration : public testing::TestWithParam<const char*> {};

TEST_P(NoConfiguration, IsRefused) {
  EXPECT_TRUE(contains(parse_refusal(GetParam()), "expected the configuration to have "))
      << parse_refusal(GetParam());
}

INSTANTIATE_TEST_SUITE_P(
    Config, NoConfiguration,
    testing::Values("", " ", "null", "[]", "1", "\"a\"", "{", "}", "{]", "{\"a\"}", "{\"a\":}",
                    "{\"a\":1", "{\"a\":1,}", "{\"a\":1}}", "{\"a\":1} x", "{a:1}", "{'a':1}",
                    "{\"a\":null}", "{\"a\":{}}", "{\"a\":{\"b\":1}}", "{\"a\":[[]]}",
                    "{\"a\":[[1]]}", "{\"a\":[{}]}", "{\"a\":[true]}", "{\"a\":[\"b\"]}",
                    "{\"a\":[1,]}", "{\"a\":[1", "{\"a\":[1 2]}", "{\"a\":[,1]}", "{\"a\":NaN}",
                    "{\"a\":Infinity}", "{\"a\":-}", "{\"a\":+1}", "{\"a\":.5}", "{\"a\":1.}",
                    "{\"a\":01}", "{\"a\":-01}", "{\"a\":1e}", "{\"a\":1e+}", "{\"a\":1.e5}",
                    "{\"a\":0x10}", "{\"a\":tru}", "{\"a\":TRUE}", "{\"a\":truest}", "{\"a\":\"b}",
                    "{\"a\":\"\\q\"}", "{\"a\":\"\xff\"}", "{\"a\":\"\\ud800\"}", "{\"a\"1}",
                    "\xef\xbb\xbf{}", "{\"a\":1}\x01"));

TEST(Config, MessagesNameThePlaceAndCutWhatIsLong) {
  EXPECT_EQ(parse_refusal("{\"a\":nul}"),
            "expected the configuration to have a number, a word, true, false or a list of numbers "
            "at byte 5, got \"nul}\"");
  const Config config = Config("{\"a\":\"" + std::string(5000, 'x') + "\",\"b\":[" +
                               std::string(5000, '1') + "e-5000]}");
  EXPECT_LT(refusal([&] { config.flag("a", true); }).size(), 200u);
  EXPECT_LT(refusal([&] { config.flag("b", true); }).size(), 200u);
  EXPECT_LT(parse_refusal("{\"" + std::string(5000, 'x') + "\":1x}").size(), 200u);
}

TEST(Config, TextThatIsTooLongIsRefusedUnread) {
  std::string text = "{\"a\":1" + std::string(Config::kMaxBytes - 7, ' ') + "}";
  EXPECT_EQ(text.size(), Config::kMaxBytes);
  EXPECT_EQ(Config(text).integer("a", 0, 1), 1);
  text += ' ';
  EXPECT_EQ(parse_refusal(text), "expected a configuration of at most 65536 bytes, got 65537");
}

TEST(Config, DeepNestingIsRefusedAtOnce) {
  const std::string opening(30000, '[');
  EXPECT_TRUE(contains(parse_refusal("{\"a\":" + opening), "at byte 6"));
  EXPECT_TRUE(contains(parse_refusal(opening), "at byte 0"));
}

TEST(Config, TooManyKeysAreRefused) {
  std::string text = "{\"k0\":0";
  for (int i = 1; i < 1000; ++i) text += ",\"k" + std::to_string(i) + "\":0";
  EXPECT_EQ(Config(text + "}").integer("k999", 0, 0), 0);
  EXPECT_EQ(parse_refusal(text + ",\"more\":0}"), "expected at most 1000 keys, got more");
}

}  // namespace
}  // namespace attn
