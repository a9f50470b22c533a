// SPDX-License-Identifier: MIT
#include "certify/check_cfa.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <unordered_map>
#include <utility>

#include "base/error.h"
#include "certify/check_unrolling.h"
#include "certify/query.h"
#include "logic/word/bitblast.h"
#include "smt/box_search.h"
#include "smt/smt_solver.h"

namespace cairn {
namespace {

using Substitution = std::unordered_map<std::uint32_t, Term>;

/// How a place in a segment is reached: under `guard`, with these values of the variables that
/// paths from the cut point have changed.
struct Reached {
  Term guard;
  Substitution values;
};

using Places = std::map<LocationId, Reached>;

/// Paths through the automaton as formulas: from cut points to the next ones, as often as one
/// likes. One for each query.
class Paths {
 public:
  Paths(const Cfa& cfa, const std::vector<std::vector<std::uint32_t>>& out,
        const std::vector<LocationId>& order, const CfaInvariant& invariant)
      : cfa_(cfa), terms_(*cfa.terms), out_(out), order_(order), invariant_(invariant) {}

  /// From cut points to the next ones. `order` are the locations that are none, in topological
  /// order.
  Places advance(Places from);
  /// All these cut points at once, one of which is the one that counts.
  Places anywhere(const std::vector<LocationId>& cuts);
  /// Goes on only where the formulas hold.
  void assume_formulas(Places& places);
  /// That one of these places is reached outside its formula.
  void add_violations(Places places);

  /// What a run that breaks the rules satisfies, in conjunction with some violation.
  const std::vector<Term>& conditions() const { return conditions_; }
  const std::vector<std::pair<LocationId, Term>>& violations() const { return violations_; }
  Term some_violation() const;

 private:
  Reached run(const Command& command, Reached reached, const Substitution& inputs);
  Reached take(const CfaEdge& edge, Reached reached);
  Reached merge(std::vector<Reached> ways);
  Term now(const Reached& reached, const Substitution& inputs, Term term);
  Term named(Term guard);

