// SPDX-License-Identifier: MIT
//
// Programs that check themselves: what a compiler makes of them ends without an error, and so must
// the interpreter.
#include <gtest/gtest.h>

#include "support/c_run.h"

namespace cairn {
namespace {

using support::run_c;
using Outcome = RunResult::Outcome;

const std::string kCheck =
    "void reach_error(void);\n"
    "#define CHECK(c) do { if (!(c)) reach_error(); } while (0)\n";

CReadOptions ilp32() {
  CReadOptions options;
  options.data_model = CReadOptions::DataModel::ILP32;
  return options;
}

/// The line of the check that fails, counted from that of `body`; 0 if none does.
std::uint64_t failing_line(const std::string& body, const CReadOptions& options = ilp32()) {
  const support::CRun run = run_c(kCheck + body, options);
  if (run.outcome == Outcome::Finished) return 0;
  EXPECT_EQ(run.outcome, Outcome::Failed) << run.note;
  return run.at.line - 2;
}

#define SKIP_WITHOUT_CLANG() \
  if (!has_c_front_end()) GTEST_SKIP() << "no C front end"

TEST(CValues, IntegersPromoteConvertAndWrap) {
  SKIP_WITHOUT_CLANG();
  EXPECT_EQ(failing_line(R"(int main(void) {
    unsigned char c = 200; signed char s = (signed char)c; short h = -1;
    CHECK(c + c == 400); CHECK(s == -56); CHECK((unsigned short)h == 65535);
    CHECK(-1 < 1u ? 0 : 1); CHECK((unsigned char)(c + 100) == 44);
    int big = 2147483647; CHECK(big + 1 < 0); CHECK(-7 / 2 == -3 && -7 % 2 == -1);
    CHECK((-8 >> 1) == -4); CHECK((0x80000000u >> 31) == 1); CHECK(1LL << 40 > big);
    CHECK(sizeof(long) == 4 && sizeof(int *) == 4 && sizeof(long double) == 12);
    CHECK(~0u == 4294967295u); CHECK((_Bool)256 == 1); CHECK((_Bool)0.1 == 1);
    char plain = 128; CHECK(plain < 0); CHECK('\377' == -1);
    CHECK((unsigned long long)-1 >> 63 == 1); CHECK((long long)-1 < 0);
    return 0; })"),
            0u);
}

TEST(CValues, LongsHave64BitsInTheOtherModel) {
  SKIP_WITHOUT_CLANG();
  CReadOptions options;
  options.data_model = CReadOptions::DataModel::LP64;
  EXPECT_EQ(failing_line(R"(int main(void) {
    CHECK(sizeof(long) == 8 && sizeof(int *) == 8 && sizeof(int) == 4);
    int a[4] = {1, 2, 3, 4}; int *p = a + 3; CHECK(*p == 4 && p - a == 3); CHECK(p[-2] == 2);
    unsigned long u = -1; CHECK(u >> 63 == 1);
    return 0; })",
                         options),
            0u);
}

// Assignments need not copy it, but gcc's do, as ours.
TEST(CValues, PaddingIsMemoryLikeAnyOther) {
  SKIP_WITHOUT_CLANG();
  EXPECT_EQ(failing_line(R"(void *memset(void *, int, unsigned);
    void *memcpy(void *, const void *, unsigned); int memcmp(const void *, const void *, unsigned);
    struct A { int i; char c; int k; unsigned b : 17; } x, y, z;
    struct B { short s; struct A a[2]; } p, q;
    union U { struct { char t; int v; } a; struct { char t; short k; int v; } b; } u, v;
    int main(void) {
    memset(&x, 197, sizeof x); memcpy(&y, &x, sizeof x); z = y;
    CHECK(((unsigned char *)&y)[5] == 197); CHECK(((unsigned char *)&z)[7] == 197);
    CHECK(((unsigned char *)&z)[15] == 197); CHECK(memcmp(&x, &z, sizeof x) == 0);
    y.b = 0; CHECK(((unsigned char *)&y)[14] == 196); CHECK(y.c == (char)197);
    memset(&p, 33, sizeof p); p.a[1] = z; q = p;
    CHECK(((unsigned char *)&q)[3] == 33); CHECK(((unsigned char *)&q)[9] == 33);
    CHECK(((unsigned char *)&q)[25] == 197); CHECK(((unsigned char *)&q)[35] == 197);
    memset(&u, 7, sizeof u); v = u;
    CHECK(((unsigned char *)&v)[1] == 7); CHECK(v.b.k == 0x0707);
    return 0; })"),
            0u);
}

