// SPDX-License-Identifier: MIT
#include "engine/word_bmc/kind_words.h"

#include <gtest/gtest.h>

#include "base/rng.h"
#include "support/quiet_context.h"
#include "support/word_oracle.h"

namespace cairn {
namespace {

using support::QuietContext;
using word::KindWords;
using word::KindWordsConfig;

TEST(KindWords, ProvesAndFindsWhatIsTrue) {
  Rng rng(2);
  std::uint64_t safe = 0, unsafe = 0, deep = 0;
  for (std::uint64_t seed = 0; seed < 250 && !testing::Test::HasFailure(); ++seed) {
    SCOPED_TRACE(seed);
    support::RandomWordsOptions options;
    options.array_percent = seed % 2 == 0 ? 40 : 0;
    options.init_reads_inputs = seed % 3 == 0;
    options.without_next = seed % 5 == 0;
    const WordSystem system = support::random_words(seed, options);
    const auto shortest = support::shortest_counterexample(system);
    KindWordsConfig config;
    config.last = 25;
    config.step = static_cast<std::uint32_t>(1 + rng.below(3));
    config.loops = rng.chance(70);
    config.expand = rng.chance(30) ? 8 : 0;
    QuietContext quiet;
    const Answer<WordSystem> answer = KindWords(system, config, quiet.get()).run();
    ASSERT_EQ(support::judge_evidence(system, answer), "");
    if (const auto* proof = std::get_if<Safe<WordSystem>>(&answer)) {
      ASSERT_FALSE(shortest);
      ++safe;
      if (proof->invariant.k > 1) ++deep;
    } else if (std::holds_alternative<Unsafe<WordSystem>>(answer)) {
      ASSERT_TRUE(shortest);
      ++unsafe;
    } else {
      ASSERT_FALSE(shortest && *shortest + 4 < config.last);
    }
  }
  EXPECT_GT(safe, 40u);
  EXPECT_GT(unsafe, 40u);
  EXPECT_GT(deep, 2u);
}

/// A queue in a memory of 2^20 words, and one word that is watched on its way through: it comes out
/// as it went in. With a bug, the last of them is lost.
WordSystem queue(bool with_bug) {
  WordSystem system;
  system.terms = std::make_shared<Terms>();
  Terms& t = *system.terms;
  constexpr std::uint32_t kWidth = 20;
  const Sort place = Sort::bit_vector(kWidth), word = Sort::bit_vector(32);
  const Term memory = t.variable("memory", Sort::array_of(place, word));
  const Term head = t.variable("head", place), tail = t.variable("tail", place);
  const Term watched = t.variable("watched", word), at = t.variable("at", place);
  const Term watching = t.variable("watching", Sort::boolean());
  const Term push = t.variable("push", Sort::boolean()), pop = t.variable("pop", Sort::boolean());
  const Term data = t.variable("data", word), watch = t.variable("watch", Sort::boolean());
  const auto plus_one = [&](Term x) { return t.make(Op::BvAdd, {x, t.bv(kWidth, 1)}); };
  const Term full = t.equal(plus_one(tail), head), empty = t.equal(head, tail);
  const Term pushes = with_bug ? push : t.and_(push, t.not_(full));
  const Term pops = t.and_(pop, t.not_(empty));
  const Term starts = t.and_(t.and_(pushes, watch), t.not_(watching));
  const Term arrives = t.and_(t.and_(watching, pops), t.equal(head, at));
  system.inputs = {push, pop, data, watch};
  const Term zero = t.bv(kWidth, 0);
  system.states = {{memory, kNoTerm, t.ite(pushes, t.store(memory, tail, data), memory)},
                   {head, zero, t.ite(pops, plus_one(head), head)},
                   {tail, zero, t.ite(pushes, plus_one(tail), tail)},
                   {watched, t.bv(32, 0), t.ite(starts, data, watched)},
                   {at, zero, t.ite(starts, tail, at)},
                   {watching, t.false_term(), t.or_(starts, t.and_(watching, t.not_(arrives)))}};
  // The watched word is between head and tail, and in the memory.
  const Term offset = t.bv_sub(at, head), length = t.bv_sub(tail, head);
  const Term inside =
      t.and_(t.make(Op::BvUlt, {offset, length}), t.equal(t.select(memory, at), watched));
  system.bad = {t.and_(arrives, t.distinct(t.select(memory, head), watched)),
                t.and_(watching, t.not_(inside))};
  return system;
}

TEST(KindWords, ProvesThatAQueueInALargeMemoryLosesNothing) {
  const WordSystem system = queue(false);
  QuietContext quiet;
  KindWords engine(system, {}, quiet.get());
  const Answer<WordSystem> answer = engine.run();
  ASSERT_TRUE(std::holds_alternative<Safe<WordSystem>>(answer));
  EXPECT_LE(std::get<Safe<WordSystem>>(answer).invariant.k, 2u);
}

TEST(KindWords, GivesTheStepCaseUpWhenThereIsALoop) {
  WordSystem system;
  system.terms = std::make_shared<Terms>();
  Terms& terms = *system.terms;
  const Term x = terms.variable("x", Sort::bit_vector(8));
  // 0 stays 0; 100 stays, or becomes 200.
  const Term go = terms.variable("go", Sort::boolean());
  system.inputs = {go};
  system.states = {
      {x, terms.bv(8, 0),
       terms.ite(terms.and_(go, terms.equal(x, terms.bv(8, 100))), terms.bv(8, 200), x)}};
  system.bad = {terms.equal(x, terms.bv(8, 200))};
  for (const bool loops : {false, true}) {
    KindWordsConfig config;
    config.last = 20;
    config.loops = loops;
    QuietContext quiet;
    KindWords engine(system, config, quiet.get());
    const Answer<WordSystem> answer = engine.run();
    ASSERT_TRUE(std::holds_alternative<Unknown>(answer));
    EXPECT_EQ(std::get<Unknown>(answer).bound, 19);
    Statistics statistics;
    engine.add_statistics(statistics);
    for (const auto& [name, value] : statistics.counters)
      if (name == "kind-words.queries.step") {
        EXPECT_EQ(value <= 2, loops) << value;
      }
  }
}

}  // namespace
}  // namespace cairn
