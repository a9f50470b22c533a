// SPDX-License-Identifier: MIT
#include "certify/check_trace.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/oracle.h"
#include "support/random_system.h"
#include "support/tiny_systems.h"

namespace cairn {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

BitTrace counter_trace(std::size_t steps) {
  BitTrace trace;
  trace.initial.assign(3, Lbool::Undef);
  trace.inputs.resize(steps);
  trace.bad = {0};
  return trace;
}

TEST(CheckTrace, AcceptsARunToABadState) {
  const Judgement judgement = check_trace(support::mod_counter(3, 8, 5), counter_trace(6), {});
  EXPECT_EQ(judgement.outcome(), Outcome::Holds);
  ASSERT_EQ(judgement.checks.size(), 1u);
  EXPECT_EQ(judgement.checks[0].name, "Replay");
  EXPECT_THAT(judgement.details, ElementsAre("bad state b0 'count_is_bad' is true after 5 steps"));
}

TEST(CheckTrace, RejectsARunThatEndsTooEarly) {
  const Judgement judgement = check_trace(support::mod_counter(3, 8, 5), counter_trace(5), {});
  EXPECT_EQ(judgement.outcome(), Outcome::Fails);
  EXPECT_THAT(judgement.explanation, StartsWith("Replay: "));
}

TEST(CheckTrace, RejectsARunThatStartsElsewhere) {
  BitTrace trace = counter_trace(6);
  trace.initial[0] = Lbool::True;
  EXPECT_EQ(check_trace(support::mod_counter(3, 8, 5), trace, {}).outcome(), Outcome::Fails);
}

TEST(CheckTrace, RejectsARunThatViolatesAConstraint) {
  EXPECT_EQ(check_trace(support::constrained_counter(3, 4, 5), counter_trace(6), {}).outcome(),
            Outcome::Fails);
  EXPECT_EQ(check_trace(support::constrained_counter(3, 6, 5), counter_trace(6), {}).outcome(),
            Outcome::Holds);
}

TEST(CheckTrace, JudgesThePropertyThatIsAskedForNotTheClaim) {
  BitSystem model = support::mod_counter(3, 8, 5);
  model.bad.push_back(Lit(model.latches[2].var));  // from step 4 on
  model.bad.push_back(kFalse);
  std::optional<Property> property = Property{Property::Kind::Bad, 1};
  EXPECT_EQ(check_trace(model, counter_trace(6), property).outcome(), Outcome::Holds);
  EXPECT_EQ(check_trace(model, counter_trace(5), property).outcome(), Outcome::Holds);
  EXPECT_EQ(check_trace(model, counter_trace(4), property).outcome(), Outcome::Fails);
  property = Property{Property::Kind::Bad, 2};
  EXPECT_EQ(check_trace(model, counter_trace(6), property).outcome(), Outcome::Fails);
}

TEST(CheckTrace, JudgesALasso) {
  BitSystem model = support::mod_counter(3, 8, 5);
  model.justice.push_back({Lit(model.latches[2].var)});
  BitTrace trace = counter_trace(8);
  trace.bad.clear();
  trace.justice = {0};
  const Judgement judgement = check_trace(model, trace, {});
  EXPECT_EQ(judgement.outcome(), Outcome::Holds);
  EXPECT_THAT(judgement.details,
              ElementsAre(HasSubstr("justice property j0 recurs in the loop from step 0")));
  trace.inputs.resize(7);
  EXPECT_EQ(check_trace(model, trace, {}).outcome(), Outcome::Fails);
  // What is claimed about a lasso says nothing about a bad state that is asked for.
  std::optional<Property> property = Property{Property::Kind::Bad, 0};
  EXPECT_EQ(check_trace(model, trace, property).outcome(), Outcome::Holds);
}

TEST(CheckTrace, AcceptsShortestCounterexamplesAndNoneThatIsCut) {
  unsigned traces = 0;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    SCOPED_TRACE(seed);
    const BitSystem system = support::random_system(seed);
    for (const auto& found : support::explore(system).trace) {
      if (!found) continue;
      ++traces;
      BitTrace trace = *found;
      EXPECT_EQ(check_trace(system, trace, {}).outcome(), Outcome::Holds);
      trace.inputs.pop_back();
      EXPECT_EQ(check_trace(system, trace, {}).outcome(), Outcome::Fails);
    }
  }
  EXPECT_GT(traces, 100u);
}

}  // namespace
}  // namespace cairn
