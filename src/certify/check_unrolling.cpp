// SPDX-License-Identifier: MIT
#include "certify/check_unrolling.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <iterator>
#include <limits>
#include <map>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/error.h"
#include "certify/query.h"
#include "logic/word/bitblast.h"
#include "logic/word/cells.h"
#include "model/loop_nest.h"
#include "smt/box_search.h"
#include "smt/smt_solver.h"

namespace cairn {
namespace {

using Map = std::unordered_map<std::uint32_t, Term>;

/// Runs that are at one place: `guard` says whether a run is, `values` what the variables are.
struct State {
  Term guard;
  std::vector<Cell> values;  // by position in Cfa::variables
};

struct Violation {
  Term guard;
  std::string what;
};

std::vector<Term> variables_of(const Cfa& cfa) {
  std::vector<Term> variables;
  for (const ProgramVariable& variable : cfa.variables) variables.push_back(variable.term);
  return variables;
}

class UnrollingCheck {
 public:
  UnrollingCheck(const Cfa& cfa, const CfaUnrolling& proof, const CfaCheckOptions& options,
                 const Context& context)
      : cfa_(cfa),
        proof_(proof),
        options_(options),
        context_(context),
        terms_(*cfa.terms),
        out_(cfa.edges_out()),
        nest_(loop_nest(cfa)),
        evaluate_(terms_, variables_of(cfa)) {}

  Judgement judge();

 private:
  struct Loop {
    std::uint32_t begin = 0, end = 0;
    std::uint32_t left = 0;  // rounds
  };

  bool check_form();
  Outcome unroll();
  Outcome solve();
  Outcome solve_with_cadical(Term violation, double seconds);
  Outcome solve_with_z3(Term violation);
  void find_to_error();
  void go_around(Loop& loop);
  void visit(std::uint32_t position);
  bool run(const Command& command, State& state, Map& inputs);
  bool choose(const Command& command, State& state, Map& inputs);
  Term input(Term variable, Map& inputs);
  void exclude_each_other(std::span<const Term> guards);
  State meet(std::vector<State> states);
  Term named(Term guard);
  bool waits_in(const Loop& loop) const;
  void violate(Term guard, std::string what) {
    if (!terms_.is_false(guard)) violations_.push_back({guard, std::move(what)});
  }
  void record(const char* name, Outcome outcome);
  std::string describe(LocationId location) const;

  const Cfa& cfa_;
  const CfaUnrolling& proof_;
  const CfaCheckOptions options_;
  const Context& context_;
  Terms& terms_;
  const std::vector<std::vector<std::uint32_t>> out_;
  const LoopNest nest_;
  std::vector<bool> to_error_;  // by location: the graph has a path to the error
  CellEvaluator evaluate_;

  std::map<std::uint32_t, std::vector<State>> waiting_;  // by position in the nest
  std::vector<Loop> open_;
  std::uint32_t at_ = 0;
  std::uint64_t places_ = 0;

