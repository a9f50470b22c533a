// SPDX-License-Identifier: MIT
#include "run/words/properties.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "format/btor2/btor2_reader.h"
#include "support/quiet_context.h"

namespace cairn {
namespace {

using testing::ElementsAre;

/// A counter from 0 to 9, then 0 again. It shows 5, never 12, and never more than 9.
constexpr const char* kCounter = R"(1 sort bitvec 1
2 sort bitvec 4
3 zero 2
4 one 2
5 state 2 counter
6 init 2 5 3
7 add 2 5 4
8 constd 2 9
9 eq 1 5 8
10 ite 2 9 3 7
11 next 2 5 10
12 constd 2 5
13 eq 1 5 12
14 bad 13 five
15 constd 2 12
16 eq 1 5 15
17 bad 16 twelve
18 ugt 1 5 8
19 bad 18 above
)";

/// A memory of 2^40 words, which has no bits. What was written is read; and what is read may be 0.
constexpr const char* kMemory = R"(1 sort bitvec 1
2 sort bitvec 40
3 sort bitvec 8
4 sort array 2 3
5 zero 3
6 state 4 memory
7 init 4 6 5
8 input 2 address
9 zero 3
10 write 4 6 8 9
11 next 4 6 10
12 input 2 looked
13 read 3 10 8
14 neq 1 13 9
15 bad 14 lost
16 read 3 6 12
17 eq 1 16 9
18 bad 17 clean
)";

struct PropertiesRun {
  explicit PropertiesRun(const std::string& text, std::vector<WordProperty> properties = {},
                         WordCheckOptions options = {})
      : source{"model.btor2", text}, model(read_btor2(source)) {
    model.properties = std::move(properties);
    std::vector<std::uint32_t> all;
    for (std::uint32_t i = 0; i < model.system.bad.size(); ++i) all.push_back(i);
    PropertyTable table(rows_of(model, all));
    outcome = check_properties(
        {source, model, std::nullopt}, options, table,
        [&](const std::vector<PropertyRow>& decided, const WordOutcome& found) {
          EXPECT_FALSE(found.evidence.empty());
          told += decided.size();
        },
        context.get());
    rows = table.rows();
    for (const PropertyRow& row : rows) verdicts.push_back(row.verdict);
  }

  support::QuietContext context;
  Source source;
  Btor2Model model;
  PropertiesOutcome outcome;
  std::vector<PropertyRow> rows;
  std::vector<std::string> verdicts;
  std::size_t told = 0;
};

TEST(WordPropertiesTest, EachHasItsVerdict) {
  const PropertiesRun run(kCounter);
  EXPECT_THAT(run.verdicts, ElementsAre("unsafe", "safe", "safe"));
  EXPECT_EQ(run.rows[0].steps, 5u);
  EXPECT_EQ(run.told, 3u);
  EXPECT_EQ(overall_verdict(run.rows), "unsafe");
}

TEST(WordPropertiesTest, CoversAreFoundOrUnreachable) {
  using Kind = WordProperty::Kind;
  const PropertiesRun run(kCounter, {{Kind::Cover, "top.five", "top.sv", 3},
                                     {Kind::Cover, "top.twelve", "top.sv", 4},
                                     {Kind::Assert, "top.above", "top.sv", 5}});
  EXPECT_THAT(run.verdicts, ElementsAre("reached", "unreachable", "safe"));
  EXPECT_EQ(overall_verdict(run.rows), "unsafe");
  EXPECT_EQ(row_text(run.rows[0]),
            "top.sv:3: cover 'top.five': reached; the trace (5 steps) was replayed");
}

TEST(WordPropertiesTest, ReachedCoversAreNoFailure) {
  using Kind = WordProperty::Kind;
  const PropertiesRun run(kCounter, {{Kind::Cover, "", "", 0}, {}, {}});
  EXPECT_THAT(run.verdicts, ElementsAre("reached", "safe", "safe"));
  EXPECT_EQ(overall_verdict(run.rows), "safe");
}

TEST(WordPropertiesTest, WhatHasNoBitsIsDecidedOnWords) {
  const PropertiesRun run(kMemory);
  EXPECT_THAT(run.verdicts, ElementsAre("safe", "unsafe"));
}

TEST(WordPropertiesTest, ABoundLeavesTheRestOpen) {
  WordCheckOptions options;
  options.engine = "bmc";
  options.engines.configs.bmc.last = 3;
  const PropertiesRun run(kCounter, {}, options);
  EXPECT_THAT(run.verdicts, ElementsAre("unknown", "unknown", "unknown"));
  for (const PropertyRow& row : run.rows) {
    EXPECT_EQ(row.unknown.bound, 3);
    EXPECT_EQ(row.unknown.reason, Unknown::Reason::Bound);
  }
  EXPECT_EQ(overall_verdict(run.rows), "unknown");
}

}  // namespace
}  // namespace cairn
