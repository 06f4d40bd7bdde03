#include "operations/config/config.h"

#include <gtest/gtest.h>

#include <initializer_list>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "support/refusal.h"

namespace attn {
namespace {

// Returns the value that `read` sets.
template <class Value, class... Limits>
Value read(const Config& config, const char* key, Value value, Limits... limits) {
  config.read(key, value, limits...);
  return value;
}

enum class Norm { kLayer, kRms };
constexpr std::initializer_list<const char*> kNorms = {"layer", "rms"};
const std::vector<Index> kNone;

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
  EXPECT_EQ(config.require("num_heads", 1, 8), 2);
  EXPECT_EQ(read(config, "num_heads", Index{7}, 1, 8), 2);
  EXPECT_EQ(read(config, "num_heads", std::optional<Index>()), 2);
  EXPECT_EQ(read(config, "scale", 7.0), -0.5);
  EXPECT_EQ(read(config, "scale", 7.0f), -0.5f);
  EXPECT_EQ(read(config, "scale", std::optional<float>()), -0.5f);
  EXPECT_FALSE(read(config, "bias", true));
  EXPECT_TRUE(read(config, "on", false));
  EXPECT_EQ(read(config, "norm", Norm::kLayer, kNorms), Norm::kRms);
  EXPECT_EQ(config.word("norm", kNorms), 1);
  EXPECT_EQ(read(config, "heads_off", kNone, 0, 3), (std::vector<Index>{0, 3}));
  EXPECT_EQ(read(config, "first", kNone, 0, 3), std::vector<Index>{3});
  EXPECT_EQ(read(config, "empty", std::vector<Index>{1}, 0, 3), kNone);
  EXPECT_EQ(read(config, "seed", std::uint64_t{0}), 9007199254740991u);
  config.check_all_read();
}

TEST(Config, AbsentKeysKeepTheirDefaults) {
  const Config config;
  EXPECT_EQ(read(config, "window", Index{3}, 0, 8), 3);
  EXPECT_FALSE(read(config, "window", std::optional<Index>(), 0).has_value());
  EXPECT_FALSE(read(config, "scale", std::optional<float>()).has_value());
  EXPECT_EQ(read(config, "scale", 7.5), 7.5);
  EXPECT_EQ(read(config, "scale", 7.5f), 7.5f);
  EXPECT_EQ(read(config, "seed", std::uint64_t{4}), 4u);
  EXPECT_TRUE(read(config, "bias", true));
  EXPECT_FALSE(read(config, "bias", false));
  EXPECT_EQ(read(config, "norm", Norm::kRms, kNorms), Norm::kRms);
  EXPECT_EQ(config.word("norm", kNorms), 0);
  EXPECT_EQ(read(config, "heads_off", std::vector<Index>{1}, 0, 3), std::vector<Index>{1});
  EXPECT_FALSE(config.has("scale"));
  EXPECT_TRUE(Config({{"scale", 1}}).has("scale"));
  config.check_all_read();
}

TEST(Config, AMissingRequiredIntegerIsRefused) {
  EXPECT_EQ(refusal([] { Config().require("num_heads", 1, 8); }),
            "expected \"num_heads\", a whole number from 1 to 8, got none");
}

struct Wrong {
  Config::Entry entry;
  const char* shown;
};

void PrintTo(const Wrong& wrong, std::ostream* out) { *out << wrong.shown; }

class NotAnInteger : public testing::TestWithParam<Wrong> {};

TEST_P(NotAnInteger, IsRefusedWithKeyRangeAndValue) {
  const Config config{GetParam().entry};
  const std::string got = std::string(", got ") + GetParam().shown;
  EXPECT_EQ(refusal([&] { config.require("window", 1, 8); }),
            "expected \"window\" to be a whole number from 1 to 8" + got);
  EXPECT_EQ(refusal([&] { read(config, "window", Index{4}, 1, 8); }),
            "expected \"window\" to be a whole number from 1 to 8" + got);
  EXPECT_EQ(refusal([&] { read(config, "window", kNone, 1, 8); }),
            "expected \"window\" to be a list of whole numbers from 1 to 8" + got);
}

INSTANTIATE_TEST_SUITE_P(
    Config, NotAnInteger,
    testing::Values(Wrong{{"window", 0}, "0"}, Wrong{{"window", 9}, "9"},
                    Wrong{{"window", 2.5}, "2.5"}, Wrong{{"window", -1}, "-1"},
                    Wrong{{"window", 1e30}, "more than 1000"}, Wrong{{"window", true}, "true"},
                    Wrong{{"window", false}, "false"}, Wrong{{"window", "2"}, "\"2\""},
                    Wrong{{"window", {0}}, "[0]"}, Wrong{{"window", {2, 9}}, "[2, 9]"},
                    Wrong{{"window", {1.5}}, "[1.5]"}));

TEST(Config, ASeedIsAnIntegerThatADoubleHoldsExactly) {
  const std::string expected =
      "expected \"seed\" to be a whole number from 0 to 9007199254740991, got ";
  EXPECT_EQ(refusal([] { read(Config({{"seed", 9007199254740992}}), "seed", std::uint64_t{0}); }),
            expected + "more than 1000");
  EXPECT_EQ(refusal([] { read(Config({{"seed", -1}}), "seed", std::uint64_t{0}); }),
            expected + "-1");
  EXPECT_EQ(refusal([] { read(Config({{"seed", "1"}}), "seed", std::uint64_t{0}); }),
            expected + "\"1\"");
}

TEST(Config, NumbersAndListsAreNotInterchangeable) {
  EXPECT_EQ(refusal([] { read(Config({{"heads_off", 2}}), "heads_off", kNone, 0, 3); }),
            "expected \"heads_off\" to be a list of whole numbers from 0 to 3, got 2");
  EXPECT_EQ(refusal([] { Config({{"window", {2}}}).require("window", 0, 3); }),
            "expected \"window\" to be a whole number from 0 to 3, got [2]");
}

TEST(Config, ValuesOfAnotherTypeAreRefusedByName) {
  const Config config{{"scale", "1"}, {"bias", 1}, {"norm", 2}, {"huge", 1e39}};
  EXPECT_EQ(refusal([&] { read(config, "scale", 7.0); }),
            "expected \"scale\" to be a number that float32 can hold, got \"1\"");
  EXPECT_EQ(refusal([&] { read(config, "huge", 1.0f); }),
            "expected \"huge\" to be a number that float32 can hold, got more than 1000");
  EXPECT_EQ(refusal([&] { read(config, "bias", true); }),
            "expected \"bias\" to be true or false, got 1");
  EXPECT_EQ(refusal([&] { read(config, "norm", Norm::kLayer, kNorms); }),
            "expected \"norm\" to be one of \"layer\", \"rms\", got 2");
  EXPECT_EQ(refusal([] { Config({{"norm", "batch"}}).word("norm", kNorms); }),
            "expected \"norm\" to be one of \"layer\", \"rms\", got \"batch\"");
}

TEST(Config, AnUnknownKeyIsRefusedWithTheListOfKnownKeys) {
  const Config config{{"bias", true}, {"num_head", 2}};
  read(config, "bias", true);
  read(config, "num_heads", Index{1});
  read(config, "num_heads", Index{1});
  EXPECT_EQ(refusal([&] { config.check_all_read(); }),
            "expected a configuration with \"bias\", \"num_heads\", got \"num_head\"");
  EXPECT_EQ(refusal([] { Config({{"x", 1}}).check_all_read(); }),
            "expected a configuration with no keys, got \"x\"");
}

TEST(Config, MessagesTruncateLongValues) {
  const Config config{{"word", std::string(5000, 'x')},
                      {"list", std::vector<double>(5000, 1)},
                      {std::string(5000, 'x'), 1}};
  EXPECT_LT(refusal([&] { read(config, "word", true); }).size(), 200u);
  EXPECT_LT(refusal([&] { read(config, "list", true); }).size(), 200u);
  EXPECT_LT(refusal([&] { config.check_all_read(); }).size(), 200u);
}

TEST(Config, AnEntryForEachLayerIsANumberOrAList) {
  const auto read_each = [](const Config::Entry& entry, std::vector<Index> value) {
    Config{entry}.read_each("num_heads", value, 1, 8);
    return value;
  };
  EXPECT_EQ(read_each({"num_heads", 2}, {0, 0}), (std::vector<Index>{2, 2}));
  EXPECT_EQ(read_each({"num_heads", {2, 3}}, {0, 0}), (std::vector<Index>{2, 3}));
  const Config::Entry others[] = {{"num_heads", "2"}, {"num_heads", true}};
  for (const Config::Entry& entry : others) {
    for (const std::size_t layers : {std::size_t{0}, std::size_t{1}}) {
      EXPECT_EQ(refusal([&] { read_each(entry, std::vector<Index>(layers)); }),
                "expected \"num_heads\" to be a whole number from 1 to 8, or a list of " +
                    std::to_string(layers) + ", one for each layer, got " + entry.shown);
    }
  }
}

TEST(Config, TooManyKeysAreRefused) {
  std::vector<Config::Entry> entries;
  for (int i = 0; i < 1000; ++i) entries.emplace_back("k" + std::to_string(i), i);
  EXPECT_EQ(Config(entries).require("k999", 0, 999), 999);
  entries.emplace_back("more", 0);
  EXPECT_EQ(refusal([&] { const Config config(entries); }), "expected at most 1000 keys, got 1001");
}

}  // namespace
}  // namespace attn
