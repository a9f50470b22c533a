// SPDX-License-Identifier: MIT
#include "certify/mapping.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"
#include "unit/certify/helpers.h"

namespace cairn {
namespace {

using testing::HasSubstr;

// Both circuits have file literals 2 (input), 4, 6 (latches) and 8 (gate).
BitSystem circuit() {
  BitSystem system;
  const Lit input = system.add_input();
  const Lit latch = system.add_latch();
  system.add_latch();
  system.bad.push_back(system.aig.and_gate(input, latch));
  return system;
}

class ReadMapping : public testing::Test {
 protected:
  Mapping read() { return read_mapping(reencoded(model_, "m.aig"), file()); }
  CircuitFile file() {
    CircuitFile result = reencoded(witness_, "cert.aag");
    result.first_comment_line = first_comment_line_;
    return result;
  }
  /// The message of the InputError, or "accepted".
  std::string problem() {
    try {
      read();
    } catch (const InputError& error) {
      position_ = error.position();
      return error.message();
    }
    return "accepted";
  }
  std::string problem(Comments comments) {
    witness_.comments = std::move(comments);
    return problem();
  }
  /// The pairs as file literals: model literal for each leaf of the certificate, 0 for none.
  std::vector<std::uint32_t> targets() {
    std::vector<std::uint32_t> result(4, 0);
    for (const auto& pair : read().pairs)
      result[pair.witness.index] = 2 * pair.model.index + (pair.opposite ? 1 : 0);
    return {result[1], result[2], result[3]};
  }

