// SPDX-License-Identifier: MIT
#include "certify/check_words.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/context.h"
#include "base/error.h"
#include "format/btor2/btor2_reader.h"
#include "model/word_simulate.h"

namespace cairn {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

/// A counter modulo 12 in four bits; bad above 12. Inductive is only that it stays below 12.
const char* const kCounter = R"(1 sort bitvec 4
2 sort bitvec 1
3 zero 1
4 constd 1 11
5 input 2 enable
6 state 1 count
7 init 1 6 3
8 inc 1 6
9 eq 2 6 4
10 ite 1 9 3 8
11 ite 1 5 10 6
12 next 1 6 11
13 constd 1 13
14 eq 2 6 13
15 bad 14
)";

struct Checked {
  Judgement judgement;

  Checked(const std::string& model_text, const std::string& certificate_text,
          std::optional<std::uint32_t> property = std::nullopt) {
    const Log log(LogLevel::Quiet);
    Budget budget;
    Progress progress;
    const Context context{log, budget, progress};
    const Btor2Model model = read_btor2({"model", model_text});
    const Source source{"certificate", certificate_text};
    const Btor2Model certificate = read_btor2(source, model.system.terms);
    judgement = check_word_certificate(
        model, certificate, read_word_mapping(source, certificate, model), property, context);
  }
  Outcome of(const std::string& check) const {
    for (const auto& one : judgement.checks)
      if (one.name == check) return one.outcome;
    return Outcome::Undecided;
  }
};

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

/// The counter with a property that is inductive: it stays at 11 or below.
std::string certificate() {
  return replaced(kCounter, "14 eq 2 6 13\n", "14 ugt 2 6 4\n");
}

TEST(CheckWordCertificate, AcceptsAnInductiveProperty) {
  const Checked checked(kCounter, certificate());
  EXPECT_EQ(checked.judgement.outcome(), Outcome::Holds) << checked.judgement.explanation;
  EXPECT_EQ(checked.judgement.checks.size(), 5u);
}

TEST(CheckWordCertificate, RejectsAPropertyThatIsNotInductive) {
  const Checked checked(kCounter, kCounter);  // 12 leads to 13
  EXPECT_EQ(checked.of("Inductive"), Outcome::Fails);
  EXPECT_EQ(checked.of("Base"), Outcome::Holds);
  EXPECT_THAT(checked.judgement.explanation, HasSubstr("Inductive"));
}

TEST(CheckWordCertificate, RejectsAPropertyThatSaysLess) {
  // Never below 0: inductive, but no reason why 13 should not be reached.
  const Checked checked(kCounter, replaced(kCounter, "14 eq 2 6 13\n", "14 ult 2 6 3\n"));
  EXPECT_EQ(checked.of("Safety"), Outcome::Fails);
  EXPECT_EQ(checked.of("Inductive"), Outcome::Holds);
}

TEST(CheckWordCertificate, RejectsAnotherFirstState) {
  const Checked checked(kCounter, replaced(certificate(), "3 zero 1", "3 one 1"));
  EXPECT_EQ(checked.of("Reset"), Outcome::Fails);
}

TEST(CheckWordCertificate, RejectsAnotherStep) {
  const Checked checked(kCounter, replaced(certificate(), "8 inc 1 6", "8 dec 1 6"));
  EXPECT_EQ(checked.of("Transition"), Outcome::Fails);
}

TEST(CheckWordCertificate, RejectsAPropertyThatFailsAtOnce) {
  const Checked checked(kCounter, replaced(certificate(), "14 ugt 2 6 4\n", "14 ulte 2 6 4\n"));
  EXPECT_EQ(checked.of("Base"), Outcome::Fails);
}

TEST(CheckWordCertificate, RejectsConstraintsThatTheModelDoesNotHave) {
  const Checked checked(kCounter,
                        replaced(kCounter, "15 bad 14\n", "15 bad 14\n16 constraint 5\n"));
  EXPECT_EQ(checked.of("Reset"), Outcome::Fails);
}

