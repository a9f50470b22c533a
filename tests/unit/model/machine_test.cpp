// SPDX-License-Identifier: MIT
#include "model/machine.h"

#include <gtest/gtest.h>

#include <vector>

#include "base/rng.h"
#include "logic/word/term_eval.h"
#include "support/random_program.h"

namespace cairn {
namespace {

using support::random_term;
using support::random_value;

std::vector<Sort> all_sorts() {
  std::vector<Sort> sorts = {Sort::boolean(),      Sort::float32(), Sort::float64(),
                             Sort::floating(3, 5), Sort::integer(), Sort::real()};
  for (const std::uint32_t width : {1, 7, 8, 16, 32, 63, 64, 65, 100})
    sorts.push_back(Sort::bit_vector(width));
  for (const Sort element : {Sort::boolean(), Sort::bit_vector(8), Sort::float32(),
                             Sort::bit_vector(65), Sort::integer()}) {
    sorts.push_back(Sort::array_of(Sort::bit_vector(2), element));
    sorts.push_back(Sort::array_of(Sort::bit_vector(32), element));
  }
  return sorts;
}

/// A pool with two variables of each sort.
struct Pool {
  Terms terms;
  std::vector<Term> variables;

  Pool() {
    for (const Sort& sort : all_sorts())
      for (const char* name : {"x", "y"}) variables.push_back(terms.variable(name, sort));
  }
};

Assignment assign_randomly(Machine& machine, const Pool& pool, Rng& rng) {
  Assignment values;
  for (const Term variable : pool.variables) {
    values[variable] = random_value(rng, pool.terms.sort(variable));
    machine.set(machine.bind(variable), values[variable]);
  }
  return values;
}

TEST(Machine, ComputesWhatTheEvaluatorSays) {
  for (std::uint64_t seed = 0; seed < 3000; ++seed) {
    SCOPED_TRACE(seed);
    Rng rng(seed);
    Pool pool;
    Machine machine(pool.terms);
    const std::vector<Sort> sorts = all_sorts();
    const Sort sort = sorts[rng.below(sorts.size())];
    const Term term = random_term(pool.terms, rng, pool.variables, sort, 4);
    const Term target = pool.terms.variable("target", sort);
    const Machine::Code assignment = machine.compile(std::span(&target, 1), std::span(&term, 1));
    for (int round = 0; round < 3; ++round) {
      const Assignment values = assign_randomly(machine, pool, rng);
      machine.execute(assignment);
      ASSERT_EQ(machine.get(machine.bind(target), sort), evaluate(pool.terms, term, values));
    }
  }
}

TEST(Machine, AssignsAllTargetsAtOnce) {
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    SCOPED_TRACE(seed);
    Rng rng(seed);
    Pool pool;
    Machine machine(pool.terms);
    std::vector<Term> targets, values;
    for (const Term variable : pool.variables) {
      if (!rng.chance(15)) continue;
      targets.push_back(variable);
      values.push_back(random_term(pool.terms, rng, pool.variables, pool.terms.sort(variable),
                                   static_cast<unsigned>(rng.below(4))));
    }
    const Machine::Code code = machine.compile(targets, values);
    Assignment before = assign_randomly(machine, pool, rng);
    for (int round = 0; round < 3; ++round) {
      machine.execute(code);
      Assignment after = before;
      for (std::size_t i = 0; i < targets.size(); ++i)
        after[targets[i]] = evaluate(pool.terms, values[i], before);
      for (const Term variable : pool.variables)
        ASSERT_EQ(machine.get(machine.bind(variable), pool.terms.sort(variable)), after[variable])
            << pool.terms.name(variable) << " of " << to_string(pool.terms.sort(variable));
      before = after;
    }
  }
}

TEST(Machine, StoresInPlaceDoNotTouchCopies) {
  Terms terms;
  const Sort sort = Sort::array_of(Sort::bit_vector(32), Sort::bit_vector(8));
  const Term a = terms.variable("a", sort), b = terms.variable("b", sort);
  const Term i = terms.variable("i", Sort::bit_vector(32));
  Machine machine(terms);
  const Term stored = terms.store(a, i, terms.bv(8, 7));
  const Machine::Code copy = machine.compile(std::span(&b, 1), std::span(&a, 1));
  const Machine::Code store = machine.compile(std::span(&a, 1), std::span(&stored, 1));
  machine.set(machine.bind(a), Value::zero(sort));
  for (const std::uint64_t index : {5ull, 70000ull, 5ull, 4294967295ull}) {
    machine.set(machine.bind(i), Value(BitVector(32, index)));
    machine.execute(copy);
    const Value before = machine.get(machine.bind(b), sort);
    machine.execute(store);
    EXPECT_EQ(machine.get(machine.bind(b), sort), before);
    EXPECT_EQ(machine.get(machine.bind(a), sort),
              before.store(Value(BitVector(32, index)), Value(BitVector(8, 7))));
  }
}

}  // namespace
}  // namespace cairn
