// SPDX-License-Identifier: MIT
#include "format/c/sv_witness.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace cairn {
namespace {

using ::testing::HasSubstr;

const SvTask kTask{{{"a \"b\".c", "abc"}},
                   "CHECK( init(main()), LTL(G ! call(f())) )",
                   false,
                   "1.0",
                   "2026-01-02T03:04:05+00:00"};

TEST(SvWitness, NamesProgramsByHashAndQuotesNames) {
  const std::string text = write_invariant_witness(kTask, {});
  EXPECT_THAT(text, HasSubstr("- entry_type: invariant_set\n"));
  EXPECT_THAT(text, HasSubstr("\"a \\\"b\\\".c\": \"ba7816bf8f01cfea414140de5dae2223b00361a396177a9"
                              "cb410ff61f20015ad\""));
  EXPECT_THAT(text, HasSubstr("data_model: ILP32\n"));
  EXPECT_THAT(text, HasSubstr("  content: []\n"));
}

TEST(SvWitness, InvariantsHaveAPlace) {
  const std::string text =
      write_invariant_witness(kTask, {{SvInvariant::Kind::Loop, {"a.c", 7, 3, "main"}, "x <= 5"}});
  EXPECT_THAT(text, HasSubstr("  - invariant:\n      type: loop_invariant\n      location:\n"
                              "        file_name: \"a.c\"\n        line: 7\n        column: 3\n"
                              "        function: \"main\"\n      value: \"x <= 5\"\n"
                              "      format: c_expression\n"));
}

TEST(SvWitness, ViolationsEndInTheTarget) {
  const std::vector<SvWaypoint> points{
      {SvWaypoint::Kind::FunctionReturn, {"a.c", 4, 11, "main"}, "-5", "__VERIFIER_nondet_int"},
      {SvWaypoint::Kind::Target, {"a.c", 9, 5, "main"}, "", ""}};
  const std::string yaml = write_violation_witness(kTask, points);
  EXPECT_THAT(yaml, HasSubstr("value: \"\\\\result == -5\"\n          format: acsl_expression\n"));
  EXPECT_THAT(yaml, HasSubstr("        type: target\n        action: follow\n        location:\n"));
  const std::string graphml = write_violation_graphml(kTask, points);
  EXPECT_THAT(graphml, HasSubstr("<node id=\"n2\"><data key=\"violation\">true</data></node>"));
  EXPECT_THAT(graphml, HasSubstr("<data key=\"programfile\">a &quot;b&quot;.c</data>"));
}

}  // namespace
}  // namespace cairn