TEST(CheckWordCertificate, MapsByIdsWhereThereAreAny) {
  // The same with other numbers, in another order, and a state of its own.
  const std::string other = R"(1 sort bitvec 4
2 sort bitvec 1
20 zero 1
21 state 2 own
22 constd 1 11
23 state 1 =6
24 input 2 =5_enable
25 init 1 23 20
26 inc 1 23
27 eq 2 23 22
28 ite 1 27 20 26
29 ite 1 24 28 23
30 next 1 23 29
31 ugt 2 23 22
32 bad 31
)";
  EXPECT_EQ(Checked(kCounter, other).judgement.outcome(), Outcome::Holds);
  EXPECT_NE(Checked(kCounter, replaced(other, "24 input 2 =5_enable", "24 input 2 enable"))
                .judgement.outcome(),
            Outcome::Holds);
}

/// A memory that no circuit could hold: what is written at an address is read there.
TEST(CheckWordCertificate, JudgesLargeArrays) {
  const std::string memory = R"(1 sort bitvec 40
2 sort bitvec 8
3 sort array 1 2
4 sort bitvec 1
5 input 1
6 input 2
7 state 3
8 state 1
9 state 2
10 zero 4
11 state 4
12 init 4 11 10
13 write 3 7 5 6
14 next 3 7 13
15 next 1 8 5
16 next 2 9 6
17 one 4
18 next 4 11 17
19 read 2 7 8
20 neq 4 19 9
21 and 4 20 11
22 bad 21
)";
  EXPECT_EQ(Checked(memory, memory).judgement.outcome(), Outcome::Holds);
  EXPECT_EQ(Checked(memory, replaced(memory, "16 next 2 9 6", "16 next 2 9 9")).judgement.outcome(),
            Outcome::Fails);
}

TEST(CheckWordTrace, ReplaysStatesWithoutNext) {
  const Btor2Model model = read_btor2({"model", R"(1 sort bitvec 1
2 sort bitvec 3
3 zero 2
4 state 2 free
5 init 2 4 3
6 state 2 sum
7 init 2 6 3
8 add 2 6 4
9 next 2 6 8
10 constd 2 5
11 eq 1 6 10
12 bad 11
)"});
  const Term free = model.system.states[0].term;
  WordTrace trace;
  trace.inputs.resize(3);
  trace.inputs[1].emplace(free, Value(BitVector(3, 5)));
  std::vector<std::uint32_t> reached;
  EXPECT_EQ(check_word_trace(model, trace, std::nullopt, &reached).outcome(), Outcome::Holds);
  EXPECT_THAT(reached, ElementsAre(0u));
  trace.inputs[1].clear();
  EXPECT_EQ(check_word_trace(model, trace, std::nullopt).outcome(), Outcome::Fails);
}

TEST(CheckWordTrace, AsksForConstraintsAndTheProperty) {
  const std::string text = std::string(kCounter) + "16 constraint 5\n";
  const Btor2Model model = read_btor2({"model", replaced(text, "13 constd 1 13", "13 constd 1 2")});
  WordTrace trace;
  trace.inputs.assign(3, {{model.system.inputs[0], Value(true)}});
  EXPECT_EQ(check_word_trace(model, trace, 0u).outcome(), Outcome::Holds);
  trace.inputs[2].clear();
  const Judgement judgement = check_word_trace(model, trace, 0u);
  EXPECT_EQ(judgement.outcome(), Outcome::Fails);
  EXPECT_THAT(judgement.explanation, HasSubstr("constraint 0 does not hold in step 2"));
}

/// A memory of 2^16 words that begins with zeros and into which odd words are written; bad: what is
/// read is neither.
const char* const kOdd = R"(1 sort bitvec 1
2 sort bitvec 16
3 sort array 2 2
4 zero 2
5 one 2
6 state 3 memory
7 init 3 6 4
8 input 2 address
9 input 2 data
10 or 2 9 5
11 write 3 6 8 10
12 next 3 6 11
13 input 2 place
14 read 2 6 13
15 slice 1 14 0 0
16 neq 1 14 4
17 and 1 16 -15
18 bad 17
)";