  const Cfa& cfa_;
  Terms& terms_;
  const std::vector<std::vector<std::uint32_t>>& out_;
  const std::vector<LocationId>& order_;
  const CfaInvariant& invariant_;
  std::vector<Term> conditions_;
  std::vector<std::pair<LocationId, Term>> violations_;
};

bool is_cut(const Cfa& cfa, const CfaInvariant& invariant, LocationId location) {
  return location == cfa.initial || location == cfa.error || invariant.at.contains(location);
}

Term formula_at(const Cfa& cfa, const CfaInvariant& invariant, LocationId location) {
  if (location == cfa.initial) return cfa.terms->true_term();
  if (location == cfa.error) return cfa.terms->false_term();
  return invariant.at.at(location);
}

/// The term in the present values of the variables and the inputs of the edge.
Term Paths::now(const Reached& reached, const Substitution& inputs, Term term) {
  if (inputs.empty()) return terms_.substitute(term, reached.values);
  Substitution all = reached.values;
  for (const Term variable : terms_.variables_of(std::span(&term, 1)))
    if (const auto input = inputs.find(variable.id); input != inputs.end()) all.insert(*input);
  return terms_.substitute(term, all);
}

/// A guard under a fresh name if it is a long conjunction, which would be copied again and again.
/// One direction will do: guards only ever need to be true.
Term Paths::named(Term guard) {
  constexpr std::size_t kLong = 16;
  if (terms_.op(guard) != Op::And || terms_.operands(guard).size() < kLong) return guard;
  const Term name = terms_.variable("guard", Sort::boolean());
  conditions_.push_back(terms_.implies(name, guard));
  return name;
}

/// Any one of the ways. A fresh Boolean for each says whether it is the one: guards may overlap.
Reached Paths::merge(std::vector<Reached> ways) {
  if (ways.size() == 1) return std::move(ways[0]);
  std::set<std::uint32_t> changed;
  for (const Reached& way : ways)
    for (const auto& [variable, value] : way.values) changed.insert(variable);
  Reached result;
  std::vector<Term> guards;
  for (Reached& way : ways) {
    way.guard = terms_.and_(way.guard, terms_.variable("way", Sort::boolean()));
    guards.push_back(way.guard);
  }
  result.guard = terms_.or_all(guards);
  for (const std::uint32_t id : changed) {
    const auto value_in = [id](const Reached& way) {
      const auto found = way.values.find(id);
      return found == way.values.end() ? Term{id} : found->second;
    };
    const Term first = value_in(ways[0]);
    if (std::all_of(ways.begin(), ways.end(),
                    [&](const Reached& way) { return value_in(way) == first; })) {
      if (first != Term{id}) result.values.emplace(id, first);
      continue;
    }
    const Term met = terms_.variable(terms_.name(Term{id}), terms_.sort(Term{id}));
    for (const Reached& way : ways)
      conditions_.push_back(terms_.implies(way.guard, terms_.equal(met, value_in(way))));
    result.values.emplace(id, met);
  }
  return result;
}

Reached Paths::run(const Command& command, Reached reached, const Substitution& inputs) {
  switch (command.kind) {
    case Command::Kind::Assume:
      reached.guard = named(terms_.and_(reached.guard, now(reached, inputs, command.values[0])));
      return reached;
    case Command::Kind::Assign: {
      std::vector<Term> values;
      for (const Term value : command.values) values.push_back(now(reached, inputs, value));
      for (std::size_t i = 0; i < values.size(); ++i)
        reached.values.insert_or_assign(command.targets[i].id, values[i]);
      return reached;
    }
    case Command::Kind::Sequence:
      for (const CommandRef& part : command.parts) reached = run(*part, std::move(reached), inputs);
      return reached;
    case Command::Kind::Choice: {
      if (command.parts.empty()) return {terms_.false_term(), {}};
      std::vector<Reached> ways;
      for (const CommandRef& part : command.parts) ways.push_back(run(*part, reached, inputs));
      return merge(std::move(ways));
    }
  }
  internal_error(__FILE__, __LINE__, "no such command");
}

void collect_terms(const Command& command, std::vector<Term>& terms) {
  terms.insert(terms.end(), command.values.begin(), command.values.end());
  for (const CommandRef& part : command.parts) collect_terms(*part, terms);
}

/// Inputs have new values each time an edge is taken.
Reached Paths::take(const CfaEdge& edge, Reached reached) {
  std::vector<Term> read;
  collect_terms(*edge.command, read);
  Substitution inputs;
  if (!read.empty()) {
    const std::vector<Term> variables = terms_.variables_of(read);
    for (const CfaInput& input : cfa_.inputs)
      if (std::binary_search(variables.begin(), variables.end(), input.term))
        inputs.emplace(input.term.id,
                       terms_.variable(terms_.name(input.term), terms_.sort(input.term)));
  }
  return run(*edge.command, std::move(reached), inputs);
}

Places Paths::advance(Places from) {
  std::unordered_map<std::uint32_t, std::vector<Reached>> ways;
  std::set<LocationId> ends;
  const auto go_on = [&](LocationId location, Reached reached) {
    const auto& edges = out_[location.index];
    for (std::size_t i = 0; i < edges.size(); ++i) {
      const CfaEdge& edge = cfa_.edges[edges[i]];
      const bool last = i + 1 == edges.size();
      Reached after = take(edge, last ? std::move(reached) : reached);
      if (terms_.is_false(after.guard)) continue;
      ways[edge.target.index].push_back(std::move(after));
      if (is_cut(cfa_, invariant_, edge.target)) ends.insert(edge.target);
    }
  };
  for (auto& [location, reached] : from) go_on(location, std::move(reached));
  for (const LocationId location : order_) {
    const auto found = ways.find(location.index);
    if (found == ways.end()) continue;
    Reached reached = merge(std::move(found->second));
    ways.erase(found);
    go_on(location, std::move(reached));
  }
  Places result;
  for (const LocationId end : ends) result.emplace(end, merge(std::move(ways[end.index])));
  return result;
}

Places Paths::anywhere(const std::vector<LocationId>& cuts) {
  Places places;
  for (const LocationId cut : cuts)
    places.emplace(cut, Reached{terms_.variable("begin", Sort::boolean()), {}});
  return places;
}

void Paths::assume_formulas(Places& places) {
  for (auto place = places.begin(); place != places.end();) {
    auto& [location, reached] = *place;
    const Term formula = formula_at(cfa_, invariant_, location);
    reached.guard = named(terms_.and_(reached.guard, terms_.substitute(formula, reached.values)));
    place = terms_.is_false(reached.guard) ? places.erase(place) : std::next(place);
  }
}

void Paths::add_violations(Places places) {
  for (const auto& [location, reached] : places) {
    const Term formula = formula_at(cfa_, invariant_, location);
    const Term violation =
        terms_.and_(reached.guard, terms_.not_(terms_.substitute(formula, reached.values)));
    if (!terms_.is_false(violation)) violations_.emplace_back(location, violation);
  }
}

Term Paths::some_violation() const {
  std::vector<Term> some;
  for (const auto& [location, violation] : violations_) some.push_back(violation);
  return terms_.or_all(some);
}

class Checker {
 public:
  Checker(const Cfa& cfa, const CfaInvariant& invariant, const CfaCheckOptions& options,
          const Context& context)
      : cfa_(cfa),
        invariant_(invariant),
        options_(options),
        context_(context),
        out_(cfa.edges_out()) {}