TEST(CValues, SideEffectsHappenOnceAndInOrder) {
  SKIP_WITHOUT_CLANG();
  EXPECT_EQ(failing_line(R"(int n; int next(void) { return ++n; }
    int pair(int a, int b) { return 10 * a + b; }
    int main(void) { int i = 0, a[3] = {0};
    CHECK(pair(next(), next()) == 12); CHECK(next() + 10 * next() == 43);
    a[i++] = 5; CHECK(i == 1 && a[0] == 5); CHECK(i++ == 1 && i == 2); CHECK(--i == 1);
    0 && next(); 1 || next(); CHECK(n == 4); CHECK((next(), n) == 5);
    int x = (i = 3) + 1; CHECK(x == 4 && i == 3);
    int y = i > 2 ? next() : -next(); CHECK(y == 6 && n == 6); CHECK((y ?: next()) == 6 && n == 6);
    CHECK(({ int q = next(); q * 2; }) == 14); i = n = 2; CHECK(i == 2 && n == 2);
    return 0; })"),
            0u);
}

TEST(CValues, ControlFlowGoesWhereItShould) {
  SKIP_WITHOUT_CLANG();
  EXPECT_EQ(failing_line(R"(int duff(int n) { int k = 0; switch (n % 4) { case 0: do { k++;
    case 3: k++; case 2: k++; case 1: k++; } while ((n -= 4) > 0); } return k; }
    int main(void) { int s = 0;
    for (int i = 0; i < 10; i++) { if (i == 2) continue; if (i == 5) break; s += i; } CHECK(s == 8);
    int n = 3; while (n-- > 0) s++; CHECK(s == 11 && n == -1); do s--; while (s > 5); CHECK(s == 5);
    switch (s) { case 1 ... 4: s = 0; break; case 5: s = 7; default: s++; } CHECK(s == 8);
    CHECK(duff(7) == 7); goto end; reach_error(); end: s = 9; again: if (s++ < 12) goto again;
    CHECK(s == 13); for (;;) { if (s > 20) break; s += 3; } CHECK(s == 22);
    return 0; })"),
            0u);
}

TEST(CValues, RecordsAndBitFieldsKeepTheirWidths) {
  SKIP_WITHOUT_CLANG();
  EXPECT_EQ(
      failing_line(
          R"(struct P { int x; struct { char c[3]; short s; } in; unsigned b : 3; int d : 4; };
    struct P twice(struct P p) { p.x *= 2; p.in.c[1]++; return p; }
    int main(void) { struct P p = {.x = 4, .in = {"ab", -1}, .b = 9, .d = 15}, q;
    CHECK(p.b == 1 && p.d == -1 && p.in.c[2] == 0 && p.in.s == -1); q = twice(p);
    CHECK(q.x == 8 && q.in.c[1] == 'c' && p.in.c[1] == 'b'); q.b += 10; CHECK(q.b == 3);
    CHECK((q.d = 8) == -8); struct P a[2] = {p, q}; a[0] = a[1]; CHECK(a[0].x == 8);
    struct P *r = &a[1]; r->in.s = 300; CHECK(a[1].in.s == 300 && r[-1].in.s == -1);
    CHECK(((struct P){.x = 3}).x == 3); CHECK((p.x ? p : q).x == 4);
    return 0; })"),
      0u);
}

TEST(CValues, MemoryCanBeSeenAsBytes) {
  SKIP_WITHOUT_CLANG();
  EXPECT_EQ(
      failing_line(
          R"(void *memcpy(void *, const void *, unsigned); void *memset(void *, int, unsigned);
    union U { unsigned i; unsigned char c[4]; float f; }; struct B { unsigned lo : 4, hi : 4; char rest; };
    int main(void) { union U u; u.i = 0x01020304; CHECK(u.c[0] == 4 && u.c[3] == 1);
    u.f = 1.5f; CHECK(u.i == 0x3fc00000); int x = -2; unsigned char *p = (unsigned char *)&x;
    CHECK(p[0] == 254 && p[3] == 255); p[1] = 0; CHECK(x == (int)0xffff00fe); short s[2];
    memcpy(s, &x, 4); CHECK(s[0] == 0xfe && s[1] == -1); memset(&x, 1, 4); CHECK(x == 0x01010101);
    struct B b = {3, 5, 7}; CHECK(*(unsigned char *)&b == 0x53); *(char *)&b = 0x12; CHECK(b.hi == 1);
    double d = 1.0; long long bits; memcpy(&bits, &d, 8); CHECK(bits == 0x3ff0000000000000LL);
    return 0; })"),
      0u);
}

