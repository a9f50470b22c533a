// SPDX-License-Identifier: MIT
//
// Certificates for justice properties, right and wrong ones.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "certify/certificate.h"
#include "certify/check_certificate.h"
#include "support/quiet_context.h"

namespace cairn {
namespace {

using testing::HasSubstr;

/// A latch that becomes true and stays so, one step after the input. Justice: the latch is false
/// and the input true.
BitSystem set_once() {
  BitSystem system;
  const Lit input = system.add_input(), latch = system.add_latch();
  system.set_next(latch, system.aig.or_gate(latch, input));
  system.justice = {{system.aig.and_gate(input, ~latch)}};
  return system;
}

/// Progress is that the latch becomes true.
BitInvariant ranking_of_set_once() {
  BitInvariant invariant(1, 1, 0, BitInvariant::States::Two);
  const Lit kept = invariant.aig.implies(invariant.later_latch(0), invariant.latch(0));
  invariant.ranking = BitInvariant::Ranking{0, {kept}};
  return invariant;
}

Judgement judge(const BitSystem& model, const BitSystem& certificate) {
  support::QuietContext context;
  const Mapping mapping = read_mapping(reencoded(model, "m"), reencoded(certificate, "c"));
  CertificateOptions options;
  options.justice = 0;
  return check_certificate(model, certificate, mapping, options, context.get());
}

TEST(JusticeCertificate, ProgressThatIsNeverUndoneIsAProof) {
  const BitSystem model = set_once();
  const Judgement judgement =
      judge(model, make_certificate(model, ranking_of_set_once(), {"m", {}, {}}));
  EXPECT_EQ(judgement.outcome(), Outcome::Holds) << judgement.explanation;
  EXPECT_EQ(judgement.checks.size(), 8u);  // all but Safety
}

TEST(JusticeCertificate, ASignalThatIsTrueTooOftenIsRefuted) {
  const BitSystem model = set_once();
  BitInvariant invariant = ranking_of_set_once();
  invariant.ranking->signals = {kTrue};
  const Judgement judgement = judge(model, make_certificate(model, invariant, {"m", {}, {}}));
  EXPECT_EQ(judgement.outcome(), Outcome::Fails);
  EXPECT_THAT(judgement.explanation, HasSubstr("Liveness"));
}

TEST(JusticeCertificate, ASignalThatIsTrueTooSeldomIsRefuted) {
  const BitSystem model = set_once();
  BitInvariant invariant = ranking_of_set_once();
  invariant.ranking->signals = {kFalse};
  const Judgement judgement = judge(model, make_certificate(model, invariant, {"m", {}, {}}));
  EXPECT_EQ(judgement.outcome(), Outcome::Fails);
  EXPECT_THAT(judgement.explanation, HasSubstr("Decrease"));
}

// certifaiger takes this, and so would prove anything.
TEST(JusticeCertificate, ASignalWithoutALiteralOfTheModelIsNotJudged) {
  const BitSystem model = set_once();
  BitSystem certificate = make_certificate(model, ranking_of_set_once(), {"m", {}, {}});
  certificate.justice = {{kTrue, kFalse}};  // never, always
  const Judgement judgement = judge(model, certificate);
  EXPECT_EQ(judgement.outcome(), Outcome::Undecided);
  EXPECT_THAT(judgement.explanation, HasSubstr("has 2 literals"));
}

TEST(JusticeCertificate, NeedsARanking) {
  const BitSystem model = set_once();
  BitSystem certificate = make_certificate(model, ranking_of_set_once(), {"m", {}, {}});
  certificate.justice.clear();
  const Judgement judgement = judge(model, certificate);
  EXPECT_EQ(judgement.outcome(), Outcome::Undecided);
  EXPECT_THAT(judgement.explanation, HasSubstr("no ranking"));
}

// A shift register: the next-state literal of the second latch is the first latch, so that without
// interventions of its own a signal could not read the first latch at all.
TEST(JusticeCertificate, InterventionsAreGatesOfTheirOwn) {
  BitSystem model;
  const Lit first = model.add_latch(), second = model.add_latch();
  model.set_next(first, kTrue);
  model.set_next(second, first);
  model.justice = {{~second}};
  BitInvariant invariant(0, 2, 0, BitInvariant::States::Two);
  Aig& aig = invariant.aig;
  const Lit quiet = aig.and_gate(aig.implies(invariant.later_latch(0), invariant.latch(0)),
                                 aig.implies(invariant.later_latch(1), invariant.latch(1)));
  invariant.ranking = BitInvariant::Ranking{0, {quiet}};
  invariant.conjuncts = {aig.implies(invariant.latch(1), invariant.latch(0))};
  const Judgement judgement = judge(model, make_certificate(model, invariant, {"m", {}, {}}));
  EXPECT_EQ(judgement.outcome(), Outcome::Holds) << judgement.explanation;
}

}  // namespace
}  // namespace cairn
