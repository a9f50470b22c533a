// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "model/word_system.h"

namespace cairn::word {

/// A conjunction of Boolean terms over states, sorted by handle.
using TermCube = std::vector<Term>;

TermCube make_cube(std::vector<Term> literals);
/// Every literal of `a` is one of `b`.
bool subsumes(const TermCube& a, const TermCube& b);

/// A word-level system as IC3 asks about it: next-state terms are functions, so a formula about the
/// next state is the formula with these in the place of the states, and no query needs a second
/// copy of the states.
///
/// Control states are Booleans, and those that have few values by their form: they begin with a
/// constant, and the next value is always a constant or the value that they have. Program counters,
/// modes, flags. They steer, and are not computed with; engines keep their values as they are.
class WordTransition {
 public:
  /// Requires that initial values do not read inputs.
  explicit WordTransition(const WordSystem& system);

  const WordSystem& system() const { return system_; }
  Terms& terms() const { return *system_.terms; }
  const std::vector<Term>& init() const { return init_; }
  Term constraint() const { return constraint_; }
  Term bad() const { return bad_; }

  bool is_input(Term variable) const { return inputs_.contains(variable); }
  bool is_control(Term variable) const { return control_.contains(variable); }
  /// Of a literal x = v, x or !x on a control state.
  bool is_control_literal(Term literal) const;
  /// The formula about the state after a step, over states and inputs.
  Term next(Term formula);
  TermCube next(const TermCube& cube);
  /// False in all initial states, as their constants show.
  bool excludes_init(Term literal);
  /// The state after a step from these states with these inputs.
  Assignment successor(const Assignment& before) const;
  /// Those of the variables that are states.
  std::vector<Term> states_of(Term formula) const;

 private:
  void find_control();

  const WordSystem& system_;
  std::unordered_set<Term> inputs_;
  std::unordered_set<Term> control_;
  std::vector<Term> init_;
  Term constraint_, bad_;
  std::unordered_map<std::uint32_t, Term> next_map_;
  std::unordered_map<std::uint32_t, Term> init_map_;
  std::unordered_map<Term, Term> next_;
  std::unordered_map<Term, bool> excludes_init_;
};

/// Initial values read inputs: a system that the engines of this folder do not take.
bool init_reads_inputs(const WordSystem& system);

/// The comparisons that a formula is made of: its Boolean subterms that are no junction of others,
/// those within conditions of if-then-else included. Of these the ones over states alone, without
/// if-then-else.
std::vector<Term> atoms_of(const WordTransition& transition, std::span<const Term> formulas);

}  // namespace cairn::word
