// SPDX-License-Identifier: MIT
#include "engine/word_bmc/bmc_words.h"

#include <gtest/gtest.h>

#include "base/rng.h"
#include "support/quiet_context.h"
#include "support/word_oracle.h"

namespace cairn {
namespace {

using support::QuietContext;
using word::BmcWords;
using word::BmcWordsConfig;

std::uint64_t count(const BmcWords& engine, std::string_view name) {
  Statistics statistics;
  engine.add_statistics(statistics);
  for (const auto& [known, value] : statistics.counters)
    if (known == name) return value;
  ADD_FAILURE() << name;
  return 0;
}

/// With the truth up to a bound that all of these systems have their counterexamples in, if any.
void expect_truth(std::uint64_t seed, const support::RandomWordsOptions& options, Rng& rng,
                  std::uint64_t (&verdicts)[2]) {
  SCOPED_TRACE(seed);
  const WordSystem system = support::random_words(seed, options);
  const auto shortest = support::shortest_counterexample(system);
  BmcWordsConfig config;
  config.last = 25;
  config.first = static_cast<std::uint32_t>(rng.below(4));
  config.growth = static_cast<std::uint32_t>(rng.below(150));
  config.expand = rng.chance(30) ? 8 : 0;
  config.solver = rng.chance(50) ? SolverKind::Cadical : SolverKind::Stable;
  QuietContext quiet;
  const Answer<WordSystem> answer = BmcWords(system, config, quiet.get()).run();
  if (shortest && *shortest <= config.last) {
    ASSERT_TRUE(std::holds_alternative<Unsafe<WordSystem>>(answer));
    ASSERT_EQ(support::judge_evidence(system, answer), "");
    if (config.growth < 4 && config.first <= *shortest) {
      ASSERT_EQ(std::get<Unsafe<WordSystem>>(answer).trace.length(), *shortest + 1);
    }
    ++verdicts[0];
  } else {
    ASSERT_FALSE(std::holds_alternative<Unsafe<WordSystem>>(answer));
    ++verdicts[1];
  }
}

TEST(BmcWords, FindsWhatThereIs) {
  Rng rng(1);
  std::uint64_t verdicts[2] = {};
  for (std::uint64_t seed = 0; seed < 250 && !testing::Test::HasFailure(); ++seed) {
    support::RandomWordsOptions options;
    options.array_percent = seed % 2 == 0 ? 40 : 0;
    options.init_reads_inputs = seed % 3 == 0;
    options.without_next = seed % 5 == 0;
    expect_truth(seed, options, rng, verdicts);
  }
  EXPECT_GT(verdicts[0], 40u);
  EXPECT_GT(verdicts[1], 40u);
}

/// A memory of 2^32 words with a write port; bad when a word that was written comes back changed
/// by one.
struct Memory {
  explicit Memory(std::uint32_t width = 32) {
    system.terms = std::make_shared<Terms>();
    Terms& t = *system.terms;
    const Sort address_sort = Sort::bit_vector(width), word_sort = Sort::bit_vector(64);
    const Term memory = t.variable("memory", Sort::array_of(address_sort, word_sort));
    const Term written = t.variable("written", word_sort), at = t.variable("at", address_sort);
    const Term count = t.variable("count", Sort::bit_vector(8));
    address = t.variable("address", address_sort);
    const Term data = t.variable("data", word_sort), enable = t.variable("enable", Sort::boolean());
    system.inputs = {address, data, enable};
    const Term first = t.equal(count, t.bv(8, 0));
    system.states = {{memory, kNoTerm, t.ite(enable, t.store(memory, address, data), memory)},
                     {written, t.bv(64, 0), t.ite(first, data, written)},
                     {at, t.constant(Value(BitVector(width, 0))), t.ite(first, address, at)},
                     {count, t.bv(8, 0), t.make(Op::BvAdd, {count, t.bv(8, 1)})}};
    system.constraints = {t.implies(first, enable)};
    system.bad = {t.and_(t.equal(count, t.bv(8, 9)),
                         t.equal(t.select(memory, at), t.make(Op::BvAdd, {written, t.bv(64, 1)})))};
  }
  WordSystem system;
  Term address;
};

TEST(BmcWords, FindsBugsInMemoriesOfAnySize) {
  for (const std::uint32_t width : {4u, 32u, 64u, 200u}) {
    const Memory memory(width);
    QuietContext quiet;
    BmcWords engine(memory.system, {}, quiet.get());
    const Answer<WordSystem> answer = engine.run();
    ASSERT_TRUE(std::holds_alternative<Unsafe<WordSystem>>(answer));
    EXPECT_EQ(support::judge_evidence(memory.system, answer), "");
    EXPECT_EQ(std::get<Unsafe<WordSystem>>(answer).trace.length(), 10u);
    EXPECT_GT(count(engine, "bmc-words.lemmas"), 0u);
    EXPECT_LT(count(engine, "bmc-words.nodes"), 100'000u);
  }
}

TEST(BmcWords, ClearsBoundsByRulesAlone) {
  Memory memory;
  QuietContext quiet;
  BmcWords engine(memory.system, {}, quiet.get());
  engine.run();
  // The counter is constant in each step.
  EXPECT_EQ(count(engine, "bmc-words.folded"), 9u);
  EXPECT_EQ(count(engine, "bmc-words.queries"), 1u);
}

TEST(BmcWords, StopsAtTheLastBound) {
  Memory memory;
  QuietContext quiet;
  BmcWordsConfig config;
  config.last = 8;
  const Answer<WordSystem> answer = BmcWords(memory.system, config, quiet.get()).run();
  ASSERT_TRUE(std::holds_alternative<Unknown>(answer));
  EXPECT_EQ(std::get<Unknown>(answer).reason, Unknown::Reason::Bound);
  EXPECT_EQ(std::get<Unknown>(answer).bound, 8);
  EXPECT_EQ(quiet.progress.bound, 8);
}

TEST(BmcWords, GoesOnWhereItStopped) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    SCOPED_TRACE(seed);
    const WordSystem system = support::random_words(seed);
    const auto shortest = support::shortest_counterexample(system);
    if (!shortest) continue;
    QuietContext quiet;
    Budget share(&quiet.budget);
    BmcWords engine(system, {}, Context{quiet.log, share, quiet.progress, 0});
    Answer<WordSystem> answer;
    int turns = 0;
    do {
      share.renew(0.001);
      answer = engine.run();
    } while (std::holds_alternative<Unknown>(answer) && ++turns < 100'000);
    EXPECT_TRUE(std::holds_alternative<Unsafe<WordSystem>>(answer));
    EXPECT_EQ(support::judge_evidence(system, answer), "");
  }
}

TEST(BmcWords, SaysWhatHasNoCircuit) {
  WordSystem system;
  system.terms = std::make_shared<Terms>();
  Terms& terms = *system.terms;
  const Term x = terms.variable("x", Sort::integer());
  system.states = {{x, kNoTerm, x}};
  system.bad = {terms.make(Op::Lt, {x, terms.constant(Value(mpz_class(1)))})};
  QuietContext quiet;
  const Answer<WordSystem> answer = BmcWords(system, {}, quiet.get()).run();
  ASSERT_TRUE(std::holds_alternative<Unknown>(answer));
  EXPECT_EQ(std::get<Unknown>(answer).reason, Unknown::Reason::Unsupported);
}

}  // namespace
}  // namespace cairn
