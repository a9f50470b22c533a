// SPDX-License-Identifier: MIT
//
// What is bounded, and what happens at the bound: sizes, objects, rounds of loops, unknown text.
#include <gtest/gtest.h>

#include "support/c_run.h"

namespace cairn {
namespace {

using support::CRun;
using support::run_c;
using Outcome = RunResult::Outcome;

class CBounds : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!has_c_front_end()) GTEST_SKIP() << "no C front end";
  }
};

const std::string kHead =
    "extern void reach_error(void); extern int __VERIFIER_nondet_int(void);\n"
    "typedef __SIZE_TYPE__ size_t; extern void *malloc(size_t), *calloc(size_t, size_t);\n"
    "extern int sprintf(char *, const char *, ...), sscanf(const char *, const char *, ...);\n"
    "#define CHECK(x) if (!(x)) reach_error()\n";

CReadOptions open_options() {
  CReadOptions options;
  options.data_model = CReadOptions::DataModel::ILP32;
  options.heap_bytes = 0;
  options.heap_objects = 0;
  return options;
}

/// The value for all calls of nondet functions; what is uninitialised is zero.
support::CInputs inputs_of(std::uint64_t value) {
  return [value](const InputRequest& request) {
    return request.note.starts_with("__VERIFIER") ? Value(BitVector(request.sort.width(), value))
                                                  : Value::zero(request.sort);
  };
}

CRun run_body(const std::string& body, const CReadOptions& options = {}, std::uint64_t input = 0) {
  return run_c(kHead + "int main(void) { " + body + " return 0; }", options, inputs_of(input));
}

const std::string kList =
    "struct n { int v; struct n *next; } *h = 0; int sum = 0;"
    "for (int i = 0; i < 9; i++) { struct n *p = malloc(sizeof *p); p->v = i; p->next = h; h = p; }"
    "while (h) { sum = sum * 3 + h->v; h = h->next; } CHECK(sum == 73812);";

TEST_F(CBounds, MoreObjectsOfACallThanThereIsRoomForAreALimit) {
  const CRun run = run_body(kList);
  EXPECT_EQ(run.outcome, Outcome::Limit);
  EXPECT_EQ(run.note, "heap objects: more than 4 of one call");
}

TEST_F(CBounds, ObjectsOfACallMayBeAsManyAsThereAreAddresses) {
  for (const auto model : {CReadOptions::DataModel::ILP32, CReadOptions::DataModel::LP64}) {
    CReadOptions options = open_options();
    options.data_model = model;
    const CRun run = run_body(kList, options);
    EXPECT_EQ(run.outcome, Outcome::Finished) << run.note;
  }
}

TEST_F(CBounds, ObjectsOfACallAreApart) {
  const std::string body =
      "char *p[20]; for (int i = 0; i < 20; i++) { p[i] = malloc(i + 1); p[i][i] = i; p[i][0] = i; "
      "}"
      "for (int i = 0; i < 20; i++) { CHECK(p[i][i] == i); CHECK(p[i][0] == i);"
      "for (int j = 0; j < i; j++) CHECK(p[i] != p[j]); }";
  EXPECT_EQ(run_body(body, open_options()).outcome, Outcome::Finished);
  CReadOptions checked = open_options();
  checked.checks = {"bounds"};
  EXPECT_EQ(run_body(body, checked).outcome, Outcome::Finished);
  const std::string outside =
      "char *p[3]; for (int i = 0; i < 3; i++) { p[i] = malloc(i + 1); } p[1][2] = 0;";
  EXPECT_EQ(run_body(outside, checked).outcome, Outcome::Failed);
}

TEST_F(CBounds, ZeroedObjectsOfACallAreZero) {
  const std::string body =
      "int *p = 0; for (int i = 0; i < 7; i++) { int *q = calloc(3, sizeof(int)); CHECK(q[2] == 0);"
      "q[2] = i + 1; if (p) CHECK(p[2] == i); p = q; }";
  EXPECT_EQ(run_body(body, open_options()).outcome, Outcome::Finished);
}

TEST_F(CBounds, ArraysOfVariableLengthHaveSomeRoom) {
  const std::string body =
      "unsigned n = __VERIFIER_nondet_int(); int a[n]; for (unsigned i = 0; i < n; i++) a[i] = i * "
      "3;"
      "for (unsigned i = 0; i < n; i++) CHECK(a[i] == i * 3);";
  EXPECT_EQ(run_body(body, {}, 64).outcome, Outcome::Finished);
  EXPECT_EQ(run_body(body, {}, 65).outcome, Outcome::Limit);
  EXPECT_EQ(run_body(body, open_options(), 1000).outcome, Outcome::Finished);
}

TEST_F(CBounds, ArraysForWhichThereIsNoMemoryEndTheRun) {
  const std::string body =
      "unsigned n = __VERIFIER_nondet_int(); int a[n]; a[0] = 1; reach_error();";
  EXPECT_EQ(run_body(body, open_options(), 0x1FFFFFFF).outcome, Outcome::Failed);
  EXPECT_EQ(run_body(body, open_options(), 0x20000000).outcome, Outcome::Blocked);
  const std::string square =
      "unsigned n = __VERIFIER_nondet_int(); int a[n][n]; a[0][0] = 1; reach_error();";
  EXPECT_EQ(run_body(square, open_options(), 16384).outcome, Outcome::Failed);
  EXPECT_EQ(run_body(square, open_options(), 65536).outcome, Outcome::Blocked);
}

