// SPDX-License-Identifier: MIT
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "base/rng.h"
#include "base/statistics.h"
#include "engine/word/config.h"
#include "logic/word/term_eval.h"
#include "model/answer.h"
#include "model/word_system.h"
#include "smt/smt_solver.h"
#include "support/cfa_oracle.h"
#include "support/quiet_context.h"
#include "support/random_cfa.h"
#include "support/term_generator.h"
#include "transform/lower_cfa.h"

namespace cairn::support {

/// Initiation, consecution and safety, each by a query to a solver that knows nothing else. The
/// copy of the states after a step has variables of its own.
inline void expect_invariant(const WordSystem& system, const WordInvariant& invariant) {
  Terms& terms = *system.terms;
  QuietContext quiet;
  const Term all = terms.and_all(invariant.conjuncts);
  const Term constrained = terms.and_all(system.constraints);
  for (const Term variable : terms.variables_of(invariant.conjuncts)) {
    const bool is_state = std::any_of(system.states.begin(), system.states.end(),
                                      [&](const WordState& s) { return s.term == variable; });
    EXPECT_TRUE(is_state) << terms.name(variable);
  }
  std::vector<Term> initial, step;
  std::unordered_map<std::uint32_t, Term> after;
  for (const WordState& state : system.states) {
    if (state.init.valid()) initial.push_back(terms.equal(state.term, state.init));
    const Term copy = terms.variable(terms.name(state.term) + "'", terms.sort(state.term));
    after[state.term.id] = copy;
    step.push_back(terms.equal(copy, state.next));
  }
  const auto impossible = [&](std::vector<Term> formulas) {
    const auto solver = make_smt_solver("cairn", terms, quiet.get());
    for (const Term formula : formulas) solver->add(formula);
    return solver->check() == SmtResult::Unsat;
  };
  EXPECT_TRUE(impossible({terms.and_all(initial), constrained, terms.not_(all)})) << "initiation";
  EXPECT_TRUE(
      impossible({all, constrained, terms.and_all(step), terms.not_(terms.substitute(all, after))}))
      << "consecution";
  EXPECT_TRUE(impossible({all, constrained, terms.or_all(system.bad)})) << "safety";
}

/// The run is constrained, starts in an initial state and ends in a bad one.
inline void expect_run(const WordSystem& system, const WordTrace& trace) {
  const Terms& terms = *system.terms;
  ASSERT_GT(trace.length(), 0u);
  Assignment state = trace.initial;
  for (std::size_t i = 0; i < trace.length(); ++i) {
    Assignment all = state;
    all.insert(trace.inputs[i].begin(), trace.inputs[i].end());
    for (const WordState& each : system.states) {
      if (i == 0 && each.init.valid()) {
        EXPECT_EQ(evaluate(terms, each.term, all), evaluate(terms, each.init, all));
      }
    }
    for (const Term constraint : system.constraints)
      EXPECT_TRUE(evaluate(terms, constraint, all).as_bool()) << "constraint in step " << i;
    if (i + 1 == trace.length()) {
      bool bad = false;
      for (const Term one : system.bad) bad = bad || evaluate(terms, one, all).as_bool();
      EXPECT_TRUE(bad);
    }
    Assignment next;
    for (const WordState& each : system.states)
      next.emplace(each.term, evaluate(terms, each.next, all));
    state = std::move(next);
  }
}

inline void expect_evidence(const WordSystem& system, const Answer<WordSystem>& answer) {
  if (const auto* safe = std::get_if<Safe<WordSystem>>(&answer))
    expect_invariant(system, safe->invariant);
  if (const auto* unsafe = std::get_if<Unsafe<WordSystem>>(&answer))
    expect_run(system, unsafe->trace);
}

/// An automaton, lowered, with the truth about it.
struct WordCase {
  explicit WordCase(std::uint64_t seed, LowerCfaConfig config = {})
      : cfa(random_cfa(seed)), oracle(cfa), lower(config), system(lower.apply(cfa)) {}

