// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/context.h"
#include "engine/cegar/config.h"
#include "engine/cfa/cfa_graph.h"
#include "smt/smt_solver.h"

namespace cairn::cegar {

/// A set of states, as a formula over variables.
struct AbstractState {
  std::vector<Term> conjuncts;  ///< sorted
  Term formula;                 ///< their conjunction; false for no state
};

/// The best approximation of what an edge leads to, by predicates. Answers are remembered, so after
/// a refinement only new predicates cost something, and who is interrupted comes further each time.
class PredicateAbstraction {
 public:
  PredicateAbstraction(Terms& terms, SmtSolver& solver, CegarConfig::Abstraction kind,
                       const Budget& budget)
      : terms_(terms), solver_(solver), kind_(kind), budget_(budget) {}

  /// None if the budget ended.
  std::optional<AbstractState> post(const AbstractState& from, const CfaMove& move,
                                    const std::vector<Term>& predicates);
  /// A formula that the other implies, as far as the solver can tell; none if the budget ended.
  std::optional<bool> implies(const AbstractState& state, Term formula);

  AbstractState state(std::vector<Term> conjuncts) const;

 private:
  enum Seen : std::uint8_t { kNothing = 0, kTrueSeen = 1, kFalseSeen = 2, kBothSeen = 3 };
  struct Known {
    std::optional<bool> feasible;
    std::unordered_map<Term, std::uint8_t> seen;  // values of predicates in models
    std::unordered_map<Term, Term> verdicts;      // predicates: themselves, negated, or true
    std::vector<Term> cubes;                      // Boolean: found so far,
    std::size_t cube_predicates = 0;              // over so many predicates,
    bool all_cubes = false;                       // and whether that is all
  };

  bool find_feasible(const AbstractState& from, const CfaMove& move,
                     const std::vector<Term>& predicates, Known& known);
  bool find_verdict(const AbstractState& from, const CfaMove& move, Term predicate,
                    const std::vector<Term>& predicates, Known& known);
  bool find_cubes(const AbstractState& from, const CfaMove& move,
                  const std::vector<Term>& predicates, Known& known);
  SmtResult ask(const AbstractState& from, const CfaMove& move, Term more);
  void look_at_model(const CfaMove& move, const std::vector<Term>& predicates, Known& known);
  Term after(const CfaMove& move, Term predicate);

  Terms& terms_;
  SmtSolver& solver_;
  const CegarConfig::Abstraction kind_;
  const Budget& budget_;
  std::map<std::pair<Term, std::uint32_t>, Known> known_;  // by state and edge
  std::map<std::pair<Term, std::uint32_t>, Term> after_;   // by predicate and edge
};

}  // namespace cairn::cegar
