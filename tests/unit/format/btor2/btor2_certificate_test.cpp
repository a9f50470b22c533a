// SPDX-License-Identifier: MIT
#include "format/btor2/btor2_certificate.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"
#include "format/btor2/btor2_reader.h"

namespace cairn {
namespace {

using testing::ElementsAre;
using Positions = std::vector<std::optional<std::uint32_t>>;

const char* const kModel =
    "; counts to 5\n"
    "1 sort bitvec 1 bit\n"
    "2  sort bitvec 8\n"
    "5 zero 2 null;value\n"
    "6 constd 2 5\r\n"
    "7 input 1 enable ; by hand\n"
    "8 state 2 count\n"
    "9 init 2 8 5\n"
    "10 eq 1 8 6\n"
    "11 inc 2 8\n"
    "12 ite 2 10 5 11 next value\n";

Source source_of(const std::string& rest) {
  std::string text = kModel;
  text.replace(text.find("next value"), 10, "value");
  return {"model.btor2", text + rest};
}

TEST(Btor2CertificateTest, ContainsTheModel) {
  const Source source = source_of(
      "13 next 2 8 12\n14 ugt 1 8 6\n15 bad 14 beyond\n16 output 8\n20 bad -7\n21 constraint 7\n");
  const Btor2Model model = read_btor2(source);
  Terms& terms = *model.system.terms;
  const Term count = model.system.states[0].term, enable = model.system.inputs[0];
  const Term before = terms.variable("before", Sort::bit_vector(8));
  const Term first = terms.variable("first", Sort::boolean());
  WordInvariant invariant;
  invariant.conjuncts = {terms.make(Op::BvUlt, {count, terms.bv(8, 6)}),
                         terms.or_(first, terms.equal(before, count))};
  invariant.auxiliary = {{before, kNoTerm, count}, {first, terms.true_term(), enable}};
  const std::string copied =
      "1 sort bitvec 1 bit\n"
      "2 sort bitvec 8\n"
      "5 zero 2 null\n"
      "6 constd 2 5\n"
      "7 input 1 =7\n"
      "8 state 2 =8\n"
      "9 init 2 8 5\n"
      "10 eq 1 8 6\n"
      "11 inc 2 8\n"
      "12 ite 2 10 5 11 value\n"
      "13 next 2 8 12\n"
      "14 ugt 1 8 6\n"
      "21 constraint 7\n";
  const std::string added =
      "22 state 2\n"
      "23 one 1\n"
      "24 state 1\n"
      "25 init 1 24 23\n"
      "26 next 2 22 8\n"
      "27 next 1 24 7\n";
  EXPECT_EQ(write_btor2_certificate(source, model, invariant, std::nullopt), copied + added +
                                                                                 "28 or 1 14 -7\n"
                                                                                 "29 constd 2 6\n"
                                                                                 "30 ult 1 8 29\n"
                                                                                 "31 or 1 28 -30\n"
                                                                                 "32 eq 1 8 22\n"
                                                                                 "33 or 1 24 32\n"
                                                                                 "34 or 1 31 -33\n"
                                                                                 "35 bad 34\n");
  invariant.conjuncts.clear();
  EXPECT_EQ(write_btor2_certificate(source, model, invariant, 0), copied + added + "28 bad 14\n");
  invariant.auxiliary.clear();
  EXPECT_EQ(write_btor2_certificate(source, model, invariant, 1),
            copied + "22 not 1 7\n23 bad 22\n");

  const Btor2Model certificate =
      read_btor2({"c", write_btor2_certificate(source, model, invariant, 0)});
  EXPECT_EQ(certificate.system.states.size(), 1u);
  EXPECT_EQ(certificate.system.bad.size(), 1u);
}

struct MappingTest : testing::Test {
  Btor2Model model = read_btor2(source_of(""));

  WordMapping map(const std::string& text) {
    const Source source{"c", text};
    return read_word_mapping(source, read_btor2(source), model);
  }
  std::string error_of(const std::string& text) {
    try {
      map("1 sort bitvec 8\n2 sort bitvec 1\n" + text);
    } catch (const InputError& error) {
      return error.what();
    }
    return "no error";
  }
};

TEST_F(MappingTest, FollowsSymbols) {
  const WordMapping mapping =
      map("1 sort bitvec 8\n2 sort bitvec 1\n3 state 2 first\n4 state 1 =8_count\n5 input 1\n"
          "6 input 2 =7\n");
  EXPECT_EQ(mapping.states, (Positions{std::nullopt, 0}));
  EXPECT_EQ(mapping.inputs, (Positions{std::nullopt, 0}));
}

TEST_F(MappingTest, FollowsOrderWithoutSymbols) {
  const WordMapping mapping =
      map("1 sort bitvec 8\n2 sort bitvec 1\n3 state 1 x\n4 state 1 y\n5 input 2\n6 input 1\n");
  EXPECT_EQ(mapping.states, (Positions{0, std::nullopt}));
  EXPECT_EQ(mapping.inputs, (Positions{0, std::nullopt}));
  EXPECT_EQ(map("1 sort bitvec 1\n2 input 1\n").states, Positions{});
}

TEST_F(MappingTest, RefusesWhatIsWrong) {
  EXPECT_EQ(error_of("3 state 1 =99\n"),
            "c:3:1: error: symbol '=99': the model has no state with this id");
  EXPECT_EQ(error_of("3 state 1 =x\n"),
            "c:3:1: error: symbol '=x': the model has no state with this id");
  EXPECT_EQ(error_of("3 state 2 =7\n"),
            "c:3:1: error: symbol '=7': the model has no state with this id");
  EXPECT_EQ(error_of("3 input 2 =7\n4 input 2 =7\n"),
            "c:4:1: error: two inputs stand for 7 of the model");
  EXPECT_EQ(error_of("3 state 2 =8\n"),
            "c:3:1: error: state 3 has sort bool, but the model's 8 has bv8");
  EXPECT_EQ(error_of("3 input 1 x\n"),
            "c:3:1: error: input 3 has sort bv8, but the model's 7 has bool");
}

}  // namespace
}  // namespace cairn
