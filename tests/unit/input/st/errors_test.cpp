// SPDX-License-Identifier: MIT
//
// What is wrong with a text, and what is not supported: place, what was expected, the nearest name.
#include <gtest/gtest.h>

#include "unit/input/st/st_run.h"

namespace cairn::st::test {
namespace {

std::string in_program(const std::string& body, const std::string& variables = "") {
  return error_of("PROGRAM p VAR count : INT; go : BOOL; t : TON; " + variables + " END_VAR\n" +
                  body + "\nEND_PROGRAM");
}

TEST(StErrors, syntax) {
  EXPECT_EQ(in_program("count := ;"), "test.st:2:10: error: expected an expression, got ';'");
  EXPECT_EQ(in_program("IF go count := 1; END_IF;"),
            "test.st:2:7: error: expected THEN, got 'count'");
  EXPECT_EQ(in_program("count = 1;"),
            "test.st:2:7: error: expected ':=' (a single '=' compares), got '='");
  EXPECT_EQ(in_program("count := 1"),
            "test.st:3:1: error: expected ';' after the statement, got the keyword 'END_PROGRAM'");
  EXPECT_EQ(in_program("WHLE go DO END_WHILE;"),
            "test.st:2:1: error: expected a statement, got 'WHLE'; did you mean WHILE?");
  EXPECT_EQ(error_of("PROGRM p END_PROGRAM"), "test.st:1:1: error: expected PROGRAM, got 'PROGRM'");
  EXPECT_EQ(in_program("(* no end"), "test.st:2:1: error: the comment has no end");
  EXPECT_EQ(in_program("//#ASERT go : a;"),
            "test.st:2:1: error: unknown annotation //#ASERT; did you mean //#ASSERT?");
}

TEST(StErrors, names) {
  EXPECT_EQ(in_program("cont := 1;"),
            "test.st:2:1: error: unknown variable 'cont'; did you mean 'count'?");
  EXPECT_EQ(in_program("count := LIMT(1, 2, 3);"),
            "test.st:2:10: error: unknown function 'LIMT'; did you mean 'LIMIT'?");
  EXPECT_EQ(in_program("t(INN := go);"), "test.st:2:3: error: unknown input of TON 'INN'");
  EXPECT_EQ(in_program("go := t.QQ;"), "test.st:2:9: error: unknown member of TON 'QQ'");
  EXPECT_EQ(in_program("", "x : TONN;"),
            "test.st:1:52: error: unknown type or function block 'TONN'; did you mean 'TON'?");
}

TEST(StErrors, types) {
  EXPECT_EQ(in_program("count := go;"),
            "test.st:2:10: error: expected INT, got BOOL; BOOL_TO_INT converts");
  EXPECT_EQ(in_program("count := 40000;"),
            "test.st:2:10: error: 40000 is not among the values of INT, -32768 to 32767");
  EXPECT_EQ(in_program("IF count THEN ; END_IF;"),
            "test.st:2:4: error: expected a condition (BOOL), got INT");
  EXPECT_EQ(in_program("go := go + go;"), "test.st:2:10: error: '+' needs numbers, and not BOOL");
  EXPECT_EQ(in_program("count := t;"),
            "test.st:2:10: error: 't' has the type TON, where a single value is expected");
  EXPECT_EQ(in_program("t.Q := TRUE;"),
            "test.st:2:3: error: 't.Q' cannot be assigned: it is not an input of its block, or "
            "constant");
  EXPECT_EQ(in_program("a[3] := 1;", "a : ARRAY[0..2] OF INT;"),
            "test.st:2:3: error: the index is outside of 0..2");
  EXPECT_EQ(in_program("count := count / 0;"), "test.st:2:16: error: division by zero");
}

TEST(StErrors, recursion) {
  EXPECT_EQ(error_of("FUNCTION f : INT VAR_INPUT a : INT; END_VAR f := f(a - 1); END_FUNCTION\n"
                     "PROGRAM p VAR n : INT; END_VAR n := f(1); END_PROGRAM"),
            "test.st:1:50: error: 'f' calls itself: recursion is forbidden");
  EXPECT_EQ(error_of("FUNCTION_BLOCK a VAR x : b; END_VAR END_FUNCTION_BLOCK\n"
                     "FUNCTION_BLOCK b VAR x : a; END_VAR END_FUNCTION_BLOCK\n"
                     "PROGRAM p VAR x : a; END_VAR END_PROGRAM"),
            "test.st:1:16: error: 'a' contains an instance of itself: recursion is forbidden");
  EXPECT_EQ(error_of("TYPE s : STRUCT x : s; END_STRUCT; END_TYPE"),
            "test.st:1:6: error: the type 's' contains itself");
}

TEST(StErrors, entry) {
  EXPECT_EQ(error_of("TYPE t : INT; END_TYPE"),
            "cairn: error: test.st: has no PROGRAM and no FUNCTION_BLOCK that could run");
  const std::string two = "PROGRAM one END_PROGRAM PROGRAM two END_PROGRAM";
  EXPECT_EQ(
      error_of(two),
      "cairn: error: test.st: has several programs: one, two; --entry names the one that runs");
  ReadOptions options;
  options.entry = "three";
  EXPECT_EQ(
      error_of(two, options),
      "cairn: error: test.st: there is no program or function block 'three'; those there are: "
      "one, two");
}

TEST(StErrors, notSupported) {
  const auto refused = [](const std::string& text) {
    const std::string error = error_of(text);
    const std::size_t at = error.find("not supported: ");
    return at == std::string::npos ? error : error.substr(at + 15);
  };
  EXPECT_EQ(refused("FUNCTION_BLOCK a METHOD m : INT END_METHOD END_FUNCTION_BLOCK"),
            "methods (METHOD, edition 3)");
  EXPECT_EQ(refused("FUNCTION_BLOCK a EXTENDS b END_FUNCTION_BLOCK"),
            "inheritance (EXTENDS, edition 3)");
  EXPECT_EQ(refused("INTERFACE i END_INTERFACE"), "interfaces (INTERFACE, edition 3)");
  EXPECT_EQ(refused("PROGRAM p INITIAL_STEP s : a(SD, T#1s); END_STEP END_PROGRAM"),
            "the qualifier SD of an action");
  EXPECT_EQ(refused("PROGRAM p VAR a : BOOL; END_VAR LD a ST a END_PROGRAM"),
            "instruction lists (IL)");
  EXPECT_EQ(refused("PROGRAM p VAR x : REF_TO INT; END_VAR END_PROGRAM"),
            "references and pointers (edition 3)");
  EXPECT_EQ(
      refused("PROGRAM p VAR a AT %MW0 : WORD; b AT %MB1 : BYTE; END_VAR a := b; END_PROGRAM"),
      "addresses that share bits, %MB1 and %MW0");
}

TEST(StErrors, depth) {
  const std::string open(3000, '(');
  EXPECT_NE(in_program("count := " + open + "1;").find("levels"), std::string::npos);
  std::string sum = "1";
  for (int i = 0; i < 3000; ++i) sum += " + 1";
  EXPECT_NE(in_program("count := " + sum + ";").find("levels"), std::string::npos);
  std::string blocks;
  for (int i = 0; i < 3000; ++i) blocks += "IF go THEN ";
  EXPECT_NE(in_program(blocks).find("levels"), std::string::npos);
}

}  // namespace
}  // namespace cairn::st::test
