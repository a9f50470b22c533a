// SPDX-License-Identifier: MIT
//
// What holds for every pass on circuits: the verdict and the shortest distance stay, a trace of the
// simplified system replays on the original, and an invariant of the simplified system is one of
// the original once it is restored.
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>

#include "certify/check_certificate.h"
#include "model/simulate.h"
#include "support/oracle.h"
#include "support/quiet_context.h"
#include "support/random_system.h"
#include "support/tiny_systems.h"
#include "transform/bit/cone.h"
#include "transform/bit/constants.h"
#include "transform/bit/correspondence.h"
#include "transform/bit/hashing.h"
#include "transform/bit/one_property.h"
#include "transform/bit/resets.h"
#include "transform/bit/sweep.h"
#include "transform/chain.h"

namespace cairn {
namespace {

using Scope = CorrespondenceConfig::Scope;
using Constrained = CorrespondenceConfig::Constrained;
using PassMaker = std::function<std::unique_ptr<Pass<BitSystem>>()>;

/// The exact invariant: the states that no constrained run reaches are excluded one by one.
BitInvariant reachable_states(const BitSystem& system, const support::OracleResult& oracle) {
  BitInvariant invariant(system.inputs.size(), system.latches.size());
  std::vector<bool> reachable(std::size_t{1} << system.latches.size(), false);
  for (const std::uint32_t state : oracle.states) reachable[state] = true;
  for (std::uint32_t state = 0; state < reachable.size(); ++state) {
    if (reachable[state]) continue;
    Lit cube = kTrue;
    for (std::size_t i = 0; i < system.latches.size(); ++i)
      cube = invariant.aig.and_gate(cube, invariant.latch(i) ^ ((state >> i & 1) == 0));
    invariant.conjuncts.push_back(~cube);
  }
  return invariant;
}

bool has_reset_functions(const BitSystem& system) {
  return std::any_of(system.latches.begin(), system.latches.end(), [](const Latch& latch) {
    return !latch.has_constant_reset() && !latch.is_uninitialised();
  });
}

void expect_exact(const PassMaker& make, std::uint64_t seed) {
  SCOPED_TRACE(testing::Message() << "seed " << seed);
  support::RandomSystemOptions options;
  if (seed % 2 == 0) options.reset_function = 0;
  const BitSystem original = support::random_system(seed, options);
  const support::OracleResult before = support::explore(original);
  const auto pass = make();
  const BitSystem simplified = pass->apply(original);
  simplified.check_invariants();
  ASSERT_EQ(simplified.bad.size(), original.bad.size());
  const support::OracleResult after = support::explore(simplified);
  EXPECT_EQ(after.distance, before.distance);
  for (std::size_t i = 0; i < original.bad.size(); ++i) {
    if (!after.trace[i]) continue;
    const Replay replayed = replay(original, pass->restore_trace(*after.trace[i]));
    EXPECT_TRUE(replayed.accepted) << replayed.reason;
  }
  // With resets that read inputs the reachable states alone are no inductive set, since a first
  // state goes with its first inputs.
  if (!after.safe() || has_reset_functions(simplified)) return;
  support::QuietContext context;
  const BitInvariant restored = pass->restore_invariant(reachable_states(simplified, after));
  const Judgement judgement = check_invariant(original, restored, {}, context.get());
  EXPECT_EQ(judgement.outcome(), Outcome::Holds) << judgement.explanation;
}

class PassTest : public testing::TestWithParam<std::pair<const char*, PassMaker>> {};

TEST_P(PassTest, IsExactOnRandomSystems) {
  for (std::uint64_t seed = 0; seed < 400; ++seed) expect_exact(GetParam().second, seed);
}

/// Outlives the tests; passes only read it.
Context quiet() {
  static support::QuietContext context;
  return context.get();
}

std::unique_ptr<Pass<BitSystem>> make_correspondence(
    CorrespondenceConfig::Scope scope, CorrespondenceConfig::Constrained constrained) {
  CorrespondenceConfig config;
  config.scope = scope;
  config.constrained = constrained;
  return std::make_unique<Correspondence>(config, quiet());
}

PassMaker correspondence_maker(CorrespondenceConfig::Scope scope,
                               CorrespondenceConfig::Constrained constrained) {
  return [=] { return make_correspondence(scope, constrained); };
}

std::unique_ptr<Pass<BitSystem>> make_chain() {
  auto chain = std::make_unique<Chain<BitSystem>>(quiet());
  chain->add(std::make_unique<Cone>());
  chain->add(std::make_unique<Hashing>());
  chain->add(std::make_unique<Constants>());
  chain->add(std::make_unique<Cone>());
  return chain;
}

std::unique_ptr<Pass<BitSystem>> make_long_chain() {
  auto chain = std::make_unique<Chain<BitSystem>>(quiet());
  chain->add(std::make_unique<Resets>(quiet()));
  chain->add(make_chain());
  chain->add(make_correspondence(Scope::Latches, Constrained::Before));
  chain->add(std::make_unique<Sweep>(SweepConfig{}, quiet()));
  chain->add(make_correspondence(Scope::Nodes, Constrained::Before));
  chain->add(make_correspondence(Scope::Nodes, Constrained::Now));
  chain->add(make_chain());
  return chain;
}

INSTANTIATE_TEST_SUITE_P(
    Passes, PassTest,
    testing::Values(
        std::pair("cone", PassMaker([] { return std::make_unique<Cone>(); })),
        std::pair("hashing", PassMaker([] { return std::make_unique<Hashing>(); })),
        std::pair("constants", PassMaker([] { return std::make_unique<Constants>(); })),
        std::pair("resets", PassMaker([] { return std::make_unique<Resets>(quiet()); })),
        std::pair("sweep",
                  PassMaker([] { return std::make_unique<Sweep>(SweepConfig{}, quiet()); })),
        std::pair("latch_correspondence",
                  correspondence_maker(Scope::Latches, Constrained::Before)),
        std::pair("correspondence", correspondence_maker(Scope::Nodes, Constrained::Before)),
        std::pair("constrained_latch_correspondence",
                  correspondence_maker(Scope::Latches, Constrained::Now)),
        std::pair("constrained_correspondence",
                  correspondence_maker(Scope::Nodes, Constrained::Now)),
        std::pair("chain", PassMaker(make_chain)),
        std::pair("long_chain", PassMaker(make_long_chain))),
    [](const auto& parameter) { return std::string(parameter.param.first); });

TEST(ConeTest, DropsWhatNoPropertyReads) {
  BitSystem system = support::mod_counter(3, 6, 7);
  const Lit unread = system.add_latch("unread");
  system.set_next(unread, system.add_input("unread"));
  system.outputs.push_back(unread);
  const BitSystem cone = Cone().apply(system);
  EXPECT_EQ(cone.latches.size(), system.latches.size() - 1);
  EXPECT_TRUE(cone.outputs.empty());
  EXPECT_TRUE(cone.inputs.empty());
}

TEST(ConeTest, FollowsResetFunctions) {
  BitSystem system;
  const Lit source = system.add_uninitialised_latch("source");
  system.set_next(source, kFalse);
  const Lit copy = system.add_latch("copy", ~source);
  system.set_next(copy, copy);
  system.bad.push_back(copy);
  EXPECT_EQ(Cone().apply(system).latches.size(), 2u);
}

TEST(HashingTest, MergesEqualGatesOfAFile) {
  BitSystem system;
  const Lit a = system.add_input(), b = system.add_input();
  const Lit one = system.aig.append_and(a, b), other = system.aig.append_and(b, a);
  system.bad.push_back(system.aig.append_and(one, ~other));
  const BitSystem hashed = Hashing().apply(system);
  EXPECT_EQ(hashed.bad[0], kFalse);
  EXPECT_EQ(hashed.aig.num_ands(), 1u);
}

TEST(ConstantsTest, FindsLatchesThatKeepEachOtherConstant) {
  BitSystem system;
  const Lit input = system.add_input();
  const Lit a = system.add_latch("a"), b = system.add_latch("b", kTrue), c = system.add_latch("c");
  system.set_next(a, system.aig.and_gate(~b, input));
  system.set_next(b, ~a);
  system.set_next(c, input);
  system.bad.push_back(system.aig.and_gate(a, c));
  Constants pass;
  const BitSystem result = pass.apply(system);
  EXPECT_EQ(pass.num_constants(), 2u);
  EXPECT_EQ(result.latches.size(), 1u);
  EXPECT_EQ(result.bad[0], kFalse);
}

TEST(OnePropertyTest, KeepsTheChosenOneAndItsName) {
  BitSystem system = support::mod_counter(3, 6, 7);
  system.names.bad.set(0, "first");
  system.bad.push_back(kTrue);
  system.names.bad.set(1, "second");
  OneProperty pass(1);
  const BitSystem result = pass.apply(system);
  EXPECT_EQ(result.bad, std::vector<Lit>{kTrue});
  EXPECT_EQ(result.names.bad.get(0), "second");
  BitTrace trace;
  trace.bad = {0};
  EXPECT_EQ(pass.restore_trace(trace).bad, std::vector<std::uint32_t>{1});
}

}  // namespace
}  // namespace cairn