TEST(CValues, PointersReachWhatTheyPointTo) {
  SKIP_WITHOUT_CLANG();
  EXPECT_EQ(failing_line(R"(int g = 1, h = 2; int *which(int c) { return c ? &g : &h; }
    void swap(int *a, int *b) { int t = *a; *a = *b; *b = t; }
    int add(int a, int b) { return a + b; } int sub(int a, int b) { return a - b; }
    int main(void) { *which(1) = 5; *which(0) += 5; CHECK(g == 5 && h == 7); swap(&g, &h);
    CHECK(g == 7 && h == 5); int a[5] = {1, 2, 3}, *p = a, s = 0; while (p != a + 5) s += *p++;
    CHECK(s == 6 && p - a == 5); int **pp = &p; *pp = &a[1]; CHECK(*p == 2 && (*pp)[1] == 3);
    int (*op)(int, int) = add; CHECK(op(3, 4) == 7); op = &sub; CHECK((*op)(3, 4) == -1);
    char *text = "hey"; CHECK(text[1] == 'e' && *(text + 3) == 0); int m[2][3] = {{1, 2, 3}, {4}};
    int (*row)[3] = m; CHECK(row[1][0] == 4 && (*row)[2] == 3); p = 0; CHECK(!p && p == (int *)0);
    return 0; })"),
            0u);
}

TEST(CValues, ListsOnTheHeapHoldTogether) {
  SKIP_WITHOUT_CLANG();
  EXPECT_EQ(
      failing_line(R"(void *malloc(unsigned); void *calloc(unsigned, unsigned); void free(void *);
    struct N { int v; struct N *next; }; struct N *cons(int v, struct N *n) {
    struct N *r = malloc(sizeof *r); r->v = v; r->next = n; return r; }
    int main(void) { struct N *l = 0; for (int i = 0; i < 4; i++) l = cons(i, l); int s = 0;
    for (struct N *p = l; p; p = p->next) s = s * 10 + p->v; CHECK(s == 3210); CHECK(l != l->next);
    int *z = calloc(4, sizeof(int)); CHECK(z[3] == 0); z[3] = 9; CHECK(z[3] == 9 && z[2] == 0); free(z);
    return 0; })"),
      0u);
}

TEST(CValues, FloatsFollowTheStandard) {
  SKIP_WITHOUT_CLANG();
  EXPECT_EQ(failing_line(R"(double sqrt(double), fabs(double), fmod(double, double), floor(double);
    int __isnan(double), __isinf(double); int main(void) { float f = 0.1f; double d = 0.1;
    CHECK(f != d); CHECK(f + f == 0.2f); CHECK(0.1 + 0.2 != 0.3); CHECK(1.0f / 3 * 3 == 1.0f);
    CHECK((int)-1.9 == -1); CHECK((unsigned char)200.7 == 200); CHECK(16777217 == (int)(double)16777217);
    CHECK((float)16777217 == 16777216.0f); double n = 0.0 / 0.0; CHECK(n != n && !(n < 1) && __isnan(n));
    CHECK(__isinf(1 / 0.0) == 1 && __isinf(-1 / 0.0) == -1); CHECK(1 / -0.0 < 0); CHECK(-0.0 == 0.0);
    CHECK(sqrt(2.0) == 1.4142135623730951); CHECK(fmod(-7.5, 2) == -1.5); CHECK(floor(-0.5) == -1);
    long double l = 1.0L / 3; CHECK(l != 1.0 / 3); CHECK((double)l == 1.0 / 3); CHECK(n ? 1 : 0);
    float c = 5; c++; c /= 4; CHECK(c == 1.5f); CHECK(!0.0f); CHECK((float)1e-46 == 0);
    return 0; })"),
            0u);
}

TEST(CValues, TheRoundingModeCanChange) {
  SKIP_WITHOUT_CLANG();
  EXPECT_EQ(
      failing_line(R"(int fesetround(int); int main(void) { volatile float a = 1, b = 0x1p-24f;
    CHECK(a + b == 1); CHECK(fesetround(0x800) == 0); CHECK(a + b > 1); fesetround(0x400);
    CHECK(-a - b < -1); CHECK(fesetround(1) != 0); fesetround(0xc00); CHECK(-a - b == -1);
    return 0; })"),
      0u);
}

