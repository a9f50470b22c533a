// SPDX-License-Identifier: MIT
#include "input/c/c_reader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/c_run.h"

namespace cairn {
namespace {

using support::c_error;
using support::run_c;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;
using Outcome = RunResult::Outcome;

std::string error_of(const std::string& text, const CReadOptions& options = {}) {
  return c_error({{"bad.c", text}}, options);
}

Program read(const std::string& text, const CReadOptions& options = {}) {
  return read_c(std::vector<Source>{{"test.c", text}}, options, Log());
}

class CReader : public testing::Test {
 protected:
  void SetUp() override {
    if (!has_c_front_end()) GTEST_SKIP() << "no C front end";
  }
};

TEST(CReaderWithoutClang, SaysThatItIsMissing) {
  if (has_c_front_end()) GTEST_SKIP() << "there is a C front end";
  EXPECT_EQ(error_of("int main(void) {}"), "bad.c:1:1: error: this build has no C front end");
}

TEST_F(CReader, ReportsTheFirstErrorWithItsPosition) {
  EXPECT_THAT(error_of("int main(void) {\n  retrun 0;\n}"), StartsWith("bad.c:2:3: error: "));
  EXPECT_THAT(error_of("int main(void) { int x = ; return y; }"),
              StartsWith("bad.c:1:26: error: expected expression"));
  EXPECT_THAT(error_of("struct S s; int main(void) { return s.x; }"), HasSubstr("bad.c:1:"));
}

TEST_F(CReader, TakesNoParseThatClangRecoversFrom) {
  EXPECT_THAT(error_of("int main(void) { return 0 }"), HasSubstr("expected ';'"));
}

TEST_F(CReader, ReportsMissingHeadersBinariesAndAMissingMain) {
  EXPECT_THAT(error_of("#include <no_such_header.h>\nint main(void) {}"),
              StartsWith("bad.c:1:10: error: 'no_such_header.h' file not found"));
  EXPECT_THAT(error_of(std::string("\x7f"
                                   "ELF\0\1",
                                   6)),
              HasSubstr("binary file"));
  EXPECT_THAT(error_of("int f(void) { return 0; }"), HasSubstr("no function 'main'"));
  EXPECT_THAT(error_of("struct S { int x; }; int main(struct S s) { return s.x; }"),
              HasSubstr("not a scalar"));
}

TEST_F(CReader, ReportsFilesThatCannotBeRead) {
  EXPECT_THROW(read_c(std::vector<std::string>{"/no/such/file.c"}, {}, Log()), InputError);
  EXPECT_THROW(read_c(std::vector<std::string>{"/"}, {}, Log()), InputError);
}

TEST_F(CReader, ReportsDefinitionsThatClash) {
  const Source main{"a.c", "int f(void) { return 1; } int main(void) { return f(); }"};
  EXPECT_THAT(c_error({main, {"b.c", "int f(void) { return 2; }"}}),
              StartsWith("b.c:1:5: error: 'f' is defined in several files"));
  EXPECT_THAT(c_error({{"a.c", "int x = 1; int main(void) { return x; }"}, {"b.c", "int x = 2;"}}),
              HasSubstr("'x' is defined in several files"));
  EXPECT_THAT(c_error({{"a.c", "int x; int main(void) { return x; }"}, {"b.c", "float x;"}}),
              HasSubstr("'x' is defined in several files"));
}

TEST_F(CReader, ReportsNondetFunctionsWithAWrongSignature) {
  EXPECT_THAT(
      error_of(
          "int __VERIFIER_nondet_int(int); int main(void) { return __VERIFIER_nondet_int(1); }"),
      HasSubstr("must not have parameters"));
  EXPECT_THAT(error_of("void __VERIFIER_nondet_x(void); int main(void) { __VERIFIER_nondet_x(); }"),
              HasSubstr("must return a value"));
}

TEST_F(CReader, KnowsNamesOfOtherCheckers) {
  EXPECT_EQ(run_c("int main(void) { __CPROVER_assume(0); __CPROVER_assert(0, \"x\"); }").outcome,
            Outcome::Blocked);
  EXPECT_EQ(run_c("int main(void) { __ESBMC_assert(0, \"x\"); }").outcome, Outcome::Failed);
  EXPECT_THAT(run_c("int nondet_int(void); int main(void) { return nondet_int(); }").havocs,
              ElementsAre("nondet_int"));
  EXPECT_EQ(run_c("void __VERIFIER_assume(int c) {} void reach_error(void);"
                  "int main(void) { __VERIFIER_assume(0); reach_error(); }")
                .outcome,
            Outcome::Failed);
  EXPECT_EQ(run_c("void assert(int c) { if (!c) ERROR:; } int main(void) { assert(0); }").outcome,
            Outcome::Failed);
}

TEST_F(CReader, ReportsChecksThatDoNotExist) {
  CReadOptions options;
  options.checks = {"everything"};
  EXPECT_THAT(error_of("int main(void) {}", options), HasSubstr("there is no check 'everything'"));
}

TEST_F(CReader, LinksSeveralFiles) {
  const Program program = read_c(
      std::vector<Source>{
          {"a.c",
           "extern int shared; static int own = 1; int other(void); void reach_error(void);"
           "int main(void) { shared = 4; if (other() != 7 || own != 1) reach_error(); }"},
          {"b.c", "int shared; static int own = 3; int other(void) { return shared + own; }"}},
      {}, Log());
  InputSequence none({});
  EXPECT_EQ(interpret(program, none, 1000).outcome, Outcome::Finished);
}

TEST_F(CReader, FindsViolations) {
  EXPECT_EQ(run_c("void reach_error() {} int main(void) { reach_error(); }").outcome,
            Outcome::Failed);
  EXPECT_EQ(run_c("int main(void) { __VERIFIER_error(); }").outcome, Outcome::Failed);
  EXPECT_EQ(run_c("void assert(int); int main(void) { assert(1); assert(0); }").outcome,
            Outcome::Failed);
  EXPECT_EQ(run_c("#include <assert.h>\nint main(void) { assert(2 + 2 == 5); }").outcome,
            Outcome::Failed);
  EXPECT_EQ(run_c("int main(void) { goto ERROR; ERROR: return 1; }").outcome, Outcome::Failed);
  EXPECT_EQ(run_c("void reach_error(); int main(void) { if (0) reach_error(); ERROR: return 1; }")
                .outcome,
            Outcome::Finished);
}

TEST_F(CReader, EndsRunsWhereTheProgramStops) {
  for (const char* stop : {"abort()", "exit(1)", "__VERIFIER_assume(0)", "__builtin_unreachable()"})
    EXPECT_EQ(run_c(std::string("void reach_error(void); void abort(void); void exit(int);"
                                "void __VERIFIER_assume(int); int main(void) { ") +
                    stop + "; reach_error(); }")
                  .outcome,
              Outcome::Blocked)
        << stop;
  CReadOptions options;
  options.error_functions = {"reach_error"};
  EXPECT_EQ(run_c("void assert(int); int main(void) { assert(0); }", options).outcome,
            Outcome::Blocked);
}

TEST_F(CReader, NamesTheSourcesOfArbitraryValues) {
  const support::CRun run = run_c(
      "unsigned __VERIFIER_nondet_uint(void); _Bool __VERIFIER_nondet_bool(void); int "
      "unknown(void);"
      "int main(void) { int x; x += __VERIFIER_nondet_uint(); for (int i = 0; i < 2; i++) { int y; "
      "x += y; } return x + unknown() + __VERIFIER_nondet_bool(); }");
  EXPECT_THAT(run.havocs,
              ElementsAre("uninitialised x", "__VERIFIER_nondet_uint", "uninitialised y",
                          "uninitialised y", "unknown", "__VERIFIER_nondet_bool"));
}

TEST_F(CReader, AsksForNondetValuesOnlyWhereTheyAreCalled) {
  const support::CRun run = run_c(
      "int __VERIFIER_nondet_int(void); int main(void) { int a = 0; "
      "if (a && __VERIFIER_nondet_int()) a = 1; return a ? __VERIFIER_nondet_int() : 2; }");
  EXPECT_TRUE(run.havocs.empty());
}

TEST_F(CReader, PutsLimitsWhereTheyWouldExecute) {
  const std::string head =
      "typedef __builtin_va_list va_list; int setjmp(void *);"
      "int f(int n) { return n ? f(n - 1) : 0; }"
      "int v(int n, ...) { va_list l; __builtin_va_start(l, n); return __builtin_va_arg(l, int); }"
      "int main(void) { int x = 0; ";
  for (const char* what :
       {"f(30);", "asm(\"nop\" : \"=r\"(x));", "setjmp(&x);",
        "void *l = &&a; l = (char *)l + 1; goto *l; a: ;",
        "_Complex float c = 1.0f; c = c * c; x = c == c;",
        "typedef int V __attribute__((vector_size(16))); V w; x = __builtin_shufflevector(w, "
        "w)[0];"}) {
    const support::CRun reached = run_c(head + what + " return x; }");
    EXPECT_EQ(reached.outcome, Outcome::Limit) << what;
    EXPECT_FALSE(reached.note.empty());
    const support::CRun avoided = run_c(head + "if (x) { " + what + " } return x; }");
    EXPECT_EQ(avoided.outcome, Outcome::Finished) << what << avoided.note;
  }
  EXPECT_EQ(run_c("int main(void) { asm volatile(\"\"); }").outcome, Outcome::Finished);
}

TEST_F(CReader, HasAsManyHeapObjectsAsItIsTold) {
  const std::string text =
      "void *malloc(unsigned); int main(void) { for (int i = 0; i < 3; i++) { int *p = malloc(4); "
      "*p = i; if (*p != i) return 1; } return 0; }";
  CReadOptions options;
  options.heap_objects = 3;
  EXPECT_EQ(run_c(text, options).outcome, Outcome::Finished);
  options.heap_objects = 2;
  EXPECT_THAT(run_c(text, options).note, StartsWith("heap objects"));
}

struct CheckCase {
  const char* check;
  const char* good;
  const char* bad;
};

TEST_F(CReader, ChecksWhatItIsAskedTo) {
  const std::vector<CheckCase> cases = {
      {"overflow", "x = 2147483646; x++;", "x = 2147483647; x++;"},
      {"overflow", "x = -2147483647; x = -x;", "x = -2147483647 - 1; x = -x;"},
      {"overflow", "x = 46340; x = x * x;", "x = 46341; x = x * x;"},
      {"division", "x = 4 / (x + 1);", "x = 4 / x;"},
      {"division", "x = 4 % (x + 1);", "x = 4 % x;"},
      {"shift", "x = 1 << (x + 30);", "x = 1 << (x + 32);"},
      {"shift", "x = 1 << (x + 30);", "x = 1 << (x + 31);"},
      {"shift", "x = 1 >> x;", "x = 1 >> (x - 1);"},
      {"bounds", "a[x + 2] = 1;", "a[x + 3] = 1;"},
      {"bounds", "int *p = a; p += 2; *p = 1;", "int *p = a; p += 3; *p = 1;"},
      {"bounds", "int *p = malloc(4 * (x + 2)); p[1] = 1;",
       "int *p = malloc(4 * (x + 2)); p[2] = 1;"},
      {"null", "int *p = &x; *p = 1;", "int *p = 0; *p = 1;"},
      {"null", "int *p = 0; if (p && *p) x = 1;", "int *p = 0; if (p || *p) x = 1;"},
      {"uninitialised", "int y; if (x) y = 1; x = x && y;", "int y; if (x) y = 1; x = x || y;"},
      {"uninitialised", "int y[2]; y[x] = 1; x = y[0];", "int y[2]; y[x] = 1; x = y[1];"},
      {"same-object", "int *p = a + 3; x = p > a;", "int *p = &x; x = p > a;"},
      {"same-object", "int *p = a + 3; x = p - a;", "int *p = &x; x = p - a;"},
      {"lost-memory", "static int *p; p = malloc(4);", "int *p = malloc(4); *p = 1;"},
      {"use-after-free", "int *p; { int y = 1; p = &y; *p = 2; }",
       "int *p; { int y = 1; p = &y; } *p = 2;"},
      {"bounds", "x = x < 3 || a[x + 3] ? 1 : 2;", "x = x < 3 && a[x + 3] ? 1 : 2;"},
  };
  for (const CheckCase& each : cases) {
    const auto program = [](const char* body) {
      return std::string("void *malloc(unsigned); int a[3]; int main(void) { int x = 0; ") + body +
             " return x + a[0]; }";
    };
    CReadOptions options;
    options.checks = {each.check};
    EXPECT_EQ(run_c(program(each.good), options).outcome, Outcome::Finished) << each.good;
    const support::CRun bad = run_c(program(each.bad), options);
    EXPECT_EQ(bad.outcome, Outcome::Failed) << each.bad;
    EXPECT_FALSE(bad.note.empty());
    EXPECT_NE(run_c(program(each.bad)).outcome, Outcome::Failed) << each.bad;
  }
}

TEST_F(CReader, KeepsPositionsAndTexts) {
  const Program program =
      read("int main(void) {\n  int x = 1;\n  while (x < 3)\n    x = x + 1;\n}");
  bool statement = false;
  bool loop = false;
  for (const SourceSite& site : program.sites) {
    EXPECT_EQ(site.at.file, "test.c");
    EXPECT_EQ(site.function, "main");
    statement = statement || (site.at.line == 4 && site.at.column == 5 && site.text == "x = x + 1");
    loop = loop || (site.at.line == 3 && site.loop_head && site.text == "while (x < 3)");
  }
  EXPECT_TRUE(statement);
  EXPECT_TRUE(loop);
}

TEST_F(CReader, ShowsVariablesAsTheSourceNamesThem) {
  const Program program = read(
      "struct S { int v; char c; } s; double d; unsigned a[3]; int *p; int main(void) { int x = "
      "a[1];"
      "s.v = x; p = &x; return s.v + s.c + d + *p; }");
  const auto shown = [&](const std::string& name) {
    for (const ProgramVariable& variable : program.globals)
      if (variable.source_name == name) return variable.show;
    ADD_FAILURE() << name;
    return Show::Hidden;
  };
  EXPECT_EQ(shown("s.v"), Show::Signed);
  EXPECT_EQ(shown("s.c"), Show::Char);
  EXPECT_EQ(shown("d"), Show::Float);
  EXPECT_EQ(shown("a"), Show::Unsigned);
  EXPECT_EQ(shown("p"), Show::Pointer);
  EXPECT_EQ(shown("x"), Show::Signed);
}

TEST_F(CReader, KeepsPrivateArraysInTheirProcedure) {
  const Program program = read("int main(void) { int a[100]; a[3] = 1; return a[3]; }");
  EXPECT_TRUE(program.globals.empty());
  const Procedure* main = program.find("main");
  ASSERT_NE(main, nullptr);
  const auto array = std::ranges::find(main->locals, "a", &ProgramVariable::source_name);
  ASSERT_NE(array, main->locals.end());
  EXPECT_EQ(to_string(program.terms->sort(array->term)), "bv32[bv7]");
}

}  // namespace
}  // namespace cairn
