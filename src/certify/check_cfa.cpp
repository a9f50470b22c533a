// SPDX-License-Identifier: MIT
#include "certify/check_cfa.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <optional>
#include <set>
#include <unordered_map>
#include <utility>

#include "base/error.h"
#include "certify/query.h"
#include "logic/bitblast.h"
#include "smt/smt_solver.h"

namespace cairn {
namespace {

using Substitution = std::unordered_map<std::uint32_t, Term>;

/// How a place in a piece is reached: under `guard`, with these values of the variables that paths
/// from the cut point have changed.
struct Reached {
  Term guard;
  Substitution values;
};

/// The paths from one cut point to the next ones.
class Piece {
 public:
  Piece(const Cfa& cfa, const std::vector<std::vector<std::uint32_t>>& out,
        const CfaInvariant& invariant, LocationId from)
      : cfa_(cfa), terms_(*cfa.terms), out_(out), invariant_(invariant), from_(from) {}

  /// Locations strictly between cut points; a location on a cycle without a cut point, if there is
  /// one.
  std::optional<LocationId> order_locations();
  void encode();

  LocationId from() const { return from_; }
  /// Satisfiable if and only if the piece leads out of a formula.
  const std::vector<Term>& question() const { return question_; }
  /// For each cut point that is reached: that it is, outside its formula.
  const std::vector<std::pair<LocationId, Term>>& violations() const { return violations_; }

 private:
  bool is_cut(LocationId location) const {
    return location == cfa_.initial || location == cfa_.error || invariant_.at.contains(location);
  }
  Term formula(LocationId location) const;
  Reached run(const Command& command, Reached reached, const Substitution& inputs);
  Reached take(const CfaEdge& edge, Reached reached);
  Reached merge(std::vector<Reached> ways);
  Term now(const Reached& reached, const Substitution& inputs, Term term);