TEST(CValues, GlobalsStartWithTheirInitialisers) {
  SKIP_WITHOUT_CLANG();
  EXPECT_EQ(failing_line(R"(int z; int *pz = &z; int t[4] = {[2] = 7}; char s[] = "hello";
    struct { int a; char b[2]; int *p; } r = {1, {2, 3}, &t[2]}; enum E { A = -1, B, C = 5 } e = C;
    int count(void) { static int n = 10; return n++; } float f = 1.25; int (*fp)(void) = count;
    int main(void) { CHECK(z == 0 && *pz == 0); CHECK(t[2] == 7 && t[3] == 0); CHECK(sizeof s == 6);
    CHECK(s[4] == 'o' && s[5] == 0); CHECK(r.b[1] == 3 && *r.p == 7); CHECK(e == 5 && A < B);
    CHECK(count() == 10 && fp() == 11); CHECK(f == 1.25);
    return 0; })"),
            0u);
}

TEST(CValues, ArraysMayHaveVariableLengths) {
  SKIP_WITHOUT_CLANG();
  EXPECT_EQ(failing_line(R"(int sum(int n, int m, int a[n][m]) { int s = 0;
    for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) s += a[i][j]; return s; }
    int main(void) { int n = 3; int k = n - 1; int v[n][k]; CHECK(sizeof v == 24);
    for (int i = 0; i < n; i++) for (int j = 0; j < k; j++) v[i][j] = 10 * i + j;
    CHECK(v[2][1] == 21); CHECK(*(*(v + 1) + 1) == 11); CHECK(sum(n, k, v) == 63);
    return 0; })"),
            0u);
}

TEST(CValues, StringFunctionsWorkWithoutABody) {
  SKIP_WITHOUT_CLANG();
  EXPECT_EQ(failing_line(R"(unsigned strlen(const char *); int strcmp(const char *, const char *);
    char *strcpy(char *, const char *); void *memmove(void *, const void *, unsigned);
    int main(void) { char b[8]; strcpy(b, "abc"); CHECK(strlen(b) == 3); CHECK(strcmp(b, "abd") < 0);
    unsigned n = strlen(b); memmove(b + 1, b, n + 1); CHECK(b[0] == 'a' && b[1] == 'a' && b[4] == 0);
    CHECK(__builtin_popcount(255) == 8 && __builtin_clz(1) == 31 && __builtin_ctz(8) == 3);
    return 0; })"),
            0u);
}

TEST(CValues, AccessesOutsideOfObjectsAreArbitraryAndHarmless) {
  SKIP_WITHOUT_CLANG();
  const support::CRun run = run_c(kCheck + R"(int a[3], after = 5; int main(void) {
    int i = 3; a[i] = 7; CHECK(after == 5); int *p = 0; *p = 1; return a[i] + *p; })");
  EXPECT_EQ(run.outcome, Outcome::Finished);
  EXPECT_EQ(run.havocs.size(), 2u);
}

TEST(CValues, WithoutPointsToAnalysisPointersStillWork) {
  SKIP_WITHOUT_CLANG();
  CReadOptions options;
  options.points_to = false;
  EXPECT_EQ(failing_line(R"(int x = 1; short s[3]; float f; int main(void) { int *p = &x; *p = 300;
    short *q = s; q++; *q = -4; float *r = &f; *r = 2.5f; CHECK(x == 300); CHECK(s[1] == -4);
    CHECK(f == 2.5f && *r == f); CHECK(*(unsigned char *)p == 44);
    return 0; })",
                         options),
            0u);
}

// What old programs do and gcc takes.
TEST(CValues, ReturnsMayHaveNoValueOrOneTooMany) {
  SKIP_WITHOUT_CLANG();
  const std::string functions =
      "int calls; int some(int k) { calls++; if (k) return 7; return; }\n"
      "void none(void) { return calls++; }\n";
  EXPECT_EQ(failing_line(functions + R"(int main(void) {
    CHECK(some(1) == 7); some(0); CHECK(calls == 2); none(); CHECK(calls == 3);
    return 0; })"),
            0u);
  // Without a value the result is arbitrary; the interpreter's inputs are 0 here.
  EXPECT_EQ(failing_line(functions + "int main(void) { CHECK(some(0) == 7); }"), 3u);
}

}  // namespace
}  // namespace cairn
