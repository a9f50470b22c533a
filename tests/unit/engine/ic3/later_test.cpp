// SPDX-License-Identifier: MIT
//
// The techniques of later papers: each acts, none changes an answer.
#include <gtest/gtest.h>

#include <functional>

#include "certify/check_certificate.h"
#include "engine/ic3/ic3.h"
#include "engine/ic3/words.h"
#include "model/simulate.h"
#include "support/quiet_context.h"
#include "support/random_system.h"
#include "support/tiny_systems.h"

namespace cairn {
namespace {

const std::vector<BitSystem>& systems() {
  static const std::vector<BitSystem> made = [] {
    std::vector<BitSystem> result = {
        support::enabled_counter(5, 29, 30), support::enabled_counter(6, 60, 47),
        support::constrained_shift_register(8), support::mod_counter(5, 20, 27),
        support::constrained_counter(4, 9, 7)};
    support::RandomSystemOptions shape;
    shape.reset_function = 0;
    shape.max_latches = 9;
    shape.max_gates = 40;
    for (std::uint64_t seed = 100; seed < 150; ++seed)
      result.push_back(support::random_system(seed, shape));
    return result;
  }();
  return made;
}

struct Total {
  std::map<std::string, std::uint64_t> statistics;
  std::vector<bool> safe;

