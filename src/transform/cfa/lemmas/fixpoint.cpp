// SPDX-License-Identifier: MIT
#include "transform/cfa/lemmas/fixpoint.h"

#include <algorithm>
#include <deque>
#include <set>
#include <utility>

namespace cairn {
namespace {

constexpr double kSingleShare = 0.2;  // for one fact, after all of them together took too long

}  // namespace

Fixpoint::Fixpoint(const Cfa& cfa, const std::vector<Effect>& effects,
                   std::vector<std::unique_ptr<Facts>>& facts, double seconds,
                   const Context& context)
    : cfa_(cfa),
      terms_(*cfa.terms),
      effects_(effects),
      facts_(facts),
      seconds_(seconds),
      context_(context),
      normalize_(*cfa.terms),
      out_(cfa.edges_out()),
      in_(cfa.edges_in()),
      edges_(cfa.edges.size()) {}

Fixpoint::Edge& Fixpoint::edge(std::uint32_t index) {
  Edge& result = edges_[index];
  const Facts* source = facts_at(cfa_.edges[index].source);
  const std::uint32_t version = source != nullptr ? source->version() : 0;
  if (result.solver && result.version == version) return result;
  result = {};
  result.version = version;
  static const std::unordered_map<std::uint32_t, Term> nothing;
  const auto& solved = source != nullptr ? source->solved() : nothing;
  result.next = solved;
  for (const auto& [variable, value] : effects_[index].next)
    result.next[variable.id] = normalize_(terms_.substitute(value, solved));
  result.solver = make_smt_solver("cairn", terms_, context_);
  result.solver->add(normalize_(terms_.substitute(effects_[index].guard, solved)));
  return result;
}

Term Fixpoint::after(Edge& edge, Term fact) {
  auto [at, is_new] = edge.after.try_emplace(fact);
  if (is_new) at->second = normalize_(terms_.substitute(fact, edge.next));
  return at->second;
}

Term Fixpoint::before(Edge& edge, LocationId source, Term fact) {
  auto [at, is_new] = edge.before.try_emplace(fact);
  if (is_new) at->second = normalize_(terms_.substitute(fact, facts_at(source)->solved()));
  return at->second;
}

bool Fixpoint::is_live(LocationId source) {
  return source == cfa_.initial || (facts_at(source) != nullptr && facts_at(source)->reached());
}

std::vector<Term> Fixpoint::premises(Edge& edge, LocationId source) {
  std::vector<Term> result;
  if (const Facts* facts = facts_at(source))
    for (const Term fact : facts->all())
      if (const Term premise = before(edge, source, fact); !terms_.is_true(premise))
        result.push_back(premise);
  return result;
}

SmtResult Fixpoint::ask(Edge& edge, const std::vector<Term>& assumptions, double seconds) {
  ++queries_;
  edge.solver->set_timeout(seconds);
  return edge.solver->check(assumptions);
}

Assignment Fixpoint::target_state(Edge& edge, const Facts& target) {
  Assignment state;
  for (const Term variable : target.variables()) {
    const auto next = edge.next.find(variable.id);
    state[variable] = edge.solver->value(next != edge.next.end() ? next->second : variable);
  }
  return state;
}

bool Fixpoint::weaken_along(std::uint32_t index) {
  const LocationId source = cfa_.edges[index].source;
  Facts* target = facts_at(cfa_.edges[index].target);
  if (target == nullptr || !is_live(source)) return false;
  // What no run was found to reach stays so: facts elsewhere rest on it.
  if (settled_ && !target->reached()) return false;
  bool changed = false;
  while (!context_.budget.exhausted()) {
    Edge& way = edge(index);
    std::vector<Term> assumptions = premises(way, source);
    if (target->reached()) {
      std::vector<Term> broken;
      for (const Term fact : target->believed()) broken.push_back(terms_.not_(after(way, fact)));
      const Term any = terms_.or_all(broken);
      if (terms_.is_false(any)) return changed;
      assumptions.push_back(any);
    }
    switch (ask(way, assumptions, seconds_)) {
      case SmtResult::Unsat:
        return changed;
      case SmtResult::Sat:
        // A model that contradicts no fact cannot be; if it were, no fact would be left.
        if (!target->weaken(target_state(way, *target))) target->give_up();
        changed = true;
        break;
      case SmtResult::Unknown:
        if (context_.budget.exhausted()) return changed;
        if (!target->reached()) {
          target->give_up();
        } else {
          assumptions.pop_back();
          if (weaken_one_by_one(way, assumptions, *target) == 0) return changed;
        }
        changed = true;
        break;
    }
  }
  return changed;
}

/// What cannot be shown quickly is not believed. Returns how many facts that were.
std::size_t Fixpoint::weaken_one_by_one(Edge& way, const std::vector<Term>& premises,
                                        Facts& target) {
  const std::vector<Term> facts = target.believed();
  std::size_t dropped = 0;
  for (const Term fact : facts) {
    if (context_.budget.exhausted()) return dropped;
    std::vector<Term> assumptions = premises;
    assumptions.push_back(terms_.not_(after(way, fact)));
    if (ask(way, assumptions, seconds_ * kSingleShare) == SmtResult::Unsat) continue;
    target.drop(fact);
    ++dropped;
  }
  return dropped;
}

bool Fixpoint::run() {
  std::deque<std::uint32_t> open;
  std::vector<bool> is_open(edges_.size(), true);
  for (std::uint32_t index = 0; index < edges_.size(); ++index) open.push_back(index);
  while (!open.empty()) {
    const std::uint32_t index = open.front();
    open.pop_front();
    is_open[index] = false;
    const bool changed = weaken_along(index);
    if (context_.budget.exhausted()) return false;
    if (!changed) continue;
    for (const std::uint32_t next : out_[cfa_.edges[index].target.index]) {
      if (is_open[next]) continue;
      is_open[next] = true;
      open.push_back(next);
    }
  }
  settled_ = true;
  return true;
}

bool Fixpoint::is_feasible(std::uint32_t index, double seconds) {
  const LocationId source = cfa_.edges[index].source;
  if (!is_live(source)) return false;
  Edge& way = edge(index);
  return ask(way, premises(way, source), seconds) != SmtResult::Unsat;
}

bool Fixpoint::keep_needed() {
  std::vector<std::set<Term>> needed(cfa_.locations.size());
  std::vector<std::pair<std::uint32_t, Term>> open;  // facts by location
  const auto need = [&](std::uint32_t index, const std::vector<Term>& core) {
    const LocationId source = cfa_.edges[index].source;
    if (facts_at(source) == nullptr) return;
    const std::set<Term> wanted(core.begin(), core.end());
    const auto add = [&](Term fact) {
      if (needed[source.index].insert(fact).second) open.emplace_back(source.index, fact);
    };
    // Those that were put in place of variables belong to no core, yet everything rests on them.
    for (const Term fact : facts_at(source)->solving()) add(fact);
    for (const Term fact : facts_at(source)->all())
      if (wanted.contains(before(edges_[index], source, fact))) add(fact);
  };
  for (std::uint32_t index = 0; index < edges_.size(); ++index) {
    const LocationId target = cfa_.edges[index].target;
    const bool is_barred = target == cfa_.error || !facts_at(target)->reached();
    if (!is_barred || !is_live(cfa_.edges[index].source)) continue;
    if (is_feasible(index, 0)) return false;
    need(index, edges_[index].solver->core());
  }
  while (!open.empty()) {
    const auto [location, fact] = open.back();
    open.pop_back();
    for (const std::uint32_t index : in_[location]) {
      const LocationId source = cfa_.edges[index].source;
      if (!is_live(source)) continue;
      Edge& way = edge(index);
      const Term broken = terms_.not_(after(way, fact));
      if (terms_.is_false(broken)) {
        need(index, {});
        continue;
      }
      std::vector<Term> assumptions = premises(way, source);
      assumptions.push_back(broken);
      if (ask(way, assumptions, 0) != SmtResult::Unsat) return false;
      need(index, way.solver->core());
    }
  }
  for (std::uint32_t location = 0; location < facts_.size(); ++location)
    if (facts_[location] && facts_[location]->reached())
      facts_[location]->keep({needed[location].begin(), needed[location].end()});
  return true;
}

}  // namespace cairn