TEST_F(CBounds, LargeObjectsThatArePassedOnShareTheAddresses) {
  const std::string text =
      kHead +
      "int f(int *a, int *b, unsigned n) { a[n - 1] = 5; b[n - 1] = 7; return a[n - 1]; }"
      "int main(void) { unsigned n = __VERIFIER_nondet_int(); int a[n], b[n]; CHECK(f(a, b, n) == "
      "5);"
      " CHECK(a != b); return 0; }";
  const auto with = [&](std::uint64_t n) { return run_c(text, open_options(), inputs_of(n)); };
  EXPECT_EQ(with(1000).outcome, Outcome::Finished);
  EXPECT_EQ(with(0xFFFFFFF).outcome, Outcome::Limit);  // 1 GB each, less the gap between them
  EXPECT_EQ(with(0x20000000).outcome, Outcome::Blocked);
}

TEST_F(CBounds, TextOfTheLibraryIsOnlyALimitWhereItIsRead) {
  const std::string write = "static char text[9], other[9]; int x = 3; sprintf(text, \"%g\", 3.); ";
  EXPECT_EQ(run_body(write).outcome, Outcome::Finished);
  EXPECT_EQ(run_body(write + "CHECK(other[0] == 0);").outcome, Outcome::Finished);
  EXPECT_EQ(run_body(write + "CHECK(text[0] == '3');").outcome, Outcome::Limit);
  EXPECT_EQ(run_body(write + "char *p = x ? other : text; CHECK(*p == 0);").outcome,
            Outcome::Finished);
  EXPECT_EQ(run_body(write + "char *p = x ? text : other; CHECK(*p == 0);").outcome,
            Outcome::Limit);
  EXPECT_EQ(
      run_body("static char text[9]; CHECK(text[1] == 0); sprintf(text, \"%g\", 1.);").outcome,
      Outcome::Finished);
  EXPECT_EQ(run_body("char t[9]; CHECK(sprintf(t, \"%g\", 1.) == 1);").outcome, Outcome::Limit);
  const std::string scan = "float a = 1; int b = 2; sscanf(\"5\", \"%f\", &a); ";
  EXPECT_EQ(run_body(scan + "CHECK(b == 2);").outcome, Outcome::Finished);
  EXPECT_EQ(run_body(scan + "CHECK(a == 1);").outcome, Outcome::Limit);
}

CRun unwound(const std::string& body, std::uint32_t rounds, bool checked) {
  CReadOptions options;
  options.unwind = rounds;
  if (checked) options.checks = {"unwinding"};
  return run_body(body, options);
}

TEST_F(CBounds, RoundsOfLoopsAreCounted) {
  for (const std::string& loop :
       {std::string("for (int i = 0; i < 5; i++) ;"), std::string("int i = 0; while (i++ < 5) ;"),
        std::string("int i = 0; do i++; while (i < 5);"),
        std::string("int i = 0; again: i++; if (i < 5) goto again;"),
        std::string(
            "for (int j = 0; j < 2; j++) for (int i = 0; i < 5; i++) if (i == 2) continue;")}) {
    EXPECT_EQ(unwound(loop, 5, false).outcome, Outcome::Finished) << loop;
    EXPECT_EQ(unwound(loop, 4, false).outcome, Outcome::Limit) << loop;
    EXPECT_EQ(unwound(loop, 5, true).outcome, Outcome::Finished) << loop;
    EXPECT_EQ(unwound(loop, 4, true).outcome, Outcome::Failed) << loop;
  }
}

TEST_F(CBounds, ALoopThatStartsAnewCountsAnew) {
  const std::string body =
      "int n = 0; outer: for (int i = 0; i < 3; i++) n++; if (n < 8) goto outer; goto end;"
      "again: n++; end: if (n < 12) goto again;";
  EXPECT_EQ(unwound(body, 3, true).outcome, Outcome::Failed);
  EXPECT_EQ(unwound(body, 4, true).outcome, Outcome::Finished);
}

TEST_F(CBounds, OverflowBuiltinsAreExact) {
  EXPECT_EQ(
      run_body("int r; CHECK(!__builtin_add_overflow(2147483646, 1, &r) && r == 2147483647);"
               "CHECK(__builtin_add_overflow(2147483647, 1, &r) && r == -2147483647 - 1);"
               "CHECK(__builtin_sub_overflow(-2147483647, 2, &r) && r == 2147483647);"
               "CHECK(__builtin_mul_overflow(65536, 65536, &r) && r == 0);"
               "unsigned char c; CHECK(__builtin_add_overflow(200, 100, &c) && c == 44);"
               "CHECK(__builtin_sub_overflow(1, 2, &c) && c == 255);"
               "unsigned u; CHECK(__builtin_usub_overflow(1, 2, &u) && u == 4294967295u);"
               "CHECK(!__builtin_mul_overflow(4294967295u, 1, &u));"
               "long long l; CHECK(!__builtin_mul_overflow(4294967295u, 4294967295u, &l) == 0);"
               "CHECK(!__builtin_mul_overflow(-3, 4294967295u, &l) && l == -12884901885ll);"
               "signed char s; CHECK(!__builtin_add_overflow(-100, -28, &s) && s == -128);")
          .outcome,
      Outcome::Finished);
}

}  // namespace
}  // namespace cairn