  BitSystem model_ = circuit();
  BitSystem witness_ = circuit();
  std::uint64_t first_comment_line_ = 0;
  Position position_;
};

using Targets = std::vector<std::uint32_t>;

TEST_F(ReadMapping, IsByPositionIfNothingIsSaid) {
  witness_.comments = {"nothing of importance", "MAPPINGS are fine"};
  witness_.names.latches.set(0, "a = 4");
  EXPECT_EQ(targets(), (Targets{2, 4, 6}));
  EXPECT_EQ(read().origin, Mapping::Origin::Position);
}

TEST_F(ReadMapping, ByPositionEndsWithTheSmallerCircuit) {
  model_.latches.pop_back();
  EXPECT_EQ(targets(), (Targets{2, 4, 0}));
}

TEST_F(ReadMapping, TakesSymbolsIfThereAreAny) {
  witness_.names.latches.set(1, "= 4 counter[3] = 5");
  EXPECT_EQ(targets(), (Targets{0, 0, 4}));
  EXPECT_EQ(read().origin, Mapping::Origin::Symbols);
  witness_.names.inputs.set(0, "=3");
  EXPECT_EQ(targets(), (Targets{3, 0, 4}));
}

TEST_F(ReadMapping, TakesTheCommentBeforeSymbols) {
  witness_.names.latches.set(1, "= 4");
  witness_.comments = {"WITNESS b0 m.aig", "MAPPING 2", "6 6", " 5\t4 ", "that was it"};
  EXPECT_EQ(targets(), (Targets{0, 5, 6}));
  EXPECT_EQ(read().origin, Mapping::Origin::Comment);
}

TEST_F(ReadMapping, TwoNegationsCancel) {
  witness_.comments = {"MAPPING 1", "5 7"};
  EXPECT_EQ(targets(), (Targets{0, 6, 0}));
}

TEST_F(ReadMapping, AnEmptyMappingIsAMapping) {
  witness_.comments = {"MAPPING 0"};
  EXPECT_EQ(targets(), (Targets{0, 0, 0}));
}

TEST_F(ReadMapping, RefusesDamagedComments) {
  for (const char* line :
       {"MAPPING", "MAPPING x", "MAPPING -1", "MAPPING 1 2", "MAPPING 1x", "MAPPING 4294967296"})
    EXPECT_THAT(problem({line, "2 2"}), HasSubstr("expected 'MAPPING' and the number")) << line;
  for (const char* line : {"", "2", "2 x", "x 2", "2 2 2", "2,2", "-2 2", "2 99999999999"})
    EXPECT_THAT(problem({"MAPPING 1", line}), HasSubstr("expected a certificate literal")) << line;
}

TEST_F(ReadMapping, RefusesCountsThatDoNotMatch) {
  EXPECT_THAT(problem({"MAPPING 3", "2 2", "4 4"}), HasSubstr("expected 3 lines with pairs of "
                                                              "literals, found 2"));
  EXPECT_THAT(problem({"MAPPING 4000000000", "2 2"}), HasSubstr("found 1"));
  EXPECT_THAT(problem({"MAPPING 1", "2 2", "4 4"}), HasSubstr("expected 1 pairs"));
  EXPECT_THAT(problem({"MAPPING 1", "2 2", "MAPPING 1", "4 4"}), HasSubstr("only one mapping"));
}

TEST_F(ReadMapping, RefusesLiteralsThatDoNotExist) {
  EXPECT_THAT(problem({"MAPPING 1", "10 2"}), HasSubstr("the certificate has no literal 10"));
  EXPECT_THAT(problem({"MAPPING 1", "2 4294967295"}), HasSubstr("the model has no literal"));
  witness_.comments.clear();
  witness_.names.inputs.set(0, "= 10");
  EXPECT_THAT(problem(), HasSubstr("symbol i0: the model has no literal 10"));
  witness_.names.inputs.set(0, "= x");
  EXPECT_THAT(problem(), HasSubstr("expected a model literal after '='"));
}

TEST_F(ReadMapping, RefusesGatesAndConstants) {
  for (const char* line : {"8 4", "9 4", "0 4", "1 4"})
    EXPECT_THAT(problem({"MAPPING 1", line}), HasSubstr("must be an input or a latch")) << line;
  for (const char* line : {"4 8", "4 9", "4 0", "4 1"})
    EXPECT_THAT(problem({"MAPPING 1", line}), HasSubstr("must be an input or a latch")) << line;
}

TEST_F(ReadMapping, RefusesWhatIsMappedTwice) {
  EXPECT_THAT(problem({"MAPPING 2", "4 4", "5 6"}), HasSubstr("certificate is mapped twice"));
  EXPECT_THAT(problem({"MAPPING 2", "4 4", "6 5"}), HasSubstr("model literal 5 is mapped twice"));
  EXPECT_THAT(problem({"MAPPING 2", "4 4", "4 4"}), HasSubstr("mapped twice"));
  witness_.comments.clear();
  witness_.names.latches.set(0, "= 4");
  witness_.names.latches.set(1, "= 4");
  EXPECT_THAT(problem(), HasSubstr("symbol l1: model literal 4 is mapped twice"));
}

TEST_F(ReadMapping, NamesTheLineOfTheFault) {
  first_comment_line_ = 20;
  EXPECT_THAT(problem({"hello", "MAPPING 2", "4 4", "8 6"}), HasSubstr("line 4 of the comment"));
  EXPECT_EQ(position_.file, "cert.aag");
  EXPECT_EQ(position_.line, 23u);
}

// Why gates, constants and doubles are refused: with them, all five checks hold for unsafe models.
// The model's two latches differ in the first step; if both stood for the same latch of the
// certificate, the model would seem to have no reset state at all.
TEST(Mapping, WithOneLatchForTwoIsNotWellFormed) {
  BitSystem model;
  const Lit zero = model.add_latch();
  const Lit one = model.add_latch("", kTrue);
  model.bad.push_back(model.aig.xor_gate(zero, one));
  BitSystem witness;
  const Var latch = witness.add_uninitialised_latch().var();
  EXPECT_FALSE(is_well_formed({{{latch, zero.var()}, {latch, one.var()}}, {}, {}}, model, witness));
  EXPECT_TRUE(is_well_formed({{{latch, zero.var()}}, {}, {}}, model, witness));
  EXPECT_FALSE(is_well_formed({{{Var{0}, zero.var()}}, {}, {}}, model, witness));
  EXPECT_FALSE(is_well_formed({{{latch, Var{0}}}, {}, {}}, model, witness));
  EXPECT_FALSE(is_well_formed({{{latch, model.bad[0].var()}}, {}, {}}, model, witness));
  EXPECT_FALSE(is_well_formed({{{Var{7}, zero.var()}}, {}, {}}, model, witness));
}

// Leaves are numbered by position, not by variable.
TEST(Reencoded, NumbersInputsLatchesAndGatesInThatOrder) {
  BitSystem system;
  const Lit latch = system.add_latch();
  const Lit input = system.add_input();
  const Lit gate = system.aig.and_gate(latch, input);
  const CircuitFile file = reencoded(system, "x");
  EXPECT_EQ(file.resolve(0), kFalse);
  EXPECT_EQ(file.resolve(1), kTrue);
  EXPECT_EQ(file.resolve(2), input);
  EXPECT_EQ(file.resolve(5), ~latch);
  EXPECT_EQ(file.resolve(6), gate);
  EXPECT_EQ(file.resolve(8), std::nullopt);
}

}  // namespace
}  // namespace cairn
