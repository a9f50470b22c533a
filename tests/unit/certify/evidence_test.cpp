// SPDX-License-Identifier: MIT
#include "certify/evidence.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "base/error.h"
#include "certify/certificate.h"
#include "format/aiger/aiger_writer.h"
#include "support/quiet_context.h"
#include "support/tiny_systems.h"
#include "unit/certify/helpers.h"

namespace cairn {
namespace {

using testing::HasSubstr;
using Kind = EvidenceVerdict::Kind;
using Form = EvidenceVerdict::Form;

Source model_source(const BitSystem& system) {
  return {"model.aag", write_aiger(system, AigerFormat::Ascii)};
}

EvidenceVerdict judge(const Source& model, const Source& evidence,
                      const EvidenceOptions& options = {}) {
  support::QuietContext context;
  return check_evidence(model, evidence, options, context.get());
}
EvidenceVerdict judge(const BitSystem& model, std::string evidence,
                      const EvidenceOptions& options = {}) {
  return judge(model_source(model), {"evidence", std::move(evidence)}, options);
}

BitSystem safe_counter() {
  return support::mod_counter(3, 5, 7);
}

TEST(CheckEvidence, ConfirmsCertificatesInBothFormats) {
  const BitSystem certificate =
      make_certificate(safe_counter(), excluding(safe_counter(), {5, 6}), {"model.aag", {}, {}});
  for (const AigerFormat format : {AigerFormat::Ascii, AigerFormat::Binary}) {
    const EvidenceVerdict verdict = judge(safe_counter(), write_aiger(certificate, format));
    EXPECT_EQ(verdict.kind, Kind::Safe);
    EXPECT_EQ(verdict.form, Form::Certificate);
    EXPECT_EQ(verdict.scope, "no bad state is reachable (1 in the model)");
    EXPECT_EQ(verdict.reason, "");
  }
}

TEST(CheckEvidence, RefutesACertificateWithoutANeededLemma) {
  const BitSystem certificate =
      make_certificate(safe_counter(), excluding(safe_counter(), {6}), {});
  const EvidenceVerdict verdict =
      judge(safe_counter(), write_aiger(certificate, AigerFormat::Binary));
  EXPECT_EQ(verdict.kind, Kind::Refuted);
  EXPECT_EQ(verdict.reason, "Inductive: the invariant is not preserved by a step");
  EXPECT_FALSE(verdict.judgement.details.empty());
}

// The file's numbering is not the order of inputs, latches and gates.
TEST(CheckEvidence, TakesLiteralsAsTheModelsFileHasThem) {
  const Source source{"model.aag", "aag 9 0 2 0 1 1\n14 6 1\n6 14\n18\n18 14 6\n"};
  AigerModel model = read_aiger(source);
  // Latch 14 starts with 1 and latch 6 with 0, and they swap: never both.
  BitInvariant invariant(0, 2);
  invariant.conjuncts.push_back(invariant.aig.xor_gate(invariant.latch(0), invariant.latch(1)));
  CertificateInfo info;
  info.literals = file_literals(model);
  EXPECT_EQ(info.literals->latches, (std::vector<std::uint32_t>{14, 6}));
  const BitSystem certificate = make_certificate(model.system, invariant, info);
  const EvidenceVerdict verdict =
      judge(source, {"evidence", write_aiger(certificate, AigerFormat::Ascii)});
  EXPECT_EQ(verdict.kind, Kind::Safe);
}

TEST(CheckEvidence, TakesOutputsForBadStatesIfThereAreNone) {
  // Version 1.0: a latch that stays 0 is the output, in the model and in the certificate.
  const std::string file = "aag 1 0 1 1 0\n2 2\n2\n";
  EXPECT_EQ(judge({"m", file}, {"c", file}).kind, Kind::Safe);
  EXPECT_EQ(judge({"m", "aag 1 0 1 1 0\n2 3\n2\n"}, {"c", file}).kind, Kind::Refuted);
}

TEST(CheckEvidence, ConfirmsAWitness) {
  const BitSystem model = support::mod_counter(2, 4, 1);
  EvidenceVerdict verdict = judge(model, "1\nb0\n00\n\n\n.\n");
  EXPECT_EQ(verdict.kind, Kind::Unsafe);
  EXPECT_EQ(verdict.form, Form::Witness);
  EXPECT_THAT(verdict.scope, HasSubstr("bad state b0"));
  verdict = judge(model, "c a comment\n1\nb0\nxx\n\n\n.\n");
  EXPECT_EQ(verdict.kind, Kind::Unsafe);
}

TEST(CheckEvidence, RefutesAWitnessThatShowsNothing) {
  const BitSystem model = support::mod_counter(2, 4, 1);
  const EvidenceVerdict verdict = judge(model, "1\nb0\n00\n\n.\n");
  EXPECT_EQ(verdict.kind, Kind::Refuted);
  EXPECT_THAT(verdict.reason, HasSubstr("Replay"));
}

TEST(CheckEvidence, TellsThatAStatusAloneProvesNothing) {
  EvidenceVerdict verdict = judge(safe_counter(), "0\nb0\n.\n");
  EXPECT_EQ(verdict.kind, Kind::Undecided);
  EXPECT_THAT(verdict.reason, HasSubstr("proves nothing"));
  verdict = judge(safe_counter(), "2\nb0\n.\n");
  EXPECT_EQ(verdict.kind, Kind::Undecided);
  EXPECT_THAT(verdict.reason, HasSubstr("proves nothing"));
}

TEST(CheckEvidence, IsRestrictedToAProperty) {
  const BitSystem model = support::uninitialised_latch();  // b0 is reachable, b1 is not
  const std::string certificate =
      write_aiger(make_certificate(model, BitInvariant(0, 2), {"", 1, {}}), AigerFormat::Ascii);
  EvidenceOptions options;
  EXPECT_EQ(judge(model, certificate, options).kind, Kind::Refuted);
  options.property = Property{Property::Kind::Bad, 1};
  EXPECT_EQ(judge(model, certificate, options).kind, Kind::Safe);
  EXPECT_EQ(judge(model, certificate, options).scope, "bad state b1 is not reachable");
  const std::string witness = "1\nb0\n10\n\n\n.\n";
  EXPECT_EQ(judge(model, witness, options).kind, Kind::Refuted);
  options.property = Property{Property::Kind::Bad, 0};
  EXPECT_EQ(judge(model, witness, options).kind, Kind::Unsafe);
  EXPECT_EQ(judge(model, certificate, options).kind, Kind::Refuted);
  options.property = Property{Property::Kind::Bad, 2};
  EXPECT_THROW(judge(model, witness, options), InputError);
  options.property = Property{Property::Kind::Justice, 0};
  EXPECT_THROW(judge(model, witness, options), InputError);
}

TEST(CheckEvidence, SaysThatJusticeWasNotJudged) {
  BitSystem model = safe_counter();
  model.justice.push_back({Lit(model.latches[0].var)});
  const std::string certificate =
      write_aiger(make_certificate(model, excluding(model, {5, 6}), {}), AigerFormat::Ascii);
  EvidenceVerdict verdict = judge(model, certificate);
  EXPECT_EQ(verdict.kind, Kind::Safe);
  EXPECT_THAT(verdict.scope, HasSubstr("1 justice properties were not judged"));
  EvidenceOptions options;
  options.property = Property{Property::Kind::Justice, 0};
  verdict = judge(model, certificate, options);
  EXPECT_EQ(verdict.kind, Kind::Undecided);
  EXPECT_THAT(verdict.reason, HasSubstr("no ranking"));
}

TEST(CheckEvidence, IsUndecidedWithoutBudget) {
  support::QuietContext context;
  context.budget.request_stop(StopReason::Memory);
  const std::string certificate = write_aiger(
      make_certificate(safe_counter(), excluding(safe_counter(), {5, 6}), {}), AigerFormat::Ascii);
  const EvidenceVerdict verdict =
      check_evidence(model_source(safe_counter()), {"c", certificate}, {}, context.get());
  EXPECT_EQ(verdict.kind, Kind::Undecided);
  EXPECT_THAT(verdict.reason, HasSubstr("limits"));
}

TEST(CheckEvidence, RefusesWhatIsNoEvidence) {
  for (const char* text : {"", "hello", "aagx", "unsat\n", "sat\n", "\n\n", "aig"})
    EXPECT_THROW(judge(safe_counter(), text), InputError) << text;
}

TEST(CheckEvidence, NamesTheLineOfAMappingThatIsRefused) {
  BitSystem certificate =
      make_certificate(safe_counter(), excluding(safe_counter(), {5, 6}), {"model.aag", {}, {}});
  certificate.comments = {"a comment", "MAPPING 1", "0 2"};
  std::string text = write_aiger(certificate, AigerFormat::Ascii);
  try {
    judge(safe_counter(), text);
    FAIL() << "accepted";
  } catch (const InputError& error) {
    EXPECT_EQ(error.position().file, "evidence");
    EXPECT_EQ(error.position().line,
              static_cast<std::uint64_t>(std::count(text.begin(), text.end(), '\n')));
    EXPECT_THAT(error.message(), HasSubstr("must be an input or a latch"));
  }
  text = write_aiger(certificate, AigerFormat::Binary);
  EXPECT_THROW(judge(safe_counter(), text), InputError);
}

}  // namespace
}  // namespace cairn
