// SPDX-License-Identifier: MIT
//
// What some tools write that the standard does not have: read where the meaning is clear, refused
// by name elsewhere.
#include <gtest/gtest.h>

#include "base/error.h"
#include "input/st/parser.h"

namespace cairn::st {
namespace {

Unit parsed(const std::string& text) {
  Unit unit;
  parse({"x.st", text}, unit);
  return unit;
}

std::string refused(const std::string& text) {
  try {
    parsed(text);
  } catch (const NotSupported& error) {
    return error.what();
  }
  return "";
}

TEST(StDialects, ElseifIsElsif) {
  const Unit unit = parsed(
      "PROGRAM p VAR x : INT; END_VAR IF x = 1 THEN x := 2; ELSEIF x = 2 THEN x := 3; "
      "ELSIF x = 3 THEN x := 4; ELSE x := 1; END_IF; END_PROGRAM");
  ASSERT_EQ(unit.pous[0].body.size(), 1u);
  EXPECT_EQ(unit.pous[0].body[0].branches.size(), 4u);
}

TEST(StDialects, ConstructsOfOthersAreNamed) {
  EXPECT_EQ(refused("VAR_CONFIG x : INT; END_VAR"), "x.st:1:1: error: not supported: VAR_CONFIG");
  EXPECT_EQ(refused("FUNCTION_BLOCK f\nPROPERTY_GET v : INT\nEND_PROPERTY\nEND_FUNCTION_BLOCK"),
            "x.st:2:1: error: not supported: properties (PROPERTY, edition 3)");
  EXPECT_EQ(refused("PROGRAM p\n  a := [1, 2];\nEND_PROGRAM"),
            "x.st:2:8: error: not supported: values of arrays but as initial values");
  EXPECT_EQ(refused("PROGRAM p\n  a := (x := 1, y := 2);\nEND_PROGRAM"),
            "x.st:2:11: error: not supported: values of structures but as initial values");
  EXPECT_EQ(refused("PROGRAM p VAR\n  r : REFERENCE TO INT REF= x;\nEND_VAR END_PROGRAM"),
            "x.st:2:24: error: not supported: references (edition 3)");
  EXPECT_EQ(refused("FUNCTION f : INT VAR_INPUT\n  all : ...; END_VAR END_FUNCTION"),
            "x.st:2:9: error: not supported: functions of any number of arguments");
}

}  // namespace
}  // namespace cairn::st
