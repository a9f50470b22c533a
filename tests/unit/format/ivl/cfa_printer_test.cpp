// SPDX-License-Identifier: MIT
#include "format/ivl/cfa_printer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "format/ivl/layered_layout.h"

namespace cairn {
namespace {

using testing::HasSubstr;

Cfa counting() {
  Cfa cfa;
  cfa.terms = std::make_shared<Terms>();
  std::vector<SourceSite> sites(2);
  sites[0] = {{"dir/count.c", 3, 1}, "main", "x = 0;", false};
  sites[1] = {{"dir/count.c", 4, 1}, "main", "while (x < n)", true};
  cfa.sites = std::make_shared<const std::vector<SourceSite>>(sites);
  Terms& terms = *cfa.terms;
  const Term x = terms.variable("x", Sort::bit_vector(8));
  const Term n = terms.variable("n", Sort::bit_vector(8));
  cfa.variables = {{x, "x", "main", Show::Unsigned}};
  cfa.inputs = {{n, CfaInput::Kind::Nondet, 1, "__VERIFIER_nondet_char"}};
  cfa.initial = cfa.add_location();
  const LocationId head = cfa.add_location({1, true, "", false});
  cfa.error = cfa.add_location();
  const Term below = terms.make(Op::BvUlt, {x, n});
  cfa.add_edge(cfa.initial, head, assign(x, terms.bv(8, 0), 0));
  cfa.add_edge(head, head,
               sequence({assume(below, 1), assign(x, terms.make(Op::BvAdd, {x, terms.bv(8, 1)}))}));
  cfa.add_edge(head, cfa.error, choice({assume(terms.not_(below), 1), skip_command()}));
  return cfa;
}

TEST(CfaText, ShowsLocationsEdgesAndLines) {
  const std::string text = print_cfa_text(counting());
  EXPECT_THAT(text, HasSubstr("// 3 locations, 3 edges, 1 variables, 1 inputs\n"));
  EXPECT_THAT(text, HasSubstr("var x: bv8\n"));
  EXPECT_THAT(text, HasSubstr("input n: bv8 // nondet __VERIFIER_nondet_char count.c:4\n"));
  EXPECT_THAT(text,
              HasSubstr("location 1  count.c:4, loop\n  to 1:\n    assume x <u n  // count.c:4\n"));
  EXPECT_THAT(text, HasSubstr("    x := 0bv8  // count.c:3\n"));
  EXPECT_THAT(text, HasSubstr("    choice\n"));
  EXPECT_THAT(text, HasSubstr("location 2 error\n"));
}

TEST(CfaDot, EscapesAndNamesEverything) {
  const std::string text = print_cfa_dot(counting());
  EXPECT_THAT(text, HasSubstr("digraph cfa {"));
  EXPECT_THAT(text, HasSubstr("l0 -> l1 [label=\"3  x := 0\\l\"];"));
  EXPECT_THAT(text, HasSubstr("l1 -> l1"));
}

TEST(CfaSvg, DrawsABoxForEachLocationAndEscapesText) {
  const std::string text = print_cfa_svg(counting());
  EXPECT_THAT(text, testing::StartsWith("<svg "));
  EXPECT_THAT(text, HasSubstr("class=\"start\""));
  EXPECT_THAT(text, HasSubstr("class=\"head\""));
  EXPECT_THAT(text, HasSubstr("class=\"error\""));
  EXPECT_THAT(text, HasSubstr("x &lt;u n"));
  EXPECT_THAT(text, testing::EndsWith("</svg>\n"));
  EXPECT_EQ(text.find("nan"), std::string::npos);
}

TEST(LayeredLayout, BoxesOfALayerDoNotOverlapAndEdgesPointDown) {
  // A diamond with a way back and a shortcut.
  const std::vector<LayoutNode> nodes(5, LayoutNode{40, 20});
  const std::vector<LayoutEdge> edges = {{0, 1}, {0, 2}, {1, 3}, {2, 3}, {3, 0}, {0, 4}, {3, 4}};
  const Layout layout = layered_layout(nodes, edges, 0);
  ASSERT_EQ(layout.nodes.size(), 5u);
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    EXPECT_GE(layout.nodes[i].x, 20);
    EXPECT_LE(layout.nodes[i].x + 20, layout.width);
    EXPECT_LE(layout.nodes[i].y + 10, layout.height);
    for (std::size_t j = 0; j < i; ++j) {
      if (layout.nodes[i].y == layout.nodes[j].y) {
        EXPECT_GE(std::abs(layout.nodes[i].x - layout.nodes[j].x), 40);
      }
    }
  }
  EXPECT_LT(layout.nodes[0].y, layout.nodes[1].y);
  EXPECT_LT(layout.nodes[1].y, layout.nodes[3].y);
  EXPECT_LT(layout.nodes[3].y, layout.nodes[4].y);
  EXPECT_GT(layout.edges[4].front().y, layout.edges[4].back().y);  // the way back points up
  EXPECT_EQ(layout.edges[5].size(), 4u);                           // around two layers
}

}  // namespace
}  // namespace cairn