  Judgement judge();

 private:
  bool check_form();
  bool check_cut();
  Outcome check_segments();
  Outcome check_base();
  Outcome check_step();
  Outcome ask(const Paths& paths, const std::string& from);
  Outcome ask_boxes(const Paths& paths);
  Outcome ask_z3(const Paths& paths, const std::string& from);
  Outcome ask_cadical(const Paths& paths);
  void record(const char* name, Outcome outcome);
  std::string describe(LocationId location) const;
  Paths paths() const { return Paths(cfa_, out_, order_, invariant_); }

  const Cfa& cfa_;
  const CfaInvariant& invariant_;
  const CfaCheckOptions options_;
  const Context& context_;
  const std::vector<std::vector<std::uint32_t>> out_;
  std::vector<LocationId> cuts_;   // those that a run may be at; the error location is not
  std::vector<LocationId> order_;  // the others, in topological order
  Judgement judgement_;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

void Checker::record(const char* name, Outcome outcome) {
  const auto now = std::chrono::steady_clock::now();
  judgement_.checks.push_back({name, outcome, std::chrono::duration<double>(now - begin_).count()});
  begin_ = now;
}

std::string Checker::describe(LocationId location) const {
  const SiteId site = cfa_.locations[location.index].site;
  if (site == kNoSite || !cfa_.sites || site >= cfa_.sites->size())
    return fmt::format("location {}", location.index);
  const SourceSite& at = (*cfa_.sites)[site];
  return fmt::format("location {} ({}:{})", location.index, printable(at.at.file), at.at.line);
}

bool Checker::check_form() {
  std::vector<bool> is_variable(cfa_.terms->size(), false);
  for (const ProgramVariable& variable : cfa_.variables) is_variable[variable.term.id] = true;
  for (const auto& [location, formula] : invariant_.at) {
    if (location.index >= cfa_.locations.size() || !cfa_.terms->sort(formula).is_bool() ||
        invariant_.k == 0) {
      judgement_.explanation = "a formula is not Boolean or at no location, or k is 0";
      return false;
    }
    for (const Term variable : cfa_.terms->variables_of(std::span(&formula, 1)))
      if (!is_variable[variable.id]) {
        judgement_.explanation = fmt::format("the formula at {} reads {}, which is no variable",
                                             describe(location), cfa_.terms->name(variable));
        return false;
      }
  }
  return true;
}

bool Checker::check_cut() {
  cuts_ = {cfa_.initial};
  for (const auto& [location, formula] : invariant_.at) {
    if (location == cfa_.initial || location == cfa_.error) continue;
    if (!cfa_.terms->is_false(formula)) cuts_.push_back(location);  // at others no run is
  }
  // Depth first, without recursion; what is open when it is met again closes a cycle.
  enum class State : std::uint8_t { New, Open, Done };
  std::vector<State> states(cfa_.locations.size(), State::New);
  std::vector<std::pair<LocationId, std::size_t>> stack;
  for (const LocationId cut : cuts_) {
    stack.emplace_back(cut, 0);
    while (!stack.empty()) {
      auto& [location, next] = stack.back();
      if (next == out_[location.index].size()) {
        states[location.index] = State::Done;
        if (stack.size() > 1) order_.push_back(location);
        stack.pop_back();
        continue;
      }
      const LocationId target = cfa_.edges[out_[location.index][next++]].target;
      if (is_cut(cfa_, invariant_, target)) continue;
      if (states[target.index] == State::Open) {
        judgement_.explanation =
            fmt::format("{} is on a cycle without a formula", describe(target));
        return false;
      }
      if (states[target.index] == State::Done) continue;
      states[target.index] = State::Open;
      stack.emplace_back(target, 0);
    }
  }
  std::reverse(order_.begin(), order_.end());
  return true;
}

/// Each cut point by itself: the queries are small.
Outcome Checker::check_segments() {
  for (const LocationId cut : cuts_) {
    if (context_.budget.exhausted()) return Outcome::Undecided;
    Paths segment = paths();
    Places from{{cut, {cfa_.terms->true_term(), {}}}};
    segment.assume_formulas(from);
    segment.add_violations(segment.advance(std::move(from)));
    const Outcome outcome = ask(segment, describe(cut));
    if (outcome != Outcome::Holds) return outcome;
  }
  return Outcome::Holds;
}

/// Every path from the initial location to its first k - 1 cut points.
Outcome Checker::check_base() {
  Paths base = paths();
  Places places{{cfa_.initial, {cfa_.terms->true_term(), {}}}};
  for (std::uint32_t i = 1; i < invariant_.k; ++i) {
    if (context_.budget.exhausted()) return Outcome::Undecided;
    places = base.advance(std::move(places));
    base.add_violations(places);
    base.assume_formulas(places);
  }
  return ask(base, "the start");
}

/// Every path by k cut points to another one.
Outcome Checker::check_step() {
  Paths step = paths();
  Places places = step.anywhere(cuts_);
  for (std::uint32_t i = 0; i < invariant_.k; ++i) {
    if (context_.budget.exhausted()) return Outcome::Undecided;
    step.assume_formulas(places);
    places = step.advance(std::move(places));
  }
  step.add_violations(std::move(places));
  return ask(step, "anywhere");
}

Outcome Checker::ask(const Paths& paths, const std::string& from) {
  if (paths.violations().empty()) return Outcome::Holds;
  Outcome outcome = ask_boxes(paths);
  if (outcome == Outcome::Undecided && options_.z3_seconds > 0) outcome = ask_z3(paths, from);
  if (outcome == Outcome::Undecided && !context_.budget.exhausted()) outcome = ask_cadical(paths);
  if (outcome == Outcome::Fails && judgement_.explanation.empty())
    judgement_.explanation = fmt::format("from {} the program leads out of a formula", from);
  return outcome;
}

/// Arithmetic of floats is easier for intervals than for solvers, where few variables matter.
/// Bounds are computed by the reference semantics, not by the machine as passes do.
Outcome Checker::ask_boxes(const Paths& paths) {
  std::vector<Term> formulas = paths.conditions();
  formulas.push_back(paths.some_violation());
  if (options_.box_work == 0 || !have_floats(*cfa_.terms, formulas)) return Outcome::Undecided;
  BoxSearch search(*cfa_.terms, formulas, IntervalArithmetic::Reference);
  return search.run(options_.box_work, context_.budget) == BoxSearch::Result::Refuted
             ? Outcome::Holds
             : Outcome::Undecided;
}

Outcome Checker::ask_z3(const Paths& paths, const std::string& from) {
  const std::vector<std::string> known = known_smt_solvers();
  if (std::find(known.begin(), known.end(), "z3") == known.end()) return Outcome::Undecided;
  const auto solver = make_smt_solver("z3", *cfa_.terms, context_);
  solver->set_timeout(options_.z3_seconds);
  for (const Term condition : paths.conditions()) solver->add(condition);
  solver->add(paths.some_violation());
  const SmtResult result = solver->check();
  if (result == SmtResult::Unsat) return Outcome::Holds;
  if (result == SmtResult::Unknown) return Outcome::Undecided;
  for (const auto& [end, violation] : paths.violations()) {
    if (!solver->value(violation).as_bool()) continue;
    judgement_.explanation =
        fmt::format("from {} the program leads out of the formula at {}", from, describe(end));
    break;
  }
  for (const ProgramVariable& variable : cfa_.variables)
    judgement_.details.push_back(fmt::format("{} = {}", cfa_.terms->name(variable.term),
                                             solver->value(variable.term).to_string()));
  return Outcome::Fails;
}

Outcome Checker::ask_cadical(const Paths& paths) {
  const Term violation = paths.some_violation();
  if (!can_blast(*cfa_.terms, violation)) return Outcome::Undecided;
  for (const Term condition : paths.conditions())
    if (!can_blast(*cfa_.terms, condition)) return Outcome::Undecided;
  Query query("segment");
  BitBlaster blaster(*cfa_.terms, query.graph());
  for (const Term condition : paths.conditions()) query.assume(blaster.literal(condition));
  query.require(~blaster.literal(violation), "a formula does not hold");
  return query.solve(context_.budget).outcome;
}

Judgement Checker::judge() {
  const bool form = check_form();
  record("Form", form ? Outcome::Holds : Outcome::Fails);
  if (!form) return std::move(judgement_);
  const bool cut = check_cut();
  record("Cut", cut ? Outcome::Holds : Outcome::Fails);
  if (!cut) return std::move(judgement_);
  Outcome outcome = Outcome::Holds;
  if (invariant_.k == 1) {
    record("Segments", outcome = check_segments());
  } else {
    record("Base", outcome = check_base());
    if (outcome == Outcome::Holds) record("Step", outcome = check_step());
  }
  if (outcome == Outcome::Undecided && judgement_.explanation.empty())
    judgement_.explanation = "a query about the evidence was not decided";
  return std::move(judgement_);
}

}  // namespace

Judgement check_cfa_invariant(const Cfa& cfa, const CfaInvariant& invariant,
                              const CfaCheckOptions& options, const Context& context) {
  if (invariant.unrolling) return check_unrolling(cfa, *invariant.unrolling, options, context);
  return Checker(cfa, invariant, options, context).judge();
}

}  // namespace cairn
