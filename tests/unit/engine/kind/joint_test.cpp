// SPDX-License-Identifier: MIT
#include "engine/kind/joint.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>

#include "certify/check_certificate.h"
#include "model/simulate.h"
#include "support/oracle.h"
#include "support/quiet_context.h"
#include "support/random_system.h"
#include "transform/bit/resets.h"

namespace cairn {
namespace {

using kind::JointConfig;
using kind::JointInduction;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

/// `count` latches that copy each other in a ring and begin with 0; each must stay 0. None is
/// inductive alone, all are together.
BitSystem ring_of_zeros(unsigned count) {
  BitSystem system;
  std::vector<Lit> cells;
  for (unsigned i = 0; i < count; ++i) cells.push_back(system.add_latch());
  for (unsigned i = 0; i < count; ++i) system.set_next(cells[i], cells[(i + 1) % count]);
  system.bad = cells;
  return system;
}

std::vector<std::uint32_t> all_of(const BitSystem& system) {
  std::vector<std::uint32_t> all(system.bad.size());
  std::iota(all.begin(), all.end(), 0u);
  return all;
}

/// What a run over all properties found, each checked.
struct JointRun {
  explicit JointRun(const BitSystem& system, const JointConfig& config = {}) {
    JointInduction engine(system, all_of(system), config, context.get());
    // What is proved is assumed from then on; so the proof is of the system with that as
    // constraints.
    BitSystem assumed = system;
    while (auto found = engine.next()) {
      if (const auto* proved_now = std::get_if<JointInduction::Proved>(&*found)) {
        CertificateOptions options;
        options.bad = proved_now->properties;
        const Judgement judgement =
            check_invariant(assumed, proved_now->invariant, options, context.get());
        EXPECT_EQ(judgement.outcome(), Outcome::Holds) << judgement.explanation;
        for (const std::uint32_t property : proved_now->properties) {
          engine.assume(property);
          assumed.constraints.push_back(~system.bad[property]);
          proved.push_back(property);
        }
      } else {
        const auto& failed_now = std::get<JointInduction::Failed>(*found);
        for (const std::uint32_t property : failed_now.properties) {
          BitTrace trace = failed_now.trace;
          trace.bad = {property};
          EXPECT_TRUE(replay(system, trace).accepted) << replay(system, trace).reason;
          failed.push_back(property);
          steps.push_back(trace.length() - 1);
        }
      }
    }
    open = engine.open();
    bound = engine.bound();
    impossible_step = engine.impossible_step();
  }

  support::QuietContext context;
  std::vector<std::uint32_t> proved, failed, open;
  std::vector<std::size_t> steps;  // by position in failed
  std::int64_t bound = -1;
  std::optional<std::uint32_t> impossible_step;
};

TEST(JointInductionTest, ProvesTogetherWhatIsNotInductiveAlone) {
  const BitSystem system = ring_of_zeros(5);
  support::QuietContext context;
  JointInduction engine(system, all_of(system), {}, context.get());
  const auto found = engine.next();
  ASSERT_TRUE(found.has_value());
  EXPECT_THAT(std::get<JointInduction::Proved>(*found).properties, ElementsAre(0, 1, 2, 3, 4));
  EXPECT_EQ(std::get<JointInduction::Proved>(*found).invariant.auxiliary.size(), 0u);
  EXPECT_FALSE(engine.next().has_value());
}

TEST(JointInductionTest, GoesOnAfterAFailure) {
  BitSystem system = ring_of_zeros(3);
  const Lit input = system.add_input();
  const Lit late = system.add_latch();
  const Lit later = system.add_latch();
  system.set_next(late, input);
  system.set_next(later, late);
  system.bad.insert(system.bad.begin() + 1, later);
  const JointRun run(system);
  EXPECT_THAT(run.failed, ElementsAre(1));
  EXPECT_THAT(run.steps, ElementsAre(2));
  EXPECT_THAT(run.proved, UnorderedElementsAre(0, 2, 3));
  EXPECT_THAT(run.open, IsEmpty());
}

TEST(JointInductionTest, AFailingPropertyIsNoReasonForOthers) {
  // The second follows the first; both fail, one step apart.
  BitSystem system;
  const Lit one = system.add_latch();
  const Lit two = system.add_latch();
  system.set_next(one, kTrue);
  system.set_next(two, one);
  system.bad = {two, one};
  const JointRun run(system);
  EXPECT_THAT(run.proved, IsEmpty());
  EXPECT_THAT(run.failed, ElementsAre(1, 0));
  EXPECT_THAT(run.steps, ElementsAre(1, 2));
}

TEST(JointInductionTest, StopsAtTheBoundThatWasAskedFor) {
  BitSystem system;
  Lit feed = kTrue;
  for (int i = 0; i < 9; ++i) {
    const Lit cell = system.add_latch();
    system.set_next(cell, feed);
    feed = cell;
    if (i == 2 || i == 8) system.bad.push_back(cell);
  }
  JointConfig config;
  config.step = false;
  config.last = 5;
  const JointRun run(system, config);
  EXPECT_THAT(run.failed, ElementsAre(0));
  EXPECT_THAT(run.open, ElementsAre(1));
  EXPECT_EQ(run.bound, 5);
}

TEST(JointInductionTest, ConstraintsThatEndAllRunsAreFound) {
  // Two cells of a chain are filled; the constraint forbids the second, the bad state is the input.
  BitSystem system;
  const Lit input = system.add_input();
  const Lit one = system.add_latch();
  const Lit two = system.add_latch();
  system.set_next(one, kTrue);
  system.set_next(two, one);
  system.constraints = {~two};
  system.bad = {system.aig.and_gate(input, two), system.aig.and_gate(input, one)};
  const JointRun run(system);
  EXPECT_THAT(run.failed, ElementsAre(1));
  EXPECT_THAT(run.proved, ElementsAre(0));
}

TEST(JointInductionTest, AgreesWithTheOracleOnRandomSystems) {
  support::RandomSystemOptions options;
  options.max_bads = 6;
  std::size_t proved = 0, failed = 0;
  for (std::uint64_t seed = 0; seed < 400 && !HasFailure(); ++seed) {
    SCOPED_TRACE(seed);
    support::QuietContext context;
    const BitSystem system = Resets(context.get()).apply(support::random_system(seed, options));
    const auto truth = support::explore(system);
    JointConfig config;
    config.last = truth.diameter;
    const JointRun run(system, config);
    for (const std::uint32_t property : run.proved) EXPECT_FALSE(truth.distance[property]);
    for (std::size_t i = 0; i < run.failed.size(); ++i)
      EXPECT_EQ(truth.distance[run.failed[i]], run.steps[i]);
    for (const std::uint32_t property : run.open) EXPECT_FALSE(truth.distance[property]);
    proved += run.proved.size();
    failed += run.failed.size();
  }
  EXPECT_GT(proved, 100u);
  EXPECT_GT(failed, 100u);
}

}  // namespace
}  // namespace cairn
