// SPDX-License-Identifier: MIT
#include "support/word_oracle.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>

#include "base/rng.h"
#include "logic/word/bitblast.h"
#include "model/word_unroll.h"
#include "smt/smt_solver.h"
#include "support/quiet_context.h"
#include "support/term_generator.h"

namespace cairn::support {
namespace {

/// All assignments to some variables.
std::vector<Assignment> all_values(const Terms& terms, const std::vector<Term>& variables) {
  std::vector<Assignment> all{{}};
  for (const Term variable : variables) {
    const Sort& sort = terms.sort(variable);
    const std::uint64_t bits = bit_count(sort);
    std::vector<Assignment> longer;
    for (std::uint64_t code = 0; code >> bits == 0; ++code) {
      std::vector<bool> values(bits);
      for (std::uint64_t i = 0; i < bits; ++i) values[i] = (code >> i & 1) != 0;
      for (const Assignment& one : all)
        longer.emplace_back(one).emplace(variable, value_from_bits(sort, values));
    }
    all = std::move(longer);
  }
  return all;
}

Assignment together(const Assignment& a, const Assignment& b) {
  Assignment all = a;
  all.insert(b.begin(), b.end());
  return all;
}

bool all_true(const Terms& terms, const std::vector<Term>& formulas, const Assignment& values) {
  Evaluator value_of(terms, values);
  return std::all_of(formulas.begin(), formulas.end(),
                     [&](Term formula) { return value_of(formula).as_bool(); });
}

bool any_true(const Terms& terms, const std::vector<Term>& formulas, const Assignment& values) {
  Evaluator value_of(terms, values);
  return std::any_of(formulas.begin(), formulas.end(),
                     [&](Term formula) { return value_of(formula).as_bool(); });
}

Assignment next_state(const WordSystem& system, const Assignment& values) {
  Evaluator value_of(*system.terms, values);
  Assignment next;
  for (const WordState& state : system.states)
    if (state.next.valid()) next.emplace(state.term, value_of(state.next));
  return next;
}

}  // namespace

std::string judge_run(const WordSystem& system, const WordTrace& trace) {
  const Terms& terms = *system.terms;
  Assignment state = trace.initial;
  for (std::size_t i = 0; i < trace.length(); ++i) {
    const Assignment values = together(state, trace.inputs[i]);
    Evaluator value_of(terms, values);
    for (const WordState& each : system.states)
      if (i == 0 && each.init.valid() && !(value_of(each.term) == value_of(each.init)))
        return terms.name(each.term) + " does not have its initial value";
    if (!all_true(terms, system.constraints, values))
      return fmt::format("step {} is not constrained", i);
    state = next_state(system, values);
    if (i + 1 == trace.length())
      return any_true(terms, system.bad, values) ? "" : "the last step is not bad";
  }
  return "no steps";
}

std::string judge_invariant(const WordSystem& system, const WordInvariant& invariant) {
  WordSystem whole = system;
  whole.states.insert(whole.states.end(), invariant.auxiliary.begin(), invariant.auxiliary.end());
  Terms& terms = *system.terms;
  QuietContext quiet;
  Term bad = terms.or_all(system.bad);
  for (const auto& [variable, predicted] : invariant.prophecies)
    bad = terms.and_(bad, terms.equal(variable, predicted));
  for (const auto& [input, equality] : invariant.differences) {
    whole.inputs.push_back(input);
    const auto arrays = terms.operands(equality);
    whole.constraints.push_back(terms.or_(
        equality, terms.distinct(terms.select(arrays[0], input), terms.select(arrays[1], input))));
  }
  const Term holds = terms.and_(terms.and_all(invariant.conjuncts), terms.not_(bad));
  const auto fails = [&](WordUnroller::Start start, std::uint32_t step) {
    WordUnroller unroller(whole, start);
    const auto solver = make_smt_solver("cairn", terms, quiet.get());
    for (std::uint32_t i = 0; i <= step; ++i) {
      solver->add(unroller.constrained_at(i));
      const Term here = unroller.at(holds, i);
      solver->add(i == step ? terms.not_(here) : here);
    }
    return solver->check() != SmtResult::Unsat;
  };
  for (std::uint32_t i = 0; i < invariant.k; ++i)
    if (fails(WordUnroller::Start::Initial, i)) return fmt::format("it fails in step {}", i);
  if (fails(WordUnroller::Start::Anywhere, invariant.k)) return "it is not inductive";
  return "";
}

std::string judge_evidence(const WordSystem& system, const Answer<WordSystem>& answer) {
  if (const auto* safe = std::get_if<Safe<WordSystem>>(&answer))
    return judge_invariant(system, safe->invariant);
  if (const auto* unsafe = std::get_if<Unsafe<WordSystem>>(&answer))
    return judge_run(system, unsafe->trace);
  return "";
}

std::optional<std::uint32_t> shortest_counterexample(const WordSystem& system) {
  const Terms& terms = *system.terms;
  std::vector<Term> free, open;
  for (const WordState& state : system.states) {
    if (!state.init.valid()) free.push_back(state.term);
    if (!state.next.valid()) open.push_back(state.term);
  }
  const std::vector<Assignment> inputs = all_values(terms, system.inputs);
  const std::vector<Assignment> any = all_values(terms, open);
  using Key = std::vector<Value>;
  std::set<Key> seen;
  std::vector<Assignment> level, next;
  bool bad = false;
  const auto enter = [&](const Assignment& values) {
    if (!all_true(terms, system.constraints, values)) return;
    bad = bad || any_true(terms, system.bad, values);
    const Assignment after = next_state(system, values);
    for (const Assignment& rest : any) {
      Assignment state = together(after, rest);
      Key key;
      for (const WordState& each : system.states) key.push_back(state.at(each.term));
      if (seen.insert(std::move(key)).second) next.push_back(std::move(state));
    }
  };
  for (const Assignment& start : all_values(terms, free)) {
    for (const Assignment& input : inputs) {
      // Initial values may read one another: by rounds, as often as there are states.
      Assignment values = together(start, input);
      for (std::size_t round = 0; round < system.states.size(); ++round)
        for (const WordState& state : system.states)
          if (state.init.valid())
            values.insert_or_assign(state.term, evaluate(terms, state.init, values));
      enter(values);
    }
  }
  for (std::uint32_t step = 0;; ++step) {
    if (bad) return step;
    if (next.empty()) return std::nullopt;
    level = std::exchange(next, {});
    for (const Assignment& state : level)
      for (const Assignment& input : inputs) enter(together(state, input));
  }
}

WordSystem random_words(std::uint64_t seed, const RandomWordsOptions& options) {
  Rng rng(seed);
  WordSystem system;
  system.terms = std::make_shared<Terms>();
  Terms& terms = *system.terms;
  TermGenerator::Options generator;
  generator.widths = options.widths;
  generator.array_percent = options.array_percent;
  TermGenerator random(terms, rng, generator);
  std::vector<Term> bad{random.formula(3), random.formula(2)};
  if (rng.chance(30)) system.constraints = {random.formula(2)};
  std::uint64_t state_bits = 0, input_bits = 0;
  std::unordered_map<std::uint32_t, Term> fixed;
  // The generator makes variables as it needs them.
  for (std::size_t i = 0; i < random.variables().size(); ++i) {
    const Term variable = random.variables()[i];
    const Sort sort = terms.sort(variable);
    const std::uint64_t bits = bit_count(sort);
    if (state_bits + bits > options.state_bits || rng.chance(30)) {
      if (input_bits + bits <= options.input_bits) {
        input_bits += bits;
        system.inputs.push_back(variable);
      } else {
        fixed.emplace(variable.id, terms.constant(random.value(sort)));
      }
      continue;
    }
    state_bits += bits;
    WordState state{variable, kNoTerm, kNoTerm};
    if (rng.chance(80)) state.init = terms.constant(random.value(sort));
    const bool is_open = options.without_next && rng.chance(20);
    if (!is_open) {
      state.next = random.term(sort, 1 + static_cast<unsigned>(rng.below(3)));
      // Every second one counts, or stays as it is.
      if (rng.chance(50) && sort.is_bit_vector())
        state.next = terms.make(Op::BvAdd, {variable, terms.bv(sort.width(), 1 + rng.below(2))});
      if (rng.chance(50)) state.next = terms.ite(random.formula(1), state.next, variable);
    }
    system.states.push_back(state);
  }
  for (const WordState& state : system.states)
    if (rng.chance(40))
      bad.push_back(terms.equal(state.term, terms.constant(random.value(terms.sort(state.term)))));
  system.bad = {terms.and_all(bad)};
  if (options.init_reads_inputs)
    for (WordState& state : system.states)
      for (const Term input : system.inputs)
        if (state.init.valid() && terms.sort(input) == terms.sort(state.term) && rng.chance(50))
          state.init = input;
  const auto fix = [&](Term& term) {
    if (term.valid()) term = terms.substitute(term, fixed);
  };
  for (WordState& state : system.states) fix(state.init), fix(state.next);
  for (Term& term : system.bad) fix(term);
  for (Term& term : system.constraints) fix(term);
  return system;
}

}  // namespace cairn::support
