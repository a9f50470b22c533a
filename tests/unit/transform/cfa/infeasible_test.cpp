// SPDX-License-Identifier: MIT
#include "transform/cfa/infeasible.h"

#include <gtest/gtest.h>

#include <map>
#include <string>

#include "certify/check_cfa.h"
#include "logic/word/float_value.h"
#include "support/quiet_context.h"

namespace cairn {
namespace {

/// x is any float; if it is between -1.5 and 1.5 and x - x^3 / 6 is above the bound, that is an
/// error. The maximum is 0.9428. A second edge to the error has no floats.
Cfa sine(double bound) {
  Cfa cfa;
  cfa.terms = std::make_shared<Terms>();
  cfa.sites = std::make_shared<const std::vector<SourceSite>>();
  Terms& terms = *cfa.terms;
  const auto number = [&](double value) {
    return terms.constant(
        round_to_float(Sort::float32(), RoundingMode::NearestEven, mpq_class(value)));
  };
  const auto rounded = [&](Op op, Term a, Term b) {
    const Term operands[] = {a, b};
    return terms.rounded(op, RoundingMode::NearestEven, operands);
  };
  const auto less = [&](Term a, Term b) { return terms.make(Op::FpLt, {a, b}); };
  for (const auto& [name, sort] : {std::pair{"x", Sort::float32()}, {"b", Sort::bit_vector(2)}}) {
    ProgramVariable variable;
    variable.term = terms.variable(name, sort);
    cfa.variables.push_back(variable);
    CfaInput input;
    input.term = terms.variable(std::string("any_") + name, sort);
    cfa.inputs.push_back(input);
  }
  const Term x = cfa.variables[0].term, b = cfa.variables[1].term;
  cfa.initial = cfa.add_location();
  cfa.error = cfa.add_location();
  const LocationId middle = cfa.add_location();
  cfa.add_edge(cfa.initial, middle,
               sequence({assign(x, cfa.inputs[0].term), assign(b, terms.bv(2, 1))}));
  const Term cube = rounded(Op::FpMul, rounded(Op::FpMul, x, x), x);
  const Term value = rounded(Op::FpSub, x, rounded(Op::FpDiv, cube, number(6)));
  cfa.add_edge(middle, cfa.error,
               sequence({assume(less(number(-1.5), x)), assume(less(x, number(1.5))),
                         assume(less(number(bound), value))}));
  cfa.add_edge(middle, cfa.error, assume(terms.equal(b, terms.bv(2, 2))));
  return cfa;
}

struct Result {
  std::size_t edges = 0;
  std::map<std::string, std::uint64_t> counters;
};

Result edges_after(double bound, InfeasibleConfig config = {}) {
  support::QuietContext context;
  Infeasible pass(config, context.get());
  const Cfa after = pass.apply(sine(bound));
  after.check_invariants();
  Result result{after.edges.size(), {}};
  pass.visit_counters([&](std::string_view name, std::uint64_t value) {
    result.counters[std::string(name)] = value;
  });
  return result;
}

TEST(InfeasibleTest, RemovesAnEdgeThatNoFloatCanTake) {
  const Result result = edges_after(0.95);
  EXPECT_EQ(result.edges, 2u);
  EXPECT_EQ(result.counters.at("infeasible.edges"), 1u);
  EXPECT_EQ(result.counters.at("infeasible.asked"), 1u);  // bits are left to others
  EXPECT_GT(result.counters.at("infeasible.boxes"), 5u);
}

TEST(InfeasibleTest, KeepsOneThatSomeFloatTakes) {
  EXPECT_EQ(edges_after(0.94).edges, 3u);
}

TEST(InfeasibleTest, KeepsToItsLimits) {
  EXPECT_EQ(edges_after(0.95, {10, 20'000}).edges, 3u);
  const Result small = edges_after(0.95, {1'000'000, 3});
  EXPECT_EQ(small.edges, 3u);
  EXPECT_EQ(small.counters.at("infeasible.asked"), 0u);
}

/// The proof of the smaller automaton is one of the larger, and the judge says so without a solver.
TEST(InfeasibleTest, ProofsGoBackAsTheyAre) {
  const Cfa before = sine(0.95);
  support::QuietContext context;
  Infeasible pass({}, context.get());
  const Cfa after = pass.apply(before);
  Terms& terms = *before.terms;
  CfaInvariant proof;
  proof.at[LocationId{2}] = terms.equal(after.variables[1].term, terms.bv(2, 1));
  CfaCheckOptions options;
  EXPECT_EQ(check_cfa_invariant(after, proof, options, context.get()).outcome(), Outcome::Holds);
  const CfaInvariant restored = pass.restore_invariant(proof);
  options.z3_seconds = 0;
  EXPECT_EQ(check_cfa_invariant(before, restored, options, context.get()).outcome(),
            Outcome::Holds);
  const Cfa wrong = sine(0.94);
  CfaInvariant claim;
  claim.at[LocationId{2}] = wrong.terms->equal(wrong.variables[1].term, wrong.terms->bv(2, 1));
  EXPECT_EQ(check_cfa_invariant(wrong, claim, options, context.get()).outcome(), Outcome::Fails);
}

}  // namespace
}  // namespace cairn
