// SPDX-License-Identifier: MIT
//
// Literals, operators, functions and statements against values computed by hand.
#include <gtest/gtest.h>

#include "unit/input/st/st_run.h"

namespace cairn::st::test {
namespace {

using Strings = std::vector<std::string>;

TEST(StValues, literals) {
  EXPECT_EQ(value_of("INT", "1_000"), "1000");
  EXPECT_EQ(value_of("INT", "16#7F"), "127");
  EXPECT_EQ(value_of("INT", "2#1010_1010"), "170");
  EXPECT_EQ(value_of("INT", "8#17"), "15");
  EXPECT_EQ(value_of("INT", "INT#-5"), "-5");
  EXPECT_EQ(value_of("WORD", "WORD#16#00ff"), "16#00FF");
  EXPECT_EQ(value_of("BOOL", "BOOL#1"), "TRUE");
  EXPECT_EQ(value_of("TIME", "T#1m30s"), "T#1m30s");
  EXPECT_EQ(value_of("TIME", "TIME#-1.5s"), "T#-1s500ms");
  EXPECT_EQ(value_of("LTIME", "LT#1us"), "LT#1000ns");
  EXPECT_EQ(value_of("REAL", "1.5E3"), "1500.0");
  EXPECT_EQ(value_of("LREAL", "-0.1"), "-0.1");
  EXPECT_EQ(value_of("STRING", "'a$'b$41'"), "'a$'bA'");
  EXPECT_EQ(value_of("DATE", "D#1970-03-01"), "59");
  EXPECT_EQ(value_of("TOD", "TOD#01:00:00.5"), "3600500");
  EXPECT_EQ(value_of("DT", "DT#1970-01-02-00:00:01"), "86401");
}

TEST(StValues, precedence) {
  EXPECT_EQ(value_of("INT", "2 + 3 * 4"), "14");
  EXPECT_EQ(value_of("INT", "10 - 4 - 3"), "3");
  EXPECT_EQ(value_of("INT", "-2 ** 2"), "4");  // a sign binds tighter, as in the standard's table
  EXPECT_EQ(value_of("BOOL", "TRUE OR FALSE AND FALSE"), "TRUE");
  EXPECT_EQ(value_of("BOOL", "TRUE XOR TRUE AND FALSE"), "TRUE");
  EXPECT_EQ(value_of("BOOL", "TRUE OR TRUE XOR TRUE"), "TRUE");
  EXPECT_EQ(value_of("BOOL", "NOT FALSE AND FALSE"), "FALSE");
  EXPECT_EQ(value_of("BOOL", "1 < 2 = TRUE"), "TRUE");
}

TEST(StValues, integersTruncateAndWrap) {
  const std::string variables = "VAR a, b : INT; u : USINT; END_VAR";
  EXPECT_EQ(value_of("INT", "a / b", variables, "a := -7; b := 2;"), "-3");
  EXPECT_EQ(value_of("INT", "a MOD b", variables, "a := -7; b := 2;"), "-1");
  EXPECT_EQ(value_of("INT", "a MOD b", variables, "a := 7; b := -2;"), "1");
  EXPECT_EQ(value_of("INT", "a + b", variables, "a := 32767; b := 1;"), "-32768");
  EXPECT_EQ(value_of("USINT", "u - USINT#1", variables, "u := 0;"), "255");
  EXPECT_EQ(value_of("INT", "(a + b) / 2", variables, "a := 32767; b := 1;"), "-16384");
}

TEST(StValues, wideArithmeticCutsWhenItAssigns) {
  ReadOptions options;
  options.arithmetic = ReadOptions::Arithmetic::Wide;
  const std::string text =
      "PROGRAM p VAR a, b, half, sum : INT; END_VAR\n"
      "a := 32767; b := 1; half := (a + b) / 2; sum := a + b;\nEND_PROGRAM";
  EXPECT_EQ(values_of(text, "half", 1, {}, options), (Strings{"16384"}));
  EXPECT_EQ(values_of(text, "sum", 1, {}, options), (Strings{"-32768"}));
}

TEST(StValues, standardFunctions) {
  EXPECT_EQ(value_of("INT", "SEL(TRUE, 1, 2)"), "2");
  EXPECT_EQ(value_of("INT", "MUX(1, 10, 20, 30)"), "20");
  EXPECT_EQ(value_of("INT", "LIMIT(0, 17, 10)"), "10");
  EXPECT_EQ(value_of("INT", "LIMIT(MN := 0, IN := -3, MX := 10)"), "0");
  EXPECT_EQ(value_of("INT", "MAX(3, 9, 4)"), "9");
  EXPECT_EQ(value_of("INT", "MIN(3, 9, -4)"), "-4");
  EXPECT_EQ(value_of("INT", "ABS(INT#-5)"), "5");
  EXPECT_EQ(value_of("REAL", "SQRT(REAL#2.25)"), "1.5");
  EXPECT_EQ(value_of("BYTE", "SHL(BYTE#16#81, 1)"), "16#02");
  EXPECT_EQ(value_of("BYTE", "SHR(BYTE#16#81, 1)"), "16#40");
  EXPECT_EQ(value_of("BYTE", "ROL(BYTE#16#81, 1)"), "16#03");
  EXPECT_EQ(value_of("BYTE", "ROR(BYTE#16#81, 9)"), "16#C0");
  EXPECT_EQ(value_of("BYTE", "SHL(BYTE#16#81, 8)"), "16#00");
  EXPECT_EQ(value_of("INT", "ADD(1, 2, 3)"), "6");
  EXPECT_EQ(value_of("BOOL", "GT(3, 2, 1)"), "TRUE");
  EXPECT_EQ(value_of("BOOL", "LE(1, 1, 0)"), "FALSE");
  EXPECT_EQ(value_of("INT", "LEN('four')"), "4");
  EXPECT_EQ(value_of("STRING", "CONCAT('ab', 'cd')"), "'abcd'");
}

TEST(StValues, conversions) {
  EXPECT_EQ(value_of("INT", "REAL_TO_INT(2.5)"), "2");  // to the nearest, ties to even
  EXPECT_EQ(value_of("INT", "REAL_TO_INT(-3.5)"), "-4");
  EXPECT_EQ(value_of("DINT", "TRUNC(-3.9)"), "-3");
  EXPECT_EQ(value_of("SINT", "INT_TO_SINT(300)"), "44");
  EXPECT_EQ(value_of("UINT", "INT_TO_UINT(INT#-1)"), "65535");
  EXPECT_EQ(value_of("DINT", "INT_TO_DINT(INT#-1)"), "-1");
  EXPECT_EQ(value_of("WORD", "INT_TO_WORD(INT#-1)"), "16#FFFF");
  EXPECT_EQ(value_of("REAL", "INT_TO_REAL(INT#-3)"), "-3.0");
  EXPECT_EQ(value_of("BOOL", "INT_TO_BOOL(2)"), "TRUE");
  EXPECT_EQ(value_of("INT", "BOOL_TO_INT(TRUE)"), "1");
  EXPECT_EQ(value_of("TIME", "DINT_TO_TIME(1500)"), "T#1s500ms");
  EXPECT_EQ(value_of("DINT", "TIME_TO_DINT(T#2s)"), "2000");
  EXPECT_EQ(value_of("INT", "TO_INT(LREAL#7.0)"), "7");
}

TEST(StValues, durations) {
  const std::string variables = "VAR t : TIME; n : INT; END_VAR";
  EXPECT_EQ(value_of("TIME", "t + T#500ms", variables, "t := T#1s;"), "T#1s500ms");
  EXPECT_EQ(value_of("TIME", "t * n", variables, "t := T#1s; n := 3;"), "T#3s");
  EXPECT_EQ(value_of("TIME", "t / 4", variables, "t := T#1s;"), "T#250ms");
  EXPECT_EQ(value_of("BOOL", "t > T#999ms", variables, "t := T#1s;"), "TRUE");
}

TEST(StValues, bitsOfWords) {
  const std::string variables = "VAR w : WORD; END_VAR";
  EXPECT_EQ(value_of("WORD", "w", variables, "w.3 := TRUE; w.15 := TRUE; w.3 := w.0;"), "16#8000");
  EXPECT_EQ(value_of("BYTE", "w.%B1", variables, "w := 16#1234;"), "16#12");
  EXPECT_EQ(value_of("WORD", "w", variables, "w := 16#1234; w.%B0 := 16#FF;"), "16#12FF");
  EXPECT_EQ(value_of("WORD", "w AND NOT 16#000F", variables, "w := 16#1234;"), "16#1230");
  EXPECT_EQ(value_of("WORD", "NOT NOT 16#F OR NOT w", variables, "w := 16#FF0F;"), "16#00FF");
  EXPECT_EQ(value_of("UINT", "NOT 1"), "65534");
  EXPECT_EQ(value_of("INT", "NOT 1"), "-2");
  EXPECT_EQ(value_of("INT", "-NOT 1 + 3"), "5");
  EXPECT_EQ(value_of("BOOL", "NOT 1"), "FALSE");
  EXPECT_EQ(value_of("BOOL", "w = NOT 16#FFFF", variables), "TRUE");
}

TEST(StValues, statements) {
  const std::string variables = "VAR i, n : INT; END_VAR";
  const auto run = [&](const std::string& body) { return value_of("INT", "n", variables, body); };
  EXPECT_EQ(run("FOR i := 1 TO 5 DO n := n + i; END_FOR;"), "15");
  EXPECT_EQ(run("FOR i := 5 TO 1 BY -2 DO n := n * 10 + i; END_FOR;"), "531");
  EXPECT_EQ(run("FOR i := 3 TO 1 DO n := 7; END_FOR;"), "0");
  EXPECT_EQ(run("FOR i := 1 TO 9 DO IF i = 3 THEN CONTINUE; END_IF; IF i = 5 THEN EXIT; END_IF; "
                "n := n * 10 + i; END_FOR;"),
            "124");
  EXPECT_EQ(run("n := 3; FOR i := 1 TO n DO n := n + 1; END_FOR;"), "6");  // the end is fixed
  EXPECT_EQ(run("FOR i := 32766 TO 32767 DO n := n + 1; END_FOR;"), "2");
  EXPECT_EQ(run("WHILE n < 7 DO n := n + 2; END_WHILE;"), "8");
  EXPECT_EQ(run("REPEAT n := n + 2; UNTIL n > 0 END_REPEAT;"), "2");
  EXPECT_EQ(run("CASE 4 OF 1, 2: n := 1; 3..5: n := 2; ELSE n := 3; END_CASE;"), "2");
  EXPECT_EQ(run("n := 9; CASE n OF 1: n := 1; END_CASE;"), "9");  // no match: nothing happens
  EXPECT_EQ(run("IF FALSE THEN n := 1; ELSIF TRUE THEN n := 2; ELSE n := 3; END_IF;"), "2");
  EXPECT_EQ(run("n := 4; RETURN; n := 5;"), "0");  // `result` was not assigned
}

TEST(StValues, aForThatIsNotWrittenOutDoesTheSame) {
  ReadOptions options;
  options.unroll = 0;
  const std::string text =
      "PROGRAM p VAR i, n : INT; END_VAR\n"
      "n := 0; FOR i := 1 TO 9 BY 2 DO IF i = 7 THEN EXIT; END_IF; n := n * 10 + i; END_FOR;\n"
      "END_PROGRAM";
  EXPECT_EQ(values_of(text, "n", 1), (Strings{"135"}));
  EXPECT_EQ(values_of(text, "n", 1, {}, options), (Strings{"135"}));
  EXPECT_EQ(values_of(text, "i", 1, {}, options), (Strings{"7"}));
  const std::string over =
      "PROGRAM p VAR i : SINT; END_VAR\n"
      "FOR i := 120 TO 127 BY 3 DO ; END_FOR;\nEND_PROGRAM";
  EXPECT_EQ(values_of(over, "i", 1, {}, options), values_of(over, "i", 1));
}

TEST(StValues, arraysAndStructures) {
  const std::string types =
      "TYPE point : STRUCT x : INT := 3; y : INT; END_STRUCT; "
      "grid : ARRAY[0..1, -1..1] OF INT := [1, 2, 3(7)]; END_TYPE\n";
  const auto run = [&](const std::string& variables, const std::string& body) {
    return values_of(
        types + "PROGRAM p VAR r, i : INT; " + variables + " END_VAR " + body + " END_PROGRAM", "r",
        1);
  };
  EXPECT_EQ(run("g : grid;", "r := g[0, -1] * 1000 + g[0, 0] * 100 + g[1, 0] * 10 + g[1, 1];"),
            (Strings{"1270"}));
  EXPECT_EQ(run("g : grid;", "i := 1; g[i, i - 2] := 5; r := g[1, -1] + g[0, i];"),
            (Strings{"12"}));
  EXPECT_EQ(run("a, b : point;", "b.y := 4; a := b; b.y := 9; r := a.x * 10 + a.y;"),
            (Strings{"34"}));
  EXPECT_EQ(run("a : ARRAY[1..2] OF point := [(x := 1), (y := 2)];",
                "i := 2; a[i].x := a[1].x + 7; r := a[2].x * 10 + a[i].y;"),
            (Strings{"82"}));
  EXPECT_EQ(run("a : ARRAY[1..3] OF point := [3(y := 2)];", "r := a[3].y * 10 + a[2].x;"),
            (Strings{"23"}));
  EXPECT_EQ(run("a, b : ARRAY[1..3] OF INT := [1, 2, 3];", "a[2] := 9; b := a; r := b[2] + b[3];"),
            (Strings{"12"}));
}

TEST(StValues, enumerationsAndSubranges) {
  const std::string types =
      "TYPE color : (red, green := 5, blue) := green; level : INT (2..9); END_TYPE\n";
  const auto run = [&](const std::string& variables, const std::string& body) {
    return values_of(
        types + "PROGRAM p VAR r : INT; " + variables + " END_VAR " + body + " END_PROGRAM", "r",
        1);
  };
  EXPECT_EQ(run("c : color;", "CASE c OF red: r := 1; color#green: r := 2; END_CASE;"),
            (Strings{"2"}));
  EXPECT_EQ(run("c : color;", "c := color.blue; IF c = blue THEN r := 3; END_IF;"), (Strings{"3"}));
  EXPECT_EQ(run("l : level;", "r := l;"), (Strings{"2"}));  // the lower bound is the initial value
}

TEST(StValues, whatKeepsItsValue) {
  const std::string block =
      "FUNCTION_BLOCK counter VAR_INPUT up : BOOL; END_VAR VAR_OUTPUT n : INT; END_VAR "
      "VAR_TEMP t : INT; END_VAR t := t + 1; IF up THEN n := n + t; END_IF; END_FUNCTION_BLOCK\n";
  const std::string text = block +
                           "PROGRAM p VAR_INPUT a : BOOL; END_VAR VAR x, y : counter; r : INT; "
                           "END_VAR x(up := a); y(up := TRUE, n => r); END_PROGRAM";
  EXPECT_EQ(values_of(text, "x.n", 4, {{"a", {1, 0, 1, 0}}}), (Strings{"1", "1", "2", "2"}));
  EXPECT_EQ(values_of(text, "r", 3), (Strings{"1", "2", "3"}));
}

TEST(StValues, functionsBeginAnewAndChangeTheirArguments) {
  const std::string text =
      "FUNCTION twice : INT VAR_INPUT a : INT := 4; END_VAR VAR n : INT; END_VAR "
      "n := n + a; twice := n + a; END_FUNCTION\n"
      "FUNCTION swap VAR_IN_OUT a, b : INT; END_VAR VAR t : INT; END_VAR "
      "t := a; a := b; b := t; END_FUNCTION\n"
      "PROGRAM p VAR r, s, x : INT := 1; y : INT := 2; f : ARRAY[1..2] OF INT := [8, 9]; END_VAR "
      "r := twice(3) + twice(a := 1) * 100 + twice() * 1000; s := twice(twice(twice(1)));"
      "swap(a := x, b := y); swap(f[x - 1], f[y + 1]); x := x * 100 + f[1]; END_PROGRAM";
  EXPECT_EQ(values_of(text, "r", 1), (Strings{"8206"}));
  EXPECT_EQ(values_of(text, "s", 1), (Strings{"8"}));
  EXPECT_EQ(values_of(text, "x", 1), (Strings{"209"}));
}

TEST(StValues, operandsKeepTheirValuesWhenACallChangesThem) {
  const std::string text =
      "VAR_GLOBAL g : INT := 1; END_VAR\n"
      "FUNCTION bump : INT VAR_EXTERNAL g : INT; END_VAR g := g + 1; bump := g; END_FUNCTION\n"
      "PROGRAM p VAR_EXTERNAL g : INT; END_VAR VAR r : INT; END_VAR r := g * 10 + bump(); "
      "END_PROGRAM";
  EXPECT_EQ(values_of(text, "r", 2), (Strings{"12", "23"}));
}

TEST(StValues, directAddressesAndConfigurations) {
  const std::string text =
      "PROGRAM p VAR start AT %IX0.0 : BOOL; lamp AT %QX0.0 : BOOL; n : INT; END_VAR\n"
      "lamp := start AND NOT %IX0.1; IF lamp THEN n := n + 1; END_IF;\nEND_PROGRAM\n"
      "CONFIGURATION c RESOURCE r ON plc TASK t(INTERVAL := T#20ms, PRIORITY := 1);\n"
      "PROGRAM main WITH t : p; END_RESOURCE END_CONFIGURATION";
  EXPECT_EQ(values_of(text, "n", 3, {{"%IX0.0", {1, 1, 0}}, {"%IX0.1", {0, 1, 0}}}),
            (Strings{"1", "1", "1"}));
  ScanModel model;
  read(text, {}, &model);
  EXPECT_EQ(model.cycle_ms, 20u);
}

// A loop is written out with its variable as a number, unless the body may change it by another
// name.
TEST(StValues, aLoopsVariableMayHaveAnotherName) {
  EXPECT_EQ(values_of("FUNCTION_BLOCK f VAR_IN_OUT a, b : INT; END_VAR VAR_OUTPUT n : INT; END_VAR "
                      "FOR a := 0 TO 3 DO b := 7; n := n + a; END_FOR; END_FUNCTION_BLOCK\n"
                      "PROGRAM p VAR x, r : INT; t : f; END_VAR t(a := x, b := x, n => r); "
                      "END_PROGRAM",
                      "r", 1),
            (Strings{"7"}));
  EXPECT_EQ(values_of("PROGRAM p VAR x AT %MW0 : INT; n : INT; END_VAR "
                      "FOR x := 0 TO 3 DO %MW0 := 7; n := n + x; END_FOR; END_PROGRAM",
                      "n", 1),
            (Strings{"7"}));
  EXPECT_EQ(values_of("VAR_GLOBAL g : INT; END_VAR\n"
                      "FUNCTION_BLOCK f VAR_EXTERNAL g : INT; END_VAR VAR_IN_OUT b : INT; END_VAR "
                      "VAR_OUTPUT n : INT; END_VAR "
                      "FOR g := 0 TO 3 DO b := 7; n := n + g; END_FOR; END_FUNCTION_BLOCK\n"
                      "PROGRAM p VAR_EXTERNAL g : INT; END_VAR VAR r : INT; t : f; END_VAR "
                      "t(b := g, n => r); END_PROGRAM",
                      "r", 1),
            (Strings{"7"}));
}

TEST(StValues, aStructureIsPassedAfterTheOtherArgumentsAreComputed) {
  const std::string text =
      "TYPE pair : STRUCT x, y : INT; END_STRUCT; END_TYPE\n"
      "FUNCTION f : INT VAR_INPUT s : pair; n : INT; END_VAR f := s.x * 10 + n; END_FUNCTION\n"
      "PROGRAM p VAR a : pair := (x := 1); b : pair := (x := 2); r : INT; END_VAR "
      "r := f(s := a, n := f(s := b, n := 3)); END_PROGRAM";
  EXPECT_EQ(values_of(text, "r", 1), (Strings{"33"}));
}

TEST(StValues, siemensSpelling) {
  const std::string text =
      "FUNCTION_BLOCK \"pump\"\nVERSION : 0.1\nVAR_INPUT \"on\" : Bool; END_VAR\n"
      "VAR n : Int; END_VAR\nBEGIN\nREGION count things\nIF #on THEN #n := #n + 1; END_IF;\n"
      "END_REGION\nEND_FUNCTION_BLOCK";
  EXPECT_EQ(values_of(text, "n", 2, {{"on", {1, 1}}}), (Strings{"1", "2"}));
  const std::string quoted =
      "FUNCTION_BLOCK pump\nVAR n : Int; END_VAR\nBEGIN\n#\"n\" := #n + 1;\nEND_FUNCTION_BLOCK";
  EXPECT_EQ(values_of(quoted, "n", 2), (Strings{"1", "2"}));
}

}  // namespace
}  // namespace cairn::st::test
