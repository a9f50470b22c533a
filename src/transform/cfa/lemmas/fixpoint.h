// SPDX-License-Identifier: MIT
//
// From guesses to facts: as long as an edge leads from a state that satisfies the facts of its
// source into one that contradicts a fact of its target, the target's facts are weakened by that
// state. What is left is inductive: the strongest such facts that follow from what was believed at
// first, unless a query took too long. For equations that is the best abstract transformer by a
// SAT solver [KS10], for formulas out of a list Houdini [FL01].
#pragma once

#include <memory>
#include <unordered_map>
#include <vector>

#include "base/context.h"
#include "logic/word/linear_form.h"
#include "model/cfa.h"
#include "smt/smt_solver.h"
#include "transform/cfa/lemmas/facts.h"

namespace cairn {

class Fixpoint {
 public:
  /// `facts` by location: none at the initial and the error location. All must outlive it. A
  /// query may take so many seconds.
  Fixpoint(const Cfa& cfa, const std::vector<Effect>& effects,
           std::vector<std::unique_ptr<Facts>>& facts, double seconds, const Context& context);

  /// Weakens until nothing changes; false if the budget ended before.
  bool run();

  /// After run(): can the edge be taken, as far as the facts say? Also true if time ran out.
  bool is_feasible(std::uint32_t edge) { return is_feasible(edge, seconds_); }
  /// After run(), if no edge into the error location is feasible: keeps facts that suffice for that
  /// (and for what else is never reached) and are inductive. False if the budget ended before.
  bool keep_needed();

  std::uint64_t queries() const { return queries_; }

 private:
  /// What the source's equations say of a variable is put in its place everywhere, and sums are
  /// brought into one form: adders in another order are very hard for a SAT solver, while most of
  /// what equations are about cancels.
  struct Edge {
    std::unique_ptr<SmtSolver> solver;             // knows the guard
    std::uint32_t version = 0;                     // of the source's equations
    std::unordered_map<std::uint32_t, Term> next;  // variables after the edge
    std::unordered_map<Term, Term> before;         // facts of the source
    std::unordered_map<Term, Term> after;          // facts of the target after the edge
  };

  Edge& edge(std::uint32_t index);
  Term after(Edge& edge, Term fact);
  Term before(Edge& edge, LocationId source, Term fact);
  Facts* facts_at(LocationId location) { return facts_[location.index].get(); }
  std::vector<Term> premises(Edge& edge, LocationId source);
  bool is_live(LocationId source);
  /// 0 seconds: as long as the budget lasts.
  bool is_feasible(std::uint32_t edge, double seconds);
  SmtResult ask(Edge& edge, const std::vector<Term>& assumptions, double seconds);
  /// Returns true if the target's facts have changed; repeats until the edge respects them.
  bool weaken_along(std::uint32_t index);
  std::size_t weaken_one_by_one(Edge& edge, const std::vector<Term>& premises, Facts& target);
  Assignment target_state(Edge& edge, const Facts& target);

  const Cfa& cfa_;
  Terms& terms_;
  const std::vector<Effect>& effects_;
  std::vector<std::unique_ptr<Facts>>& facts_;
  const double seconds_;
  const Context context_;
  LinearNormalizer normalize_;
  const std::vector<std::vector<std::uint32_t>> out_;
  const std::vector<std::vector<std::uint32_t>> in_;
  std::vector<Edge> edges_;
  std::uint64_t queries_ = 0;
  bool settled_ = false;  // run() has ended once
};

}  // namespace cairn
