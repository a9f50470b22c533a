// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <memory>

#include "certify/check_certificate.h"
#include "certify/check_trace.h"
#include "engine/ic3/ic3.h"
#include "engine/liveness/k_liveness.h"
#include "engine/liveness/l2s.h"
#include "engine/liveness/lasso.h"
#include "engine/liveness/loops.h"
#include "engine/liveness/rlive.h"
#include "support/quiet_context.h"

namespace cairn::live {
namespace {

std::unique_ptr<Engine<BitSystem>> make_ic3(const BitSystem& system, const Context& context) {
  return std::make_unique<ic3::Ic3>(system, ic3::Ic3Config{}, context);
}

/// Counts to 2^bits - 1 and stays there. Justice: it is not there yet.
BitSystem saturating_counter(unsigned bits) {
  BitSystem system;
  std::vector<Lit> count;
  for (unsigned i = 0; i < bits; ++i) count.push_back(system.add_latch());
  Aig& aig = system.aig;
  const Lit full = aig.and_all(count);
  Lit carry = ~full;
  for (const Lit bit : count) {
    system.set_next(bit, aig.xor_gate(bit, carry));
    carry = aig.and_gate(carry, bit);
  }
  system.justice = {{~full}};
  return system;
}

/// Two latches that an input sets and resets. Justice: both, one after the other; fairness: not the
/// first. With `exclusive`, a constraint lets the second never become true.
BitSystem two_latches(bool exclusive) {
  BitSystem system;
  const Lit a_next = system.add_input(), b_next = system.add_input();
  const Lit a = system.add_latch(), b = system.add_latch();
  system.set_next(a, a_next);
  system.set_next(b, b_next);
  system.justice = {{a, b}};
  system.fairness = {~a};
  if (exclusive) system.constraints = {~b};
  return system;
}

/// What is wrong with the evidence, or the verdict's word.
std::string judged(const BitSystem& system, const Answer<BitSystem>& answer,
                   const Context& context) {
  if (const auto* unsafe = std::get_if<Unsafe<BitSystem>>(&answer)) {
    const Judgement judgement =
        check_trace(system, unsafe->trace, Property{Property::Kind::Justice, 0});
    return judgement.outcome() == Outcome::Holds ? "unsafe" : judgement.explanation;
  }
  if (const auto* safe = std::get_if<Safe<BitSystem>>(&answer)) {
    CertificateOptions options;
    options.justice = 0;
    const Judgement judgement = check_invariant(system, safe->invariant, options, context);
    return judgement.outcome() == Outcome::Holds ? "safe" : judgement.explanation;
  }
  return "unknown";
}

TEST(Liveness, EveryEngineFindsALassoThroughAllLiterals) {
  const BitSystem system = two_latches(false);
  support::QuietContext context;
  EXPECT_EQ(judged(system, Lasso(system, {}, context.get()).run(), context.get()), "unsafe");
  EXPECT_EQ(judged(system, KLiveness(system, {}, {}, context.get()).run(), context.get()),
            "unsafe");
  EXPECT_EQ(judged(system, Rlive(system, {}, context.get(), make_ic3).run(), context.get()),
            "unsafe");
  EXPECT_EQ(judged(system, L2s(system, context.get(), make_ic3).run(), context.get()), "unsafe");
}

TEST(Liveness, ProofsOfSeveralLiteralsHaveRankings) {
  const BitSystem system = two_latches(true);
  support::QuietContext context;
  EXPECT_EQ(judged(system, KLiveness(system, {}, {}, context.get()).run(), context.get()), "safe");
  EXPECT_EQ(judged(system, Rlive(system, {}, context.get(), make_ic3).run(), context.get()),
            "safe");
  EXPECT_EQ(judged(system, L2s(system, context.get(), make_ic3).run(), context.get()), "safe");
}

TEST(Liveness, ALassoOfAShortestLength) {
  const BitSystem system = two_latches(false);
  support::QuietContext context;
  const Answer<BitSystem> answer = Lasso(system, {}, context.get()).run();
  EXPECT_EQ(std::get<Unsafe<BitSystem>>(answer).trace.length(), 2u);
}

TEST(Liveness, TheSearchForLassosStopsAtItsLastBound) {
  const BitSystem system = two_latches(true);
  support::QuietContext context;
  LassoConfig config;
  config.last = 3;
  const Answer<BitSystem> answer = Lasso(system, config, context.get()).run();
  EXPECT_EQ(std::get<Unknown>(answer).reason, Unknown::Reason::Bound);
}

std::uint64_t rounds_of(const BitSystem& system, const KLivenessConfig& config) {
  support::QuietContext context;
  KLiveness engine(system, config, {}, context.get());
  EXPECT_EQ(judged(system, engine.run(), context.get()), "safe");
  Statistics statistics;
  engine.add_statistics(statistics);
  for (const auto& [name, value] : statistics.counters)
    if (name == "k-liveness.k") return value;
  return 0;
}

TEST(KLiveness, SteadyLiteralsMakeKSmall) {
  const BitSystem system = saturating_counter(4);
  KLivenessConfig config;
  EXPECT_EQ(rounds_of(system, config), 1u);
  config.stabilize = false;
  config.lasso = false;
  EXPECT_EQ(rounds_of(system, config), 16u);
  config.chain = 2;  // the chain becomes longer twice
  EXPECT_EQ(rounds_of(system, config), 16u);
}

TEST(KLiveness, StopsAtItsLastNumberOfRounds) {
  const BitSystem system = saturating_counter(4);
  support::QuietContext context;
  KLivenessConfig config;
  config.stabilize = false;
  config.last = 5;
  const Answer<BitSystem> answer = KLiveness(system, config, {}, context.get()).run();
  EXPECT_EQ(std::get<Unknown>(answer).reason, Unknown::Reason::Bound);
}

TEST(Loops, AreFoundInRunsThatComeBack) {
  const BitSystem system = two_latches(false);
  BitTrace run;
  run.initial = {Lbool::False, Lbool::False};
  const auto step = [&](bool a, bool b) { run.inputs.push_back({to_lbool(a), to_lbool(b)}); };
  step(true, true);
  step(false, false);
  EXPECT_FALSE(find_loop(system, run));
  step(false, false);
  const auto loop = find_loop(system, run);
  ASSERT_TRUE(loop);
  EXPECT_EQ(loop->length(), 2u);
  EXPECT_EQ(loop->loop_start, 0);
}

}  // namespace
}  // namespace cairn::live
