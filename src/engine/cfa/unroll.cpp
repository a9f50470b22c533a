// SPDX-License-Identifier: MIT
//
// Complete unrolling [CKL04], along the loop nest (model/loop_nest.h): a loop is gone around until
// nothing in it is left to do, and only then what follows it has its turn. So all ways out of a
// loop meet before anything goes on, and an inner loop begins with the outer one's counter as one
// constant. Values are terms over the first values and the inputs; they fold, and a guard that
// folds to false ends a path. Where paths meet, values become if-then-else over what their guards
// do not have in common.
//
// A solver is asked, at the head of a loop, whether any run begins another round, unless a guard
// that was found true before is all there is to it; and, now and then and at the end, whether a run
// comes into the error location. What is left when nothing is left to do: bounds for each loop, the
// evidence (CfaUnrolling). Who checks it unrolls to these bounds and makes one query.
//
// Passes are of no use before this engine: the proof is about the automaton that it is given, and
// who checks it has the one that was built. run() can be called once.
#include "engine/cfa/unroll.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "base/error.h"
#include "engine/cfa/guards.h"
#include "engine/cfa/preferred_solver.h"

namespace cairn {
namespace {

// Of places, before the first query about errors; then twice as many each time.
constexpr std::uint64_t kFirstQuery = 1000;

std::vector<Term> variables_of(const Cfa& cfa) {
  std::vector<Term> variables;
  for (const ProgramVariable& variable : cfa.variables) variables.push_back(variable.term);
  return variables;
}

}  // namespace

Unroll::Unroll(const Cfa& cfa, const UnrollConfig& config, const SmtConfig& smt,
               const Context& context)
    : cfa_(cfa),
      config_(config),
      smt_(smt),
      context_(context),
      terms_(*cfa.terms),
      graph_(cfa),
      nest_(loop_nest(cfa)),
      evaluate_(terms_, variables_of(cfa)) {}

Unroll::~Unroll() = default;

void Unroll::add_statistics(Statistics& statistics) const {
  const auto count = [&](const char* name, std::uint64_t value) { statistics.count(name, value); };
  stats_.visit(count);
  smt_stats_.visit(count);
  smt_stats_.visit_seconds([&](const char* name, double value) { statistics.time(name, value); });
}

std::string Unroll::place(LocationId location) const {
  const SiteId site = cfa_.locations[location.index].site;
  if (site == kNoSite || !cfa_.sites || site >= cfa_.sites->size())
    return fmt::format("at location {}", location.index);
  const SourceSite& at = (*cfa_.sites)[site];
  return fmt::format("at {}:{}", at.at.file, at.at.line);
}

void Unroll::begin() {
  solver_ = make_smt_solver(smt_, preferred_solver(cfa_), terms_, context_, smt_stats_);
  find_exits();
  next_query_ = kFirstQuery;
  const std::uint32_t first = nest_.position[cfa_.initial.index];
  if (first == LoopNest::kOutside) return;  // there is no way to the error
  State state{terms_.true_term(), {}};
  for (const ProgramVariable& variable : cfa_.variables) state.values.emplace_back(variable.term);
  waiting_[first].push_back({Way{}, std::move(state)});
}

/// Loops that are left only by errors go on until something blocks.
void Unroll::find_exits() {
  has_exit_.assign(nest_.order.size(), false);
  std::vector<std::uint32_t> heads;  // of the loops around, from the outermost on
  const auto out = cfa_.edges_out();
  for (std::uint32_t i = 0; i < nest_.order.size(); ++i) {
    while (!heads.empty() && nest_.order[heads.back()].end <= i) heads.pop_back();
    if (nest_.order[i].is_head) heads.push_back(i);
    for (const std::uint32_t edge : out[nest_.order[i].location.index]) {
      const LocationId target = cfa_.edges[edge].target;
      if (target == cfa_.error) continue;
      const std::uint32_t to = nest_.position[target.index];
      for (auto head = heads.rbegin(); head != heads.rend(); ++head) {
        if (to != LoopNest::kOutside && to >= *head && to < nest_.order[*head].end) break;
        has_exit_[*head] = true;
      }
    }
  }
}

/// A guard under a fresh name if it is a long conjunction, which would be copied again and again.
/// One direction will do: guards only ever need to be true.
Term Unroll::named(Term guard) {
  constexpr std::size_t kLong = 32;
  if (terms_.op(guard) != Op::And || terms_.operands(guard).size() < kLong) return guard;
  const Term name = terms_.variable("guard", Sort::boolean());
  solver_->add(terms_.implies(name, guard));
  return name;
}

/// Some way leads here.
Term Unroll::guard_of(const std::vector<Arrival>& arrivals) {
  Term guard = arrivals.back().state.guard;
  for (std::size_t i = arrivals.size() - 1; i-- > 0;) {
    const CommonGuard guards = split_common(terms_, arrivals[i].state.guard, guard);
    guard = terms_.and_(guards.common, terms_.or_(guards.first, guards.second));
  }
  return guard;
}

/// Guards of ways exclude one another, for a run is determined (model/cfa.h).
Unroll::State Unroll::meet(std::vector<Arrival>& arrivals) {
  State state = std::move(arrivals.back().state);
  for (std::size_t i = arrivals.size() - 1; i-- > 0;) {
    const State other = std::move(arrivals[i].state);
    const CommonGuard guards = split_common(terms_, other.guard, state.guard);
    for (std::size_t v = 0; v < state.values.size(); ++v)
      if (state.values[v] != other.values[v])
        state.values[v] = Cell(
            terms_.ite(guards.first, other.values[v].term(terms_), state.values[v].term(terms_)));
    state.guard = terms_.and_(guards.common, terms_.or_(guards.first, guards.second));
  }
  state.guard = named(state.guard);
  return state;
}

/// Its guard is false if no run goes there. `copies` are the inputs' of this step; moves that
/// exclude one another may read the same.
Unroll::Way Unroll::open_way(const CfaMove& move, std::uint32_t node, const State& state,
                             Substitution::Map& copies) {
  Way way{node, move.edge, state.guard, {}};
  for (const Term input : move.inputs) {
    const auto [copy, is_new] = copies.try_emplace(input.id);
    if (is_new) copy->second = terms_.variable(terms_.name(input), terms_.sort(input));
    way.inputs.emplace_back(input, copy->second);
  }
  const auto input = [&](Term variable) { return copies.at(variable.id); };
  const Term guard = evaluate_(move.effect.guard, state.values, input);
  way.guard = named(terms_.and_(state.guard, guard));
  return way;
}

/// `after` has the values of before.
void Unroll::follow(const CfaMove& move, Way way, State after, const Substitution::Map& copies) {
  const auto input = [&](Term variable) { return copies.at(variable.id); };
  after.guard = way.guard;
  std::vector<CellEvaluator::Write> writes;
  for (const auto& [variable, value] : move.effect.next)
    writes.push_back(evaluate_.prepare(variable, value, after.values, input));
  for (CellEvaluator::Write& write : writes) evaluate_.perform(std::move(write), after.values);
  waiting_[nest_.position[move.target.index]].push_back({std::move(way), std::move(after)});
}

void Unroll::visit(std::uint32_t position) {
  const auto found = waiting_.find(position);
  std::vector<Arrival> arrivals = std::move(found->second);
  waiting_.erase(found);
  State state = meet(arrivals);
  const auto node = static_cast<std::uint32_t>(nodes_.size());
  nodes_.emplace_back();
  for (Arrival& arrival : arrivals) nodes_.back().push_back(std::move(arrival.way));
  ++stats_.places;
  Substitution::Map copies;
  std::vector<std::pair<const CfaMove*, Way>> ways;
  for (const CfaMove& move : graph_.moves[nest_.order[position].location.index]) {
    Way way = open_way(move, node, state, copies);
    if (terms_.is_false(way.guard)) continue;
    if (move.target == cfa_.error) {
      ++stats_.errors;
      errors_.push_back(std::move(way));
    } else {
      ways.emplace_back(&move, std::move(way));
    }
  }
  // The last one takes the arrays along, so that it may write them in place.
  for (std::size_t i = 0; i < ways.size(); ++i)
    follow(*ways[i].first, std::move(ways[i].second),
           i + 1 < ways.size() ? state : std::move(state), copies);
}

Unroll::Verdict Unroll::is_feasible(Term guard) {
  if (terms_.is_true(guard) || feasible_.contains(guard)) return Verdict::Yes;
  ++stats_.asked;
  const SmtResult result = solver_->check(std::span(&guard, 1));
  if (result == SmtResult::Unknown) return Verdict::Undecided;
  if (result == SmtResult::Sat) feasible_.insert(guard);
  return result == SmtResult::Sat ? Verdict::Yes : Verdict::No;
}

/// What waits at the loop's head goes around once more, if any run does.
std::optional<Answer<Cfa>> Unroll::begin_round(Loop& loop) {
  at_ = loop.begin;
  const LocationId head = nest_.order[loop.begin].location;
  if (const auto waiting = waiting_.find(loop.begin); waiting != waiting_.end()) {
    const Term guard = guard_of(waiting->second);
    const bool is_open = guard != loop.guard || !has_exit_[loop.begin];
    const bool is_over = loop.rounds > 0 && is_open && ++loop.open_rounds > config_.iterations;
    if ((config_.iterations > 0 && is_over) || repeats(loop, waiting->second)) {
      if (auto answer = ask_errors()) return answer;
      return Unknown{
          Unknown::Reason::Bound,
          fmt::format("the loop {} goes on after {} iterations", place(head), loop.rounds), -1};
    }
    loop.guard = guard;
    const Verdict verdict = is_feasible(guard);
    if (verdict == Verdict::Undecided) return stopped();
    if (verdict == Verdict::No) {
      solver_->add(terms_.not_(guard));
      waiting_.erase(waiting);
    }
  }
  if (!something_waits_in(loop)) return std::nullopt;
  ++stats_.rounds;
  std::uint32_t& most = bounds_.rounds[head];
  most = std::max(most, ++loop.rounds);
  return std::nullopt;
}

/// Whether nothing has changed since some round before. What is compared with is a round whose
/// number is a power of two: each circle is noticed when it fits between two of them.
bool Unroll::repeats(Loop& loop, const std::vector<Arrival>& arrivals) {
  const auto looks_same = [](const Cell& a, const Cell& b) { return a.is_table() || a == b; };
  const auto is_same = [this](const Cell& a, const Cell& b) { return a.equals(terms_, b); };
  const auto same = [&](const Arrival& arrival, const State& state) {
    const std::vector<Cell>& now = arrival.state.values;
    return arrival.state.guard == state.guard &&
           std::equal(now.begin(), now.end(), state.values.begin(), looks_same) &&
           std::equal(now.begin(), now.end(), state.values.begin(), is_same);
  };
  if (loop.rounds > 0 &&
      std::equal(arrivals.begin(), arrivals.end(), loop.seen.begin(), loop.seen.end(), same))
    return true;
  if (!std::has_single_bit(loop.rounds)) return false;
  loop.seen.clear();
  for (const Arrival& arrival : arrivals) loop.seen.push_back(arrival.state);
  return false;
}

bool Unroll::something_waits_in(const Loop& loop) const {
  const auto first = waiting_.lower_bound(loop.begin);
  return first != waiting_.end() && first->first < loop.end;
}

/// The head of the outermost loop that is not open and has `target` in it, or `target`.
std::uint32_t Unroll::next_stop(std::uint32_t target) const {
  for (std::uint32_t p = at_; p <= target;) {
    const LoopNest::Element& element = nest_.order[p];
    const bool is_open = !open_.empty() && open_.back().begin == p;
    if (element.is_head && !is_open && element.end > target) return p;
    p = element.is_head && !is_open ? element.end : p + 1;
  }
  return target;
}

/// Until nothing waits; an answer, if there is one before.
std::optional<Answer<Cfa>> Unroll::work() {
  while (!waiting_.empty()) {
    if (context_.budget.exhausted()) return stopped();
    if (stats_.places >= config_.locations)
      return Unknown{Unknown::Reason::Bound,
                     fmt::format("the unrolling has more than {} locations", config_.locations),
                     -1};
    const auto next = waiting_.lower_bound(at_);
    if (!open_.empty() && (next == waiting_.end() || next->first >= open_.back().end)) {
      if (something_waits_in(open_.back())) {
        if (auto answer = begin_round(open_.back())) return answer;
      } else {
        at_ = open_.back().end;
        open_.pop_back();
      }
      continue;
    }
    CAIRN_CHECK(next != waiting_.end());
    const std::uint32_t stop = next_stop(next->first);
    const LoopNest::Element& element = nest_.order[stop];
    if (element.is_head && (open_.empty() || open_.back().begin != stop)) {
      open_.push_back({stop, element.end, 0, 0, {}, {}});
      if (auto answer = begin_round(open_.back())) return answer;
      continue;
    }
    visit(stop);
    at_ = stop + 1;
    if (stats_.places < next_query_) continue;
    next_query_ = 2 * stats_.places;
    if (auto answer = ask_errors()) return answer;
  }
  return std::nullopt;
}

/// Whether a run comes into the error location; ways that none takes are forgotten.
std::optional<Answer<Cfa>> Unroll::ask_errors() {
  std::vector<Term> guards;
  for (const Way& way : errors_) guards.push_back(way.guard);
  const Term query = terms_.or_all(guards);
  if (!terms_.is_false(query)) {
    const SmtResult result = solver_->check(std::span(&query, 1));
    if (result == SmtResult::Unknown) return stopped();
    if (result == SmtResult::Sat) return Unsafe<Cfa>{counterexample()};
    solver_->add(terms_.not_(query));
  }
  errors_.clear();
  return std::nullopt;
}

/// The run of the solver's model.
CfaTrace Unroll::counterexample() {
  const auto holds = [&](const Way& way) { return solver_->value(way.guard).as_bool(); };
  const Way* way = &*std::find_if(errors_.begin(), errors_.end(), holds);
  CfaTrace trace;
  while (true) {
    CfaTrace::Step step;
    step.edge = way->edge;
    for (const auto& [input, copy] : way->inputs) step.inputs.emplace(input, solver_->value(copy));
    trace.steps.push_back(std::move(step));
    if (cfa_.edges[way->edge].source == cfa_.initial) break;
    const std::vector<Way>& before = nodes_[way->node];
    const auto taken = std::find_if(before.begin(), before.end(), holds);
    CAIRN_CHECK(taken != before.end());
    way = &*taken;
  }
  std::reverse(trace.steps.begin(), trace.steps.end());
  for (const ProgramVariable& variable : cfa_.variables)
    trace.initial.emplace(variable.term, solver_->value(variable.term));
  return trace;
}

Answer<Cfa> Unroll::run() {
  context_.progress.phase = "unroll";
  begin();
  if (auto answer = work()) return std::move(*answer);
  if (auto answer = ask_errors()) return std::move(*answer);
  CfaInvariant invariant;
  invariant.unrolling = bounds_;
  return Safe<Cfa>{std::move(invariant)};
}

Unknown Unroll::stopped() const {
  if (context_.budget.exhausted()) return unknown_for(context_.budget.reason(), -1);
  return {Unknown::Reason::Unsupported,
          fmt::format("the solver {} gave up: {}", solver_->name(), solver_->reason()), -1};
}

}  // namespace cairn
