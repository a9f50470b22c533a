// SPDX-License-Identifier: MIT
#include "engine/random/random_runs.h"

#include <gtest/gtest.h>

#include "format/ivl/ivl_reader.h"
#include "support/quiet_context.h"

namespace cairn {
namespace {

constexpr double kForEver = 1e6;

struct Runs {
  bool failed = false;
  std::uint64_t runs = 0;
  std::uint64_t longest = 0;
};

Runs runs_of(const std::string& text) {
  const Program program = read_ivl({"program.ivl", text});
  support::QuietContext context;
  Statistics statistics;
  RandomRunsConfig config;
  config.seconds = kForEver;
  Runs result;
  const RandomRuns found = find_failing_run(program, config, context.get(), statistics);
  result.failed = found.failing.has_value();
  result.longest = found.longest;
  for (const auto& [name, value] : statistics.counters)
    if (name == "random.runs") result.runs = value;
  return result;
}

TEST(RandomRuns, EndSoonWithoutInputs) {
  const Runs runs = runs_of(
      "procedure main() { var i: bv8;\n"
      "  i := 0bv8; while (i <u 100bv8) { i := i + 1bv8; } assert i == 100bv8; }\n");
  EXPECT_FALSE(runs.failed);
  EXPECT_LT(runs.runs, 10u);
}

// A run that asks for nothing does the same each time, so that it is let go on.
TEST(RandomRuns, ComeToTheEndOfALongRunWithoutInputs) {
  const Runs runs = runs_of(
      "procedure main() { var i: bv32;\n"
      "  i := 0bv32; while (i <u 200000bv32) { i := i + 1bv32; } assert i == 200000bv32; }\n");
  EXPECT_FALSE(runs.failed);
  EXPECT_LT(runs.runs, 20u);
  EXPECT_GT(runs.longest, 400'000u);
}

TEST(RandomRuns, EndWhenNothingNewComesUp) {
  const Runs runs = runs_of(
      "procedure main() { var x: bv8;\n"
      "  havoc x \"__VERIFIER_nondet_uchar\"; if (x <u 100bv8) { x := x + 1bv8; }\n"
      "  assert x <=u 255bv8; }\n");
  EXPECT_FALSE(runs.failed);
  EXPECT_GT(runs.runs, 50u);
  EXPECT_LT(runs.runs, 1000u);
}

TEST(RandomRuns, FindWhatMostInputsLeadTo) {
  const Runs runs = runs_of(
      "procedure main() { var x: bv8; var i: bv16; i := 0bv16;\n"
      "  while (i <u 1000bv16) { havoc x \"__VERIFIER_nondet_uchar\"; i := i + 1bv16;\n"
      "    assert x != 3bv8; } }\n");
  EXPECT_TRUE(runs.failed);
}

}  // namespace
}  // namespace cairn
