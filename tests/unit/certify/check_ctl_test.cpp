// SPDX-License-Identifier: MIT
//
// Bounds of formulas of CTL that are right, and that somebody has changed.
#include "certify/check_ctl.h"

#include <gtest/gtest.h>

#include "engine/ctl/iictl.h"
#include "engine/ic3/ic3.h"
#include "support/ctl_oracle.h"
#include "support/quiet_context.h"
#include "support/random_system.h"

namespace cairn {
namespace {

std::unique_ptr<Engine<BitSystem>> make_safety(const BitSystem& system, const Context& context) {
  return std::make_unique<ic3::Ic3>(system, ic3::Ic3Config{}, context);
}

std::optional<CtlProof> proof_of(const CtlSystem& system, const Context& context) {
  ctl::Iictl engine(system, {}, make_safety, context);
  Answer<CtlSystem> answer = engine.run();
  if (auto* safe = std::get_if<Safe<CtlSystem>>(&answer)) return std::move(safe->invariant);
  if (auto* unsafe = std::get_if<Unsafe<CtlSystem>>(&answer)) return std::move(unsafe->trace);
  return std::nullopt;
}

/// Random formulas over small systems, with fairness and constraints.
template <class Act>
void for_random_proofs(Act&& act) {
  support::QuietContext quiet;
  const Context context = quiet.get();
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    support::RandomSystemOptions options;
    options.max_inputs = 2;
    options.max_latches = 4;
    options.reset_function = 0;
    const CtlSystem system =
        support::random_ctl_system(support::random_system(seed, options), seed, 6, seed % 2 == 0);
    if (const auto proof = proof_of(system, context)) act(system, *proof, context, seed);
  }
}

TEST(CheckCtl, TheOtherVerdictIsNeverAccepted) {
  std::size_t tried = 0;
  for_random_proofs(
      [&](const CtlSystem& system, CtlProof proof, const Context& context, std::uint64_t seed) {
        EXPECT_EQ(check_ctl(system, proof, context).outcome(), Outcome::Holds) << seed;
        if (proof.is_vacuous) return;
        ++tried;
        proof.holds = !proof.holds;
        // Some state has to be named: any will do for a wrong claim.
        if (!proof.holds) proof.state.assign(system.system.latches.size(), false);
        EXPECT_EQ(check_ctl(system, proof, context).outcome(), Outcome::Fails) << seed;
        proof.holds = true;
        proof.is_vacuous = true;
        EXPECT_EQ(check_ctl(system, proof, context).outcome(), Outcome::Fails) << seed;
      });
  EXPECT_GT(tried, 20u);
}

/// Whatever is done to the bounds, what is accepted is true.
TEST(CheckCtl, ChangedBoundsNeverProveWhatIsFalse) {
  std::size_t refused = 0;
  for_random_proofs([&](const CtlSystem& system, const CtlProof& proof, const Context& context,
                        std::uint64_t seed) {
    const support::CtlTruth truth = support::explore_ctl(system);
    Rng rng(seed);
    for (int round = 0; round < 12; ++round) {
      CtlProof changed = proof;
      for (CtlProof::Node& node : changed.nodes) {
        for (CtlProof::Step& step : node.steps)
          if (rng.chance(30)) step.region = kTrue;
        for (auto& group : node.groups)
          for (CtlProof::Step& step : group) {
            if (rng.chance(20)) step.region = kTrue;
            if (rng.chance(20)) step.to = static_cast<std::uint32_t>(rng.below(group.size()));
          }
        for (CtlProof::Exclusion& exclusion : node.excluded)
          if (rng.chance(30)) exclusion.region = rng.chance(50) ? kTrue : ~exclusion.region;
      }
      changed.holds = rng.chance(50);
      changed.is_vacuous = changed.holds && rng.chance(20);
      if (!changed.holds)
        for (std::size_t i = 0; i < system.system.latches.size(); ++i)
          changed.state.push_back(rng.chance(50));
      changed.state.resize(system.system.latches.size());
      if (check_ctl(system, changed, context).outcome() != Outcome::Holds) {
        ++refused;
        continue;
      }
      EXPECT_EQ(changed.holds, !truth.has_fair || truth.holds) << seed;
      EXPECT_FALSE(changed.is_vacuous && truth.has_fair) << seed;
    }
  });
  EXPECT_GT(refused, 100u);
}

TEST(CheckCtl, AProofOfAnotherShapeIsRefused) {
  for_random_proofs(
      [&](const CtlSystem& system, CtlProof proof, const Context& context, std::uint64_t seed) {
        proof.nodes.pop_back();
        EXPECT_EQ(check_ctl(system, proof, context).outcome(), Outcome::Fails) << seed;
      });
}

}  // namespace
}  // namespace cairn
