// SPDX-License-Identifier: MIT
#include "format/aiger/aiger_writer.h"

#include <gtest/gtest.h>

#include "format/aiger/aiger_reader.h"

namespace cairn {
namespace {

using namespace std::string_literals;

std::string convert(const std::string& bytes, AigerFormat format) {
  return write_aiger(read_aiger({"test.aig", bytes}).system, format);
}

TEST(AigerWriterTest, WritesWhatWasRead) {
  const std::string files[] = {
      "aag 0 0 0 0 0\n",
      "aag 3 2 0 1 1\n2\n4\n7\n6 2 4\ni0 a\ni1 b\no0 c\nc\ncomment\n\n",
      "aag 2 0 2 0 0 1\n2 4\n4 3 1\n2\nb0 x\n",
      "aag 3 1 2 0 0 0 1\n2\n4 4 4\n6 6 5\n1\nc0 con\n",
      "aag 1 1 0 0 0 0 0 2\n2\n2\n0\n2\n3\nj1 none\n",
      "aag 1 1 0 0 0 0 0 0 1\n2\n3\nf0 f\n",
      "aig 5 2 0 2 3\n10\n6\n\x02\x02\x03\x02\x01\x02i0 x\nc\nhalf adder\n",
  };
  for (const std::string& file : files)
    EXPECT_EQ(convert(file, file[1] == 'a' ? AigerFormat::Ascii : AigerFormat::Binary), file);
}

TEST(AigerWriterTest, ConvertsBetweenFormatsWithoutDrift) {
  const std::string ascii = "aag 6 2 2 1 2\n2\n4\n6 10\n8 12 8\n11\n10 4 2\n12 9 6\nl1 q\n";
  const std::string binary = "aig 6 2 2 1 2\n10\n12 8\n11\n\x06\x02\x03\x03l1 q\n"s;
  EXPECT_EQ(convert(ascii, AigerFormat::Binary), binary);
  EXPECT_EQ(convert(binary, AigerFormat::Ascii), ascii);
}

TEST(AigerWriterTest, PutsLeavesBeforeGates) {
  BitSystem system;
  const Lit a = system.add_input("a");
  const Lit l = system.add_latch("l");
  const Lit gate = system.aig.append_and(a, ~l);
  const Lit b = system.add_input("b");
  const Lit other = system.aig.append_and(gate, b);
  system.set_next(l, other);
  system.bad.push_back(~other);
  EXPECT_EQ(write_aiger(system, AigerFormat::Ascii),
            "aag 5 2 1 0 2 1\n2\n4\n6 10\n11\n8 2 7\n10 8 4\ni0 a\ni1 b\nl0 l\n");
  EXPECT_EQ(write_aiger(system, AigerFormat::Binary),
            "aig 5 2 1 0 2 1\n10\n11\n\x01\x05\x02\x04i0 a\ni1 b\nl0 l\n");
}

TEST(AigerWriterTest, WritesLargeDeltas) {
  BitSystem system;
  for (int i = 0; i < 20'000; ++i) system.add_input();
  system.aig.append_and(kTrue, kFalse);
  const std::string bytes = write_aiger(system, AigerFormat::Binary);
  EXPECT_EQ(bytes, "aig 20001 20000 0 0 1\n\xc1\xb8\x02\x01");
  const AigerModel again = read_aiger({"x", bytes});
  EXPECT_EQ(again.system.aig.left(Var{20'001}), kTrue);
}

TEST(AigerWriterTest, KeepsANameOnOneLine) {
  BitSystem system;
  system.add_input("two\nlines");
  EXPECT_EQ(write_aiger(system, AigerFormat::Ascii), "aag 1 1 0 0 0\n2\ni0 two lines\n");
}

}  // namespace
}  // namespace cairn
