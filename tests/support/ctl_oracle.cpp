// SPDX-License-Identifier: MIT
#include "support/ctl_oracle.h"

#include <algorithm>
#include <vector>

#include "base/rng.h"

namespace cairn::support {
namespace {

using Set = std::vector<bool>;

class Explorer {
 public:
  explicit Explorer(const CtlSystem& about)
      : about_(about),
        system_(about.system),
        states_(std::uint32_t{1} << system_.latches.size()),
        values_(system_.aig.size(), false),
        edges_(states_),
        initial_(states_, false) {
    atoms_.assign(about.atoms.size(), Set(states_, false));
    const std::uint32_t inputs = std::uint32_t{1} << system_.inputs.size();
    for (std::uint32_t s = 0; s < states_; ++s)
      for (std::uint32_t i = 0; i < inputs; ++i) {
        evaluate(s, i);
        for (std::size_t a = 0; a < atoms_.size(); ++a)
          if (i == 0) atoms_[a][s] = value(about.atoms[a]);
        if (std::ranges::all_of(system_.latches, [&](const Latch& latch) {
              return value(Lit(latch.var)) == value(latch.reset);
            }))
          initial_[s] = true;
        if (!std::ranges::all_of(system_.constraints, [&](Lit lit) { return value(lit); }))
          continue;
        Edge edge;
        for (std::size_t l = 0; l < system_.latches.size(); ++l)
          if (value(system_.latches[l].next)) edge.to |= std::uint32_t{1} << l;
        for (std::size_t f = 0; f < system_.fairness.size(); ++f)
          if (value(system_.fairness[f])) edge.met |= std::uint32_t{1} << f;
        edges_[s].push_back(edge);
      }
  }

  CtlTruth run() {
    fair_ = globally(Set(states_, true));
    std::vector<Set> sets;
    using Operator = temporal::CtlOperator;
    for (std::uint32_t id = 0; id < about_.formulas.size(); ++id) {
      const auto& node = about_.formulas.node({id});
      Set set(states_, true);
      switch (node.op) {
        case Operator::True:
          break;
        case Operator::Atom:
          set = atoms_[node.a];
          break;
        case Operator::Not:
          for (std::uint32_t s = 0; s < states_; ++s) set[s] = !sets[node.a][s];
          break;
        case Operator::And:
          set = both(sets[node.a], sets[node.b]);
          break;
        case Operator::ExistsNext:
          set = before(both(sets[node.a], fair_));
          break;
        case Operator::ExistsUntil:
          set = until(sets[node.a], both(sets[node.b], fair_));
          break;
        case Operator::ExistsGlobally:
          set = globally(sets[node.a]);
          break;
      }
      sets.push_back(std::move(set));
    }
    CtlTruth truth{true, false};
    for (std::uint32_t s = 0; s < states_; ++s) {
      if (!initial_[s] || !fair_[s]) continue;
      truth.has_fair = true;
      if (!sets[about_.formula.id][s]) truth.holds = false;
    }
    return truth;
  }

 private:
  struct Edge {
    std::uint32_t to = 0, met = 0;
  };

  bool value(Lit lit) const { return values_[lit.var().index] != lit.negated(); }
  void evaluate(std::uint32_t state, std::uint32_t inputs) {
    for (std::size_t i = 0; i < system_.latches.size(); ++i)
      values_[system_.latches[i].var.index] = (state >> i & 1) != 0;
    for (std::size_t i = 0; i < system_.inputs.size(); ++i)
      values_[system_.inputs[i].index] = (inputs >> i & 1) != 0;
    for (std::uint32_t v = 1; v < system_.aig.size(); ++v)
      if (system_.aig.is_and(Var{v}))
        values_[v] = value(system_.aig.left(Var{v})) && value(system_.aig.right(Var{v}));
  }

  Set both(const Set& a, const Set& b) const {
    Set found(states_);
    for (std::uint32_t s = 0; s < states_; ++s) found[s] = a[s] && b[s];
    return found;
  }
  Set before(const Set& set) const {
    Set found(states_, false);
    for (std::uint32_t s = 0; s < states_; ++s)
      for (const Edge& edge : edges_[s])
        if (set[edge.to]) found[s] = true;
    return found;
  }
  Set until(const Set& hold, Set found) const {
    for (bool again = true; again;) {
      again = false;
      const Set one = before(found);
      for (std::uint32_t s = 0; s < states_; ++s)
        if (!found[s] && hold[s] && one[s]) found[s] = again = true;
    }
    return found;
  }