  Cfa cfa;
  CfaOracle oracle;
  LowerCfa lower;
  WordSystem system;
};

/// This verdict, with evidence that holds for the system and, restored, for the automaton.
inline void expect_truth(const WordCase& instance, const Answer<WordSystem>& answer) {
  const auto* unknown = std::get_if<Unknown>(&answer);
  ASSERT_EQ(unknown, nullptr) << unknown->explanation;
  expect_evidence(instance.system, answer);
  if (const auto* safe = std::get_if<Safe<WordSystem>>(&answer)) {
    ASSERT_TRUE(instance.oracle.safe());
    EXPECT_EQ(instance.oracle.check(instance.lower.restore_invariant(safe->invariant)), "");
  } else {
    ASSERT_FALSE(instance.oracle.safe());
    const auto& trace = std::get<Unsafe<WordSystem>>(answer).trace;
    EXPECT_EQ(judge(instance.cfa, instance.lower.restore_trace(trace)), "");
  }
}

/// States and inputs of few bits, any next-state terms, of which some count. Where the automata
/// above are decided by where control can go, these are decided by data.
inline WordSystem random_word_system(std::uint64_t seed) {
  Rng rng(seed);
  WordSystem system;
  system.terms = std::make_shared<Terms>();
  Terms& terms = *system.terms;
  TermGenerator::Options options;
  options.widths = {2, 3};
  options.array_percent = rng.chance(20) ? 8 : 0;
  TermGenerator random(terms, rng, options);
  std::vector<Term> bad{random.formula(3), random.formula(2)};
  if (rng.chance(20)) system.constraints = {random.formula(2)};
  // Some options make the engines go from state to state.
  constexpr std::uint32_t kMaxStateBits = 9;
  std::uint32_t state_bits = 0;
  // The generator makes variables as it needs them.
  for (std::size_t i = 0; i < random.variables().size(); ++i) {
    const Term variable = random.variables()[i];
    const Sort sort = terms.sort(variable);
    const std::uint32_t bits =
        sort.is_array() ? sort.width() << sort.index_sort().width() : sort.width();
    if (rng.chance(30) || state_bits + bits > kMaxStateBits) {
      system.inputs.push_back(variable);
      continue;
    }
    state_bits += bits;
    Term init;
    if (rng.chance(80)) init = terms.constant(random.value(sort));
    // Every second one counts, or stays as it is.
    Term next = random.term(sort, 1 + static_cast<unsigned>(rng.below(3)));
    if (rng.chance(50) && sort.is_bit_vector())
      next = terms.make(Op::BvAdd, {variable, terms.bv(sort.width(), 1 + rng.below(2))});
    if (rng.chance(50)) next = terms.ite(random.formula(1), next, variable);
    system.states.push_back({variable, init, next});
  }
  for (const WordState& state : system.states)
    if (rng.chance(40))
      bad.push_back(terms.equal(state.term, terms.constant(random.value(terms.sort(state.term)))));
  system.bad = {terms.and_all(bad)};
  return system;
}

template <class Enum>
Enum any_of(Rng& rng, std::initializer_list<Enum> values) {
  return values.begin()[rng.below(values.size())];
}

inline word::WordIc3Config random_word_config(Rng& rng) {
  using C = word::WordIc3Config;
  word::WordIc3Config config;
  config.generalize = any_of(rng, {C::Generalize::None, C::Generalize::Core, C::Generalize::Drop});
  config.drop_failures = static_cast<std::uint32_t>(rng.below(3));
  config.drop_control = rng.chance(50);
  config.keep_obligations = rng.chance(50);
  config.push_new = rng.chance(50);
  config.preimage = any_of(rng, {C::Preimage::Values, C::Preimage::Atoms});
  config.literals =
      any_of(rng, {C::Literals::Words, C::Literals::Bits, C::Literals::Bounds, C::Literals::Mixed});
  config.atom_limit = any_of(rng, {3u, 50u});
  config.lift = rng.chance(70);
  config.stale_lemmas = any_of(rng, {0u, 300u});
  return config;
}

inline LowerCfaConfig random_lowering(Rng& rng) {
  return {any_of(rng, {LowerCfaConfig::Counter::Binary, LowerCfaConfig::Counter::OneHot})};
}

/// The engine, asked again and again with a budget that ends almost at once.
template <class E, class Config>
Answer<WordSystem> run_word_by_turns(const WordSystem& system, const Config& config, int& turns) {
  constexpr int kTooMany = 1'000'000;
  QuietContext quiet;
  Budget share(&quiet.budget);
  E engine(system, config, Context{quiet.log, share, quiet.progress, 0});
  for (turns = 1; turns < kTooMany; ++turns) {
    share.renew(0);
    Answer<WordSystem> answer = engine.run();
    if (!std::holds_alternative<Unknown>(answer)) return answer;
    EXPECT_EQ(std::get<Unknown>(answer).reason, Unknown::Reason::Time);
  }
  ADD_FAILURE() << "no end";
  return Unknown{};
}

inline std::uint64_t figure(const Statistics& statistics, const std::string& name) {
  for (const auto& [known, value] : statistics.counters)
    if (known == name) return value;
  ADD_FAILURE() << "no figure " << name;
  return 0;
}

/// Automata of `count` seeds with random options, each answer against the truth.
template <class E, class RandomConfig>
void expect_truth_of_random_automata(std::uint64_t count, const RandomConfig& random_config) {
  std::uint64_t safe_ones = 0;
  for (std::uint64_t seed = 0; seed < count; ++seed) {
    SCOPED_TRACE(seed);
    Rng rng(seed);
    const auto config = random_config(rng);
    const WordCase instance(seed, random_lowering(rng));
    QuietContext quiet;
    const Answer<WordSystem> answer = E(instance.system, config, quiet.get()).run();
    expect_truth(instance, answer);
    if (testing::Test::HasFailure()) return;
    if (std::holds_alternative<Safe<WordSystem>>(answer)) ++safe_ones;
  }
  EXPECT_GT(safe_ones, count / 10);
  EXPECT_LT(safe_ones, count - count / 10);
}

/// Systems of data: the evidence alone says whether the answer is right.
template <class E, class RandomConfig>
void expect_evidence_for_random_systems(std::uint64_t count, const RandomConfig& random_config) {
  std::uint64_t safe_ones = 0;
  for (std::uint64_t seed = 0; seed < count; ++seed) {
    SCOPED_TRACE(seed);
    Rng rng(seed);
    const auto config = random_config(rng);
    const WordSystem system = random_word_system(seed);
    QuietContext quiet;
    const Answer<WordSystem> answer = E(system, config, quiet.get()).run();
    ASSERT_FALSE(std::holds_alternative<Unknown>(answer));
    expect_evidence(system, answer);
    if (testing::Test::HasFailure()) return;
    if (std::holds_alternative<Safe<WordSystem>>(answer)) ++safe_ones;
  }
  EXPECT_GT(safe_ones, count / 10);
  EXPECT_LT(safe_ones, count - count / 10);
}

/// Systems with a constraint: the evidence alone says whether the answer is right.
template <class E, class RandomConfig>
void expect_evidence_with_constraints(std::uint64_t count, const RandomConfig& random_config) {
  std::uint64_t safe_ones = 0, changed = 0;
  for (std::uint64_t seed = 0; seed < count; ++seed) {
    SCOPED_TRACE(seed);
    Rng rng(seed);
    const auto config = random_config(rng);
    WordCase instance(seed, random_lowering(rng));
    instance.system.constraints = {
        random_term(instance.cfa, rng, Sort::boolean(), instance.system.inputs),
        random_term(instance.cfa, rng, Sort::boolean())};
    QuietContext quiet;
    const Answer<WordSystem> answer = E(instance.system, config, quiet.get()).run();
    ASSERT_FALSE(std::holds_alternative<Unknown>(answer));
    expect_evidence(instance.system, answer);
    if (testing::Test::HasFailure()) return;
    const bool safe = std::holds_alternative<Safe<WordSystem>>(answer);
    if (safe) ++safe_ones;
    if (safe != instance.oracle.safe()) ++changed;
  }
  EXPECT_LT(safe_ones, count);
  EXPECT_GT(changed, 0u);
}

/// Evidence from a run that was stopped again and again, and the verdict of one that was not.
template <class E, class RandomConfig>
void expect_it_goes_on_where_it_stopped(const RandomConfig& random_config) {
  int most = 0;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    SCOPED_TRACE(seed);
    Rng rng(seed);
    const auto config = random_config(rng);
    const WordSystem system = random_word_system(seed);
    int turns = 0;
    const Answer<WordSystem> answer = run_word_by_turns<E>(system, config, turns);
    expect_evidence(system, answer);
    QuietContext quiet;
    EXPECT_EQ(E(system, config, quiet.get()).run().index(), answer.index());
    most = std::max(most, turns);
    if (testing::Test::HasFailure()) return;
  }
  EXPECT_GT(most, 1);
}

template <class E, class Config>
std::uint64_t statistic_of(const WordSystem& system, const std::string& name,
                           const Config& config) {
  QuietContext quiet;
  E engine(system, config, quiet.get());
  engine.run();
  Statistics statistics;
  engine.add_statistics(statistics);
  return figure(statistics, name);
}

/// A figure, summed up over some systems.
template <class E, class Config>
std::uint64_t sum_of(const std::string& name, const Config& config) {
  std::uint64_t sum = 0;
  for (std::uint64_t seed = 0; seed < 100; ++seed)
    sum += statistic_of<E>(random_word_system(seed), name, config);
  return sum;
}

}  // namespace cairn::support