  std::uint64_t operator[](const std::string& name) const { return statistics.at(name); }
};

/// Runs all systems; every answer is certified.
Total total(const std::function<void(ic3::Ic3Config&)>& change) {
  ic3::Ic3Config config;
  change(config);
  EXPECT_EQ(config.validate(), "");
  Total sum;
  for (const BitSystem& system : systems()) {
    SCOPED_TRACE(testing::Message() << "system " << &system - systems().data());
    support::QuietContext context;
    ic3::Ic3 engine(system, config, context.get());
    const Answer<BitSystem> answer = engine.run();
    if (const auto* safe = std::get_if<Safe<BitSystem>>(&answer)) {
      const Judgement judgement = check_invariant(system, safe->invariant, {}, context.get());
      EXPECT_EQ(judgement.outcome(), Outcome::Holds) << judgement.explanation;
    } else if (const auto* unsafe = std::get_if<Unsafe<BitSystem>>(&answer)) {
      const Replay replayed = replay(system, unsafe->trace);
      EXPECT_TRUE(replayed.accepted) << replayed.reason;
    } else {
      ADD_FAILURE() << "unknown";
    }
    sum.safe.push_back(std::holds_alternative<Safe<BitSystem>>(answer));
    engine.stats().visit(
        [&](const char* name, std::uint64_t value) { sum.statistics[name] += value; },
        [](const char*, double) {});
  }
  return sum;
}

const Total& usual() {
  static const Total made = total([](ic3::Ic3Config&) {});
  return made;
}

TEST(Ic3LaterTest, PushRequestsTryLemmasBetweenObligations) {
  const Total on = total([](ic3::Ic3Config& c) { c.push_requests = true; });
  EXPECT_GT(on["ic3.pushes.requests"], 0u);
  EXPECT_EQ(usual()["ic3.pushes.requests"], 0u);
  EXPECT_EQ(on.safe, usual().safe);
}

// Lemmas are as high as they can be, so less is left to the end of a frame.
TEST(Ic3LaterTest, PushRequestsLeaveLessToTheEndOfAFrame) {
  const auto setting = [](bool requests) {
    return [=](ic3::Ic3Config& c) {
      c.push_new = false;
      c.proof_layers = false;
      c.push_requests = requests;
    };
  };
  const Total on = total(setting(true)), off = total(setting(false));
  EXPECT_LT(on["ic3.pushes.tried"], off["ic3.pushes.tried"]);
  EXPECT_EQ(on.safe, off.safe);
}

TEST(Ic3LaterTest, QuipMakesObligationsThatMayFail) {
  const Total on = total([](ic3::Ic3Config& c) { c.quip = true; });
  EXPECT_GT(on["ic3.quip.obligations"], 0u);
  EXPECT_LT(on["ic3.quip.obligations"], on["ic3.obligations"]);
  EXPECT_GT(on["ic3.quip.lemmas"], 0u);
  EXPECT_GT(on["ic3.quip.reachable"], 0u);
  EXPECT_GT(on["ic3.quip.bad"], 0u);
  EXPECT_GT(on["ic3.quip.rejected"], 0u);
  for (const char* figure : {"ic3.quip.obligations", "ic3.quip.lemmas", "ic3.quip.reachable",
                             "ic3.quip.bad", "ic3.quip.rejected", "ic3.quip.given_up"})
    EXPECT_EQ(usual()[figure], 0u) << figure;
  EXPECT_EQ(on.safe, usual().safe);
}

TEST(Ic3LaterTest, QuipEffortIsWhatALemmaMayTake) {
  const auto setting = [](std::uint32_t effort) {
    return [=](ic3::Ic3Config& c) {
      c.quip = true;
      c.quip_effort = effort;
    };
  };
  const Total little = total(setting(1)), much = total(setting(1000));
  EXPECT_GT(little["ic3.quip.given_up"], 0u);
  EXPECT_GT(much["ic3.quip.obligations"], little["ic3.quip.obligations"]);
  EXPECT_EQ(little.safe, much.safe);
}

TEST(Ic3LaterTest, QuipStatesAreLimited) {
  const Total none = total([](ic3::Ic3Config& c) {
    c.quip = true;
    c.quip_states = 0;
  });
  EXPECT_EQ(none["ic3.quip.reachable"], 0u);
  EXPECT_EQ(none["ic3.quip.bad"], 0u);
  EXPECT_GT(none["ic3.quip.obligations"], 0u);
  EXPECT_EQ(none.safe, usual().safe);
}

// Paths may be false ones then; states are reachable all the same.
TEST(Ic3LaterTest, QuipGoesWithAbstractedConstraints) {
  const Total on = total([](ic3::Ic3Config& c) {
    c.quip = true;
    c.abstract_constraints = true;
  });
  EXPECT_GT(on["ic3.quip.reachable"], 0u);
  EXPECT_EQ(on.safe, usual().safe);
}

TEST(Ic3LaterTest, PredictFindsLemmasWithoutDropping) {
  const Total on = total([](ic3::Ic3Config& c) { c.predict = true; });
  EXPECT_GT(on["ic3.predictions.done"], 0u);
  EXPECT_LE(on["ic3.predictions.done"], on["ic3.predictions.tried"]);
  EXPECT_EQ(on["ic3.predictions.tried"],
            on["ic3.predict.satisfiable"] + on["ic3.predict.unsatisfiable"]);
  EXPECT_LT(on["ic3.drops.tried"] * usual()["ic3.lemmas"],
            usual()["ic3.drops.tried"] * on["ic3.lemmas"]);
  EXPECT_EQ(usual()["ic3.predictions.tried"], 0u);
  EXPECT_EQ(on.safe, usual().safe);
}

TEST(Ic3LaterTest, ReferSkipLeavesLiteralsOfTheLemmaBelowIn) {
  const Total on = total([](ic3::Ic3Config& c) { c.refer_skip = true; });
  EXPECT_GT(on["ic3.drops.skipped"], 0u);
  EXPECT_EQ(usual()["ic3.drops.skipped"], 0u);
  EXPECT_EQ(on.safe, usual().safe);
}

TEST(Ic3LaterTest, GoodLemmasCountWhenTheyClimb) {
  const Total on = total([](ic3::Ic3Config& c) { c.good_lemmas = true; });
  EXPECT_GT(on["ic3.lemmas.good"], 0u);
  EXPECT_EQ(usual()["ic3.lemmas.good"], 0u);
  EXPECT_NE(on["ic3.drops.tried"], usual()["ic3.drops.tried"]);
  EXPECT_EQ(on.safe, usual().safe);
}

TEST(Ic3LaterTest, InternalSignalsAreInLemmas) {
  using Lift = ic3::Ic3Config::Lift;
  for (const Lift lift : {Lift::Both, Lift::Justify, Lift::Sat}) {
    const Total on = total([=](ic3::Ic3Config& c) {
      c.internal_signals = true;
      c.lift = lift;
    });
    EXPECT_GT(on["ic3.signals"], 0u);
    EXPECT_GT(on["ic3.lemmas.signal_literals"], 0u) << static_cast<int>(lift);
    EXPECT_EQ(on.safe, usual().safe);
  }
  EXPECT_EQ(usual()["ic3.signals"], 0u);
  EXPECT_EQ(usual()["ic3.lemmas.signal_literals"], 0u);
}

// A comparison of the whole state is one literal.
TEST(Ic3LaterTest, WithInternalSignalsABadStateIsOneLiteral) {
  const BitSystem system = support::enabled_counter(8, 249, 253);
  support::QuietContext context;
  ic3::Ic3Config config;
  config.internal_signals = true;
  ic3::Ic3 engine(system, config, context.get());
  const auto answer = engine.run();
  ASSERT_TRUE(std::holds_alternative<Safe<BitSystem>>(answer));
  EXPECT_EQ(check_invariant(system, std::get<Safe<BitSystem>>(answer).invariant, {}, context.get())
                .outcome(),
            Outcome::Holds);
  EXPECT_LT(engine.stats().cti_literals, 8 * engine.stats().ctis);
}

TEST(Ic3LaterTest, AbstractNextMakesObligationsSmallerAndConfirmsCounterexamples) {
  const Total on = total([](ic3::Ic3Config& c) { c.abstract_next = true; });
  EXPECT_GT(on["ic3.confirm.unsatisfiable"], 0u);
  EXPECT_GT(on["ic3.confirm.satisfiable"], 0u);
  EXPECT_GT(on["ic3.abstraction.next"], 0u);
  EXPECT_LT(on["ic3.ctis.literals"] * usual()["ic3.ctis"],
            usual()["ic3.ctis.literals"] * on["ic3.ctis"]);
  EXPECT_EQ(usual()["ic3.abstraction.next"], 0u);
  EXPECT_EQ(on.safe, usual().safe);
}

TEST(Ic3LaterTest, AllOfThemTogether) {
  const Total on = total([](ic3::Ic3Config& c) {
    c.push_requests = c.quip = c.predict = c.refer_skip = c.good_lemmas = c.internal_signals = true;
    c.abstract_next = c.abstract_constraints = true;
  });
  EXPECT_EQ(on.safe, usual().safe);
}

TEST(Ic3LaterTest, SomeSettingsMakeNoSense) {
  ic3::Ic3Config config;
  config.quip = true;
  config.quip_effort = 0;
  EXPECT_NE(config.validate(), "");
  config = {};
  config.predicate_property = true;
  EXPECT_EQ(config.validate(), "");
  config.direction = ic3::Ic3Config::Direction::Backward;
  EXPECT_NE(config.validate(), "");
}

TEST(Ic3LaterTest, WordsAreLatchesOfOneName) {
  BitSystem system;
  std::vector<std::string> names = {"a[0]", "b[0]", "a[1]", "c", "b[1]", "[2]", "d[7]", "a[2]"};
  for (const std::string& name : names) system.add_latch(name);
  const ic3::Transition transition(system, {});
  const ic3::WordsOfLatches words(system, transition);
  const auto lits = [&](std::initializer_list<std::uint32_t> positions) {
    std::vector<Lit> result;
    for (const std::uint32_t i : positions) result.push_back(Lit(transition.latch(i)));
    return result;
  };
  const std::vector<std::vector<Lit>> expected = {lits({7, 0, 2}), lits({1, 4})};
  EXPECT_EQ(words.words_in(lits({7, 5, 3, 1, 0, 6, 2, 4})), expected);
  EXPECT_TRUE(words.words_in(lits({0, 1, 3, 6})).empty());
}

TEST(Ic3LaterTest, WordsAreDroppedWithoutChangingAnswers) {
  const Total on = total([](ic3::Ic3Config& config) { config.drop_words = true; });
  EXPECT_EQ(on.safe, usual().safe);
  EXPECT_EQ(usual()["ic3.drops.words_tried"], 0u);
}

}  // namespace
}  // namespace cairn
