// SPDX-License-Identifier: MIT
#include "base/option_table.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <set>
#include <tuple>

namespace cairn {
namespace {

struct Settings {
  enum class Way { Long, Short };

  bool fast = false;
  std::uint32_t depth = 3;
  double share = 0.5;
  Way way = Way::Long;
  std::string tool = "own";
  std::string file;

  static const OptionGroup& options() {
    static const OptionGroup table =
        OptionTable<Settings>("settings", "For tests")
            .add_switch("fast", &Settings::fast, "Faster")
            .add_count("depth", &Settings::depth, "How deep", 9, "N", 1, 20)
            .add_real("share", &Settings::share, "How much", 0, 1)
            .add_choice("way", &Settings::way, {{"long", Way::Long}, {"short", Way::Short}}, "Way")
            .add_word("tool", &Settings::tool, {"own"}, {"other"}, "Who")
            .add_text("file", &Settings::file, "FILE", "Where");
    return table;
  }
};

struct Bound {
  Bound() { options.add(Settings::options(), settings); }
  Settings settings;
  OptionSet options;
};

TEST(OptionTable, TextsBecomeValues) {
  Bound bound;
  for (const auto& [name, text] : {std::pair{"fast", "on"},
                                   {"depth", "17"},
                                   {"share", "0.25"},
                                   {"way", "short"},
                                   {"tool", "other"}})
    EXPECT_EQ(bound.options.parse(name, text), "") << name;
  EXPECT_TRUE(bound.settings.fast);
  EXPECT_EQ(bound.settings.depth, 17u);
  EXPECT_EQ(bound.settings.share, 0.25);
  EXPECT_EQ(bound.settings.way, Settings::Way::Short);
  EXPECT_EQ(bound.settings.tool, "other");
}

TEST(OptionTable, WhatIsWrongIsNamedAndChangesNothing) {
  Bound bound;
  for (const auto& [name, text, problem] :
       {std::tuple{"fast", "yes", "expected on or off, got 'yes'"},
        {"depth", "0", "expected a whole number from 1 to 20, got '0'"},
        {"depth", "21", "expected a whole number from 1 to 20, got '21'"},
        {"depth", "-1", "expected a whole number from 1 to 20, got '-1'"},
        {"depth", "3x", "expected a whole number from 1 to 20, got '3x'"},
        {"share", "nan", "expected a number from 0 to 1, got 'nan'"},
        {"share", "", "expected a number, got ''"},
        {"way", "far", "expected one of long, short, got 'far'"},
        {"speed", "1", "there is no such option"}})
    EXPECT_EQ(bound.options.parse(name, text), problem) << name;
  EXPECT_TRUE(bound.options.differences(Bound().options).empty());
}

TEST(OptionTable, NumbersHaveASignOrAreHexadecimal) {
  Bound bound;
  EXPECT_EQ(bound.options.parse("depth", "+3"), "");
  EXPECT_EQ(bound.settings.depth, 3u);
  EXPECT_EQ(bound.options.parse("depth", "0x10"), "");
  EXPECT_EQ(bound.settings.depth, 16u);
  EXPECT_EQ(bound.options.parse("depth", "007"), "");
  EXPECT_EQ(bound.settings.depth, 7u);
  EXPECT_EQ(bound.options.parse("share", "+0.5"), "");
  EXPECT_EQ(bound.settings.share, 0.5);
  for (const char* text : {"", "+", "0x", "++3", "+-3", "-3", " 3", "3 ", "0xg", "1e3"})
    EXPECT_EQ(parse_count(text), std::nullopt) << text;
  EXPECT_EQ(parse_count("0xffffffffffffffff"), std::numeric_limits<std::uint64_t>::max());
  EXPECT_EQ(parse_count("0x10000000000000000"), std::nullopt);
}

TEST(OptionTable, StrangersChooseNoFilesAndNoPrograms) {
  Bound bound;
  EXPECT_EQ(bound.options.set_for_stranger("tool", std::string("own")), "");
  EXPECT_NE(bound.options.set_for_stranger("tool", std::string("other")), "");
  EXPECT_NE(bound.options.set_for_stranger("file", std::string("/etc/passwd")), "");
  EXPECT_EQ(bound.options.set_for_stranger("share", std::uint64_t{1}), "");  // as JSON has it
  EXPECT_EQ(bound.settings.share, 1);
  EXPECT_EQ(bound.settings.tool, "own");
}

TEST(OptionTable, DifferencesAreWhatWasChanged) {
  Bound bound;
  const Bound usual;
  EXPECT_TRUE(bound.options.differences(usual.options).empty());
  bound.settings.depth = 5;
  bound.settings.way = Settings::Way::Short;
  const OptionSet::Values expected{{"depth", std::uint64_t{5}}, {"way", std::string("short")}};
  EXPECT_EQ(bound.options.differences(usual.options), expected);
}

/// Every row that may be drawn is, in time, and what is drawn is allowed.
TEST(OptionTable, RandomValuesAreAllowedAndReachAll) {
  Rng rng(1);
  std::set<std::string> changed;
  for (int round = 0; round < 200; ++round) {
    Bound bound;
    bound.options.randomize(rng);
    for (const OptionRow& row : Settings::options().rows)
      EXPECT_EQ(row.problem(row.get(&bound.settings)), "") << row.name;
    for (const auto& [name, value] : bound.options.differences(Bound().options))
      changed.insert(name);
    EXPECT_LE(bound.settings.depth, 9u);
    EXPECT_EQ(bound.settings.share, 0.5);
    EXPECT_EQ(bound.settings.file, "");
  }
  EXPECT_THAT(changed, testing::UnorderedElementsAre("fast", "depth", "way", "tool"));
}

}  // namespace
}  // namespace cairn
