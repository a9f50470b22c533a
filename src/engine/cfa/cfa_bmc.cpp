// SPDX-License-Identifier: MIT
//
// Bounded model checking on the automaton [CKL04], unrolled by locations [IYG+08].
//
// Depth by depth we keep the locations that a path of so many edges reaches, if the error can still
// be reached from them, each with a guard and the variables' values as terms over the first values
// and the inputs of each depth. An edge substitutes these into its effect, so constants propagate;
// a guard that folds to false ends the path. Where ways into a location meet, values become
// if-then-else over their guards, and only for variables that matter there. Guards of places get
// names, with an implication in one direction: of a model the named guards that are true contain a
// path, and that is all that is asked for.
//
// Edges exclude one another (model/cfa.h). Where that does not show by folding, a free Boolean
// selects, so overlapping edges are both followed.
//
// What it can prove: that no path is left. If the part of the automaton between the initial and the
// error location has no cycle, and had none (CfaLocation::cut), no formula is needed to show that
// (graph_invariant). If it has, the evidence is how often loops are gone around (CfaUnrolling): at
// no more depths than their heads were met at.
#include "engine/cfa/cfa_bmc.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <utility>

#include "base/error.h"
#include "engine/cfa/preferred_solver.h"
#include "model/loop_nest.h"