/// With p, which never changes: memory[p] is odd or zero.
std::string prophecy_certificate() {
  return std::string(kOdd, std::string_view(kOdd).find("18 bad")) + R"(18 state 2 p
19 next 2 18 18
25 output 13 prophecy=18
31 eq 1 18 13
32 and 1 17 31
33 read 2 6 18
34 slice 1 33 0 0
35 neq 1 33 4
36 and 1 35 -34
37 or 1 32 36
38 bad 37
)";
}

TEST(CheckWordCertificate, AcceptsProphecies) {
  const Checked checked(kOdd, prophecy_certificate());
  EXPECT_EQ(checked.judgement.outcome(), Outcome::Holds) << checked.judgement.explanation;
  EXPECT_EQ(checked.judgement.checks.size(), 5u);
}

TEST(CheckWordCertificate, NeedsThatAProphecyIsAnnounced) {
  const Checked checked(kOdd, replaced(prophecy_certificate(), "prophecy=18", "x"));
  EXPECT_EQ(checked.of("Safety"), Outcome::Fails);
  EXPECT_EQ(checked.of("Inductive"), Outcome::Holds);
}

TEST(CheckWordCertificate, RejectsAProphecyOfAnotherTerm) {
  const Checked checked(kOdd, replaced(prophecy_certificate(), "output 13", "output 8"));
  EXPECT_EQ(checked.of("Safety"), Outcome::Fails);
}

TEST(CheckWordCertificate, RejectsProphecies) {
  const std::pair<const char*, std::string> wrong[] = {
      // It is another word in each step.
      {"changes", replaced(prophecy_certificate(), "19 next 2 18 18", "19 next 2 18 8")},
      {"changes", replaced(prophecy_certificate(), "19 next 2 18 18", "19 init 2 18 4")},
      // It predicts itself, so that every bad state would have to be one where p = p + 1.
      {"depends on a prophecy",
       replaced(replaced(prophecy_certificate(), "25 output 13", "24 inc 2 18\n25 output 24"),
                "31 eq 1 18 13", "31 eq 1 18 24")}};
  for (const auto& [why, text] : wrong) {
    const Checked checked(kOdd, text);
    EXPECT_EQ(checked.of("Form"), Outcome::Fails) << why;
    EXPECT_THAT(checked.judgement.explanation, HasSubstr(why));
  }
}

// A state of the certificate that copies the prophecy hides the circle.
TEST(CheckWordCertificate, RejectsWhatDependsOnAProphecyThroughAState) {
  const std::string text =
      replaced(replaced(prophecy_certificate(), "25 output 13",
                        "20 state 2 copy\n21 inc 2 18\n22 next 2 20 21\n25 output 20"),
               "31 eq 1 18 13", "31 eq 1 18 20");
  const Checked checked(kOdd, text);
  EXPECT_EQ(checked.of("Form"), Outcome::Fails);
  EXPECT_THAT(checked.judgement.explanation, HasSubstr("depends on a prophecy"));
}

// A state of the model is no prophecy: the argument could not choose its value.
TEST(CheckWordCertificate, RejectsAStateOfTheModelAsProphecy) {
  const std::string model = replaced(kOdd, "18 bad 17", "18 state 2 p\n19 next 2 18 18\n40 bad 17");
  const Checked checked(model, prophecy_certificate());
  EXPECT_EQ(checked.of("Form"), Outcome::Fails);
}

TEST(CheckWordCertificate, RejectsRolesOfOtherLines) {
  EXPECT_THROW(Checked(kOdd, replaced(prophecy_certificate(), "prophecy=18", "prophecy=8")),
               InputError);
  EXPECT_THROW(Checked(kOdd, replaced(prophecy_certificate(), "prophecy=18", "difference=13")),
               InputError);
  EXPECT_THROW(Checked(kOdd, replaced(prophecy_certificate(), "output 13", "output 17")),
               InputError);
}

}  // namespace
}  // namespace cairn
