// SPDX-License-Identifier: MIT
//
// Replays the fuzzer's corpus through its harness, and holds the reader to its promise about memory
// where files lie about their size.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "fuzz/format_harness.h"
#include "fuzz/ivl_harness.h"

namespace cairn::fuzz {
namespace {

struct Replayed {
  int accepted = 0;
  int refused = 0;
};

template <class Harness>
Replayed replay(const char* name, Harness&& harness) {
  const auto tests = std::filesystem::path(CAIRN_SOURCE) / "tests";
  Replayed result;
  for (const auto& entry : std::filesystem::directory_iterator(tests / "fuzz" / "corpus" / name)) {
    std::ifstream file(entry.path(), std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(file), {}};
    ++(harness(bytes) ? result.accepted : result.refused);
  }
  return result;
}

TEST(CorpusTest, AigerHarnessHolds) {
  const Replayed replayed = replay("aiger", run_aiger);
  EXPECT_GE(replayed.accepted, 10);
  EXPECT_GE(replayed.refused, 2);
}

TEST(CorpusTest, BlifHarnessHolds) {
  const Replayed replayed = replay("blif", run_blif);
  EXPECT_GE(replayed.accepted, 3);
  EXPECT_GE(replayed.refused, 3);
}

TEST(CorpusTest, WitnessHarnessHolds) {
  const Replayed replayed = replay("witness", run_witness);
  EXPECT_GE(replayed.accepted, 5);
  EXPECT_GE(replayed.refused, 2);
}

TEST(CorpusTest, Btor2HarnessHolds) {
  const Replayed replayed = replay("btor2", run_btor2);
  EXPECT_GE(replayed.accepted, 12);
  EXPECT_GE(replayed.refused, 5);
}

TEST(CorpusTest, Btor2WitnessHarnessHolds) {
  const Replayed replayed = replay("btor2_witness", run_btor2_witness);
  EXPECT_GE(replayed.accepted, 4);
  EXPECT_GE(replayed.refused, 3);
}

TEST(CorpusTest, GzipHarnessHolds) {
  const Replayed replayed = replay("gzip", run_gzip);
  EXPECT_GE(replayed.accepted, 2);
  EXPECT_GE(replayed.refused, 3);
}

TEST(CorpusTest, IvlHarnessHolds) {
  const Replayed replayed = replay("ivl", run_ivl);
  EXPECT_GE(replayed.accepted, 4);
}

std::string repeat(const std::string& text, int times) {
  std::string result;
  for (int i = 0; i < times; ++i) result += text;
  return result;
}

// The harness checks the bound; what is dense in each of these is what takes most for its bytes.
TEST(MemoryTest, StaysInBoundsForDenseFiles) {
  constexpr int kMany = 500'000;
  EXPECT_TRUE(run_aiger("aag 0 0 0 0 0\nc\n" + repeat("\n", kMany)));
  EXPECT_TRUE(run_aiger("aag 0 0 0 0 0\nc\n" + repeat("0123456789abcdef\n", kMany)));
  EXPECT_TRUE(run_aiger(fmt::format("aag 0 0 0 {} 0\n", kMany) + repeat("0\n", kMany)));
  EXPECT_TRUE(run_aiger(fmt::format("aag 0 0 0 0 0 0 0 {}\n", kMany) + repeat("0\n", kMany)));
  EXPECT_TRUE(run_aiger(fmt::format("aig {0} 0 {0} 0 0\n", kMany) + repeat("0\n", kMany)));
  EXPECT_FALSE(run_aiger(fmt::format("aig {0} 0 {0} 0 0\n", kMany) + repeat("0 3\n", kMany)));
  EXPECT_FALSE(run_aiger(fmt::format("aag {0} {0} 0 0 0\n", kMany) + repeat("2\n", kMany)));
  EXPECT_FALSE(run_aiger(fmt::format("aag 1 0 1 0 0\n2 0\n") + repeat("i0 x\n", kMany)));
  std::string names = fmt::format("aig {0} {0} 0 0 0\n", kMany);
  for (int i = 0; i < kMany; ++i) names += fmt::format("i{} x\n", i);
  EXPECT_TRUE(run_aiger(names));
}

TEST(MemoryTest, StaysInBoundsForInputsThatTakeNoBytes) {
  EXPECT_TRUE(run_aiger("aig 250000 250000 0 0 0\ni249999 x\n"));
  // With a reset function, so that dependencies of all inputs are looked at.
  EXPECT_TRUE(run_aiger("aig 250002 250000 2 0 0\n0 2\n0 4\n"));
  EXPECT_FALSE(run_aiger("aig 250002 250000 2 0 0\n0 500004\n0 500002\n"));
  const std::string padding = "c\n" + std::string(1'000'000, 'x');
  EXPECT_TRUE(run_aiger("aig 2250000 2250000 0 0 0\n" + padding));
  EXPECT_FALSE(run_aiger("aig 2250002 2250000 2 0 0\n0 4500004\n0 4500002\n" + padding));
}

/// Lines that `rest` makes of their number, counted from `first`.
template <class Rest>
std::string lines(int first, int count, Rest&& rest) {
  std::string text;
  for (int id = first; id < first + count; ++id) text += fmt::format("{} {}\n", id, rest(id));
  return text;
}

TEST(MemoryTest, StaysInBoundsForWords) {
  constexpr int kMany = 100'000;
  const std::string start = "1 sort bitvec 8\n2 sort bitvec 1\n3 input 1\n4 input 2\n";
  EXPECT_TRUE(run_btor2(start + lines(5, kMany, [](int) { return "state 1"; })));
  EXPECT_TRUE(run_btor2(start + lines(5, kMany, [](int) { return "bad 4"; })));
  EXPECT_TRUE(run_btor2(start + lines(5, kMany, [](int) { return "justice 1 4"; })));
  EXPECT_TRUE(run_btor2(start + "5 justice 200000" + repeat(" 4", 200'000) + "\n"));
  EXPECT_TRUE(run_btor2(start + lines(5, kMany, [](int) { return "sort array 1 1"; })));
  EXPECT_TRUE(run_btor2(start + "5 smod 1 3 3\n" + lines(6, kMany, [](int id) {
                          return fmt::format("smod 1 {} {}", id - 1, id - 2 > 4 ? id - 2 : 3);
                        })));
  EXPECT_TRUE(run_btor2(start + "5 implies 2 4 4\n6 not 2 4\n" + lines(7, kMany, [](int id) {
                          return id % 2 != 0 ? "input 2"
                                             : fmt::format("and 2 {} {}", id - 2, id - 1);
                        })));
  // Wide constants, a new one a line.
  EXPECT_FALSE(run_btor2("1 sort bitvec 65535\n2 one 1\n" +
                         lines(3, kMany, [](int id) { return fmt::format("inc 1 {}", id - 1); })));
}

TEST(MemoryTest, StaysInBoundsForWitnesses) {
  EXPECT_TRUE(run_btor2_witness("sat\n" + repeat("b0 ", 300'000) + "\n@0\n.\n"));
  std::string steps = "sat\nb0\n";
  for (int k = 0; k < 100'000; ++k) steps += fmt::format("@{}\n", k);
  EXPECT_TRUE(run_btor2_witness(steps + ".\n"));

  EXPECT_TRUE(run_witness("1\nb0\n000\n" + repeat("x1\n", 300'000) + ".\n"));
  EXPECT_TRUE(run_witness("1\n" + repeat("b0", 300'000) + "\n000\n00\n.\n"));
}

}  // namespace
}  // namespace cairn::fuzz
