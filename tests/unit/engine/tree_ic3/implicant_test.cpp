// SPDX-License-Identifier: MIT
#include "engine/tree_ic3/implicant.h"

#include <gtest/gtest.h>

#include "support/random_cfa.h"

namespace cairn {
namespace {

TEST(Implicant, IsTrueAndImpliesTheFormula) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    SCOPED_TRACE(seed);
    const Cfa cfa = support::random_cfa(seed);
    Terms& terms = *cfa.terms;
    Rng rng(seed);
    const Term formula = support::random_term(cfa, rng, Sort::boolean());
    std::vector<Assignment> states{{}};
    for (const ProgramVariable& variable : cfa.variables) {
      std::vector<Assignment> more;
      const Sort sort = terms.sort(variable.term);
      for (const Assignment& state : states)
        for (unsigned value = 0; value < (sort.is_bool() ? 2u : 1u << sort.width()); ++value) {
          more.push_back(state);
          more.back().emplace(variable.term, sort.is_bool()
                                                 ? Value(value != 0)
                                                 : Value(BitVector(sort.width(), value)));
        }
      states = std::move(more);
    }
    for (const Assignment& state : states) {
      if (!evaluate(terms, formula, state).as_bool()) continue;
      const Term cube = terms.and_all(tree_ic3::implicant(terms, formula, state));
      ASSERT_TRUE(evaluate(terms, cube, state).as_bool());
      for (const Assignment& other : states)
        ASSERT_TRUE(!evaluate(terms, cube, other).as_bool() ||
                    evaluate(terms, formula, other).as_bool());
    }
  }
}

}  // namespace
}  // namespace cairn
