// SPDX-License-Identifier: MIT
#include "format/c/sv_witness_reader.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "base/rng.h"
#include "format/c/yaml_reader.h"

namespace cairn {
namespace {

SvTask task() {
  return {{{"prog.c", "int main(void) { return 0; }\n"}},
          "CHECK( init(main()), LTL(G ! call(reach_error())) )",
          true,
          "1.0",
          "2026-01-01T00:00:00+00:00"};
}

TEST(SvWitnessReader, InvariantsAreReadAsTheyWereWritten) {
  const std::vector<SvInvariant> written{
      {SvInvariant::Kind::Loop, {"prog.c", 6, 3, "main"}, "x <= 5 && y == \"a\"[0]"},
      {SvInvariant::Kind::Location, {"prog.c", 7, 1, ""}, "z != 0"}};
  const SvWitness read = read_sv_witness({"w.yml", write_invariant_witness(task(), written)});
  EXPECT_EQ(read.kind, SvWitness::Kind::Correctness);
  ASSERT_EQ(read.invariants.size(), 2u);
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_EQ(read.invariants[i].kind, written[i].kind);
    EXPECT_EQ(read.invariants[i].value, written[i].value);
    EXPECT_EQ(read.invariants[i].at.line, written[i].at.line);
    EXPECT_EQ(read.invariants[i].at.column, written[i].at.column);
    EXPECT_EQ(read.invariants[i].at.function, written[i].at.function);
  }
}

TEST(SvWitnessReader, ViolationsAreReadAsTheyWereWritten) {
  using Kind = SvWaypoint::Kind;
  const std::vector<SvWaypoint> written{{Kind::Assumption, {"prog.c", 4, 3, "main"}, "x < 3", ""},
                                        {Kind::Branching, {"prog.c", 5, 3, "main"}, "false", ""},
                                        {Kind::FunctionReturn, {"prog.c", 6, 9, ""}, "-7", "f"},
                                        {Kind::Target, {"prog.c", 8, 3, "main"}, "", ""}};
  const SvWitness yaml = read_sv_witness({"w.yml", write_violation_witness(task(), written)});
  EXPECT_EQ(yaml.kind, SvWitness::Kind::Violation);
  ASSERT_EQ(yaml.waypoints.size(), 4u);
  const SvWitness xml = read_sv_witness({"w.graphml", write_violation_graphml(task(), written)});
  EXPECT_EQ(xml.kind, SvWitness::Kind::Violation);
  EXPECT_EQ(xml.places, SvWitness::Places::Lines);
  ASSERT_EQ(xml.waypoints.size(), 3u);  // the target has nothing to say
  for (std::size_t i = 0; i < 3; ++i)
    for (const SvWitness* read : {&yaml, &xml}) {
      EXPECT_EQ(read->waypoints[i].kind, written[i].kind);
      EXPECT_EQ(read->waypoints[i].value, written[i].value);
      EXPECT_EQ(read->waypoints[i].at.line, written[i].at.line);
    }
  EXPECT_EQ(xml.waypoints[2].callee, "f");
}

// Whatever is done to the text, it is read or refused with a place.
TEST(SvWitnessReader, DamagedTextIsRefusedInOneWay) {
  const std::string texts[] = {
      write_invariant_witness(task(), {{SvInvariant::Kind::Loop, {"prog.c", 6, 3, "main"}, "x"}}),
      write_violation_graphml(
          task(), {{SvWaypoint::Kind::Branching, {"prog.c", 5, 3, "main"}, "true", ""}})};
  Rng rng(3);
  int refused = 0;
  for (int i = 0; i < 6000; ++i) {
    std::string damaged = texts[i % 2];
    for (std::uint64_t j = 0; j <= rng.below(3); ++j) {
      const std::size_t at = rng.below(damaged.size());
      if (i % 3 == 0)
        damaged.resize(at + 1);
      else if (i % 3 == 1)
        damaged[at] = static_cast<char>(rng.below(128));
      else
        damaged.insert(at, damaged.substr(rng.below(damaged.size()), rng.below(30)));
    }
    try {
      read_sv_witness({"w", damaged});
    } catch (const InputError&) {
      ++refused;
    }
  }
  EXPECT_GT(refused, 500);
}

TEST(YamlReader, KnowsTheScalarsThatOthersWrite) {
  const YamlNode root = read_yaml({"y",
                                   "---\n"
                                   "plain: a b # comment\n"
                                   "single: 'it''s'\n"
                                   "double: \"a\\\"b\\x41\\\n  c\n  d\"\n"
                                   "\"key: 1\": 2\n"
                                   "folded: one\n"
                                   "  two\n"
                                   "block: |\n"
                                   "  x\n"
                                   "  y\n"
                                   "empty: []\n"
                                   "flat: [a, b]\n"
                                   "list:\n"
                                   "- 1\n"
                                   "- k: v\n"
                                   "  l: w\n"});
  EXPECT_EQ(root.find("plain")->scalar, "a b");
  EXPECT_EQ(root.find("single")->scalar, "it's");
  EXPECT_EQ(root.find("double")->scalar, "a\"bAc d");
  EXPECT_EQ(root.find("key: 1")->scalar, "2");
  EXPECT_EQ(root.find("folded")->scalar, "one two");
  EXPECT_EQ(root.find("block")->scalar, "x\ny");
  EXPECT_TRUE(root.find("empty")->items.empty());
  EXPECT_EQ(root.find("flat")->items[1].scalar, "b");
  ASSERT_EQ(root.find("list")->items.size(), 2u);
  EXPECT_EQ(root.find("list")->items[1].find("l")->scalar, "w");
}

}  // namespace
}  // namespace cairn