namespace cairn {

std::string CfaBmcConfig::validate() const {
  return step == 0 ? "the step between bounds must be at least 1" : "";
}

CfaBmc::CfaBmc(const Cfa& cfa, const CfaBmcConfig& config, const SmtConfig& smt,
               const Context& context)
    : cfa_(cfa), config_(config), smt_(smt), context_(context), terms_(*cfa.terms), graph_(cfa) {
  CAIRN_CHECK(config.validate().empty());
}

CfaBmc::~CfaBmc() = default;

void CfaBmc::add_statistics(Statistics& statistics) const {
  const auto count = [&](const char* name, std::uint64_t value) { statistics.count(name, value); };
  stats_.visit(count);
  smt_stats_.visit(count);
  smt_stats_.visit_seconds([&](const char* name, double value) { statistics.time(name, value); });
}

void CfaBmc::find_selecting() {
  selecting_.assign(cfa_.locations.size(), false);
  for (std::size_t l = 0; l < graph_.moves.size(); ++l) {
    const auto& moves = graph_.moves[l];
    for (std::size_t i = 0; i < moves.size() && !selecting_[l]; ++i)
      for (std::size_t j = 0; j < i && !selecting_[l]; ++j)
        selecting_[l] = !terms_.is_false(terms_.and_(moves[i].effect.guard, moves[j].effect.guard));
  }
}

void CfaBmc::find_live() {
  live_.assign(cfa_.locations.size(), std::vector<bool>(cfa_.variables.size(), false));
  const auto into = cfa_.edges_in();
  std::vector<LocationId> work;
  for (std::uint32_t i = 0; i < graph_.moves.size(); ++i)
    if (!graph_.moves[i].empty()) work.push_back({i});
  while (!work.empty()) {
    const LocationId at = work.back();
    work.pop_back();
    std::vector<Term> read;
    for (const CfaMove& move : graph_.moves[at.index]) {
      read.push_back(move.effect.guard);
      for (std::size_t v = 0; v < cfa_.variables.size(); ++v) {
        if (!live_[move.target.index][v]) continue;
        const auto next = move.effect.next.find(cfa_.variables[v].term);
        read.push_back(next != move.effect.next.end() ? next->second : cfa_.variables[v].term);
      }
    }
    bool grown = false;
    for (const Term term : terms_.variables_of(read)) {
      const auto found = graph_.position.find(term);
      if (found == graph_.position.end() || live_[at.index][found->second]) continue;
      live_[at.index][found->second] = grown = true;
    }
    if (!grown) continue;
    for (const std::uint32_t edge : into[at.index])
      if (!graph_.moves[cfa_.edges[edge].source.index].empty())
        work.push_back(cfa_.edges[edge].source);
  }
}

Term CfaBmc::named(Term guard) {
  if (terms_.is_true(guard) || terms_.is_variable(guard)) return guard;
  const Term name = terms_.variable("at", Sort::boolean());
  solver_->add(terms_.implies(name, guard));
  return name;
}

void CfaBmc::leave(LocationId location, const Place& place,
                   std::map<LocationId, std::vector<Arrival>>& to) {
  Substitution::Map map;
  for (std::size_t v = 0; v < place.values.size(); ++v)
    if (place.values[v].valid()) map.emplace(cfa_.variables[v].term.id, place.values[v]);
  Substitution::Map& copies = inputs_.back();
  for (const CfaMove& move : graph_.moves[location.index])
    for (const Term input : move.inputs) {
      const auto [copy, is_new] = copies.try_emplace(input.id);
      if (is_new) copy->second = terms_.variable(terms_.name(input), terms_.sort(input));
      map.emplace(input.id, copy->second);
    }
  Substitution now(terms_, map);
  for (const CfaMove& move : graph_.moves[location.index]) {
    Term guard = terms_.and_(place.guard, now(move.effect.guard));
    if (terms_.is_false(guard)) continue;
    if (selecting_[location.index])
      guard = terms_.and_(guard, terms_.variable("taken", Sort::boolean()));
    Arrival arrival{{move.edge, guard}, std::vector<Term>(cfa_.variables.size())};
    for (std::size_t v = 0; v < cfa_.variables.size(); ++v) {
      if (!live_[move.target.index][v]) continue;
      const auto next = move.effect.next.find(cfa_.variables[v].term);
      arrival.values[v] = next != move.effect.next.end() ? now(next->second) : place.values[v];
    }
    to[move.target].push_back(std::move(arrival));
  }
}

CfaBmc::Place CfaBmc::meet(std::vector<Arrival> arrivals) {
  Place place;
  std::vector<Term> guards;
  if (arrivals.size() > 1)
    for (Arrival& arrival : arrivals) arrival.way.guard = named(arrival.way.guard);
  for (const Arrival& arrival : arrivals) {
    place.ways.push_back(arrival.way);
    guards.push_back(arrival.way.guard);
  }
  place.guard = named(terms_.or_all(guards));
  place.values = std::move(arrivals.back().values);
  for (std::size_t i = arrivals.size() - 1; i-- > 0;)
    for (std::size_t v = 0; v < place.values.size(); ++v)
      if (place.values[v].valid())
        place.values[v] = terms_.ite(arrivals[i].way.guard, arrivals[i].values[v], place.values[v]);
  return place;
}

/// One depth more; false if the budget ended before.
bool CfaBmc::advance() {
  Level level;
  if (levels_.empty()) {
    Place first{terms_.true_term(), {}, std::vector<Term>(cfa_.variables.size())};
    for (std::size_t v = 0; v < cfa_.variables.size(); ++v)
      if (live_[cfa_.initial.index][v]) first.values[v] = cfa_.variables[v].term;
    if (graph_.to_error[cfa_.initial.index]) level.emplace(cfa_.initial, std::move(first));
  } else {
    if (inputs_.size() < levels_.size()) inputs_.emplace_back();
    std::map<LocationId, std::vector<Arrival>> arrivals;
    for (const auto& [location, place] : levels_.back()) {
      if (context_.budget.exhausted()) return false;
      leave(location, place, arrivals);
    }
    for (auto& [location, ways] : arrivals) level.emplace(location, meet(std::move(ways)));
    if (config_.prune == CfaBmcConfig::Prune::Places && !prune(level)) return false;
    for (auto& [location, place] : levels_.back()) place.values = {};
  }
  stats_.places += level.size();
  if (!level.empty()) stats_.bound = levels_.size();
  levels_.push_back(std::move(level));
  return true;
}

/// Drops what no run reaches, the error location apart: that is what is asked for anyway. False if
/// the budget ended before.
bool CfaBmc::prune(Level& level) {
  for (auto place = level.begin(); place != level.end();) {
    SmtResult result = SmtResult::Sat;
    if (place->first != cfa_.error && !terms_.is_true(place->second.guard))
      result = solver_->check(std::span(&place->second.guard, 1));
    if (context_.budget.exhausted()) return false;
    if (result == SmtResult::Unsat) {
      solver_->add(terms_.not_(place->second.guard));
      place = level.erase(place);
      ++stats_.pruned;
    } else {
      ++place;
    }
  }
  return true;
}

CfaBmc::Verdict CfaBmc::ask(std::uint32_t first, std::uint32_t last) {
  std::vector<Term> guards;
  for (std::uint32_t bound = first; bound <= last; ++bound)
    if (const auto place = levels_[bound].find(cfa_.error); place != levels_[bound].end())
      guards.push_back(place->second.guard);
  const Term query = terms_.or_all(guards);
  if (terms_.is_false(query)) {
    ++stats_.folded;
    return Verdict::Cleared;
  }
  const SmtResult result = solver_->check(std::span(&query, 1));
  if (result == SmtResult::Unknown) return Verdict::Undecided;
  if (result == SmtResult::Sat) return Verdict::Reachable;
  solver_->add(terms_.not_(query));
  return Verdict::Cleared;
}

/// Whether a run has as many edges as the last depth. It is not what the user asked, so it is asked
/// now and then only.
CfaBmc::Verdict CfaBmc::ask_lifetime(std::uint32_t bound) {
  if (config_.prune != CfaBmcConfig::Prune::Runs || !std::has_single_bit(bound))
    return Verdict::Reachable;
  std::vector<Term> guards;
  for (const auto& [location, place] : levels_.back())
    if (location != cfa_.error) guards.push_back(place.guard);
  const Term query = terms_.or_all(guards);
  if (terms_.is_true(query)) return Verdict::Reachable;
  return solver_->check(std::span(&query, 1)) == SmtResult::Unsat ? Verdict::Cleared
                                                                  : Verdict::Reachable;
}

/// The path of the solver's model to the error, at this depth or the first after it.
CfaTrace CfaBmc::counterexample(std::uint32_t first) {
  const auto holds = [&](Term guard) { return solver_->value(guard).as_bool(); };
  std::uint32_t depth = first;
  while (!levels_[depth].contains(cfa_.error) || !holds(levels_[depth].at(cfa_.error).guard))
    ++depth;
  CfaTrace trace;
  trace.steps.resize(depth);
  LocationId at = cfa_.error;
  for (; depth > 0; --depth) {
    const std::vector<Way>& ways = levels_[depth].at(at).ways;
    const auto taken =
        std::find_if(ways.begin(), ways.end(), [&](const Way& way) { return holds(way.guard); });
    CAIRN_CHECK(taken != ways.end());
    CfaTrace::Step& step = trace.steps[depth - 1];
    step.edge = taken->edge;
    at = cfa_.edges[taken->edge].source;
    for (const CfaMove& move : graph_.moves[at.index]) {
      if (move.edge != taken->edge) continue;
      for (const Term input : move.inputs)
        step.inputs.emplace(input, solver_->value(inputs_[depth - 1].at(input.id)));
    }
  }
  for (const ProgramVariable& variable : cfa_.variables)
    trace.initial.emplace(variable.term, solver_->value(variable.term));
  return trace;
}

Answer<Cfa> CfaBmc::run() {
  context_.progress.phase = "bmc-smt";
  if (!solver_) {
    solver_ = make_smt_solver(smt_, preferred_solver(cfa_), terms_, context_, smt_stats_);
    find_selecting();
    find_live();
  }
  while (true) {
    const std::uint32_t first = next_;
    const std::uint32_t last =
        config_.last - first >= config_.step ? first + config_.step - 1 : config_.last;
    while (levels_.size() <= last)
      if (!advance()) return stopped(std::int64_t{first} - 1);
    const Verdict verdict = ask(first, last);
    if (verdict == Verdict::Undecided) return stopped(std::int64_t{first} - 1);
    if (verdict == Verdict::Reachable) return Unsafe<Cfa>{counterexample(first)};
    context_.progress.clear(last);
    context_.progress.queries +=
        smt_stats_.queries - std::exchange(told_queries_, smt_stats_.queries);
    context_.log.detail("bmc-smt: bound {} cleared; {} locations", last, levels_[last].size());
    if (levels_[last].empty() || ask_lifetime(last) == Verdict::Cleared) return exhausted();
    if (last >= config_.last)
      return Unknown{Unknown::Reason::Bound, "the last bound was reached", std::int64_t{last}};
    next_ = last + 1;
  }
}

/// No run towards the error is longer than what was unrolled.
Answer<Cfa> CfaBmc::exhausted() const {
  if (auto invariant = graph_invariant()) return Safe<Cfa>{std::move(*invariant)};
  CfaInvariant invariant;
  CfaUnrolling& unrolling = invariant.unrolling.emplace();
  const LoopNest nest = loop_nest(cfa_);
  for (const Level& level : levels_)
    for (const auto& [location, place] : level)
      if (nest.order[nest.position[location.index]].is_head) ++unrolling.rounds[location];
  return Safe<Cfa>{std::move(invariant)};
}

/// What the graph alone says; none if there is a cycle between initial and error location, or was
/// before a pass removed it: the proof for the automaton as it was needs a formula there.
std::optional<CfaInvariant> CfaBmc::graph_invariant() const {
  for (std::size_t i = 0; i < cfa_.locations.size(); ++i)
    if (cfa_.locations[i].cut && graph_.from_initial[i] && graph_.to_error[i]) return std::nullopt;
  std::vector<std::uint32_t> entering(cfa_.locations.size(), 0);
  const auto between = [&](const CfaEdge& edge) {
    return graph_.from_initial[edge.source.index] && graph_.to_error[edge.target.index];
  };
  for (const CfaEdge& edge : cfa_.edges) entering[edge.target.index] += between(edge);
  std::vector<LocationId> work{cfa_.initial};
  const auto out = cfa_.edges_out();
  while (!work.empty()) {
    const LocationId at = work.back();
    work.pop_back();
    for (const std::uint32_t edge : out[at.index])
      if (between(cfa_.edges[edge]) && --entering[cfa_.edges[edge].target.index] == 0)
        work.push_back(cfa_.edges[edge].target);
  }
  if (std::any_of(entering.begin(), entering.end(), [](std::uint32_t n) { return n > 0; }))
    return std::nullopt;
  return graph_.beside(cfa_);
}

Unknown CfaBmc::stopped(std::int64_t bound) const {
  if (context_.budget.exhausted()) return unknown_for(context_.budget.reason(), bound);
  return {Unknown::Reason::Unsupported,
          fmt::format("the solver {} gave up: {}", solver_->name(), solver_->reason()), bound};
}

}  // namespace cairn
