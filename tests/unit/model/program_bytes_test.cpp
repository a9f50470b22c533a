// SPDX-License-Identifier: MIT
#include "model/program_bytes.h"

#include <gtest/gtest.h>

#include "format/ivl/ivl_printer.h"
#include "format/ivl/ivl_reader.h"

namespace cairn {
namespace {

constexpr const char* kText = R"(
var g: bv32 show signed as "G";
var a: bv8[bv32];
var f: double;
@ "p.c":3:4 in f "return x"
procedure f(x: bv32) returns (y: bv32) {
  var t: bool;
  y := x + g;
  a[x] := 7bv8;
  f := 0x1.8p+1f64;
  havoc t "nondet_bool";
  while (t && y <u 10bv32) { y := y + 1bv32; choice { return; } or { assume t; } }
  limit y != 3bv32 "too much";
}
procedure main() {
  var r: bv32;
  if (g == 0bv32) { r := call f(g); } else { goto end; }
  assert r != 5bv32 "claim";
  end:
}
)";

TEST(ProgramBytes, ComeBackAsTheyWere) {
  const Program program = read_ivl({"p.ivl", kText});
  const std::string bytes = program_bytes(program);
  const auto read = program_of_bytes(bytes);
  ASSERT_TRUE(read);
  EXPECT_EQ(read->terms->size(), program.terms->size());
  EXPECT_EQ(program_bytes(*read), bytes);
  EXPECT_EQ(print_ivl(*read), print_ivl(program));
  check_program(*read);
}

TEST(ProgramBytes, DamagedOnesAreNoProgram) {
  const std::string bytes = program_bytes(read_ivl({"p.ivl", kText}));
  EXPECT_FALSE(program_of_bytes(""));
  for (std::size_t size = 0; size < bytes.size(); size += 7)
    EXPECT_FALSE(program_of_bytes(bytes.substr(0, size))) << size;
  EXPECT_FALSE(program_of_bytes(bytes + "x"));
}

}  // namespace
}  // namespace cairn
