// SPDX-License-Identifier: MIT
#include "engine/array_abstraction/prophecy.h"

#include <gtest/gtest.h>

#include "base/rng.h"
#include "format/btor2/btor2_reader.h"
#include "run/words/check.h"
#include "run/words/simplified_engine.h"
#include "support/quiet_context.h"
#include "support/word_oracle.h"

namespace cairn {
namespace {

using support::QuietContext;
using word::Prophecy;
using word::ProphecyConfig;

std::uint64_t count_of(const Statistics& statistics, std::string_view name) {
  for (const auto& [known, value] : statistics.counters)
    if (known == name) return value;
  return 0;
}

struct ProphecyRun {
  ProphecyRun(const WordSystem& system, const ProphecyConfig& config) {
    QuietContext quiet;
    EngineConfigs configs;
    Prophecy engine(
        system, config,
        [&](const WordSystem& reduction, const Context& context) {
          return std::make_unique<SimplifiedEngine>(reduction, config.engine, configs, context);
        },
        quiet.get());
    answer = engine.run();
    engine.add_statistics(statistics);
  }
  std::uint64_t count(std::string_view name) const { return count_of(statistics, name); }

  Answer<WordSystem> answer;
  Statistics statistics;
};

TEST(Prophecy, DecidesWhatIsTrue) {
  std::uint64_t safe = 0, unsafe = 0, open = 0, refinements = 0, prophecies = 0, equalities = 0;
  for (std::uint64_t seed = 0; seed < 400 && !testing::Test::HasFailure(); ++seed) {
    SCOPED_TRACE(seed);
    support::RandomWordsOptions options;
    options.widths = {1, 2};
    options.array_percent = 60;
    options.init_reads_inputs = seed % 3 == 0;
    options.without_next = seed % 5 == 0;
    const WordSystem system = support::random_words(seed, options);
    const auto shortest = support::shortest_counterexample(system);
    ProphecyConfig config;
    config.expand = seed % 4 == 0 ? 2 : 0;
    config.engine = seed % 2 == 0 ? "ic3" : "auto";
    const ProphecyRun run(system, config);
    ASSERT_EQ(support::judge_evidence(system, run.answer), "");
    if (std::holds_alternative<Unknown>(run.answer)) {
      ++open;
    } else {
      ASSERT_EQ(std::holds_alternative<Unsafe<WordSystem>>(run.answer), shortest.has_value());
      ++(shortest ? unsafe : safe);
    }
    refinements += run.count("prophecy.refinements");
    prophecies += run.count("prophecy.indices.prophecy");
    equalities += run.count("prophecy.equalities");
  }
  EXPECT_GT(safe, 80u);
  EXPECT_GT(unsafe, 80u);
  EXPECT_LT(open, 20u);
  EXPECT_GT(refinements, 50u);
  EXPECT_GT(prophecies, 10u);
  EXPECT_GT(equalities, 20u);
}

/// A run on a model as users have it: the evidence is written and judged.
struct ModelRun {
  explicit ModelRun(const std::string& text, std::uint32_t expand = ProphecyConfig().expand) {
    const Source source{"model.btor2", text};
    const WordModel model = read_btor2(source);
    WordCheckOptions options;
    options.engine = "prophecy";
    options.engines.configs.prophecy.expand = expand;
    QuietContext quiet;
    outcome = run_word_check({source, model, std::nullopt}, options, quiet.get());
  }
  std::uint64_t count(std::string_view name) const { return count_of(outcome.statistics, name); }
  std::string_view verdict() const { return verdict_word(outcome.answer); }

