// SPDX-License-Identifier: MIT
#include "format/c/c_scope.h"

#include <gtest/gtest.h>

namespace cairn {
namespace {

constexpr std::string_view kSource = R"(#define hidden 1
int global; /* comment */
int f(int parameter) { int inner; return inner; }
int main(void) {
  int first = 0; char c = '{';
  { int closed; }
  for (int gone = 0; gone < 3; gone++) { first++; }
  struct s t; t.member = 1;
  while (first) {
    int later;
  }
  for (int own = 0; own < 2; own++) later();
  int x = __VERIFIER_nondet_int() + f(__VERIFIER_nondet_int ());
}
)";

TEST(CScope, SeesWhatOpenBlocksHaveBeforeThePlace) {
  const auto names = identifiers_in_scope(kSource, 9, 3);
  EXPECT_TRUE(names.contains("global"));
  EXPECT_TRUE(names.contains("first"));
  EXPECT_TRUE(names.contains("t"));
  for (const char* name :
       {"hidden", "comment", "parameter", "inner", "closed", "gone", "member", "later", "own"})
    EXPECT_FALSE(names.contains(name)) << name;
}

TEST(CScope, AForLoopSeesItsHeader) {
  EXPECT_TRUE(identifiers_in_scope(kSource, 12, 3).contains("own"));
  EXPECT_FALSE(identifiers_in_scope(kSource, 12, 3).contains("gone"));
}

TEST(CScope, AFunctionSeesItsParameters) {
  EXPECT_TRUE(identifiers_in_scope(kSource, 3, 28).contains("parameter"));
}

TEST(CScope, CallsEndAtTheirParenthesis) {
  using Place = std::pair<std::uint64_t, std::uint64_t>;
  EXPECT_EQ(end_of_call(kSource, 13, 3, "__VERIFIER_nondet_int", 0), (Place{13, 33}));
  EXPECT_EQ(end_of_call(kSource, 13, 3, "__VERIFIER_nondet_int", 1), (Place{13, 62}));
  EXPECT_EQ(end_of_call(kSource, 13, 3, "__VERIFIER_nondet_int", 2), std::nullopt);
  EXPECT_EQ(end_of_call(kSource, 12, 3, "__VERIFIER_nondet_int", 0), std::nullopt);
}

TEST(CScope, FunctionsAreCalledOrDefined) {
  const CFunctions all = functions_in("int g(int); int f(void) { if (g(sizeof(int))) h ( ); }");
  EXPECT_EQ(all.called, (std::set<std::string, std::less<>>{"g", "h"}));
  EXPECT_EQ(all.defined, (std::set<std::string, std::less<>>{"f"}));
}

}  // namespace
}  // namespace cairn
