// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "base/error.h"
#include "input/st/parser.h"
#include "support/random_st.h"

namespace cairn::st {
namespace {

std::string fault_of(const std::string& text, Unit& unit) {
  try {
    parse({"random.st", text}, unit);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(StRandomPrograms, AreParsed) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    support::RandomStOptions options;
    options.plain = seed % 2 == 0;
    const support::StProgram program = support::random_st(seed, options);
    Unit unit;
    ASSERT_EQ(fault_of(to_text(program, {seed, options.plain}), unit), "") << "seed " << seed;
    EXPECT_EQ(unit.pous.size(), program.blocks.size());
    EXPECT_EQ(unit.types.size(), program.types.size());
    EXPECT_EQ(unit.pous.back().name, program.main().name);
  }
}

TEST(StRandomPrograms, AreRefusedWhereTheyAreCut) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const support::StProgram program = support::random_st(seed, {});
    const std::string text = to_text(program, {seed, false});
    // Within the last unit, so that its end is missing.
    const std::size_t last = text.rfind("FUNCTION_BLOCK " + program.main().name);
    Unit unit;
    EXPECT_NE(fault_of(text.substr(0, last + (text.size() - last) / 2), unit), "") << seed;
  }
}

}  // namespace
}  // namespace cairn::st