  WordOutcome outcome;
};

/// A memory of 2^32 words that begins with zeros. Whoever writes sets the lowest bit, so that what
/// is read is zero or odd.
std::string odd_memory(const std::string& bad) {
  return R"(1 sort bitvec 1
2 sort bitvec 32
3 sort array 2 2
4 zero 2
5 one 2
6 state 3 memory
7 init 3 6 4
8 input 2 address
9 input 2 data
10 input 1 write
11 or 2 9 5
12 write 3 6 8 11
13 ite 3 10 12 6
14 next 3 6 13
15 input 2 place
16 read 2 6 15
17 slice 1 16 0 0
18 neq 1 16 4
)" + bad;
}

// Nothing but the index at the end tells which word matters before.
TEST(Prophecy, FollowsAnIndexThatItPredicts) {
  const ModelRun run(odd_memory("19 and 1 -17 18\n20 bad 19\n"));
  EXPECT_EQ(run.verdict(), "safe");
  EXPECT_EQ(run.count("prophecy.indices.prophecy"), 1u);
  EXPECT_EQ(run.count("prophecy.history"), 0u);
  EXPECT_NE(run.outcome.evidence.find("prophecy="), std::string::npos);
}

TEST(Prophecy, FindsCounterexamples) {
  const ModelRun run(odd_memory("19 and 1 17 18\n20 bad 19\n"));
  EXPECT_EQ(run.verdict(), "unsafe");
}

// What was read is kept and judged a step later, when the index is gone.
TEST(Prophecy, RemembersAnIndex) {
  const ModelRun run(
      odd_memory("21 state 2 seen\n22 init 2 21 4\n23 next 2 21 16\n24 slice 1 21 0 0\n"
                 "25 neq 1 21 4\n26 and 1 -24 25\n27 bad 26\n"));
  EXPECT_EQ(run.verdict(), "safe");
  EXPECT_EQ(run.count("prophecy.indices.prophecy"), 1u);
  EXPECT_EQ(run.count("prophecy.history"), 1u);
}

// An index that never changes needs no prophecy, so that the certificate has the usual form.
TEST(Prophecy, FollowsAnIndexThatNeverChanges) {
  const ModelRun run(
      odd_memory("21 state 2 here\n22 next 2 21 21\n23 read 2 6 21\n24 slice 1 23 0 0\n"
                 "25 neq 1 23 4\n26 and 1 -24 25\n27 bad 26\n"));
  EXPECT_EQ(run.verdict(), "safe");
  EXPECT_EQ(run.count("prophecy.indices.frozen"), 1u);
  EXPECT_EQ(run.count("prophecy.indices.prophecy"), 0u);
  EXPECT_EQ(run.outcome.evidence.find("prophecy="), std::string::npos);
}

TEST(Prophecy, FollowsConstantIndices) {
  const ModelRun run(
      odd_memory("21 constd 2 77\n22 read 2 6 21\n23 slice 1 22 0 0\n"
                 "24 neq 1 22 4\n25 and 1 -23 24\n26 bad 25\n"));
  EXPECT_EQ(run.verdict(), "safe");
  EXPECT_EQ(run.count("prophecy.indices.constant"), 1u);
  EXPECT_EQ(run.count("prophecy.indices.prophecy"), 0u);
}

/// Two memories that are written alike, the second one a step later, which is remembered.
std::string twins(const std::string& index_of_second, int width = 32) {
  return "1 sort bitvec 1\n2 sort bitvec " + std::to_string(width) + R"(
3 sort array 2 2
4 zero 2
5 state 3 first
6 state 3 second
7 init 3 5 4
8 init 3 6 4
9 input 2 address
10 input 2 data
11 write 3 5 9 10
12 next 3 5 11
13 state 2 late_address
14 state 2 late_data
15 zero 1
16 one 1
17 state 1 pending
18 init 1 17 15
19 next 1 17 16
20 next 2 13 9
21 next 2 14 10
22 )" + index_of_second +
         R"(
23 write 3 6 22 14
24 ite 3 17 23 6
25 next 3 6 24
26 eq 1 5 24
27 bad -26
)";
}

TEST(Prophecy, ComparesArrays) {
  const ModelRun run(twins("and 2 13 13"));
  EXPECT_EQ(run.verdict(), "safe");
  EXPECT_NE(run.outcome.evidence.find("difference="), std::string::npos);
}

// One bit is a Boolean, but not as an index.
TEST(Prophecy, ComparesArraysOfTwoElements) {
  const ModelRun run(twins("and 2 13 13", 1), 0);
  EXPECT_EQ(run.verdict(), "safe");
  EXPECT_NE(run.outcome.evidence.find("difference="), std::string::npos);
}

TEST(Prophecy, FindsThatArraysDiffer) {
  const ModelRun run(twins("inc 2 13"));
  EXPECT_EQ(run.verdict(), "unsafe");
}

}  // namespace
}  // namespace cairn
