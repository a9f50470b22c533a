// SPDX-License-Identifier: MIT
//
// Sequential Function Charts, actions, and inputs that see edges, by running them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "unit/input/st/st_run.h"

namespace cairn::st {
namespace {

using test::error_of;
using test::values_of;
using testing::ElementsAre;
using testing::HasSubstr;

constexpr const char* kLamp = R"(
PROGRAM Lamp
VAR_INPUT go : BOOL; END_VAR
VAR n : INT; lamp : BOOL; seen : INT; END_VAR
INITIAL_STEP Off : END_STEP
STEP On : Count(N); lamp(N); Note(P); END_STEP
TRANSITION FROM Off TO On := go; END_TRANSITION
TRANSITION FROM On TO Off := NOT go; END_TRANSITION
ACTION Count : n := n + 1; END_ACTION
ACTION Note : seen := seen + 1; END_ACTION
END_PROGRAM
)";

TEST(StCharts, StepsFollowEachOther) {
  const test::Inputs inputs{{"go", {1, 1, 1, 0, 0, 1}}};
  // No transition fires in the first cycle: the initial step is active for one at least.
  EXPECT_THAT(values_of(kLamp, "On.X", 6, inputs),
              ElementsAre("FALSE", "TRUE", "TRUE", "FALSE", "FALSE", "TRUE"));
  EXPECT_THAT(values_of(kLamp, "n", 6, inputs), ElementsAre("0", "1", "2", "2", "2", "3"));
  EXPECT_THAT(values_of(kLamp, "lamp", 6, inputs),
              ElementsAre("FALSE", "TRUE", "TRUE", "FALSE", "FALSE", "TRUE"));
  EXPECT_THAT(values_of(kLamp, "seen", 6, inputs), ElementsAre("0", "1", "1", "1", "1", "2"));
}

TEST(StCharts, TheFirstTransitionOfSeveralFires) {
  const std::string text = R"(
PROGRAM p VAR stays, ends : BOOL; END_VAR
INITIAL_STEP S : END_STEP
STEP A : stays(S); END_STEP
STEP B : ends(N); END_STEP
TRANSITION FROM S TO A := TRUE; END_TRANSITION
TRANSITION FROM S TO B := TRUE; END_TRANSITION
TRANSITION FROM A TO B := TRUE; END_TRANSITION
END_PROGRAM)";
  EXPECT_THAT(values_of(text, "B.X", 3), ElementsAre("FALSE", "FALSE", "TRUE"));
  // Stored: the step is left, and the action goes on.
  EXPECT_THAT(values_of(text, "stays", 3), ElementsAre("FALSE", "TRUE", "TRUE"));
}

TEST(StCharts, BranchesRunBesideEachOtherAndMeet) {
  const std::string text = R"(
PROGRAM p VAR_INPUT go : BOOL; END_VAR VAR done : BOOL; END_VAR
INITIAL_STEP S : END_STEP
STEP A : END_STEP STEP B : END_STEP STEP B2 : END_STEP STEP E : done(N); END_STEP
TRANSITION FROM S TO (A, B) := TRUE; END_TRANSITION
TRANSITION FROM B TO B2 := go; END_TRANSITION
TRANSITION FROM (A, B2) TO E := TRUE; END_TRANSITION
END_PROGRAM)";
  const test::Inputs inputs{{"go", {0, 0, 0, 1, 0}}};
  EXPECT_THAT(values_of(text, "A.X", 5, inputs),
              ElementsAre("FALSE", "TRUE", "TRUE", "TRUE", "FALSE"));
  EXPECT_THAT(values_of(text, "done", 5, inputs),
              ElementsAre("FALSE", "FALSE", "FALSE", "FALSE", "TRUE"));
}

TEST(StCharts, TimesOfStepsAndActions) {
  const std::string text = R"(
PROGRAM p VAR late, short : BOOL; END_VAR
INITIAL_STEP S : late(D, T#200ms); short(L, T#200ms); END_STEP
STEP E : END_STEP
TRANSITION FROM S TO E := S.T >= T#300ms; END_TRANSITION
END_PROGRAM)";
  EXPECT_THAT(values_of(text, "short", 6),
              ElementsAre("TRUE", "TRUE", "FALSE", "FALSE", "FALSE", "FALSE"));
  EXPECT_THAT(values_of(text, "late", 6),
              ElementsAre("FALSE", "FALSE", "TRUE", "TRUE", "FALSE", "FALSE"));
  EXPECT_THAT(values_of(text, "E.X", 6),
              ElementsAre("FALSE", "FALSE", "FALSE", "FALSE", "TRUE", "TRUE"));
}

TEST(StCharts, SectionsMayBeEmpty) {
  const std::string text = R"(
PROGRAM p VAR_INPUT END_VAR VAR b : BOOL; END_VAR
INITIAL_STEP S : b(S); END_STEP
STEP E : b(R); END_STEP
TRANSITION FROM S TO E := TRUE; END_TRANSITION
END_PROGRAM)";
  EXPECT_THAT(values_of(text, "b", 2), ElementsAre("TRUE", "FALSE"));
}