  std::vector<Term> conditions_;  // of names
  std::vector<Violation> violations_;
  Judgement judgement_;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

void UnrollingCheck::record(const char* name, Outcome outcome) {
  const auto now = std::chrono::steady_clock::now();
  judgement_.checks.push_back({name, outcome, std::chrono::duration<double>(now - begin_).count()});
  begin_ = now;
}

std::string UnrollingCheck::describe(LocationId location) const {
  const SiteId site = cfa_.locations[location.index].site;
  if (site == kNoSite || !cfa_.sites || site >= cfa_.sites->size())
    return fmt::format("location {}", location.index);
  const SourceSite& at = (*cfa_.sites)[site];
  return fmt::format("{}:{}", printable(at.at.file), at.at.line);
}

bool UnrollingCheck::check_form() {
  for (const auto& [head, rounds] : proof_.rounds) {
    const bool known = head.index < nest_.position.size() &&
                       nest_.position[head.index] != LoopNest::kOutside &&
                       nest_.order[nest_.position[head.index]].is_head;
    if (known) continue;
    judgement_.explanation = fmt::format(
        "a bound is at location {}, where no loop begins that "
        "lies on a path to the error",
        head.index);
    return false;
  }
  return true;
}

void UnrollingCheck::find_to_error() {
  const auto into = cfa_.edges_in();
  to_error_.assign(cfa_.locations.size(), false);
  to_error_[cfa_.error.index] = true;
  std::vector<LocationId> stack{cfa_.error};
  while (!stack.empty()) {
    const LocationId at = stack.back();
    stack.pop_back();
    for (const std::uint32_t edge : into[at.index]) {
      const LocationId source = cfa_.edges[edge].source;
      if (to_error_[source.index]) continue;
      to_error_[source.index] = true;
      stack.push_back(source);
    }
  }
}

/// As in check_cfa.cpp: one direction will do, for guards only ever need to be true.
Term UnrollingCheck::named(Term guard) {
  constexpr std::size_t kLong = 32;
  if (terms_.op(guard) != Op::And || terms_.operands(guard).size() < kLong) return guard;
  const Term name = terms_.variable("guard", Sort::boolean());
  conditions_.push_back(terms_.implies(name, guard));
  return name;
}

/// What stands for an input in this step: a fresh variable.
Term UnrollingCheck::input(Term variable, Map& inputs) {
  const auto [copy, is_fresh] = inputs.try_emplace(variable.id);
  if (is_fresh) copy->second = terms_.variable(terms_.name(variable), terms_.sort(variable));
  return copy->second;
}

/// False if no run gets through.
bool UnrollingCheck::run(const Command& command, State& state, Map& inputs) {
  const auto others = [&](Term variable) { return input(variable, inputs); };
  switch (command.kind) {
    case Command::Kind::Assume: {
      const Term condition = evaluate_(command.values[0], state.values, others);
      state.guard = named(terms_.and_(state.guard, condition));
      return !terms_.is_false(state.guard);
    }
    case Command::Kind::Assign: {
      std::vector<CellEvaluator::Write> writes;
      for (std::size_t i = 0; i < command.targets.size(); ++i)
        writes.push_back(
            evaluate_.prepare(command.targets[i], command.values[i], state.values, others));
      for (CellEvaluator::Write& write : writes) evaluate_.perform(std::move(write), state.values);
      return true;
    }
    case Command::Kind::Sequence:
      for (const CommandRef& part : command.parts)
        if (!run(*part, state, inputs)) return false;
      return true;
    case Command::Kind::Choice:
      return choose(command, state, inputs);
  }
  internal_error(__FILE__, __LINE__, "no such command");
}

bool UnrollingCheck::choose(const Command& command, State& state, Map& inputs) {
  std::vector<State> states;
  for (const CommandRef& part : command.parts) {
    State branch = state;
    if (run(*part, branch, inputs)) states.push_back(std::move(branch));
  }
  if (states.empty()) return false;
  std::vector<Term> guards;
  for (const State& branch : states) guards.push_back(branch.guard);
  exclude_each_other(guards);
  state = meet(std::move(states));
  return true;
}

std::vector<Term> conjuncts(const Terms& terms, Term guard) {
  if (terms.op(guard) != Op::And) return {guard};
  const auto operands = terms.operands(guard);
  std::vector<Term> result(operands.begin(), operands.end());
  std::sort(result.begin(), result.end());
  return result;
}

/// Where ways part: if a run may go two of them, the proof does not count, for where they meet
/// values would have to be those of either. To ask here will do: the guards of all that waits then
/// exclude one another, for each implies that of the way that it goes on from.
void UnrollingCheck::exclude_each_other(std::span<const Term> guards) {
  if (guards.size() < 2) return;
  constexpr std::size_t kFew = 64;
  const std::string what = "two ways through the automaton are open at once";
  Term before = terms_.false_term();
  for (std::size_t i = 1; i < guards.size(); ++i) {
    if (guards.size() > kFew) {
      before = terms_.or_(before, guards[i - 1]);
      violate(terms_.and_(before, guards[i]), what);
      continue;
    }
    // Two at a time are mostly seen to exclude each other without a solver.
    for (std::size_t k = 0; k < i; ++k) violate(terms_.and_(guards[k], guards[i]), what);
  }
}

/// Any one of the states, of which a run is in one at most.
State UnrollingCheck::meet(std::vector<State> states) {
  State met = std::move(states.back());
  for (std::size_t i = states.size() - 1; i-- > 0;) {
    const State other = std::move(states[i]);
    // What both have in common decides nothing.
    const std::vector<Term> a = conjuncts(terms_, other.guard), b = conjuncts(terms_, met.guard);
    std::vector<Term> common, only_a, only_b;
    std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(common));
    std::set_difference(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(only_a));
    std::set_difference(b.begin(), b.end(), a.begin(), a.end(), std::back_inserter(only_b));
    const Term here = terms_.and_all(only_a);
    common.push_back(terms_.or_(here, terms_.and_all(only_b)));
    for (std::size_t v = 0; v < met.values.size(); ++v)
      if (met.values[v] != other.values[v])
        met.values[v] =
            Cell(terms_.ite(here, other.values[v].term(terms_), met.values[v].term(terms_)));
    met.guard = terms_.and_all(common);
  }
  met.guard = named(met.guard);
  return met;
}

void UnrollingCheck::visit(std::uint32_t position) {
  const auto found = waiting_.find(position);
  State state = meet(std::move(found->second));
  waiting_.erase(found);
  ++places_;
  const LocationId location = nest_.order[position].location;
  Map inputs;  // of this step: edges that exclude one another may read the same
  std::vector<Term> guards;
  for (const std::uint32_t number : out_[location.index]) {
    const CfaEdge& edge = cfa_.edges[number];
    if (!to_error_[edge.target.index]) continue;
    // The last one takes the arrays along, so that it may write them in place.
    State after = number == out_[location.index].back() ? std::move(state) : state;
    if (!run(*edge.command, after, inputs)) continue;
    guards.push_back(after.guard);
    if (edge.target == cfa_.error) {
      violate(after.guard,
              fmt::format("a run comes from {} into the error location", describe(location)));
      continue;
    }
    const std::uint32_t target = nest_.position[edge.target.index];
    CAIRN_CHECK(target != LoopNest::kOutside);
    waiting_[target].push_back(std::move(after));
  }
  exclude_each_other(guards);
}

bool UnrollingCheck::waits_in(const Loop& loop) const {
  const auto first = waiting_.lower_bound(loop.begin);
  return first != waiting_.end() && first->first < loop.end;
}

void UnrollingCheck::go_around(Loop& loop) {
  at_ = loop.begin;
  if (loop.left > 0) {
    --loop.left;
    return;
  }
  const LocationId head = nest_.order[loop.begin].location;
  const auto bound = proof_.rounds.find(head);
  const std::string what =
      fmt::format("a run goes around the loop at {} more often than {} times", describe(head),
                  bound == proof_.rounds.end() ? 0 : bound->second);
  const auto first = waiting_.lower_bound(loop.begin), last = waiting_.lower_bound(loop.end);
  for (auto at = first; at != last; ++at)
    for (const State& state : at->second) violate(state.guard, what);
  waiting_.erase(first, last);
}

Outcome UnrollingCheck::unroll() {
  find_to_error();
  if (!to_error_[cfa_.initial.index]) return Outcome::Holds;
  State first{terms_.true_term(), {}};
  for (const ProgramVariable& variable : cfa_.variables) first.values.emplace_back(variable.term);
  waiting_[nest_.position[cfa_.initial.index]].push_back(std::move(first));
  while (!waiting_.empty()) {
    if (context_.budget.exhausted()) return Outcome::Undecided;
    if (places_ >= options_.unrolled_places) {
      judgement_.explanation = "the unrolling is too long to be checked";
      return Outcome::Undecided;
    }
    const auto next = waiting_.lower_bound(at_);
    if (!open_.empty() && (next == waiting_.end() || next->first >= open_.back().end)) {
      if (waits_in(open_.back())) {
        go_around(open_.back());
      } else {
        at_ = open_.back().end;
        open_.pop_back();
      }
      continue;
    }
    CAIRN_CHECK(next != waiting_.end());
    // The outermost loop that begins on the way there and has it inside.
    std::uint32_t stop = at_;
    for (bool is_there = false; !is_there && stop < next->first;) {
      const LoopNest::Element& element = nest_.order[stop];
      const bool is_closed = open_.empty() || open_.back().begin != stop;
      is_there = element.is_head && is_closed && element.end > next->first;
      if (!is_there) stop = element.is_head && is_closed ? element.end : stop + 1;
    }
    const LoopNest::Element& element = nest_.order[stop];
    if (element.is_head && (open_.empty() || open_.back().begin != stop)) {
      const auto bound = proof_.rounds.find(element.location);
      open_.push_back({stop, element.end, bound == proof_.rounds.end() ? 0 : bound->second});
      go_around(open_.back());
      continue;
    }
    visit(stop);
    at_ = stop + 1;
  }
  return Outcome::Holds;
}

/// Whoever decides first; those that cost little begin.
Outcome UnrollingCheck::solve() {
  std::vector<Term> guards;
  for (const Violation& violation : violations_) {
    if (terms_.is_true(violation.guard)) {
      judgement_.explanation = violation.what;
      return Outcome::Fails;
    }
    guards.push_back(violation.guard);
  }
  const Term violation = terms_.or_all(guards);
  if (terms_.is_false(violation)) return Outcome::Holds;
  std::vector<Term> formulas = conditions_;
  formulas.push_back(violation);
  if (options_.box_work > 0 && have_floats(terms_, formulas)) {
    BoxSearch search(terms_, formulas, IntervalArithmetic::Reference);
    if (search.run(options_.box_work, context_.budget) == BoxSearch::Result::Refuted)
      return Outcome::Holds;
  }
  constexpr double kUnlimited = std::numeric_limits<double>::infinity();
  Outcome outcome = solve_with_cadical(violation, options_.cadical_seconds);
  if (outcome == Outcome::Undecided && options_.z3_seconds > 0) outcome = solve_with_z3(violation);
  if (outcome == Outcome::Undecided && !context_.budget.exhausted())
    outcome = solve_with_cadical(violation, kUnlimited);
  if (outcome == Outcome::Fails && judgement_.explanation.empty())
    judgement_.explanation = "a run goes on beyond the bounds, or comes into the error location";
  return outcome;
}

Outcome UnrollingCheck::solve_with_cadical(Term violation, double seconds) {
  if (seconds <= 0 || !can_blast(terms_, violation)) return Outcome::Undecided;
  for (const Term condition : conditions_)
    if (!can_blast(terms_, condition)) return Outcome::Undecided;
  Budget share(&context_.budget);
  share.renew(seconds);
  Query query("runs");
  BitBlaster blaster(terms_, query.graph());
  for (const Term condition : conditions_) query.assume(blaster.literal(condition));
  query.require(~blaster.literal(violation), "a run has a violation");
  return query.solve(share).outcome;
}

Outcome UnrollingCheck::solve_with_z3(Term violation) {
  const std::vector<std::string> known = known_smt_solvers();
  if (std::find(known.begin(), known.end(), "z3") == known.end()) return Outcome::Undecided;
  const auto solver = make_smt_solver("z3", terms_, context_);
  solver->set_timeout(options_.z3_seconds);
  for (const Term condition : conditions_) solver->add(condition);
  solver->add(violation);
  const SmtResult result = solver->check();
  if (result == SmtResult::Unsat) return Outcome::Holds;
  if (result == SmtResult::Unknown) return Outcome::Undecided;
  for (const Violation& one : violations_) {
    if (!solver->value(one.guard).as_bool()) continue;
    judgement_.explanation = one.what;
    break;
  }
  return Outcome::Fails;
}

Judgement UnrollingCheck::judge() {
  const bool form = check_form();
  record("Form", form ? Outcome::Holds : Outcome::Fails);
  if (!form) return std::move(judgement_);
  Outcome outcome = unroll();
  record("Unrolling", outcome);
  if (outcome == Outcome::Holds) record("Runs", outcome = solve());
  if (outcome == Outcome::Undecided && judgement_.explanation.empty())
    judgement_.explanation = "a query about the evidence was not decided";
  return std::move(judgement_);
}

}  // namespace

Judgement check_unrolling(const Cfa& cfa, const CfaUnrolling& proof, const CfaCheckOptions& options,
                          const Context& context) {
  return UnrollingCheck(cfa, proof, options, context).judge();
}

}  // namespace cairn