  /// States of `hold` from which a fair component within it can be reached within it.
  Set globally(const Set& hold) {
    index_.assign(states_, 0);
    low_.assign(states_, 0);
    component_.assign(states_, 0);
    counter_ = components_ = 0;
    for (std::uint32_t s = 0; s < states_; ++s)
      if (hold[s] && index_[s] == 0) visit(s, hold);
    std::vector<std::uint32_t> met(components_ + 1, 0);
    Set has_edge(components_ + 1, false);
    for (std::uint32_t s = 0; s < states_; ++s)
      for (const Edge& edge : edges_[s])
        if (hold[s] && hold[edge.to] && component_[s] == component_[edge.to]) {
          met[component_[s]] |= edge.met;
          has_edge[component_[s]] = true;
        }
    const std::uint32_t all = (std::uint32_t{1} << system_.fairness.size()) - 1;
    Set found(states_, false);
    for (std::uint32_t s = 0; s < states_; ++s)
      found[s] = hold[s] && has_edge[component_[s]] && met[component_[s]] == all;
    return until(hold, found);
  }
  void visit(std::uint32_t s, const Set& hold) {
    index_[s] = low_[s] = ++counter_;
    stack_.push_back(s);
    for (const Edge& edge : edges_[s]) {
      if (!hold[edge.to]) continue;
      if (index_[edge.to] == 0) {
        visit(edge.to, hold);
        low_[s] = std::min(low_[s], low_[edge.to]);
      } else if (component_[edge.to] == 0) {
        low_[s] = std::min(low_[s], index_[edge.to]);
      }
    }
    if (low_[s] != index_[s]) return;
    ++components_;
    std::uint32_t member = 0;
    do {
      member = stack_.back();
      stack_.pop_back();
      component_[member] = components_;
    } while (member != s);
  }

  const CtlSystem& about_;
  const BitSystem& system_;
  const std::uint32_t states_;
  std::vector<bool> values_;
  std::vector<std::vector<Edge>> edges_;
  Set initial_, fair_;
  std::vector<Set> atoms_;
  std::vector<std::uint32_t> index_, low_, component_, stack_;
  std::uint32_t counter_ = 0, components_ = 0;
};

class RandomCtlFormula {
 public:
  RandomCtlFormula(Rng& rng, temporal::CtlFormulas& formulas, std::uint32_t atoms)
      : rng_(rng), f_(formulas), atoms_(atoms) {}

  temporal::CtlFormula make(std::uint32_t size) {
    if (size <= 1) return f_.atom(static_cast<std::uint32_t>(rng_.below(atoms_)));
    if (size == 2 || rng_.chance(65)) {
      const temporal::CtlFormula a = make(size - 1);
      switch (rng_.below(7)) {
        case 0:
          return f_.ex(a);
        case 1:
          return f_.ax(a);
        case 2:
          return f_.ef(a);
        case 3:
          return f_.ag(a);
        case 4:
          return f_.eg(a);
        case 5:
          return f_.af(a);
        default:
          return f_.not_(a);
      }
    }
    const auto left = static_cast<std::uint32_t>(1 + rng_.below(size - 2));
    const temporal::CtlFormula a = make(left), b = make(size - 1 - left);
    switch (rng_.below(6)) {
      case 0:
        return f_.and_(a, b);
      case 1:
        return f_.or_(a, b);
      case 2:
        return f_.implies(a, b);
      case 3:
        return f_.iff(a, b);
      case 4:
        return f_.eu(a, b);
      default:
        return f_.au(a, b);
    }
  }

 private:
  Rng& rng_;
  temporal::CtlFormulas& f_;
  const std::uint32_t atoms_;
};

bool reads_some_input(const BitSystem& system, Lit lit) {
  std::vector<std::uint32_t> open{lit.var().index};
  while (!open.empty()) {
    const Var var{open.back()};
    open.pop_back();
    if (std::ranges::find(system.inputs, var) != system.inputs.end()) return true;
    if (!system.aig.is_and(var)) continue;
    open.push_back(system.aig.left(var).var().index);
    open.push_back(system.aig.right(var).var().index);
  }
  return false;
}

}  // namespace

CtlTruth explore_ctl(const CtlSystem& system) {
  return Explorer(system).run();
}

CtlSystem random_ctl_system(BitSystem system, std::uint64_t seed, std::uint32_t size,
                            bool reads_inputs) {
  Rng rng(seed);
  const auto literal = [&] {
    const bool latch = !system.latches.empty() && rng.chance(50);
    const Var var = latch ? system.latches[rng.below(system.latches.size())].var
                          : Var{static_cast<std::uint32_t>(rng.below(system.aig.size()))};
    return Lit(var, rng.chance(50));
  };
  std::vector<Lit> atoms;
  while (atoms.size() < 3) {
    const Lit lit = literal();
    if (reads_inputs || !reads_some_input(system, lit)) atoms.push_back(lit);
  }
  system.justice.clear();
  system.fairness.clear();
  if (rng.chance(50))
    for (std::uint64_t i = 1 + rng.below(2); i > 0; --i) system.fairness.push_back(literal());
  temporal::CtlFormulas formulas;
  const auto formula =
      RandomCtlFormula(rng, formulas, 3).make(static_cast<std::uint32_t>(1 + rng.below(size)));
  return ctl_system(std::move(system), std::move(atoms), std::move(formulas), formula);
}

}  // namespace cairn::support
