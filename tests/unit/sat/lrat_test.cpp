// SPDX-License-Identifier: MIT
#include "sat/lrat.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <initializer_list>
#include <sstream>

#include "base/error.h"

namespace cairn::sat {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

std::span<const Lit> clause(std::initializer_list<Lit> lits) {
  return {lits.begin(), lits.size()};
}
using Ids = std::vector<ClauseId>;

const Lit a(Var{1}), b(Var{2}), c(Var{3});

class ProofWriterTest : public testing::Test {
 protected:
  ProofWriterTest() { std::filesystem::create_directories(folder_); }
  ~ProofWriterTest() override { std::filesystem::remove_all(folder_); }

  std::string path() const { return folder_ + "/proof"; }
  std::string text() const {
    std::ifstream file(path(), std::ios::binary);
    std::stringstream bytes;
    bytes << file.rdbuf();
    return bytes.str();
  }
  bool folder_is_empty() const { return std::filesystem::is_empty(folder_); }

  const std::string folder_ = testing::TempDir() + "lrat_test." + std::to_string(getpid());
};

/// Originals and derived clauses mixed, a deletion, and something after the empty clause.
void tell(ProofTracer& tracer) {
  tracer.add_original(1, clause({a}));
  tracer.add_original(2, clause({~a, b, c}));
  tracer.add_derived(3, clause({b, c}), Ids{1, 2});
  tracer.add_original(4, clause({~b, c}));
  tracer.add_original(5, clause({~c}));
  tracer.add_derived(6, clause({c}), Ids{4, 3});
  tracer.delete_clause(3);
  tracer.add_derived(7, {}, Ids{6, 5});
  tracer.add_derived(8, clause({a, b}), Ids{1});
  tracer.delete_clause(6);
}

TEST_F(ProofWriterTest, LratNumbersTheFormulaFirst) {
  LratWriter writer(path(), {4, {}});
  tell(writer);
  writer.commit(7);
  EXPECT_EQ(text(),
            "5 2 3 0 1 2 0\n"
            "6 3 0 3 5 0\n"
            "6 d 5 0\n"
            "7 0 6 4 0\n");
}

TEST_F(ProofWriterTest, DratIsLratWithoutAntecedents) {
  DratWriter writer(path(), {4, {}}, DratWriter::Encoding::Text);
  tell(writer);
  writer.commit(7);
  EXPECT_EQ(text(), "2 3 0\n3 0\nd 2 3 0\n0\n");
}

TEST_F(ProofWriterTest, BinaryDratHasSevenBitsAByte) {
  DratWriter writer(path(), {1, {}}, DratWriter::Encoding::Binary);
  writer.add_original(1, {});
  writer.add_derived(2, clause({Lit(Var{63}), Lit(Var{8191}, true)}), Ids{1});
  writer.delete_clause(2);
  writer.commit(1);
  const std::string lits = "\x7e\xff\x7f";
  EXPECT_EQ(text(), "a" + lits + '\0' + "d" + lits + '\0' + "a" + '\0');
}

TEST_F(ProofWriterTest, VariablesHaveTheNamesOfTheFile) {
  LratWriter writer(path(), {2, {0, 700, 90}});
  writer.add_original(1, clause({a, b}));
  writer.add_original(2, clause({a, ~b}));
  writer.add_derived(3, clause({a}), Ids{1, 2});
  writer.add_derived(4, clause({~b, a}), Ids{3});
  writer.add_derived(5, {}, Ids{4});
  writer.commit(5);
  EXPECT_EQ(text(), "3 700 0 1 2 0\n4 -90 700 0 3 0\n5 0 4 0\n");
}

TEST_F(ProofWriterTest, AnEmptyClauseOfTheFormulaIsNamed) {
  LratWriter lrat(path(), {3, {}});
  lrat.add_original(1, clause({a}));
  lrat.add_original(2, {});
  lrat.commit(2);
  EXPECT_EQ(text(), "4 0 2 0\n");
  DratWriter drat(path(), {3, {}}, DratWriter::Encoding::Text);
  drat.add_original(1, {});
  drat.commit(1);
  EXPECT_EQ(text(), "0\n");
}

TEST_F(ProofWriterTest, WithoutCommitThereIsNoFile) {
  {
    LratWriter writer(path(), {4, {}});
    tell(writer);
  }
  EXPECT_TRUE(folder_is_empty());
}

TEST_F(ProofWriterTest, AFullDiskIsAnErrorSoonerOrLater) {
  {
    LratWriter writer("/dev/full", {4, {}});
    tell(writer);
    EXPECT_THAT([&] { writer.commit(7); }, ThrowsMessage<InputError>(HasSubstr("No space left")));
  }
  LratWriter writer("/dev/full", {0, {}});
  const std::vector<Lit> wide(1000, a);
  EXPECT_THAT(
      [&] {
        for (ClauseId id = 1; id < 1000; ++id) writer.add_derived(id, wide, {});
      },
      ThrowsMessage<InputError>(HasSubstr("/dev/full")));
}

}  // namespace
}  // namespace cairn::sat
