// SPDX-License-Identifier: MIT
#include "run/words/lemmas.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "format/btor2/btor2_reader.h"
#include "format/verilog/verilog_expression.h"
#include "format/verilog/verilog_parser.h"
#include "run/words/check.h"
#include "support/quiet_context.h"

namespace cairn {
namespace {

using Status = ProposedInvariant::Status;

// Counts from 0 to 5 and again, by one or, if `fast` and even, by two; 7 and `fast` is bad. Nothing
// less than that six is not reached either is inductive.
constexpr const char* kCounter = R"(1 sort bitvec 1
2 sort bitvec 3
3 input 1 fast
4 zero 2
5 state 2 n
6 init 2 5 4
7 constd 2 5
8 ugte 1 5 7
9 one 2
10 constd 2 2
11 slice 1 5 0 0
12 and 1 3 -11
13 ite 2 12 10 9
14 add 2 5 13
15 ite 2 8 4 14
16 next 2 5 15
17 ones 2
18 eq 1 5 17
19 and 1 18 3
20 bad 19 seven
)";

class LemmasTest : public testing::Test {
 protected:
  std::vector<Status> check(const std::vector<std::string>& texts) {
    std::vector<Term> terms;
    for (const std::string& text : texts)
      terms.push_back(parse_verilog_expression(text, model_, {"text", 1, 1}));
    const Context context = context_.get();
    found_ = check_invariants(model_.system, terms, context);
    std::vector<Status> result;
    for (const ProposedInvariant& each : found_) result.push_back(each.status);
    return result;
  }

  Source source_{"counter.btor2", kCounter};
  WordModel model_ = read_btor2(source_);
  support::QuietContext context_;
  std::vector<ProposedInvariant> found_;
};

TEST_F(LemmasTest, KeepsWhatHoldsAndIsInductive) {
  EXPECT_THAT(check({"n <= 6"}), testing::ElementsAre(Status::Holds));
}

TEST_F(LemmasTest, SaysWhyNot) {
  EXPECT_THAT(check({"n > 0", "n != 4"}),
              testing::ElementsAre(Status::FailsInitially, Status::NotInductive));
  const Term n = model_.system.states[0].term;
  EXPECT_EQ(found_[0].after.at(n), Value(BitVector(3, 0)));
  // From 3 in one step, or from 2 in a fast one.
  EXPECT_EQ(found_[1].after.at(n), Value(BitVector(3, 4)));
  const std::uint64_t before = found_[1].before.at(n).bits().low();
  EXPECT_TRUE(before == 3 || before == 2);
}

TEST_F(LemmasTest, DropsWhatRestedOnOneThatFell) {
  // "n != 6" needs that n is never 4 and fast at the same time, which nothing says.
  EXPECT_THAT(check({"n != 6 || n == 7", "n <= 6"}),
              testing::ElementsAre(Status::NotInductive, Status::Holds));
}

TEST_F(LemmasTest, ProofsContainThem) {
  const std::vector<Term> lemmas{parse_verilog_expression("n <= 6", model_, {"text", 1, 1})};
  const Context context = context_.get();
  for (const char* engine : {"auto", "kind-words", "bmc-words", "ic3"}) {
    WordCheckOptions options;
    options.engine = engine;
    options.engines.configs.bmc_words.last = 3;
    const WordOutcome outcome =
        run_word_check({source_, model_, std::nullopt, lemmas}, options, context);
    if (std::string(engine) == "bmc-words") continue;
    ASSERT_TRUE(std::holds_alternative<Safe<WordSystem>>(outcome.answer)) << engine;
    const std::vector<Term> proved = lemmas_of_certificate(outcome.evidence, model_);
    EXPECT_THAT(proved, testing::Contains(lemmas[0])) << engine;
  }
}

TEST_F(LemmasTest, AreReadFromACertificate) {
  const Context context = context_.get();
  WordCheckOptions options;
  options.engine = "ic3";
  const WordOutcome outcome = run_word_check({source_, model_, std::nullopt}, options, context);
  ASSERT_TRUE(std::holds_alternative<Safe<WordSystem>>(outcome.answer));
  const std::vector<Term> lemmas = lemmas_of_certificate(outcome.evidence, model_);
  // They and "no bad state" are inductive; here, alone: no lemma is about the bad state.
  std::vector<Term> all = lemmas;
  all.push_back(model_.system.terms->not_(model_.system.bad[0]));
  for (const ProposedInvariant& each : check_invariants(model_.system, all, context))
    EXPECT_EQ(each.status, Status::Holds);
  EXPECT_EQ(write_verilog_lemmas(model_, lemmas).left_out, 0u);
}

}  // namespace
}  // namespace cairn