TEST(StCharts, FaultsHaveTheirPlace) {
  EXPECT_THAT(error_of("PROGRAM p\nSTEP A : END_STEP\nEND_PROGRAM"),
              HasSubstr("2:6: error: a chart has one INITIAL_STEP, not 0"));
  EXPECT_THAT(error_of("PROGRAM p\nINITIAL_STEP A : END_STEP\nTRANSITION FROM A TO C := TRUE; "
                       "END_TRANSITION\nEND_PROGRAM"),
              HasSubstr("3:22: error: unknown step 'C'"));
  EXPECT_THAT(error_of("PROGRAM p\nINITIAL_STEP A : x(N); END_STEP\nEND_PROGRAM"),
              HasSubstr("2:18: error: unknown variable 'x'"));
  EXPECT_THAT(error_of("PROGRAM p\nINITIAL_STEP A : x(Q); END_STEP\nEND_PROGRAM"),
              HasSubstr("2:20: error: expected a qualifier"));
}

TEST(StActions, AreCalledByTheirNames) {
  const std::string text = R"(
FUNCTION_BLOCK Counter VAR_OUTPUT n : INT; END_VAR n := n + 1; END_FUNCTION_BLOCK
ACTIONS Counter
ACTION Double : n := 2 * n; IF n > 3 THEN RETURN; END_IF; n := n + 10; END_ACTION
END_ACTIONS
PROGRAM p VAR c : Counter; k : INT; END_VAR
c(); c.Double(); Add(); k := c.n;
ACTION Add : k := k + 1; END_ACTION
END_PROGRAM)";
  EXPECT_THAT(values_of(text, "k", 2), ElementsAre("12", "26"));
  EXPECT_THAT(error_of("PROGRAM p VAR k : INT; END_VAR\nA();\nACTION A : B(); END_ACTION\n"
                       "ACTION B : A(); END_ACTION\nEND_PROGRAM"),
              HasSubstr("4:12: error: 'A' calls itself: recursion is forbidden"));
}

TEST(StActions, MayStandBeforeTheBody) {
  EXPECT_THAT(values_of("PROGRAM p VAR k : INT; END_VAR\nACTION A : k := k + 3; END_ACTION\n"
                        "A();\nIF k > 3 THEN k := 1; END_IF;\nEND_PROGRAM",
                        "k", 3),
              ElementsAre("3", "1", "1"));
}

TEST(StActions, ALoopWhoseVariableAnActionChangesIsNotWrittenOut) {
  const std::string text = R"(
PROGRAM p VAR i, n : INT; END_VAR
n := 0;
FOR i := 0 TO 9 DO n := n + 1; Skip(); END_FOR;
ACTION Skip : i := i + 4; END_ACTION
END_PROGRAM)";
  EXPECT_THAT(values_of(text, "n", 1), ElementsAre("2"));
}

TEST(StEdges, InputsSeeThemFromCallToCall) {
  const std::string text = R"(
FUNCTION_BLOCK Edges
VAR_INPUT up : BOOL R_EDGE; down : BOOL F_EDGE; END_VAR
VAR_OUTPUT rises, falls : INT; END_VAR
IF up THEN rises := rises + 1; END_IF;
IF down THEN falls := falls + 1; END_IF;
END_FUNCTION_BLOCK
PROGRAM p VAR_INPUT a : BOOL; END_VAR VAR e : Edges; r, f : INT; END_VAR
e(up := a, down := a); r := e.rises; f := e.falls;
END_PROGRAM)";
  const test::Inputs inputs{{"a", {1, 1, 0, 1, 0}}};
  EXPECT_THAT(values_of(text, "r", 5, inputs), ElementsAre("1", "1", "1", "2", "2"));
  EXPECT_THAT(values_of(text, "f", 5, inputs), ElementsAre("0", "0", "1", "1", "2"));
}

TEST(StConfigurations, ArgumentsOfAnInstanceAreConnected) {
  const std::string text = R"(
PROGRAM Twice VAR_INPUT x : INT; END_VAR VAR_OUTPUT y : INT; END_VAR y := 2 * x + y; END_PROGRAM
CONFIGURATION c
VAR_GLOBAL g : INT := 3; h : INT; END_VAR
RESOURCE r ON plc
TASK t(INTERVAL := T#100ms, PRIORITY := 1);
PROGRAM one WITH t : Twice(x := g, y => h);
END_RESOURCE END_CONFIGURATION)";
  EXPECT_THAT(values_of(text, "h", 2), ElementsAre("6", "12"));
  EXPECT_THAT(
      error_of("PROGRAM q VAR_INPUT x : INT; END_VAR ; END_PROGRAM\nCONFIGURATION c RESOURCE "
               "r ON plc TASK t(PRIORITY := 1);\nPROGRAM one WITH t : q(z := 1);\n"
               "END_RESOURCE END_CONFIGURATION"),
      HasSubstr("3:24: error: unknown input or output of q 'z'"));
}

}  // namespace
}  // namespace cairn::st
