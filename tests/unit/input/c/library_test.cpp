// SPDX-License-Identifier: MIT
//
// The models of the C library: programs of tests/regress/c_library, which tests/differential has
// gcc run as well, each check also the other way round; functions without a body; the table of the
// documentation.
#include "input/c/library.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

#include "support/c_run.h"

namespace cairn {
namespace {

using support::CRun;
using support::run_c;
using ::testing::HasSubstr;
using Outcome = RunResult::Outcome;
using Meaning = CLibraryEntry::Meaning;

std::string text_of(const std::filesystem::path& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

class CLibraryModels : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!has_c_front_end()) GTEST_SKIP() << "no C front end";
  }
};

CReadOptions lp64() {
  CReadOptions options;
  options.data_model = CReadOptions::DataModel::LP64;
  options.compiler_arguments = {"-D_GNU_SOURCE"};
  return options;
}

/// The check with this number fails if it holds, all others if they do not.
std::string mutant(const std::string& text, int number) {
  return fmt::format(
      "void reach_error(void);\n#define CHECK(c) do {{ if ((__COUNTER__ == {}) == !!(c)) "
      "reach_error(); }} while (0)\n{}",
      number, text);
}

TEST_F(CLibraryModels, DoWhatTheLibraryDoes) {
  unsigned files = 0;
  for (const auto& entry :
       std::filesystem::directory_iterator(CAIRN_SOURCE "/tests/regress/c_library")) {
    const std::string text = text_of(entry.path());
    const CRun run = run_c(mutant(text, -1), lp64());
    EXPECT_EQ(run.outcome, Outcome::Finished)
        << entry.path() << ":" << run.at.line - 2 << ": " << run.note;
    ++files;
    int checks = 0;
    for (std::size_t at = text.find("CHECK("); at != std::string::npos;
         at = text.find("CHECK(", at + 1))
      ++checks;
    for (int i = 0; i < checks; i += 7)
      EXPECT_EQ(run_c(mutant(text, i), lp64()).outcome, Outcome::Failed) << entry.path() << i;
  }
  EXPECT_GE(files, 8u);
}

CRun run_body(const std::string& head, const std::string& body, const CReadOptions& options = {}) {
  return run_c("void reach_error(void); " + head + " int main(void) { " + body + " return 0; }",
               options);
}

TEST_F(CLibraryModels, FunctionsThatDoNotReturnEndTheRun) {
  EXPECT_EQ(run_body("_Noreturn void die(int);", "die(1); reach_error();").outcome,
            Outcome::Blocked);
  EXPECT_EQ(run_body("void die(int) __attribute__((noreturn));", "die(1); reach_error();").outcome,
            Outcome::Blocked);
  EXPECT_EQ(run_body("int die(int);", "die(1); reach_error();").outcome, Outcome::Failed);
}

TEST_F(CLibraryModels, WhatAnUnknownFunctionReachesIsNotKnown) {
  const auto outcome = [](const std::string& head, const std::string& body) {
    return run_body("void f(int *), g(void (*)(void)); int v(void); " + head, body, lp64()).outcome;
  };
  // The run behind the call has memory that is arbitrary (zero in this test) and fails as a limit.
  EXPECT_EQ(outcome("", "int x = 1; f(&x); if (x != 1) reach_error();"), Outcome::Limit);
  EXPECT_EQ(outcome("", "int x = 1, y = 2; f(&x); if (y != 2) reach_error();"), Outcome::Finished);
  EXPECT_EQ(outcome("int x = 1;", "int y; f(&y); if (x != 1) reach_error();"), Outcome::Limit);
  EXPECT_EQ(outcome("static int x = 1;", "int y; f(&y); if (x != 1) reach_error();"),
            Outcome::Finished);
  EXPECT_EQ(outcome("int x = 1; int *p = &x;", "int y; f(&y); if (x != 1) reach_error();"),
            Outcome::Limit);
  EXPECT_EQ(outcome("static int x = 1; int *p = &x;", "f(0); if (x != 1) reach_error();"),
            Outcome::Limit);
  EXPECT_EQ(outcome("", "int x = 1; if (x) reach_error(); f(&x);"), Outcome::Failed);
  EXPECT_EQ(outcome("", "int x = 1; f(&x); reach_error();"), Outcome::Limit);
  EXPECT_EQ(outcome("const int x = 1;", "int y; f(&y); if (x != 1) reach_error();"),
            Outcome::Finished);
  // One from numbers to a number is an input.
  EXPECT_EQ(outcome("int x = 1;", "v(); if (x != 1) reach_error();"), Outcome::Finished);
  EXPECT_EQ(outcome("", "if (v() == 0) reach_error();"), Outcome::Failed);
  const CRun run = run_body("void f(int *);", "int x = 1; f(&x); if (!x) reach_error();", lp64());
  EXPECT_THAT(run.note, HasSubstr("depends on what 'f' does"));
}

TEST_F(CLibraryModels, UnknownFunctionsMayCallWhatTheyAreGiven) {
  const std::string text =
      "void reach_error(void); void g(void (*)(void)); static int x = 1;"
      "void back(void) { x++; } int main(void) { g(back); if (x != 1) reach_error(); return 0; }";
  const auto with = [&](bool calls) {
    int asked = 0;
    return run_c(text, {}, [&, calls](const InputRequest& request) {
      if (request.sort.is_bool() && calls && asked++ == 0) return Value(true);
      return Value::zero(request.sort);
    });
  };
  EXPECT_EQ(with(false).outcome, Outcome::Finished);
  EXPECT_EQ(with(true).outcome, Outcome::Limit);
}

