// SPDX-License-Identifier: MIT
#include "certify/check_certificate.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "certify/certificate.h"
#include "support/tiny_systems.h"
#include "unit/certify/helpers.h"

namespace cairn {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

// Counts modulo 5 in three bits; 5 leads to 6 and 6 to the bad 7.
BitSystem counter() {
  return support::mod_counter(3, 5, 7);
}

BitSystem counter_certificate() {
  return make_certificate(counter(), excluding(counter(), {5, 6}), {});
}

TEST(CheckCertificate, AcceptsAnInductiveInvariant) {
  const Judgement judgement = check(counter(), counter_certificate());
  EXPECT_EQ(judgement.outcome(), Outcome::Holds);
  EXPECT_EQ(judgement.explanation, "");
  std::vector<std::string> names;
  for (const auto& entry : judgement.checks) names.push_back(entry.name);
  EXPECT_THAT(names, ElementsAre("Reset", "Transition", "Safety", "Base", "Inductive"));
}

TEST(CheckCertificate, NamesResetIfTheModelStartsElsewhere) {
  BitSystem certificate = counter_certificate();
  certificate.latches[0].reset = kTrue;
  const Judgement judgement = check(counter(), certificate);
  EXPECT_THAT(failed_checks(judgement), ElementsAre("Reset"));
  EXPECT_THAT(judgement.explanation, StartsWith("Reset: "));
  EXPECT_THAT(judgement.details,
              Contains(HasSubstr("latch l0 '= 2 count[0]' does not have its reset value")));
}

TEST(CheckCertificate, NamesTransitionIfTheModelMovesElsewhere) {
  BitSystem certificate = counter_certificate();
  for (Latch& latch : certificate.latches) latch.next = kFalse;
  const Judgement judgement = check(counter(), certificate);
  EXPECT_THAT(failed_checks(judgement), ElementsAre("Transition"));
  EXPECT_THAT(judgement.details, Contains(HasSubstr("does not have its next-state value")));
}

TEST(CheckCertificate, NamesSafetyIfTheInvariantIsAboutSomethingElse) {
  BitSystem certificate = counter_certificate();
  certificate.bad = {kFalse};
  const Judgement judgement = check(counter(), certificate);
  EXPECT_THAT(failed_checks(judgement), ElementsAre("Safety"));
  EXPECT_THAT(judgement.details, Contains("model: bad state b0 'count_is_bad' is true"));
  for (int i = 0; i < 3; ++i)
    EXPECT_THAT(judgement.details, Contains(fmt::format("model: latch l{0} 'count[{0}]' = 1", i)));
}

TEST(CheckCertificate, NamesBaseIfTheInvariantExcludesAResetState) {
  BitSystem model;
  const Lit started = model.add_latch("started");
  model.set_next(started, kTrue);
  model.bad.push_back(model.add_latch("never"));
  BitInvariant invariant(0, 2);
  invariant.conjuncts.push_back(invariant.latch(0));
  const Judgement judgement = check(model, make_certificate(model, invariant, {}));
  EXPECT_THAT(failed_checks(judgement), ElementsAre("Base"));
  EXPECT_THAT(judgement.details, Contains("certificate, first step: bad state b0 is true"));
}

TEST(CheckCertificate, NamesInductiveForEveryLemmaThatIsTakenOut) {
  const BitInvariant whole = excluding(counter(), {5, 6});
  for (std::size_t i = 0; i < whole.conjuncts.size(); ++i) {
    BitInvariant part = whole;
    part.conjuncts.erase(part.conjuncts.begin() + static_cast<std::ptrdiff_t>(i));
    const Judgement judgement = check(counter(), make_certificate(counter(), part, {}));
    EXPECT_THAT(failed_checks(judgement), ElementsAre("Inductive"));
    EXPECT_EQ(judgement.explanation, "Inductive: the invariant is not preserved by a step");
  }
}

TEST(CheckCertificate, ShowsTheStateThatLeavesTheInvariant) {
  const Judgement judgement =
      check(counter(), make_certificate(counter(), excluding(counter(), {}), {}));
  EXPECT_THAT(judgement.details, ElementsAre("certificate, step t: bad state b0 is true",
                                             "certificate, step s: latch l0 '= 2 count[0]' = 0",
                                             "certificate, step s: latch l1 '= 4 count[1]' = 1",
                                             "certificate, step s: latch l2 '= 6 count[2]' = 1",
                                             "certificate, step t: latch l0 '= 2 count[0]' = 1",
                                             "certificate, step t: latch l1 '= 4 count[1]' = 1",
                                             "certificate, step t: latch l2 '= 6 count[2]' = 1"));
}

TEST(CheckCertificate, RejectsAConstraintThatTheModelDoesNotHave) {
  BitSystem certificate = counter_certificate();
  certificate.constraints.push_back(~Lit(certificate.latches[2].var));
  EXPECT_THAT(failed_checks(check(counter(), certificate)), ElementsAre("Transition"));

  certificate.constraints = {Lit(certificate.latches[0].var)};
  EXPECT_THAT(failed_checks(check(counter(), certificate)), Contains("Reset"));
}

TEST(CheckCertificate, NeedsTheConstraintsOfTheModel) {
  const BitSystem model = support::constrained_shift_register(3);
  // After a 1 comes a 0: no two neighbours are 1.
  BitInvariant invariant(1, 3);
  for (int i = 0; i < 2; ++i)
    invariant.conjuncts.push_back(
        ~invariant.aig.and_gate(invariant.latch(i), invariant.latch(i + 1)));
  BitSystem certificate = make_certificate(model, invariant, {});
  EXPECT_EQ(check(model, certificate).outcome(), Outcome::Holds);
  certificate.constraints.clear();
  EXPECT_THAT(failed_checks(check(model, certificate)), ElementsAre("Inductive"));
}

TEST(CheckCertificate, HandlesUninitialisedLatches) {
  const BitSystem model = support::uninitialised_latch();
  // Latch 1 implies latch 0; this is bad state 1, and bad state 0 is reachable.
  CertificateOptions options;
  options.bad = 1;
  BitSystem certificate = make_certificate(model, BitInvariant(0, 2), {"", 1, {}});
  EXPECT_EQ(check(model, certificate, options).outcome(), Outcome::Holds);
  certificate.latches[0].reset = kFalse;
  EXPECT_THAT(failed_checks(check(model, certificate, options)), ElementsAre("Reset"));
}

TEST(CheckCertificate, HandlesResetFunctions) {
  const BitSystem model = support::reset_functions();
  CertificateOptions options;
  options.bad = 0;
  BitSystem certificate = make_certificate(model, BitInvariant(1, 3), {"", 0, {}});
  EXPECT_EQ(check(model, certificate, options).outcome(), Outcome::Holds);
  certificate.latches[0].reset = ~certificate.latches[0].reset;
  EXPECT_THAT(failed_checks(check(model, certificate, options)), ElementsAre("Reset", "Base"));
}

TEST(CheckCertificate, RestrictedToAPropertyIgnoresTheOthers) {
  const BitSystem model = support::reset_functions();
  const BitSystem certificate = make_certificate(model, BitInvariant(1, 3), {"", 0, {}});
  EXPECT_THAT(failed_checks(check(model, certificate)), ElementsAre("Safety"));
  CertificateOptions options;
  options.bad = 2;
  EXPECT_THAT(failed_checks(check(model, certificate, options)), ElementsAre("Safety"));
}

TEST(CheckCertificate, JudgesAllBadStatesTogether) {
  BitSystem model = counter();
  std::vector<Lit> bits;
  for (const Latch& latch : model.latches) bits.push_back(Lit(latch.var));
  model.bad.push_back(support::equals_number(model.aig, bits, 6));
  model.bad.push_back(support::equals_number(model.aig, bits, 5));
  EXPECT_EQ(check(model, make_certificate(model, excluding(model, {}), {})).outcome(),
            Outcome::Holds);
  model.bad.push_back(support::equals_number(model.aig, bits, 4));
  EXPECT_THAT(failed_checks(check(model, make_certificate(model, excluding(model, {}), {}))),
              ElementsAre("Inductive"));
}

// The bad state reads an input: it is out of reach because the latch that would enable it stays 0.
TEST(CheckCertificate, HandlesBadStatesThatReadInputs) {
  BitSystem model;
  const Lit input = model.add_input("request");
  const Lit enabled = model.add_latch("enabled");
  const Lit armed = model.add_latch("armed");
  model.set_next(enabled, armed);
  model.bad.push_back(model.aig.and_gate(input, enabled));
  BitInvariant invariant(1, 2);
  const BitSystem weak = make_certificate(model, invariant, {});
  EXPECT_THAT(failed_checks(check(model, weak)), ElementsAre("Inductive"));
  invariant.conjuncts = {~invariant.latch(0), ~invariant.latch(1)};
  EXPECT_EQ(check(model, make_certificate(model, invariant, {})).outcome(), Outcome::Holds);
  // An invariant may read inputs too, though this one is too weak.
  invariant.conjuncts = {~invariant.aig.and_gate(invariant.input(0), invariant.latch(1))};
  EXPECT_THAT(failed_checks(check(model, make_certificate(model, invariant, {}))),
              ElementsAre("Inductive"));
}

// Two latches toggle in lockstep. Instead of saying that they are equal, the proof adds a third
// that toggles as well and says that each is equal to it.
class WithAuxiliaryLatch : public testing::Test {
 protected:
  WithAuxiliaryLatch() : invariant_(0, 2, 1) {
    const Lit first = model_.add_latch();
    const Lit second = model_.add_latch();
    model_.set_next(first, ~first);
    model_.set_next(second, ~second);
    model_.bad.push_back(model_.aig.xor_gate(first, second));
    const Lit helper = invariant_.auxiliary_latch(0);
    invariant_.auxiliary[0] = {~helper, kFalse};
    for (int i = 0; i < 2; ++i)
      invariant_.conjuncts.push_back(invariant_.aig.equal(invariant_.latch(i), helper));
  }
  BitSystem model_;
  BitInvariant invariant_;
};

TEST_F(WithAuxiliaryLatch, IsAccepted) {
  EXPECT_EQ(check(model_, make_certificate(model_, invariant_, {})).outcome(), Outcome::Holds);
}

TEST_F(WithAuxiliaryLatch, NeedsItsReset) {
  invariant_.auxiliary[0].reset = kTrue;
  EXPECT_THAT(failed_checks(check(model_, make_certificate(model_, invariant_, {}))),
              ElementsAre("Base"));
}

TEST_F(WithAuxiliaryLatch, MayBeResetToAFunction) {
  invariant_.auxiliary[0].reset = invariant_.latch(1);
  EXPECT_EQ(check(model_, make_certificate(model_, invariant_, {})).outcome(), Outcome::Holds);
}

TEST_F(WithAuxiliaryLatch, NeedsItsNextState) {
  invariant_.auxiliary[0].next = invariant_.auxiliary_latch(0);
  EXPECT_THAT(failed_checks(check(model_, make_certificate(model_, invariant_, {}))),
              ElementsAre("Inductive"));
}

TEST(CheckCertificate, AcceptsOppositeValues) {
  const BitSystem model = counter();
  BitSystem certificate;
  // Counts down from 7: every latch is the negation of the model's.
  std::vector<Lit> negated;
  for (int i = 0; i < 3; ++i) negated.push_back(~certificate.add_latch("", kTrue));
  const Lit wraps = support::equals_number(certificate.aig, negated, 4);
  const std::vector<Lit> next = support::incremented(certificate.aig, negated);
  for (int i = 0; i < 3; ++i)
    certificate.set_next(negated[i], certificate.aig.and_gate(~wraps, next[i]));
  for (const unsigned value : {5, 6, 7})
    certificate.bad.push_back(support::equals_number(certificate.aig, negated, value));
  certificate.comments = {"MAPPING 3", "3 2", "5 4", "7 6"};
  EXPECT_EQ(check(model, certificate).outcome(), Outcome::Holds);
  certificate.comments = {"MAPPING 3", "2 3", "5 4", "6 7"};
  EXPECT_EQ(check(model, certificate).outcome(), Outcome::Holds);
  certificate.comments = {"MAPPING 3", "3 2", "4 4", "7 6"};
  EXPECT_THAT(failed_checks(check(model, certificate)), Contains("Reset"));
}

TEST(CheckCertificate, AcceptsALatchThatStandsForNothingNeeded) {
  // The model's second latch is of no importance; the certificate does not have it.
  BitSystem model;
  const Lit stays = model.add_latch();
  const Lit toggles = model.add_latch();
  model.set_next(toggles, ~toggles);
  model.bad.push_back(stays);
  BitSystem certificate;
  certificate.bad.push_back(certificate.add_latch("= 2"));
  EXPECT_EQ(check(model, certificate).outcome(), Outcome::Holds);
  // Mapped to the one that toggles, it is no simulation.
  certificate.names.latches.set(0, "= 4");
  EXPECT_THAT(failed_checks(check(model, certificate)), ElementsAre("Transition", "Safety"));
}

TEST(CheckCertificate, AcceptsAnInputInPlaceOfALatch) {
  // Whatever the first latch does, the second stays 0.
  BitSystem model;
  const Lit wild = model.add_latch();
  const Lit quiet = model.add_latch();
  model.set_next(wild, ~wild);
  model.set_next(quiet, model.aig.and_gate(wild, quiet));
  model.bad.push_back(quiet);
  BitSystem certificate;
  const Lit input = certificate.add_input("= 2");
  const Lit latch = certificate.add_latch("= 4");
  certificate.set_next(latch, certificate.aig.and_gate(input, latch));
  certificate.bad.push_back(latch);
  EXPECT_EQ(check(model, certificate).outcome(), Outcome::Holds);
}

TEST(CheckCertificate, RejectsALatchInPlaceOfAnInput) {
  BitSystem model;
  model.bad.push_back(model.add_input());
  BitSystem certificate;
  certificate.bad.push_back(certificate.add_latch("= 2"));
  EXPECT_THAT(failed_checks(check(model, certificate)), ElementsAre("Reset", "Transition"));
}

TEST(CheckCertificate, DoesNotJudgeJusticeWithoutARanking) {
  BitSystem model;
  model.justice.push_back({model.add_latch()});
  BitSystem certificate;
  certificate.add_latch("= 2");
  const Judgement judgement = check(model, certificate);
  EXPECT_EQ(judgement.outcome(), Outcome::Undecided);
  EXPECT_THAT(judgement.explanation, HasSubstr("no ranking"));

  BitSystem live_certificate = counter_certificate();
  live_certificate.justice.push_back({kTrue});
  EXPECT_EQ(check(counter(), live_certificate).outcome(), Outcome::Undecided);
}

TEST(CheckCertificate, DoesNotJudgeCyclicResets) {
  BitSystem model;
  model.add_uninitialised_latch();
  model.bad.push_back(Lit(model.latches[0].var));
  // No state agrees with this reset, so that Base holds for any property.
  BitSystem certificate;
  certificate.add_latch("= 2");
  const Lit latch = certificate.add_latch();
  certificate.latches[1].reset = ~latch;
  certificate.bad.push_back(Lit(certificate.latches[0].var));
  certificate.latches[0].reset = Lit(certificate.latches[0].var);
  const Judgement judgement = check(model, certificate);
  EXPECT_EQ(judgement.outcome(), Outcome::Undecided);
  EXPECT_THAT(judgement.explanation, HasSubstr("cycle"));
}

TEST(CheckCertificate, IsUndecidedWithoutBudget) {
  support::QuietContext context;
  context.budget.request_stop(StopReason::Time);
  const BitSystem certificate = counter_certificate();
  const Mapping mapping =
      read_mapping(reencoded(counter(), "model"), reencoded(certificate, "cert"));
  const Judgement judgement = check_certificate(counter(), certificate, mapping, {}, context.get());
  EXPECT_EQ(judgement.outcome(), Outcome::Undecided);
  EXPECT_EQ(judgement.checks.size(), 5u);
  EXPECT_THAT(judgement.explanation, HasSubstr("limits"));
}

TEST(CheckCertificate, JudgesAnInvariantDirectly) {
  support::QuietContext context;
  EXPECT_EQ(check_invariant(counter(), excluding(counter(), {5, 6}), {}, context.get()).outcome(),
            Outcome::Holds);
  EXPECT_EQ(check_invariant(counter(), excluding(counter(), {5}), {}, context.get()).outcome(),
            Outcome::Fails);
  EXPECT_EQ(
      check_invariant(support::empty_system(), BitInvariant(0, 0), {}, context.get()).outcome(),
      Outcome::Holds);
  const BitSystem contradictory = support::contradictory_constraints();
  EXPECT_EQ(check_invariant(contradictory,
                            BitInvariant(contradictory.inputs.size(), contradictory.latches.size()),
                            {}, context.get())
                .outcome(),
            Outcome::Holds);
}

TEST(CheckCertificate, DumpsEveryQueryAsDimacs) {
  const auto directory = std::filesystem::path(testing::TempDir()) / "cairn_dumps";
  std::filesystem::create_directories(directory);
  CertificateOptions options;
  options.dump_prefix = directory / "query";
  options.model_name = "a\nmodel";
  check(counter(), make_certificate(counter(), excluding(counter(), {5}), {}), options);
  for (const char* name : {"reset", "transition", "safety", "base", "inductive"}) {
    std::ifstream file(fmt::format("{}.{}.cnf", options.dump_prefix, name));
    ASSERT_TRUE(file.is_open()) << name;
    std::string line;
    std::size_t variables = 0, clauses = 0, found = 0;
    while (std::getline(file, line)) {
      if (line.starts_with("c ")) continue;
      std::istringstream words(line);
      if (line.starts_with("p cnf ")) {
        std::string skip;
        words >> skip >> skip >> variables >> clauses;
        continue;
      }
      ++found;
      long lit = 0, last = 1;
      while (words >> lit) {
        EXPECT_LE(static_cast<std::size_t>(std::abs(lit)), variables);
        last = lit;
      }
      EXPECT_EQ(last, 0);
    }
    EXPECT_EQ(found, clauses) << name;
    EXPECT_GE(clauses, 1u) << name;
  }
  std::filesystem::remove_all(directory);
}

TEST(Judgement, WithoutChecksIsUndecided) {
  EXPECT_EQ(Judgement{}.outcome(), Outcome::Undecided);
}

TEST(Judgement, HoldsOnlyIfEveryCheckHolds) {
  Judgement judgement;
  judgement.checks = {{"Base", Outcome::Holds, 0}, {"Inductive", Outcome::Undecided, 0}};
  EXPECT_EQ(judgement.outcome(), Outcome::Undecided);
  judgement.checks.push_back({"Safety", Outcome::Fails, 0});
  EXPECT_EQ(judgement.outcome(), Outcome::Fails);
  EXPECT_EQ(judgement.first_failure()->name, "Safety");
}

}  // namespace
}  // namespace cairn
