// SPDX-License-Identifier: MIT
#include "engine/interpolation/itp_query.h"

#include <array>

#include "base/error.h"
#include "logic/bit/copy.h"

namespace cairn {

ItpPrefix::ItpPrefix(const BitSystem& system, Unroller::Start start) {
  GraphCopier copier(system.aig, aig);
  const auto add_leaf = [&] {
    const Lit leaf = aig.add_leaf();
    leaves.push_back(leaf.var());
    return leaf;
  };
  for (const Latch& latch : system.latches) {
    const bool is_known = start == Unroller::Start::Reset && latch.has_constant_reset();
    CAIRN_CHECK(latch.has_constant_reset() || latch.is_uninitialised());
    latches.push_back(is_known ? latch.reset : add_leaf());
    copier.set_image(latch.var, latches.back());
  }
  for (const Var input : system.inputs) {
    inputs.push_back(add_leaf());
    copier.set_image(input, inputs.back());
  }
  for (const Latch& latch : system.latches) next.push_back(copier.copy(latch.next));
  for (const Lit constraint : system.constraints)
    constrained = aig.and_gate(constrained, copier.copy(constraint));
}

Lit ItpSuffix::conjunction(const std::vector<Lit>& lits, std::uint32_t step) {
  Lit all = kTrue;
  for (const Lit lit : lits) all = unroller_.aig().and_gate(all, unroller_.at(lit, step - 1));
  return all;
}

bool ItpSuffix::extend(std::uint32_t bound, const Budget& budget) {
  Aig& aig = unroller_.aig();
  while (bad_at_.size() < bound) {
    if (budget.exhausted()) return false;
    const auto step = static_cast<std::uint32_t>(bad_at_.size() + 1);
    constrained_ = aig.and_gate(constrained_, conjunction(system_.constraints, step));
    Lit bad = kFalse;
    for (const Lit lit : system_.bad) bad = aig.or_gate(bad, unroller_.at(lit, step - 1));
    bad_at_.push_back(aig.and_gate(constrained_, bad));
    query_ = aig.or_gate(query_, bad_at_.back());
  }
  std::vector<Var> leaves;
  std::vector<Lit> roots = bad_at_;
  roots.push_back(query_);
  for (std::uint32_t v = 1; v < aig.size(); ++v)
    if (aig.is_leaf(Var{v})) leaves.push_back(Var{v});
  clauses_.emplace(aig, leaves, roots);

  in_cone_.assign(aig.size(), false);
  for (const Lit root : roots) in_cone_[root.var().index] = true;
  for (std::uint32_t v = aig.size(); v-- > 1;) {
    if (!in_cone_[v] || !aig.is_and(Var{v})) continue;
    in_cone_[aig.left(Var{v}).var().index] = true;
    in_cone_[aig.right(Var{v}).var().index] = true;
  }
  return true;
}

ItpQuery::ItpQuery(const BitSystem& system, const ItpPrefix& prefix, Lit from,
                   const ItpSuffix& suffix, const Budget& budget)
    : system_(system), prefix_(prefix), suffix_(suffix) {
  solver_.set_tracer(&proof_);
  solver_.set_budget(&budget);
  // The suffix's variables keep their numbers.
  while (solver_.num_vars() < suffix.clauses().num_vars()) solver_.new_var();
  latch_of_.resize(solver_.num_vars(), kNoLatch);
  add_prefix(from);
  last_of_prefix_ = proof_.last();
  add_suffix();
}

// A next-state function becomes the latch of step 1, if it is not one already: that saves a
// variable and two clauses for most latches.
void ItpQuery::add_prefix(Lit from) {
  std::vector<Lit> roots{from, prefix_.constrained};
  std::vector<std::uint32_t> shared;
  for (std::uint32_t i = 0; i < system_.latches.size(); ++i) {
    if (suffix_.latch(i) == kNoLit) continue;
    latch_of_[suffix_.latch(i).var().index] = i;
    shared.push_back(i);
    roots.push_back(prefix_.next[i]);
  }
  prefix_clauses_.emplace(prefix_.aig, prefix_.leaves, roots);
  const Definitions& clauses = *prefix_clauses_;
  images_.assign(clauses.num_vars(), kNoLit);
  images_[0] = kFalse;
  std::vector<std::uint32_t> twice;
  for (const std::uint32_t i : shared) {
    const Lit next = clauses.literal(prefix_.next[i]);
    if (images_[next.var().index] == kNoLit)
      images_[next.var().index] = suffix_.latch(i) ^ next.negated();
    else
      twice.push_back(i);
  }
  for (Lit& image : images_)
    if (image == kNoLit) image = Lit(solver_.new_var());
  for (const std::uint32_t i : twice) {
    const Lit next = of_prefix(clauses.literal(prefix_.next[i])), latch = suffix_.latch(i);
    solver_.add_clause(std::array{~latch, next});
    solver_.add_clause(std::array{latch, ~next});
  }
  std::vector<Lit> lits;
  clauses.for_each([&](Var, std::span<const Lit> clause) {
    lits.clear();
    for (const Lit lit : clause) lits.push_back(of_prefix(lit));
    solver_.add_clause(lits);
  });
  solver_.add_clause(std::array{of_prefix(clauses.literal(prefix_.constrained))});
  solver_.add_clause(std::array{of_prefix(clauses.literal(from))});
}

void ItpQuery::add_suffix() {
  suffix_.clauses().for_each([&](Var, std::span<const Lit> clause) { solver_.add_clause(clause); });
  solver_.add_clause(std::array{suffix_.query()});
}

sat::Interpolator ItpQuery::interpolator() const {
  return sat::Interpolator(proof_, solver_.proof_clause(), [this](sat::ClauseId id) {
    return id <= last_of_prefix_ ? sat::Part{0} : sat::Part{1};
  });
}

BitTrace ItpQuery::trace() const {
  BitTrace trace;
  const auto before = [&](Lit lit) {
    return lit.is_constant() ? to_lbool(lit == kTrue)
                             : value(of_prefix(prefix_clauses_->literal(lit)));
  };
  for (const Lit latch : prefix_.latches) trace.initial.push_back(before(latch));
  auto& first = trace.inputs.emplace_back();
  for (const Lit input : prefix_.inputs) first.push_back(before(input));
  for (std::uint32_t step = 1;; ++step) {
    auto& inputs = trace.inputs.emplace_back();
    for (std::uint32_t i = 0; i < system_.inputs.size(); ++i)
      inputs.push_back(value(suffix_.input(i, step)));
    const Lit bad = suffix_.bad_at(step);
    if (bad == kTrue || value(bad) == Lbool::True) return trace;
  }
}

ItpReached::ItpReached(const BitSystem& system, const ItpPrefix& anywhere, const Budget& budget)
    : budget_(budget),
      prefix_(anywhere),
      new_states_(prefix_.aig, budget),
      ways_out_(prefix_.aig, budget) {
  add_successor(system);
  std::vector<Lit> resets, next_resets;
  for (std::size_t i = 0; i < system.latches.size(); ++i) {
    const Latch& latch = system.latches[i];
    if (!latch.has_constant_reset()) continue;
    resets.push_back(prefix_.latches[i] ^ (latch.reset == kFalse));
    next_resets.push_back(successor_[i] ^ (latch.reset == kFalse));
  }
  if (prefix_.constrained != kTrue)
    new_states_.solver.add_unit(new_states_.literal(prefix_.constrained));
  proposed_ = prefix_.aig.and_all(resets);
  proposed_next_ = prefix_.aig.and_all(next_resets);
  accept();
}

// The next step's latches are leaves of their own, so that sets of next states are as large as sets
// of states; clauses tie them to the functions that they are the values of.
void ItpReached::add_successor(const BitSystem& system) {
  Aig& aig = prefix_.aig;
  GraphCopier copier(system.aig, aig);
  for (const Latch& latch : system.latches) {
    successor_.push_back(aig.add_leaf());
    copier.set_image(latch.var, successor_.back());
  }
  for (const Var input : system.inputs) copier.set_image(input, aig.add_leaf());
  Lit constrained = prefix_.constrained;
  for (const Lit constraint : system.constraints)
    constrained = aig.and_gate(constrained, copier.copy(constraint));
  if (constrained != kTrue) ways_out_.solver.add_unit(ways_out_.literal(constrained));
  for (std::size_t i = 0; i < successor_.size(); ++i) {
    const int latch = ways_out_.literal(successor_[i]), next = ways_out_.literal(prefix_.next[i]);
    ways_out_.solver.add_clause(std::array{-latch, next});
    ways_out_.solver.add_clause(std::array{latch, -next});
  }
}

void ItpReached::propose(const Aig& graph, Lit set) {
  GraphCopier now(graph, prefix_.aig), next(graph, prefix_.aig);
  for (std::uint32_t i = 0; i < prefix_.latches.size(); ++i) {
    now.set_image(Var{1 + i}, prefix_.latches[i]);
    next.set_image(Var{1 + i}, successor_[i]);
  }
  proposed_ = now.copy(set);
  proposed_next_ = next.copy(set);
}

sat::Result ItpReached::Asked::solve(Lit assumption, int conflicts) {
  const int assumed = literal(assumption);
  switch (solver.solve(std::span(&assumed, 1), conflicts)) {
    case IncrementalSolver::Result::Satisfiable:
      return sat::Result::Satisfiable;
    case IncrementalSolver::Result::Unsatisfiable:
      return sat::Result::Unsatisfiable;
    case IncrementalSolver::Result::Unknown:
      break;
  }
  return sat::Result::Unknown;
}

sat::Result ItpReached::find_new_state() {
  return new_states_.solve(proposed_, /*conflicts=*/-1);
}

sat::Result ItpReached::find_way_out(int conflicts) {
  return ways_out_.solve(sets_.back(), conflicts);
}

void ItpReached::accept() {
  sets_.push_back(proposed_);
  new_states_.solver.add_unit(-new_states_.literal(proposed_));
  ways_out_.solver.add_unit(-ways_out_.literal(proposed_next_));
}

// Early sets, which were found from little, are often part of later ones.
void ItpReached::drop_covered_sets(int conflicts_each) {
  Cadical solver(budget_);
  CnfEncoder encoder(prefix_.aig);
  const auto encode = [&](Lit lit) {
    return encoder.literal(lit, [&](std::span<const int> clause) { solver.add_clause(clause); });
  };
  if (prefix_.constrained != kTrue) solver.add_unit(encode(prefix_.constrained));
  std::vector<Lit> kept = sets_;
  for (const Lit set : sets_) {
    std::vector<int> assumptions{encode(set)};
    for (const Lit other : kept)
      if (other != set) assumptions.push_back(-encode(other));
    if (budget_.exhausted()) break;
    if (solver.solve(assumptions, conflicts_each) == IncrementalSolver::Result::Unsatisfiable)
      std::erase(kept, set);
  }
  sets_ = std::move(kept);
}

BitInvariant ItpReached::invariant(const BitSystem& system) const {
  BitInvariant result(system.inputs.size(), system.latches.size());
  GraphCopier copier(prefix_.aig, result.aig);
  for (std::size_t i = 0; i < prefix_.latches.size(); ++i)
    copier.set_image(prefix_.latches[i].var(), result.latch(i));
  std::vector<Lit> sets;
  for (const Lit set : sets_) sets.push_back(copier.copy(set));
  result.conjuncts.push_back(result.aig.or_all(sets));
  return result;
}

}  // namespace cairn