  const Cfa& cfa_;
  Terms& terms_;
  const std::vector<std::vector<std::uint32_t>>& out_;
  const CfaInvariant& invariant_;
  const LocationId from_;
  std::vector<LocationId> order_;  // in topological order
  std::vector<Term> question_;
  std::vector<std::pair<LocationId, Term>> violations_;
};

Term Piece::formula(LocationId location) const {
  if (location == cfa_.initial) return terms_.true_term();
  if (location == cfa_.error) return terms_.false_term();
  return invariant_.at.at(location);
}

std::optional<LocationId> Piece::order_locations() {
  enum class State : std::uint8_t { Open, Done };
  std::unordered_map<std::uint32_t, State> states;
  std::vector<std::pair<LocationId, std::size_t>> stack{{from_, 0}};
  while (!stack.empty()) {
    auto& [location, next] = stack.back();
    if (next == out_[location.index].size()) {
      if (stack.size() > 1) {
        states[location.index] = State::Done;
        order_.push_back(location);
      }
      stack.pop_back();
      continue;
    }
    const LocationId target = cfa_.edges[out_[location.index][next++]].target;
    if (is_cut(target)) continue;
    const auto [entry, is_new] = states.try_emplace(target.index, State::Open);
    if (is_new)
      stack.emplace_back(target, 0);
    else if (entry->second == State::Open)
      return target;
  }
  std::reverse(order_.begin(), order_.end());
  return std::nullopt;
}

/// The term in the present values of the variables and the inputs of the edge.
Term Piece::now(const Reached& reached, const Substitution& inputs, Term term) {
  if (inputs.empty()) return terms_.substitute(term, reached.values);
  Substitution all = reached.values;
  for (const Term variable : terms_.variables_of(std::span(&term, 1)))
    if (const auto input = inputs.find(variable.id); input != inputs.end()) all.insert(*input);
  return terms_.substitute(term, all);
}

/// Any one of the ways. A fresh Boolean for each says whether it is the one: guards may overlap.
Reached Piece::merge(std::vector<Reached> ways) {
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
      question_.push_back(terms_.implies(way.guard, terms_.equal(met, value_in(way))));
    result.values.emplace(id, met);
  }
  return result;
}

Reached Piece::run(const Command& command, Reached reached, const Substitution& inputs) {
  switch (command.kind) {
    case Command::Kind::Assume:
      reached.guard = terms_.and_(reached.guard, now(reached, inputs, command.values[0]));
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
Reached Piece::take(const CfaEdge& edge, Reached reached) {
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

void Piece::encode() {
  question_.push_back(formula(from_));
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
      if (is_cut(edge.target)) ends.insert(edge.target);
    }
  };
  go_on(from_, {terms_.true_term(), {}});
  for (const LocationId location : order_) {
    const auto found = ways.find(location.index);
    if (found == ways.end()) continue;
    Reached reached = merge(std::move(found->second));
    ways.erase(found);
    go_on(location, std::move(reached));
  }
  std::vector<Term> some;
  for (const LocationId end : ends) {
    const Reached reached = merge(std::move(ways[end.index]));
    const Term violation =
        terms_.and_(reached.guard, terms_.not_(terms_.substitute(formula(end), reached.values)));
    if (terms_.is_false(violation)) continue;
    violations_.emplace_back(end, violation);
    some.push_back(violation);
  }
  question_.push_back(terms_.or_all(some));
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
  Outcome check_pieces();
  Outcome ask(const Piece& piece);
  Outcome ask_z3(const Piece& piece);
  Outcome ask_cadical(const Piece& piece);
  void record(const char* name, Outcome outcome);
  std::string describe(LocationId location) const;

  const Cfa& cfa_;
  const CfaInvariant& invariant_;
  const CfaCheckOptions options_;
  const Context& context_;
  const std::vector<std::vector<std::uint32_t>> out_;
  std::vector<Piece> pieces_;
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
    if (location.index >= cfa_.locations.size() || !cfa_.terms->sort(formula).is_bool()) {
      judgement_.explanation = "a formula is not Boolean or at no location";
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
  std::vector<LocationId> cuts{cfa_.initial};
  for (const auto& [location, formula] : invariant_.at) {
    if (location == cfa_.initial || location == cfa_.error) continue;
    if (!cfa_.terms->is_false(formula)) cuts.push_back(location);  // others lead nowhere
  }
  for (const LocationId cut : cuts) {
    Piece piece(cfa_, out_, invariant_, cut);
    if (const auto cycle = piece.order_locations()) {
      judgement_.explanation = fmt::format("{} is on a cycle without a formula", describe(*cycle));
      return false;
    }
    pieces_.push_back(std::move(piece));
  }
  return true;
}

Outcome Checker::check_pieces() {
  for (Piece& piece : pieces_) {
    if (context_.budget.exhausted()) return Outcome::Undecided;
    piece.encode();
    if (cfa_.terms->is_false(piece.question().back())) continue;
    const Outcome outcome = ask(piece);
    if (outcome != Outcome::Holds) return outcome;
  }
  return Outcome::Holds;
}

Outcome Checker::ask(const Piece& piece) {
  Outcome outcome = Outcome::Undecided;
  if (options_.z3_seconds > 0) outcome = ask_z3(piece);
  if (outcome == Outcome::Undecided && !context_.budget.exhausted()) outcome = ask_cadical(piece);
  if (outcome == Outcome::Fails && judgement_.explanation.empty())
    judgement_.explanation =
        fmt::format("from {} the program leads out of a formula", describe(piece.from()));
  return outcome;
}

Outcome Checker::ask_z3(const Piece& piece) {
  const std::vector<std::string> known = known_smt_solvers();
  if (std::find(known.begin(), known.end(), "z3") == known.end()) return Outcome::Undecided;
  const auto solver = make_smt_solver("z3", *cfa_.terms, context_);
  solver->set_timeout(options_.z3_seconds);
  for (const Term part : piece.question()) solver->add(part);
  const SmtResult result = solver->check();
  if (result == SmtResult::Unsat) return Outcome::Holds;
  if (result == SmtResult::Unknown) return Outcome::Undecided;
  for (const auto& [end, violation] : piece.violations()) {
    if (!solver->value(violation).as_bool()) continue;
    judgement_.explanation = fmt::format("from {} the program leads out of the formula at {}",
                                         describe(piece.from()), describe(end));
    break;
  }
  for (const ProgramVariable& variable : cfa_.variables)
    judgement_.details.push_back(fmt::format("{} = {}", cfa_.terms->name(variable.term),
                                             solver->value(variable.term).to_string()));
  return Outcome::Fails;
}

Outcome Checker::ask_cadical(const Piece& piece) {
  for (const Term part : piece.question())
    if (!can_blast(*cfa_.terms, part)) return Outcome::Undecided;
  Query query("piece");
  BitBlaster blaster(*cfa_.terms, query.graph());
  for (std::size_t i = 0; i + 1 < piece.question().size(); ++i)
    query.assume(blaster.literal(piece.question()[i]));
  query.require(~blaster.literal(piece.question().back()), "a formula does not hold");
  return query.solve(context_.budget).outcome;
}

Judgement Checker::judge() {
  const bool form = check_form();
  record("Form", form ? Outcome::Holds : Outcome::Fails);
  if (!form) return std::move(judgement_);
  const bool cut = check_cut();
  record("Cut", cut ? Outcome::Holds : Outcome::Fails);
  if (!cut) return std::move(judgement_);
  const Outcome pieces = check_pieces();
  record("Pieces", pieces);
  if (pieces == Outcome::Undecided && judgement_.explanation.empty())
    judgement_.explanation = "a question about a piece was not decided";
  return std::move(judgement_);
}

}  // namespace

Judgement check_cfa_invariant(const Cfa& cfa, const CfaInvariant& invariant,
                              const CfaCheckOptions& options, const Context& context) {
  return Checker(cfa, invariant, options, context).judge();
}

}  // namespace cairn
