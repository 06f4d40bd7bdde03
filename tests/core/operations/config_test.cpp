#include "operations/config.h"

#include <gtest/gtest.h>

#include <ostream>
#include <string>
#include <vector>

#include "support/refusal.h"

namespace attn {
namespace {

TEST(Config, ReadsEachKindOfValue) {
  const Config config{{"num_heads", 2},
                      {"scale", -0.5},
                      {"bias", false},
                      {"norm", "rms"},
                      {"first", {3}},
                      {"heads_off", {0, 3}},
                      {"empty", std::vector<double>{}},
                      {"on", true},
                      {"seed", 9007199254740991}};
  EXPECT_EQ(config.integer("num_heads", 1, 8), 2);
  EXPECT_EQ(config.number("scale"), -0.5);
  EXPECT_EQ(config.number("scale", 7), -0.5);
  EXPECT_FALSE(config.flag("bias", true));
  EXPECT_TRUE(config.flag("on", false));
  EXPECT_EQ(config.word("norm", {"layer", "rms"}), 1);
  EXPECT_EQ(config.integers("heads_off", 0, 3), (std::vector<Index>{0, 3}));
  EXPECT_EQ(config.integers("first", 0, 3), std::vector<Index>{3});
  EXPECT_TRUE(config.integers("empty", 0, 3).empty());
  EXPECT_EQ(config.seed("seed"), 9007199254740991u);
  config.expect_all_read();
}

TEST(Config, WhatIsAbsentIsTheDefault) {
  const Config config;
  EXPECT_EQ(config.integer("window", 0, 8, 3), 3);
  EXPECT_FALSE(config.number("scale").has_value());
  EXPECT_EQ(config.number("scale", 7), 7);
  EXPECT_TRUE(config.flag("bias", true));
  EXPECT_FALSE(config.flag("bias", false));
  EXPECT_EQ(config.word("norm", {"layer", "rms"}), 0);
  EXPECT_TRUE(config.integers("heads_off", 0, 3).empty());
  EXPECT_FALSE(config.has("scale"));
  EXPECT_TRUE(Config({{"scale", 1}}).has("scale"));
  config.expect_all_read();
}

TEST(Config, AWholeNumberThatIsNeededIsMissed) {
  EXPECT_EQ(refusal([] { Config().integer("num_heads", 1, 8); }),
            "expected \"num_heads\", a whole number from 1 to 8, got none");
}

struct Wrong {
  Config::Entry entry;
  const char* shown;
};

void PrintTo(const Wrong& wrong, std::ostream* out) { *out << wrong.shown; }

class NoWholeNumber : public testing::TestWithParam<Wrong> {};

TEST_P(NoWholeNumber, IsRefusedByKeyRangeAndValue) {
  const Config config{GetParam().entry};
  const std::string got = std::string(", got ") + GetParam().shown;
  EXPECT_EQ(refusal([&] { config.integer("window", 1, 8); }),
            "expected \"window\" to be a whole number from 1 to 8" + got);
  EXPECT_EQ(refusal([&] { config.integer("window", 1, 8, 4); }),
            "expected \"window\" to be a whole number from 1 to 8" + got);
  EXPECT_EQ(refusal([&] { config.integers("window", 1, 8); }),
            "expected \"window\" to be a list of whole numbers from 1 to 8" + got);
}

INSTANTIATE_TEST_SUITE_P(
    Config, NoWholeNumber,
    testing::Values(Wrong{{"window", 0}, "0"}, Wrong{{"window", 9}, "9"},
                    Wrong{{"window", 2.5}, "2.5"}, Wrong{{"window", -1}, "-1"},
                    Wrong{{"window", 1e30}, "more than 1000"}, Wrong{{"window", true}, "true"},
                    Wrong{{"window", false}, "false"}, Wrong{{"window", "2"}, "\"2\""},
                    Wrong{{"window", {0}}, "[0]"}, Wrong{{"window", {2, 9}}, "[2, 9]"},
                    Wrong{{"window", {1.5}}, "[1.5]"}));

TEST(Config, ASeedIsAWholeNumberThatADoubleHolds) {
  EXPECT_EQ(
      refusal([] { Config({{"seed", 9007199254740992}}).seed("seed"); }),
      "expected \"seed\" to be a whole number from 0 to 9007199254740991, got more than 1000");
  EXPECT_NE(refusal([] { Config({{"seed", -1}}).seed("seed"); }), "nothing was refused");
  EXPECT_NE(refusal([] { Config({{"seed", "1"}}).seed("seed"); }), "nothing was refused");
}

TEST(Config, ANumberIsNoListNorTheOtherWay) {
  EXPECT_EQ(refusal([] { Config({{"heads_off", 2}}).integers("heads_off", 0, 3); }),
            "expected \"heads_off\" to be a list of whole numbers from 0 to 3, got 2");
  EXPECT_EQ(refusal([] { Config({{"window", {2}}}).integer("window", 0, 3); }),
            "expected \"window\" to be a whole number from 0 to 3, got [2]");
}

TEST(Config, OtherKindsAreRefusedByName) {
  const Config config{{"scale", "1"}, {"bias", 1}, {"norm", 2}, {"huge", 1e39}};
  EXPECT_EQ(refusal([&] { config.number("scale"); }),
            "expected \"scale\" to be a number that float32 can hold, got \"1\"");
  EXPECT_EQ(refusal([&] { config.number("huge", 1); }),
            "expected \"huge\" to be a number that float32 can hold, got more than 1000");
  EXPECT_EQ(refusal([&] { config.flag("bias", true); }),
            "expected \"bias\" to be true or false, got 1");
  EXPECT_EQ(refusal([&] { config.word("norm", {"layer", "rms"}); }),
            "expected \"norm\" to be one of \"layer\", \"rms\", got 2");
  EXPECT_EQ(refusal([] { Config({{"norm", "batch"}}).word("norm", {"layer", "rms"}); }),
            "expected \"norm\" to be one of \"layer\", \"rms\", got \"batch\"");
}

TEST(Config, AKeyThatNobodyAskedForIsRefusedWithThoseThatWere) {
  const Config config{{"bias", true}, {"num_head", 2}};
  config.flag("bias", true);
  config.integer("num_heads", 1, 8, 1);
  config.integer("num_heads", 1, 8, 1);
  EXPECT_EQ(refusal([&] { config.expect_all_read(); }),
            "expected a configuration with \"bias\", \"num_heads\", got \"num_head\"");
  EXPECT_EQ(refusal([] { Config({{"x", 1}}).expect_all_read(); }),
            "expected a configuration with no keys, got \"x\"");
}

TEST(Config, MessagesCutWhatIsLong) {
  const Config config{{"word", std::string(5000, 'x')},
                      {"list", std::vector<double>(5000, 1)},
                      {std::string(5000, 'x'), 1}};
  EXPECT_LT(refusal([&] { config.flag("word", true); }).size(), 200u);
  EXPECT_LT(refusal([&] { config.flag("list", true); }).size(), 200u);
  EXPECT_LT(refusal([&] { config.expect_all_read(); }).size(), 200u);
}

TEST(Config, TooManyKeysAreRefused) {
  std::vector<Config::Entry> entries;
  for (int i = 0; i < 1000; ++i) entries.emplace_back("k" + std::to_string(i), i);
  EXPECT_EQ(Config(entries).integer("k999", 0, 999), 999);
  entries.emplace_back("more", 0);
  EXPECT_EQ(refusal([&] { const Config config(entries); }), "expected at most 1000 keys, got 1001");
}

}  // namespace
}  // namespace attn