TEST_F(CLibraryModels, PureFunctionsChangeNothing) {
  CReadOptions pure;
  pure.externals = CReadOptions::Externals::Pure;
  const std::string body = "int x = 1; f(&x); if (x != 1) reach_error();";
  EXPECT_EQ(run_body("void f(int *);", body, pure).outcome, Outcome::Finished);
  EXPECT_EQ(run_body("void f(int *);", "f(0); reach_error();", pure).outcome, Outcome::Failed);
}

TEST_F(CLibraryModels, BoundsDecideNothingButSafety) {
  EXPECT_EQ(run_body("double sin(double);", "if (sin(1.0) > 1.5) reach_error();").outcome,
            Outcome::Finished);
  EXPECT_EQ(run_body("double sin(double);", "if (sin(1.0) < 0.6) reach_error();").outcome,
            Outcome::Limit);
}

TEST_F(CLibraryModels, UndeclaredFunctionsHaveTheTypesThatCompilersKnow) {
  CReadOptions options = lp64();
  EXPECT_EQ(
      run_body("", "char *p = malloc(3); p[2] = 1; if (p[2] != 1) reach_error();", options).outcome,
      Outcome::Finished);
  EXPECT_EQ(
      run_body("", "char b[4]; strcpy(b, \"ab\"); if (strlen(b) != 2) reach_error();", options)
          .outcome,
      Outcome::Finished);
}

TEST_F(CLibraryModels, HandlersRunAtTheEnd) {
  const std::string head =
      "int atexit(void (*)(void)); void exit(int); static int n;"
      "static void a(void) { if (n == 1) reach_error(); } static void b(void) { n++; }";
  EXPECT_EQ(run_body(head, "atexit(a); atexit(b);").outcome, Outcome::Failed);
  EXPECT_EQ(run_body(head, "atexit(b); atexit(a);").outcome, Outcome::Finished);
  EXPECT_EQ(run_body(head, "atexit(a); atexit(b); exit(0);").outcome, Outcome::Failed);
  EXPECT_EQ(run_body(head + "void _exit(int);", "atexit(a); atexit(b); _exit(0);").outcome,
            Outcome::Blocked);
}

TEST_F(CLibraryModels, TextThatIsNotKnownIsALimitWhereItIsRead) {
  const std::string head = "int sprintf(char *, const char *, ...), printf(const char *, ...);";
  const std::string write = "static char t[40], u[9]; sprintf(t, \"%f\", 1.5); ";
  EXPECT_EQ(run_body(head, write).outcome, Outcome::Finished);
  EXPECT_EQ(run_body(head, write + "if (u[0]) reach_error();").outcome, Outcome::Finished);
  EXPECT_EQ(run_body(head, write + "if (t[0] != '1') reach_error();").outcome, Outcome::Limit);
  EXPECT_EQ(run_body(head, "int n = 0; const char *f = \"%n\"; printf(f, &n);").outcome,
            Outcome::Limit);
  EXPECT_EQ(run_body(head, "long n = 0; char t[9]; sprintf(t, \"%lld\", 1);").outcome,
            Outcome::Finished);
}

/// The table of docs/c-programs.md, as the front end would write it.
std::string documented() {
  std::map<std::string, std::map<Meaning, std::string>> rows;
  for (const CLibraryEntry& entry : library_entries()) {
    std::string& names = rows[entry.part][entry.meaning];
    names += fmt::format("{}`{}`", names.empty() ? "" : ", ", entry.name);
  }
  std::string table = "| part | exact | arbitrary | bounds | refused |\n|---|---|---|---|---|\n";
  for (const auto& [part, meanings] : rows) {
    table += fmt::format("| {} |", part);
    for (const Meaning meaning :
         {Meaning::Exact, Meaning::Arbitrary, Meaning::Bounds, Meaning::Refused}) {
      const auto found = meanings.find(meaning);
      table += fmt::format(" {} |", found == meanings.end() ? "" : found->second);
    }
    table += "\n";
  }
  return table;
}

TEST(CLibraryTable, IsTheOneOfTheDocumentation) {
  const std::string page = text_of(CAIRN_SOURCE "/docs/c-programs.md");
  EXPECT_NE(page.find(documented()), std::string::npos) << "expected in docs/c-programs.md:\n"
                                                        << documented();
}

TEST(CLibraryTable, HasWhatItShould) {
  EXPECT_TRUE(in_library_source("strncat"));
  EXPECT_TRUE(in_library_source("__cairn_popcount"));
  EXPECT_FALSE(in_library_source("__cairn_length"));  // static
  EXPECT_FALSE(in_library_source("size_t"));
  EXPECT_EQ(library_function("realloc"), CLibrary::Reallocate);
  EXPECT_EQ(library_function("__cairn_any_int"), CLibrary::Own);
  EXPECT_EQ(print_function("__builtin_snprintf")->size, 1u);
  EXPECT_TRUE(scan_function("sscanf")->text);
}

}  // namespace
}  // namespace cairn
