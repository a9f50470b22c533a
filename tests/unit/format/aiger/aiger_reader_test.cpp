// SPDX-License-Identifier: MIT
#include "format/aiger/aiger_reader.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "base/error.h"

namespace cairn {
namespace {

using namespace std::string_literals;

AigerModel read(const std::string& bytes) {
  AigerModel model = read_aiger({"test.aig", bytes});
  model.system.check_invariants();
  return model;
}

std::string error_of(const std::string& bytes) {
  try {
    read(bytes);
  } catch (const InputError& error) {
    return error.what();
  }
  return "no error";
}

Lit lit(std::uint32_t code) {
  return Lit::from_code(code);
}

std::vector<Lit> lits(const std::vector<std::uint32_t>& codes) {
  std::vector<Lit> result;
  for (const std::uint32_t code : codes) result.push_back(lit(code));
  return result;
}

TEST(AigerReaderTest, ReadsTheEmptyCircuit) {
  for (const char* bytes : {"aag 0 0 0 0 0\n", "aig 0 0 0 0 0\n", "aag 0 0 0 0 0"}) {
    const AigerModel model = read(bytes);
    EXPECT_EQ(model.system.aig.size(), 1u);
    EXPECT_EQ(model.binary, bytes[1] == 'i');
  }
}

TEST(AigerReaderTest, ReadsEverySectionOfBothFormats) {
  const std::string middle = "10\n12\n7\n2\n1\n6\n8\n10\n3\n";
  const std::string end = "b0 bad\nc0 con\nj1 just\nf0 fair\nc\nfirst\n\nlast";
  const std::string ascii =
      "aag 6 2 2 1 2 1 1 2 1\n2\n4\n6 10\n8 12 1\n" + middle + "10 2 4\n12 9 6\n" + end;
  const std::string binary =
      "aig 6 2 2 1 2 1 1 2 1\n10\n12 1\n" + middle + "\x06\x02\x03\x03" + end;
  for (const std::string& bytes : {ascii, binary}) {
    const AigerModel model = read(bytes);
    const BitSystem& system = model.system;
    EXPECT_EQ(system.inputs, (std::vector{Var{1}, Var{2}}));
    ASSERT_EQ(system.latches.size(), 2u);
    EXPECT_EQ(system.latches[0].var, Var{3});
    EXPECT_EQ(system.latches[0].next, lit(10));
    EXPECT_EQ(system.latches[0].reset, kFalse);
    EXPECT_EQ(system.latches[1].next, lit(12));
    EXPECT_EQ(system.latches[1].reset, kTrue);
    EXPECT_EQ(system.outputs, lits({10}));
    EXPECT_EQ(system.bad, lits({12}));
    EXPECT_EQ(system.constraints, lits({7}));
    EXPECT_EQ(system.justice, (std::vector{lits({6, 8}), lits({10})}));
    EXPECT_EQ(system.fairness, lits({3}));
    ASSERT_EQ(system.aig.num_ands(), 2u);
    EXPECT_EQ(system.aig.left(Var{5}), lit(model.binary ? 4 : 2));
    EXPECT_EQ(system.aig.right(Var{5}), lit(model.binary ? 2 : 4));
    EXPECT_EQ(system.aig.left(Var{6}), lit(9));
    EXPECT_EQ(system.aig.right(Var{6}), lit(6));
    EXPECT_EQ(system.names.bad.get(0), "bad");
    EXPECT_EQ(system.names.constraints.get(0), "con");
    EXPECT_EQ(system.names.justice.get(0), "");
    EXPECT_EQ(system.names.justice.get(1), "just");
    EXPECT_EQ(system.names.fairness.get(0), "fair");
    EXPECT_EQ(system.comments, (Comments{"first", "", "last"}));
    EXPECT_TRUE(model.renumbered.empty());
    EXPECT_TRUE(model.warnings.empty());
  }
}

TEST(AigerReaderTest, KeepsGatesThatSimplify) {
  const AigerModel model = read("aag 4 1 0 0 3\n2\n4 2 2\n6 2 3\n8 1 0\n");
  EXPECT_EQ(model.system.aig.num_ands(), 3u);
  EXPECT_EQ(model.system.aig.left(Var{4}), kTrue);
}

TEST(AigerReaderTest, ReadsResetFunctions) {
  const AigerModel model = read("aag 5 1 3 0 1\n2\n4 4 4\n6 6 10\n8 8 7\n10 2 4\n");
  EXPECT_TRUE(model.system.latches[0].is_uninitialised());
  EXPECT_EQ(model.system.latches[1].reset, lit(10));
  EXPECT_EQ(model.system.latches[2].reset, lit(7));
}

TEST(AigerReaderTest, OrdersAndRenumbersAsciiGates) {
  const AigerModel model = read("aag 9 2 0 1 2\n18\n4\n13\n12 7 4\n6 19 4\n");
  EXPECT_EQ(model.system.outputs, lits({9}));  // 12 is the last gate now
  EXPECT_EQ(model.system.aig.left(Var{3}), lit(3));
  EXPECT_EQ(model.system.aig.right(Var{3}), lit(4));
  EXPECT_EQ(model.system.aig.left(Var{4}), lit(7));
  EXPECT_EQ(model.resolve(0), kFalse);
  EXPECT_EQ(model.resolve(1), kTrue);
  EXPECT_EQ(model.resolve(18), lit(2));
  EXPECT_EQ(model.resolve(5), lit(5));
  EXPECT_EQ(model.resolve(6), lit(6));
  EXPECT_EQ(model.resolve(13), lit(9));
  EXPECT_EQ(model.resolve(2), std::nullopt);
  EXPECT_EQ(model.resolve(4'000'000'000), std::nullopt);
}

TEST(AigerReaderTest, ResolvesLiteralsThatKeptTheirNumbers) {
  const AigerModel model = read("aig 3 2 0 0 1\n\x02\x02");
  EXPECT_EQ(model.resolve(7), lit(7));
  EXPECT_EQ(model.resolve(1), kTrue);
  EXPECT_EQ(model.resolve(8), std::nullopt);
}

TEST(AigerReaderTest, ReadsTheLargestVariable) {
  const AigerModel model =
      read("aag 2147483647 1 0 1 1\n4294967294\n4294967293\n4294967292 4294967295 4294967294\n");
  EXPECT_EQ(model.system.outputs, lits({5}));
  EXPECT_EQ(model.system.aig.left(Var{2}), lit(3));
  EXPECT_EQ(model.resolve(4294967295), lit(3));
}

TEST(AigerReaderTest, ReadsAMillionGatesInReverse) {
  constexpr std::uint32_t kGates = 1'000'000;
  std::string bytes = fmt::format("aag {} 1 0 1 {}\n2\n{}\n", kGates + 1, kGates, 2 * kGates + 2);
  for (std::uint32_t v = kGates + 1; v > 1; --v)
    bytes += fmt::format("{} {} {}\n", 2 * v, 2 * v - 2, 2 * v - 1);
  const AigerModel model = read(bytes);
  EXPECT_EQ(model.system.aig.num_ands(), kGates);
  EXPECT_EQ(model.system.outputs, lits({2 * kGates + 2}));
}

TEST(AigerReaderTest, ShowsTheStartOfALongCycle) {
  constexpr std::uint32_t kGates = 1000;
  std::string bytes = fmt::format("aag {0} 0 0 0 {0}\n", kGates);
  for (std::uint32_t v = 1; v <= kGates; ++v)
    bytes += fmt::format("{} {} 1\n", 2 * v, v == kGates ? 2 : 2 * v + 2);
  const std::string error = error_of(bytes);
  EXPECT_TRUE(error.starts_with("test.aig:2:1: error: AND gates form a cycle: 2 -> 4 -> 6 -> "));
  EXPECT_TRUE(error.ends_with(" -> 40 -> (980 more) -> 2"));
}

TEST(AigerReaderTest, AcceptsCarriageReturnsInAsciiWithOneWarning) {
  const AigerModel model =
      read("aag 2 1 1 1 0\r\n2\r\n4 5 1\r\n3\r\ni0 in\r\nc\r\nhello\r\nworld\r\n");
  EXPECT_EQ(model.warnings.size(), 1u);
  EXPECT_EQ(model.system.names.inputs.get(0), "in");
  EXPECT_EQ(model.system.comments, (Comments{"hello", "world"}));
}

TEST(AigerReaderTest, KeepsOddBytesInNames) {
  const AigerModel model = read("aag 2 2 0 0 0\n2\n4\ni0 a\0\xff\x01 b\r\ni1 \n"s);
  EXPECT_EQ(model.system.names.inputs.get(0), "a\0\xff\x01 b\r"s);
  EXPECT_EQ(model.system.names.inputs.get(1), "");
}

TEST(AigerReaderTest, AcceptsAFileWhoseLastLineHasNoEnd) {
  EXPECT_EQ(read("aag 1 1 0 1 0\n2\n3").system.outputs, lits({3}));
  EXPECT_EQ(read("aag 1 1 0 0 0\n2\ni0 name").system.names.inputs.get(0), "name");
  EXPECT_TRUE(read("aag 0 0 0 0 0\nc").system.comments.empty());
  EXPECT_TRUE(read("aig 3 2 0 0 1\n\x02\x02"
                   "c"s)
                  .system.comments.empty());
}

TEST(AigerReaderTest, AcceptsZerosBeforeANumber) {
  EXPECT_EQ(read("aag 01 1 0 001 0\n002\n03\n").system.outputs, lits({3}));
}

TEST(AigerReaderTest, AcceptsAsManyInputsAsItSays) {
  const std::string most = "aig 250048 250048 0 0 0\n";
  ASSERT_EQ(most.size(), 24u);
  EXPECT_EQ(read(most).system.inputs.size(), 250'048u);
  EXPECT_NE(error_of("aig 250049 250049 0 0 0\n").find("at most 250048"), std::string::npos);
}

TEST(AigerReaderTest, RefusesEveryPrefixThatCutsTheCircuit) {
  const std::string ascii =
      "aag 6 2 2 1 2 1 1 1 1\n2\n4\n6 10\n8 12 1\n10\n12\n7\n1\n6\n3\n"
      "10 2 4\n12 9 6";
  const std::string binary =
      "aig 6 2 2 1 2 1 1 1 1\n10\n12 1\n10\n12\n7\n1\n6\n3\n\x06\x02\x03\x03"s;
  for (const std::string& whole : {ascii, binary}) {
    EXPECT_EQ(error_of(whole), "no error");
    for (std::size_t length = 0; length < whole.size(); ++length)
      EXPECT_NE(error_of(whole.substr(0, length)), "no error") << length;
  }
}

// Every file in tests/regress/aiger/bad has one line in expected.txt there: the message.
TEST(AigerReaderTest, SaysWhatIsWrongWithEachBadFile) {
  const auto directory = std::filesystem::path(CAIRN_SOURCE) / "tests/regress/aiger/bad";
  std::ifstream expected(directory / "expected.txt");
  std::string line;
  int cases = 0;
  while (std::getline(expected, line)) {
    const std::string name = line.substr(0, line.find(':'));
    std::string message = "accepted";
    try {
      Source source{name, read_source(directory / name).bytes};
      read_aiger(source);
    } catch (const InputError& error) {
      message = error.what();
      const auto prefix = message.find(directory.string());
      if (prefix == 0) message.erase(0, directory.string().size() + 1);
    }
    EXPECT_EQ(message, line);
    ++cases;
  }
  const auto files = std::distance(std::filesystem::directory_iterator(directory),
                                   std::filesystem::directory_iterator());
  EXPECT_EQ(cases, files - 1);
  EXPECT_GE(cases, 60);
}

}  // namespace
}  // namespace cairn
