// SPDX-License-Identifier: MIT
#include "format/btor2/btor2_reader.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"
#include "logic/word/term_print.h"

namespace cairn {
namespace {

using testing::ElementsAre;

Btor2Model read(const std::string& text) {
  return read_btor2({"test.btor2", text});
}

const char* const kCounter =
    "; a counter with memory\n"
    "1 sort bitvec 1\n"
    "2 sort bitvec 8\n"
    "3 sort array 2 1\n"
    "\n"
    "10 zero 2\n"
    "11 one 1\n"
    "12 input 1 enable ; counts\n"
    "13 input 2\n"
    "20 state 2 count;er\n"
    "21 init 2 20 10\n"
    "22 state 3 seen\n"
    "23 init 3 22 -11\n"
    "24 state 2\n"
    "25 state 3\n"
    "26 state 3 copy\n"
    "27 init 3 26 25\n"
    "30 inc 2 20\n"
    "31 ite 2 12 30 20\n"
    "32 next 2 20 31\n"
    "33 write 3 22 20 12\n"
    "34 next 3 22 33\n"
    "35 read 1 22 -20\n"
    "40 bad 35 repeats\n"
    "41 bad -12\n"
    "42 constraint -35 fresh\n"
    "43 output 20 out\n"
    "44 output -20\n"
    "45 fair 12\n"
    "46 justice 2 12 -35\n"
    "47 justice 1 -12 last\n";

TEST(Btor2ReaderTest, ReadsEveryKindOfLine) {
  const Btor2Model model = read(kCounter);
  const WordSystem& system = model.system;
  const Terms& terms = *system.terms;
  EXPECT_THAT(model.input_ids, ElementsAre(12, 13));
  EXPECT_THAT(model.state_ids, ElementsAre(20, 22, 24, 25, 26));
  EXPECT_THAT(model.bad_ids, ElementsAre(40, 41));
  EXPECT_THAT(model.bad_names, ElementsAre("repeats", ""));
  EXPECT_THAT(model.constraint_names, ElementsAre("fresh"));
  EXPECT_TRUE(model.warnings.empty());

  ASSERT_EQ(system.inputs.size(), 2u);
  EXPECT_EQ(terms.name(system.inputs[0]), "enable");
  EXPECT_EQ(terms.sort(system.inputs[0]), Sort::boolean());
  EXPECT_EQ(terms.name(system.inputs[1]), "input13");
  EXPECT_EQ(terms.sort(system.inputs[1]), Sort::bit_vector(8));

  ASSERT_EQ(system.states.size(), 5u);
  const auto [count, seen, free, any, copy] = std::tie(
      system.states[0], system.states[1], system.states[2], system.states[3], system.states[4]);
  EXPECT_EQ(terms.name(count.term), "count;er");
  EXPECT_EQ(to_ivl(terms, count.init), "0bv8");
  EXPECT_EQ(count.next, read(kCounter).system.states[0].next);  // numbers depend on the file alone
  const Sort array = Sort::array_of(Sort::bit_vector(8), Sort::bit_vector(1));
  EXPECT_EQ(terms.sort(seen.term), array);
  EXPECT_EQ(terms.value(seen.init), Value::zero(array));
  EXPECT_EQ(terms.op(seen.next), Op::Store);
  EXPECT_EQ(terms.name(free.term), "state24");
  EXPECT_EQ(free.init, kNoTerm);
  EXPECT_EQ(free.next, kNoTerm);
  EXPECT_EQ(copy.init, any.term);

  ASSERT_EQ(system.bad.size(), 2u);
  EXPECT_EQ(system.constraints.size(), 1u);
  ASSERT_EQ(model.outputs.size(), 2u);
  EXPECT_EQ(model.outputs[0].name, "out");
  EXPECT_EQ(model.outputs[0].term, count.term);
  EXPECT_EQ(terms.op(model.outputs[1].term), Op::BvNot);
  EXPECT_THAT(model.fairness, ElementsAre(system.inputs[0]));
  ASSERT_EQ(model.justice.size(), 2u);
  EXPECT_EQ(model.justice[0].size(), 2u);
  EXPECT_THAT(model.justice[1], ElementsAre(system.bad[1]));
}

TEST(Btor2ReaderTest, ReadsConstants) {
  const std::string sorts = "1 sort bitvec 4\n2 sort bitvec 1\n3 sort bitvec 100\n";
  const auto value = [&](const std::string& line) {
    const Btor2Model model = read(sorts + "4 " + line + "\n5 output 4\n");
    return to_ivl(*model.system.terms, model.outputs[0].term);
  };
  EXPECT_EQ(value("const 1 1010"), "10bv4");
  EXPECT_EQ(value("constd 1 15"), "15bv4");
  EXPECT_EQ(value("constd 1 -8"), "8bv4");
  EXPECT_EQ(value("constd 1 -1"), "15bv4");
  EXPECT_EQ(value("constd 1 -0"), "0bv4");
  EXPECT_EQ(value("constd 1 00007"), "7bv4");
  EXPECT_EQ(value("consth 1 f"), "15bv4");
  EXPECT_EQ(value("consth 1 00A"), "10bv4");
  EXPECT_EQ(value("one 1"), "1bv4");
  EXPECT_EQ(value("ones 1"), "15bv4");
  EXPECT_EQ(value("zero 1"), "0bv4");
  for (const char* line :
       {"one 2", "ones 2", "const 2 1", "constd 2 1", "constd 2 -1", "consth 2 1"})
    EXPECT_EQ(value(line), "true") << line;
  for (const char* line : {"zero 2", "const 2 0", "constd 2 0", "consth 2 0"})
    EXPECT_EQ(value(line), "false") << line;
  const std::string large = "1267650600228229401496703205375";  // 2^100 - 1
  EXPECT_EQ(value("constd 3 " + large), large + "bv100");
  EXPECT_EQ(value("consth 3 " + std::string(25, 'f')), large + "bv100");
  EXPECT_EQ(value("const 3 " + std::string(100, '1')), large + "bv100");
  EXPECT_EQ(value("constd 3 -1"), large + "bv100");
  EXPECT_EQ(value("constd 3 -633825300114114700748351602688"),
            "633825300114114700748351602688bv100");
}

TEST(Btor2ReaderTest, ToleratesLayout) {
  for (const char* text : {"1 sort bitvec 1\n2 input 1 x\n3 bad 2\n",  //
                           "1 sort bitvec 1\n2 input 1 x\n3 bad 2",    // no end
                           "\n ; c\n  1\tsort  bitvec 1 ;\n2 input 1 x ;y\n\n3 bad 2;c\n;",
                           "1 sort bitvec 1 b ; c\n7 input 1 x\n1000000000000 bad 7\n"}) {
    const Btor2Model model = read(text);
    ASSERT_EQ(model.system.bad.size(), 1u);
    EXPECT_EQ(model.system.bad[0], model.system.inputs[0]);
    EXPECT_EQ(model.system.terms->name(model.system.bad[0]), "x");
    EXPECT_TRUE(model.warnings.empty());
  }
  EXPECT_TRUE(read("1 sort bitvec 3\n").system.bad.empty());
}

TEST(Btor2ReaderTest, WarnsOfWhatIsProbablyMeantOtherwise) {
  EXPECT_THAT(read("1 sort bitvec 1\r\n2 input 1 x\r\n3 bad 2\r\n").warnings,
              ElementsAre("lines end in carriage return and newline, expected newline"));
  const std::string lines = "1 sort bitvec 1\n2 input 1\n3 not 1 2 -17\n";
  EXPECT_THAT(read(lines).warnings,
              ElementsAre("line 3: '-17' after the arguments is taken as a symbol"));
  EXPECT_THAT(read(lines + "4 and 1 2 3 3\n5 or 1 2 3 x3\n6 or 1 2 3 4\n").warnings,
              ElementsAre("line 3: '-17' after the arguments is taken as a symbol, and so are "
                          "numbers of 2 more lines"));
}

// Ids, widths and counts that are large by themselves take no room.
TEST(Btor2ReaderTest, NumbersDecideNothing) {
  const Btor2Model model = read(
      "1 sort bitvec 64\n2 sort bitvec 65535\n3 sort array 1 2\n4 sort array 2 2\n"
      "2147483647 state 3 a\n2147483648 state 4 b\n4611686018427387903 input 1 i\n");
  EXPECT_EQ(model.system.terms->sort(model.system.states[1].term),
            Sort::array_of(Sort::bit_vector(65535), Sort::bit_vector(65535)));
  EXPECT_THAT(model.input_ids, ElementsAre(4611686018427387903u));
}

/// Lines of the given tag, each over the one before.
std::string chain(int length, const std::function<std::string(std::uint64_t previous)>& rest) {
  std::string text =
      "1 sort bitvec 8\n2 sort bitvec 1\n3 sort array 1 1\n4 state 1 x\n5 input 2 c\n6 state 3 a\n"
      "7 constd 1 3\n";
  text.reserve(static_cast<std::size_t>(length) * 24);
  std::uint64_t id = 7;
  std::uint64_t previous = 4;
  for (int i = 0; i < length; ++i) {
    text += fmt::format("{} {}\n", ++id, rest(previous));
    previous = id;
  }
  return text;
}

// Nothing recurses over the file or is quadratic in it.
TEST(Btor2ReaderTest, DeepChains) {
  constexpr int kDepth = 300'000;
  using Rest = std::function<std::string(std::uint64_t)>;
  const Rest shapes[] = {
      [](std::uint64_t p) { return fmt::format("add 1 {} 4", p); },
      [](std::uint64_t p) { return fmt::format("xor 1 -{} 4", p); },
      [](std::uint64_t p) { return fmt::format("mul 1 {} {}", p, p); },
      [](std::uint64_t p) { return fmt::format("ite 1 5 {} -{}", p, p); },
      [](std::uint64_t p) { return fmt::format("sub 1 7 {}", p); },
      [](std::uint64_t p) { return fmt::format("smod 1 {} 4", p); },
      [](std::uint64_t p) { return p == 4 ? "and 2 5 5" : fmt::format("and 2 -{} 5", p); },
      [](std::uint64_t p) { return fmt::format("write 3 {} 4 7", p == 4 ? 6 : p); },
  };
  for (const Rest& shape : shapes) EXPECT_TRUE(read(chain(kDepth, shape)).warnings.empty());
}

// Reads from a long chain of writes do not walk all of it.
TEST(Btor2ReaderTest, ReadsFromManyWrites) {
  constexpr int kWrites = 50'000;
  std::string text = "1 sort bitvec 32\n2 sort array 1 1\n3 state 2\n";
  std::uint64_t id = 3, array = 3;
  for (int i = 0; i < kWrites; ++i) {
    text += fmt::format("{} constd 1 {}\n{} write 2 {} {} {}\n", id + 1, i, id + 2, array, id + 1,
                        id + 1);
    array = id += 2;
  }
  for (int i = 0; i < kWrites; ++i) {
    text += fmt::format("{} constd 1 {}\n{} read 1 {} {}\n", id + 1, kWrites + i, id + 2, array,
                        id + 1);
    id += 2;
  }
  EXPECT_EQ(read(text).system.states.size(), 1u);
}

TEST(Btor2ReaderTest, WideConstantsHaveALimit) {
  std::string text = "1 sort bitvec 65535\n2 state 1\n3 one 1\n";
  for (int id = 4; id < 20'000; ++id) text += fmt::format("{} add 1 {} 3\n", id, id - 1);
  try {
    read(text);
    FAIL();
  } catch (const InputError& error) {
    EXPECT_EQ(error.message(), "constants take more than 69 MB, the limit for a file of this size");
  }
}

}  // namespace
}  // namespace cairn
