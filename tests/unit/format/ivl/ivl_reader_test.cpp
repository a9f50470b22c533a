// SPDX-License-Identifier: MIT
#include "format/ivl/ivl_reader.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>

#include "format/ivl/ivl_printer.h"
#include "model/interpret.h"

namespace cairn {
namespace {

Program read(const std::string& text) {
  return read_ivl({"t.ivl", text});
}

std::string error_of(const std::string& text) {
  try {
    read(text);
  } catch (const InputError& error) {
    return error.what();
  }
  return "accepted";
}

RunResult::Outcome outcome_of(const std::string& text) {
  const Program program = read(text);
  InputSequence inputs({});
  return interpret(program, inputs, 10'000).outcome;
}

TEST(IvlReader, EverySortOfSugarMeansWhatItSays) {
  EXPECT_EQ(outcome_of(R"(
    record point { x: bv8; y: bv8; }
    record line { from: point; to: point; width: bool; }
    var g: bv32[10], o: point, ps: point[4], l: line, ls: line[bv2];
    procedure swap(p: point) returns (q: point) {
      q.x, q.y := p.y, p.x;
    }
    procedure main() {
      var i: bv2;
      var q: point;
      g[3bv4] := 7bv32;
      assert g[3bv4] == 7bv32 "element";
      o.x := 1bv8;
      o.y := 2bv8;
      q := call swap(o);
      assert q.x == 2bv8 && q.y == 1bv8 "swapped";
      i := 2bv2;
      ps[i] := q;
      assert ps[i].x == 2bv8 && ps.y[i] == 1bv8 "a field's array";
      ps[i].y := ps[i].x + 5bv8;
      o := ps[2bv2];
      assert o.y == 7bv8;
      l.from := o;
      l.to, l.width := q, true;
      ls[i] := l;
      assert ls[i].from.y == 7bv8 && ls[i].width;
      havoc o "any";
      i := i + 1bv2;
      while (i != 0bv2) { i := i - 1bv2; }
      if (i == 1bv2) { assert false; } else if (i == 2bv2) { assert false; } else { i := 1bv2; }
      choice { i := 2bv2; } or { i := 3bv2; }
      assert i == 2bv2 "the first by default";
      goto end;
      assert false;
      end:
      return;
    }
  )"),
            RunResult::Outcome::Finished);
}

TEST(IvlReader, OperatorsBindAsTheTableSays) {
  EXPECT_EQ(outcome_of(R"(
    procedure main() {
      assert 1bv8 + 2bv8 * 3bv8 == 7bv8;
      assert 1bv8 << 1bv8 + 1bv8 == 4bv8;
      assert (6bv8 & 3bv8 | 8bv8) == 10bv8;
      assert 10bv8 - 3bv8 - 2bv8 == 5bv8;
      assert -1bv8 <s 0bv8 && -1bv8 >u 0bv8;
      assert -7bv8 /s 2bv8 == -3bv8 && -7 / 2 == -4;
      assert 171bv8{7:4} == 10bv4;
      assert (true ? 1bv8 : false ? 2bv8 : 3bv8) == 1bv8;
      assert 0x1.8p+1f64 +f 0x1p+0f64 ==f 0x1p+2f64;
      assert -0x0p+0f32 ==f 0x0p+0f32 && -0x0p+0f32 != 0x0p+0f32;
      assert fisinf(-0inff32) && fisnan(0nanf64) && 0x1p-149f32 >f 0x0p+0f32;
      assert fconv(0x1.8p+1f64, float, rtz) ==f 0x1.8p+1f32;
      assert bv8[bv4][1bv4: 5bv8, else 0bv8][1bv4] == 5bv8;
      assert bv8[bv4][else 0bv8][1bv4 := 5bv8] == bv8[bv4][1bv4: 5bv8, else 0bv8];
      assert (let $1 = 2bv8 + 1bv8, $2 = $1 * $1 in $2 - $1) == 6bv8;
      assert 3r4 + 1r4 == 1r1 && toint(7r2) == 3;
      assert sext(15bv4, 8) == 255bv8 && concat(1bv4, 2bv4) == 18bv8;
    }
  )"),
            RunResult::Outcome::Finished);
}

TEST(IvlReader, StatementsWithoutAnAnnotationHaveTheirOwnPlace) {
  const Program program = read("procedure main() {\n  assume true;\n  while (false) { }\n}");
  const Block& body = program.procedures[0].body;
  const SourceSite& assume = program.sites[body[0].site];
  EXPECT_EQ(assume.at.file, "t.ivl");
  EXPECT_EQ(assume.at.line, 2u);
  EXPECT_EQ(assume.at.column, 3u);
  EXPECT_EQ(assume.function, "main");
  EXPECT_EQ(assume.text, "assume true;");
  EXPECT_FALSE(assume.loop_head);
  EXPECT_TRUE(program.sites[body[1].site].loop_head);
}

TEST(IvlReader, EveryFaultIsOneErrorWithItsPlace) {
  const std::pair<const char*, const char*> cases[] = {
      {"x := z;", "t.ivl:2:6: error: no variable 'z' is declared"},
      {"z := x;", "t.ivl:2:1: error: no variable 'z' is declared"},
      {"x := b;", "t.ivl:2:6: error: the value is of sort bv8, not bool"},
      {"x := x + b;", "t.ivl:2:8: error: + does not go with bv8 and bool"},
      {"assume x;", "t.ivl:2:8: error: the condition is of sort bool, not bv8"},
      {"x, x := x, x;", "t.ivl:2:4: error: 'x' is assigned twice"},
      {"goto away;", "t.ivl:2:6: error: the procedure has no label 'away'"},
      {"l: l:", "t.ivl:2:4: error: the label 'l' is declared already"},
      {"call main();", "t.ivl:2:6: error: the call of 'main' is recursive"},
      {"call f();", "t.ivl:2:6: error: no procedure 'f' is declared"},
      {"x := 256bv8;", "t.ivl:2:6: error: 256 does not fit 8 bits"},
      {"x := 1bv0;", "t.ivl:2:6: error: a bit-vector has 1 to 65535 bits"},
      {"x := 1bv70000;", "t.ivl:2:6: error: a bit-vector has 1 to 65535 bits"},
      {"x := x{8:0};", "t.ivl:2:8: error: the first bit is 0 to 7, not 8"},
      {"a[x] := x;", "t.ivl:2:3: error: the index is of sort bv4, not bv8"},
      {"x[0bv4] := x;", "t.ivl:2:1: error: 'x' is no array"},
      {"havoc a[0bv4];", "t.ivl:2:7: error: an element can't stand here; a whole variable can"},
      {"d := 0x1p+9999f64;", "t.ivl:2:6: error: double has no such number"},
      {"d := 0x1.00000000000001p+0f64;", "t.ivl:2:6: error: double has no such number"},
      {"d := 0x1p+0;", "t.ivl:2:6: error: a float ends in f32, f64 or f<exponent,significand>"},
      {"d := 0x10;", "t.ivl:2:6: error: a hexadecimal number is a float such as 0x1.8p+1f32"},
      {"x := 12q;", "t.ivl:2:6: error: '12q' is not a number"},
      {"x := $1;", "t.ivl:2:6: error: $1 is not defined"},
      {"x := sin(x);", "t.ivl:2:6: error: no function 'sin' is known"},
      {"x := concat(x, y);", "t.ivl:2:6: error: the value is of sort bv8, not bv16"},
      {"b := fisnan(x);", "t.ivl:2:6: error: fisnan does not go with bv8"},
      {"x := x +", "t.ivl:3:1: error: expected an expression, got '}'"},
      {"assert b \"open", "t.ivl:2:10: error: the string does not end"},
      {"assert b \"\\n\";", "t.ivl:2:10: error: a string's backslash is followed by \", \\ or xNN"},
      {"/* x", "t.ivl:2:1: error: the comment does not end"},
      {"`x", "t.ivl:2:1: error: the name in backquotes does not end"},
      {"x := y", "t.ivl:3:1: error: expected ';', got '}'"},
      {"if b { } else x := y;", "t.ivl:2:15: error: expected '{' or if, got 'x'"},
      {"x ? y;", "t.ivl:2:3: error: expected ':=', got '?'"},
      {"\x01", "t.ivl:2:1: error: the character '\\x01' does not belong here"},
      {"while (b) {", "t.ivl:4:1: error: expected a statement or '}', got end of file"},
      {"n := 1r0;", "t.ivl:2:6: error: a real is a numerator, r and a denominator that is not 0"},
  };
  for (const auto& [statement, message] : cases)
    EXPECT_EQ(error_of("var x: bv8, y: bv8, b: bool, a: bv8[bv4], d: double, n: int; "
                       "procedure main() {\n" +
                       std::string(statement) + "\n}\n"),
              message);
}

TEST(IvlReader, FaultsOfDeclarationsHaveTheirPlaceToo) {
  const std::pair<const char*, const char*> cases[] = {
      {"", "t.ivl:1:1: error: no procedure 'main' is declared, where the run starts"},
      {"procedure main(x: bv8) { }",
       "t.ivl:1:11: error: the procedure where the run starts has no parameters"},
      {"main f; procedure main() { }",
       "t.ivl:1:29: error: no procedure 'f' is declared, where the run starts"},
      {"var x: bv8; procedure main() { var x: bv8; }",
       "t.ivl:1:36: error: 'x' is declared already, in line 1"},
      {"procedure f() { } procedure f() { }",
       "t.ivl:1:29: error: the procedure 'f' is declared already"},
      {"procedure f() { call g(); } procedure g() { call f(); } procedure main() { }",
       "t.ivl:1:50: error: the call of 'f' is recursive"},
      {"procedure f(x: bv8) { } procedure main() { call f(true); }",
       "t.ivl:1:49: error: the procedure takes (bv8), not (bool)"},
      {"var b: bool; procedure f() { } procedure main() { b := call f(); }",
       "t.ivl:1:61: error: the procedure returns (), not (bool)"},
      {"record r { }", "t.ivl:1:8: error: a record has at least one field"},
      {"record r { a: bv8[bv2]; } var x: r[bv2];",
       "t.ivl:1:34: error: there are no arrays of arrays: the field 'a' is one"},
      {"record r { a: bool; a: bool; }", "t.ivl:1:21: error: the field 'a' is declared already"},
      {"var x: nothing;", "t.ivl:1:8: error: expected a sort, got 'nothing'"},
      {"var x: float<40,5>;", "t.ivl:1:14: error: the exponent's width is 2 to 19, not 40"},
      {"var x: bv8 show pink;",
       "t.ivl:1:17: error: expected raw, signed, unsigned, bool, char, float, pointer or hidden, "
       "got 'pink'"},
      {"record p { x: bool; } record q { x: bool; } var a: p, b: q; procedure main() { a := b; }",
       "t.ivl:1:85: error: the value and what it is assigned to differ in their type"},
  };
  for (const auto& [text, message] : cases) EXPECT_EQ(error_of(text), message);
}

std::string repeated(const std::string& text, int count) {
  std::string result;
  for (int i = 0; i < count; ++i) result += text;
  return result;
}

TEST(IvlReader, NestingHasALimit) {
  const auto expression = [](int depth) {
    return fmt::format("procedure main() {{ assume {}true{}; }}", repeated("(", depth),
                       repeated(")", depth));
  };
  const auto blocks = [](int depth) {
    return fmt::format("procedure main() {{{}{}}}", repeated("while (true) {", depth),
                       repeated("}", depth));
  };
  const auto chain = [](int depth) {
    return fmt::format("var b: bool; procedure main() {{{}{{ }} }}",
                       repeated("if (b) { } else ", depth));
  };
  EXPECT_EQ(error_of(expression(400)), "accepted");
  EXPECT_NE(error_of(expression(100'000)).find("nested deeper than 1000"), std::string::npos);
  EXPECT_EQ(error_of(blocks(990)), "accepted");
  EXPECT_NE(error_of(blocks(100'000)).find("nested deeper than 1000"), std::string::npos);
  EXPECT_EQ(error_of(chain(990)), "accepted");
  EXPECT_NE(error_of(chain(100'000)).find("nested deeper than 1000"), std::string::npos);
}

TEST(IvlReader, AProgramMayBeOneLongLine) {
  // Work on the whole line for each statement would take hours.
  const Program program =
      read("var b: bool; procedure main() {" + repeated("assume b;", 300'000) + "}");
  EXPECT_EQ(program.procedures[0].body.size(), 300'000u);
}

TEST(IvlReader, NumbersHaveALimit) {
  std::string lets = "let $0 = 1000000007 * 1000000007";
  for (int i = 1; i < 40; ++i) lets += fmt::format(", ${0} = ${1} * ${1}", i, i - 1);
  EXPECT_NE(error_of("procedure main() { assume 0 < (" + lets + " in $39); }")
                .find("the number is too large"),
            std::string::npos);
  std::string records = "record r0 { a: bool; b: bool; } ";
  for (int i = 1; i < 30; ++i) {
    records += fmt::format("record r{0} {{ a: r{1}; b: r{1}; }} ", i, i - 1);
  }
  EXPECT_NE(error_of(records).find("a record has at most 10000 fields"), std::string::npos);
}

}  // namespace
}  // namespace cairn
