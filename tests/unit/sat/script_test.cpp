// SPDX-License-Identifier: MIT
#include "sat/script.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <sstream>

#include "base/error.h"

namespace cairn::sat {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using Kind = Operation::Kind;

constexpr std::string_view kEverything =
    "v 5\n"
    "d 3 7 2\n"
    "d 3 7 4\n"
    "d 3 6 3 5\n"
    "c 2 8\n"
    "l 0 2 3 9\n"
    "l 1 * 9\n"
    "u 0 4\n"
    "t 2 11\n"
    "p 4\n"
    "n 100\n"
    "s 2 6 9 = unsat\n"
    "s * = sat\n"
    "q 1 2\n"
    "k\n"
    "w 1\n"
    "r 0\n"
    "h 3 1 3\n"
    "s 3 6\n"
    "e\n"
    "w 0\n"
    "u 0 *\n"
    "s 0 1 = unknown\n";

std::string written(const Script& script) {
  std::ostringstream out;
  write_script(script, out);
  return out.str();
}

std::string error_of(std::string_view text) {
  try {
    read_script("f", text);
  } catch (const InputError& error) {
    return error.what();
  }
  return "no error";
}

TEST(SatScriptTest, EveryOperationIsReadAndWrittenBack) {
  EXPECT_EQ(written(read_script("f", kEverything)), kEverything);
}

TEST(SatScriptTest, AnOperationHasItsNumberLayerLiteralsAndAnswer) {
  const Script script = read_script("f", "v 3\nl 17 2 3 6\ns * 2 = unsat\n");
  ASSERT_EQ(script.operations.size(), 3u);
  EXPECT_EQ(script.operations[0].kind, Kind::NewVars);
  EXPECT_EQ(script.operations[0].number, 3u);
  EXPECT_EQ(script.operations[1].kind, Kind::Lemma);
  EXPECT_EQ(script.operations[1].layer, 2);
  EXPECT_THAT(script.literals_of(script.operations[1]), ElementsAre(~Lit(Var{1}), Lit(Var{3})));
  EXPECT_EQ(script.operations[2].layer, kPermanent);
  EXPECT_EQ(script.operations[2].expected, Result::Unsatisfiable);
  EXPECT_EQ(to_text(script, script.operations[2]), "s * 2 = unsat");
}

TEST(SatScriptTest, CommentsBlanksAndEmptyLinesAreSkipped) {
  EXPECT_EQ(written(read_script("f", "# first\n\n  v  2 \r\n\t# more\ns  *   2\n")),
            "v 2\ns * 2\n");
}

TEST(SatScriptTest, NumbersOfLemmasAreUsedAgainAfterTheirRemoval) {
  const Script script = read_script("f", "v 1\nl 9 1 2\nr 9\nl 9 1 3\nu 9 2\n");
  EXPECT_EQ(script.operations[1].number, 0u);
  EXPECT_EQ(script.operations[2].number, 0u);
  EXPECT_EQ(script.operations[3].number, 1u);
  EXPECT_EQ(script.operations[4].number, 1u);
}

TEST(SatScriptTest, FaultsHaveTheirPlaceAndWhatWasExpected) {
  EXPECT_THAT(error_of("y 1\n"), HasSubstr("f:1:1: error: expected an operation"));
  EXPECT_THAT(error_of("var 1\n"), HasSubstr("f:1:1: error: expected an operation"));
  EXPECT_THAT(error_of("v\n"),
              HasSubstr("f:1:2: error: expected a number of variables, got end of line"));
  EXPECT_THAT(error_of("v 4000000000\n"), HasSubstr("f:1:3: error: a number of variables"));
  EXPECT_THAT(error_of("v 1\nc 2 4\n"),
              HasSubstr("f:2:5: error: a literal '4' exceeds the limit 3"));
  EXPECT_THAT(error_of("v 1\nd 2 4\n"),
              HasSubstr("f:2:3: error: a variable '2' exceeds the limit 1"));
  EXPECT_THAT(error_of("v 1\nl 0 1 2\nl 0 1 2\n"),
              HasSubstr("f:3:3: error: lemma 0 exists already"));
  EXPECT_THAT(error_of("u 3 1\n"), HasSubstr("f:1:3: error: lemma 3 does not exist"));
  EXPECT_THAT(error_of("l 3 1\nr 3\nr 3\n"), HasSubstr("f:3:3: error: lemma 3 does not exist"));
  EXPECT_THAT(error_of("l 3 1\nu 3 0\n"),
              HasSubstr("f:2:5: error: the lemma's layer is 1 already"));
  EXPECT_THAT(error_of("s x\n"), HasSubstr("f:1:3: error: expected a layer, got 'x'"));
  EXPECT_THAT(error_of("s * = maybe\n"), HasSubstr("f:1:7: error: expected sat, unsat or unknown"));
  EXPECT_THAT(error_of("s * = sat 2\n"), HasSubstr("f:1:11: error: expected end of line, got '2'"));
  EXPECT_THAT(error_of("c 1 = sat\n"), HasSubstr("f:1:5: error: expected end of line"));
  EXPECT_THAT(error_of("k\nw 2\n"), HasSubstr("f:2:3: error: a solver '2' exceeds the limit 1"));
}

TEST(SatScriptTest, ACopyHasItsOwnVariablesAndLemmas) {
  EXPECT_EQ(error_of("v 1\nl 0 1 2\nk\nv 1\nw 1\nr 0\nw 0\nu 0 2\nc 4\n"), "no error");
  EXPECT_THAT(error_of("v 1\nk\nv 1\nw 1\nc 4\n"), HasSubstr("f:5:3: error: a literal"));
}

TEST(SatScriptTest, ARecorderWritesWhatTheReaderReads) {
  std::ostringstream out;
  {
    Recorder recorder(out);
    const Lit a(Var{1}), b(Var{2});
    recorder.new_var();
    recorder.new_var();
    recorder.add_definition(Var{2}, std::array{~b, a});
    recorder.add_clause(std::array{a, kFalse});
    recorder.add_lemma(LemmaId{7}, std::array{~a, ~b}, 3);
    recorder.raise_lemma(LemmaId{7}, kPermanent);
    recorder.add_temporary(std::array{a});
    recorder.set_phase(b);
    recorder.set_cost(Var{1}, 4);
    recorder.set_cost(Var{2}, 4);
    recorder.set_cost(Var{2}, 3);
    recorder.use_whole_constraints();
    recorder.set_conflict_limit(5);
    recorder.hold_domain(std::array{Var{1}, Var{2}}, 0);
    recorder.solve(std::array{a, ~b}, 2, Result::Satisfiable);
    recorder.drop_from_model(Var{1});
    recorder.drop_from_model(Var{2});
    recorder.release_domain();
    recorder.remove_lemma(LemmaId{7});
    recorder.new_var();
    recorder.copy();
    recorder.use(1);
  }
  EXPECT_EQ(out.str(),
            "v 2\nd 2 5 2\nc 2 0\nl 7 3 3 5\nu 7 *\nt 2\np 4\nx 4 1 2\nx 3 2\nf\nn 5\nh 0 1 2\n"
            "s 2 2 5 = sat\nq 1 2\ne\nr 7\nv 1\nk\nw 1\n");
  EXPECT_EQ(error_of(out.str()), "no error");
}

TEST(SatScriptTest, ARecorderKeepsUpWithManyQueries) {
  std::ostringstream out;
  std::vector<Lit> assumptions;
  for (std::uint32_t i = 0; i < 30; ++i) assumptions.push_back(Lit(Var{100000 + 7 * i}));
  {
    Recorder recorder(out);
    for (int i = 0; i < 10000; ++i) recorder.solve(assumptions, 5, Result::Unsatisfiable);
  }
  const std::string text = out.str();
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 10000);
  EXPECT_LT(text.size(), 10000u * 500u);  // 50 MB for 100,000 of them
}

}  // namespace
}  // namespace cairn::sat
