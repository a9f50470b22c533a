// SPDX-License-Identifier: MIT
#include "certify/certificate.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/tiny_systems.h"
#include "unit/certify/helpers.h"

namespace cairn {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

BitSystem named_model() {
  BitSystem model;
  const Lit latch = model.add_latch("count<31>");  // before the input: positions are not variables
  const Lit input = model.add_input("go");
  const Lit other = model.add_uninitialised_latch("a=3");
  model.set_next(latch, model.aig.and_gate(latch, input));
  model.bad.push_back(model.aig.and_gate(latch, other));
  model.bad.push_back(model.aig.and_gate(latch, ~other));
  model.constraints.push_back(model.aig.or_gate(input, other));
  model.names.constraints.set(0, "polite");
  model.outputs.push_back(latch);
  model.justice.push_back({latch});
  model.fairness.push_back(input);
  model.comments = {"MAPPING 7"};
  return model;
}

TEST(MakeCertificate, MapsEveryLeafAndKeepsItsName) {
  const BitSystem certificate = make_certificate(named_model(), BitInvariant(1, 2, 1), {});
  certificate.check_invariants();
  EXPECT_EQ(certificate.names.inputs.get(0), "= 2 go");
  // No '<' : outside tools would read it as the start of an intervention.
  EXPECT_EQ(certificate.names.latches.get(0), "= 4 count[31]");
  EXPECT_EQ(certificate.names.latches.get(1), "= 6 a=3");
  EXPECT_EQ(certificate.names.latches.get(2), "");
  EXPECT_EQ(certificate.names.constraints.get(0), "polite");
}

TEST(MakeCertificate, UsesTheLiteralsOfTheModelsFile) {
  CertificateInfo info;
  info.literals = LeafLiterals{{40}, {8, 12}};
  const BitSystem certificate = make_certificate(named_model(), BitInvariant(1, 2), info);
  EXPECT_EQ(certificate.names.inputs.get(0), "= 40 go");
  EXPECT_EQ(certificate.names.latches.get(1), "= 12 a=3");
}

TEST(FileLiterals, UndoTheRenumberingOfTheReader) {
  AigerModel model;
  model.system.add_input();
  model.system.add_latch();
  EXPECT_EQ(file_literals(model).inputs, std::vector<std::uint32_t>{2});
  EXPECT_EQ(file_literals(model).latches, std::vector<std::uint32_t>{4});
  model.renumbered = {{Var{2}, Lit(Var{2})}, {Var{4}, Lit(Var{1})}};
  EXPECT_EQ(file_literals(model).inputs, std::vector<std::uint32_t>{8});
  EXPECT_EQ(file_literals(model).latches, std::vector<std::uint32_t>{4});
}

TEST(MakeCertificate, LeavesOutWhatIsNotAboutSafety) {
  const BitSystem certificate =
      make_certificate(named_model(), BitInvariant(1, 2), {"m.aig", {}, {}});
  EXPECT_EQ(certificate.bad.size(), 1u);
  EXPECT_EQ(certificate.constraints.size(), 1u);
  EXPECT_TRUE(certificate.outputs.empty());
  EXPECT_TRUE(certificate.justice.empty());
  EXPECT_TRUE(certificate.fairness.empty());
  EXPECT_EQ(*certificate.comments.begin(), "WITNESS b0b1 m.aig");
  EXPECT_THAT(certificate.comments, testing::Not(Contains(StartsWith("MAPPING"))));
}

TEST(MakeCertificate, KeepsTheModelsGatesAndPutsLemmasLast) {
  const BitSystem model = support::mod_counter(3, 5, 7);
  const BitInvariant invariant = excluding(model, {5, 6});
  const BitSystem certificate = make_certificate(model, invariant, {"m.aig", 0, {}});
  EXPECT_THAT(certificate.comments, Contains(HasSubstr("2 lemmas")));
  const Aig& aig = certificate.aig;
  std::uint32_t model_gate = 1 + 3;
  for (std::uint32_t v = 1; v < model.aig.size(); ++v)
    if (model.aig.is_and(Var{v})) {
      EXPECT_TRUE(aig.is_and(Var{model_gate}));
      ++model_gate;
    }
  // The chain: property, then one gate for each lemma.
  const Var last{aig.size() - 1};
  EXPECT_EQ(certificate.bad, std::vector<Lit>{~Lit(last)});
  EXPECT_EQ(aig.left(last), Lit(Var{last.index - 1}));
  EXPECT_EQ(aig.left(Var{last.index - 1}), Lit(Var{last.index - 2}));
  EXPECT_EQ(aig.left(Var{last.index - 2}), kTrue);
}

TEST(MakeCertificate, CanBeAboutOneBadState) {
  const BitSystem model = support::uninitialised_latch();
  const BitSystem certificate = make_certificate(model, BitInvariant(0, 2), {"m.aig", 1, {}});
  EXPECT_EQ(*certificate.comments.begin(), "WITNESS b1 m.aig");
}

TEST(MakeCertificate, HandlesAModelWithNothingInIt) {
  const BitSystem certificate = make_certificate(support::empty_system(), BitInvariant(0, 0), {});
  EXPECT_EQ(certificate.bad, std::vector<Lit>{kFalse});
}

}  // namespace
}  // namespace cairn
