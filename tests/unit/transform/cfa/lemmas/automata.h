// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "model/cfa.h"

namespace cairn::test {

/// An automaton with three locations, the initial one, a loop and the error.
struct LoopAutomaton {
  explicit LoopAutomaton(std::uint32_t bits = 4) : width(bits) {
    cfa.terms = std::make_shared<Terms>();
    cfa.sites = std::make_shared<const std::vector<SourceSite>>();
    cfa.initial = cfa.add_location();
    head = cfa.add_location();
    cfa.error = cfa.add_location();
  }

  Terms& terms() { return *cfa.terms; }
  Term number(std::uint64_t value) { return terms().bv(width, value); }
  Term sum(Term a, Term b) { return terms().make(Op::BvAdd, {a, b}); }
  Term variable(const std::string& name) {
    const Term term = terms().variable(name, Sort::bit_vector(width));
    cfa.variables.push_back({term, name, "", Show::Raw});
    return term;
  }
  Term input(const std::string& name) {
    const Term term = terms().variable(name, Sort::bit_vector(width));
    cfa.inputs.push_back({term, CfaInput::Kind::Nondet, kNoSite, name});
    return term;
  }
  std::vector<Effect> effects() {
    std::vector<Effect> result;
    for (const CfaEdge& edge : cfa.edges) result.push_back(effect_of(terms(), *edge.command));
    return result;
  }

  const std::uint32_t width;
  Cfa cfa;
  LocationId head;
};

/// x and y start at 0; around the loop x grows by 1 and y by 2 as long as x is below 6 (signed); it
/// is an error if y is not twice x.
struct CountingAutomaton : LoopAutomaton {
  CountingAutomaton() {
    cfa.add_edge(cfa.initial, head, sequence({assign(x, number(0)), assign(y, number(0))}));
    cfa.add_edge(head, head,
                 sequence({assume(terms().make(Op::BvSlt, {x, number(6)})),
                           assign(x, sum(x, number(1))), assign(y, sum(y, number(2)))}));
    cfa.add_edge(head, cfa.error, assume(terms().distinct(y, sum(x, x))));
  }

  Term x = variable("x"), y = variable("y");
};

}  // namespace cairn::test
