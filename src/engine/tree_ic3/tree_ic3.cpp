// SPDX-License-Identifier: MIT
//
// Tree-IC3 [CG12; Lan18, section 4.1]: the automaton is unrolled into a tree, depth first, whose
// nodes have a location and clauses. When the error location is reached, the path to it is blocked
// as IC3 does it: states from which it goes on into the error are obligations; a step backwards is
// one query, its answer a clause of the node or an obligation of the node before. A node whose
// clauses imply those of another at its location is covered and not unrolled. When nothing is left
// to unroll, the disjunction over a location's nodes is its invariant.
//
// Every clause of a node follows from the clauses of its parent and the edge between them; clauses
// are only ever added, so this stays. A node that is covered is looked at again when its coverer
// gets a clause. After a path was blocked its nodes may be covered, and what hangs below goes.
//
// Where we differ: a predecessor is no exact pre-image but a part of it: of the disjunctions of the
// weakest existential precondition the branches that are true in the model, so that cubes are
// conjunctions of literals. Inputs stay in them, under new names, and mean "for some value". A
// clause has none: if the literals without inputs do not suffice to contradict the node before, an
// interpolant takes the place of the clause. A new node is offered the clauses of other nodes of
// its location, which is what makes nodes cover one another.
#include "engine/tree_ic3/tree_ic3.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>
#include <utility>

#include "base/error.h"
#include "engine/tree_ic3/implicant.h"
#include "logic/word/substitution.h"

namespace cairn::tree_ic3 {

TreeIc3::TreeIc3(const Cfa& cfa, const TreeIc3Config& config, const SmtConfig& smt,
                 const Context& context)
    : cfa_(cfa),
      config_(config),
      smt_(smt),
      context_(context),
      terms_(*cfa.terms),
      graph_(cfa),
      tree_(cfa) {}

TreeIc3::~TreeIc3() = default;

void TreeIc3::add_statistics(Statistics& statistics) const {
  stats_.visit([&](const char* name, std::uint64_t value) { statistics.count(name, value); });
  solvers_.add_statistics(statistics);
}

void TreeIc3::begin() {
  solvers_.start(cfa_, smt_, context_);
  if (graph_.to_error[cfa_.initial.index]) add_node(tree_.add_root(cfa_.initial));
}

void TreeIc3::add_node(NodeId id) {
  labels_.emplace_back();
  work_.push_back({id, nullptr});
  ++stats_.nodes;
}

/// What must hold before the edge for `later` to hold after it.
Term TreeIc3::before(const CfaMove& move, Term later) {
  Substitution::Map next;
  for (const auto& [variable, value] : move.effect.next) next.emplace(variable.id, value);
  return terms_.substitute(later, next);
}

/// Whether the edge leads from the node's states to one with all of `target`, terms over what is
/// before the edge.
SmtResult TreeIc3::ask(NodeId from, const CfaMove& move, const std::vector<Term>& target) {
  std::vector<Term> assumptions = labels_[from].clauses;
  assumptions.push_back(move.effect.guard);
  assumptions.insert(assumptions.end(), target.begin(), target.end());
  return solvers_.solver().check(assumptions);
}

/// False if the budget ended.
bool TreeIc3::propagate(NodeId id) {
  if (!config_.propagate || tree_.node(id).move == nullptr) return true;
  std::set<Term> offered;
  for (const NodeId other : tree_.expanded(tree_.node(id).at))
    offered.insert(labels_[other].clauses.begin(), labels_[other].clauses.end());
  for (const Term clause : labels_[id].clauses) offered.erase(clause);
  for (const Term clause : offered) {
    if (labels_[id].tried.contains(clause)) continue;
    const Term later = before(*tree_.node(id).move, terms_.not_(clause));
    const SmtResult result = ask(tree_.node(id).parent, *tree_.node(id).move, {later});
    if (result == SmtResult::Unknown && context_.budget.exhausted()) return false;
    if (result == SmtResult::Unsat) {
      labels_[id].clauses.push_back(clause);
      ++stats_.propagated;
    } else {
      labels_[id].tried.insert(clause);
    }
  }
  return true;
}

/// As far as the solver can tell; none if the budget ended.
std::optional<bool> TreeIc3::is_covered(NodeId id, NodeId by) {
  const std::vector<Term>& clauses = labels_[id].clauses;
  std::vector<Term> missing;
  for (const Term clause : labels_[by].clauses)
    if (std::find(clauses.begin(), clauses.end(), clause) == clauses.end())
      missing.push_back(clause);
  if (missing.empty()) return true;
  std::vector<Term> assumptions = clauses;
  assumptions.push_back(terms_.not_(terms_.and_all(missing)));
  const SmtResult result = solvers_.solver().check(assumptions);
  if (result == SmtResult::Unknown && context_.budget.exhausted()) return std::nullopt;
  return result == SmtResult::Unsat;
}

/// An older node, so it is not below this one; nobody if there is none; no value if the budget
/// ended.
std::optional<TreeIc3::NodeId> TreeIc3::coverer(NodeId id) {
  for (const NodeId other : tree_.expanded(tree_.node(id).at)) {
    if (other >= id) continue;
    const auto covered = is_covered(id, other);
    if (!covered) return std::nullopt;
    if (*covered) return other;
  }
  return kNobody;
}

/// What hangs below it goes, and whom that covers is to be looked at again.
void TreeIc3::cover(NodeId id, NodeId by) {
  const CfaTree::Consequences consequences = tree_.cover(id, {by});
  for (const NodeId gone : consequences.gone) labels_[gone] = {};
  ++stats_.covered;
  std::erase_if(work_,
                [&](const Item& item) { return tree_.is_gone(item.node) || item.node == id; });
  look_again(consequences.waiting);
}

/// The path that is being blocked goes on first.
void TreeIc3::look_again(const std::vector<NodeId>& waiting) {
  for (const NodeId id : waiting) work_.insert(work_.begin(), {id, nullptr});
}

/// Covers a node or unrolls it.
TreeIc3::Step TreeIc3::look_at(NodeId id) {
  if (!propagate(id)) return Step::Stopped;
  const auto found = coverer(id);
  if (!found) return Step::Stopped;
  work_.pop_back();
  labels_[id].tried.clear();
  if (*found != kNobody) {
    cover(id, *found);
    return Step::Done;
  }
  tree_.expand(id);
  const auto& moves = graph_.moves[tree_.node(id).at.index];
  for (std::size_t i = moves.size(); i-- > 0;) work_.push_back({id, &moves[i]});
  return Step::Done;
}

TreeIc3::Step TreeIc3::follow(const Item& item) {
  if (item.move->target == cfa_.error) return block(item);
  const SmtResult result = ask(item.node, *item.move, {});
  if (result == SmtResult::Unknown && context_.budget.exhausted()) return Step::Stopped;
  work_.pop_back();
  if (result != SmtResult::Unsat) add_node(tree_.add_child(item.node, *item.move));
  return Step::Done;
}

/// After Sat: a part of the region that the model is in becomes an obligation.
void TreeIc3::push_obligation(std::uint32_t depth, Term region, const CfaMove& move) {
  Assignment model;
  for (const ProgramVariable& variable : cfa_.variables)
    model.emplace(variable.term, solvers_.solver().value(variable.term));
  first_state_ = model;
  for (Obligation& other : obligations_)
    for (std::size_t i = 0; i < other.copies.size(); ++i) {
      const Value value = solvers_.solver().value(other.copies[i]);
      other.values.insert_or_assign(other.inputs[i], value);
      model.emplace(other.copies[i], value);
    }
  Obligation obligation;
  obligation.depth = depth;
  obligation.inputs = move.inputs;
  Substitution::Map renamed;
  for (const Term input : move.inputs) {
    const Value value = solvers_.solver().value(input);
    model.emplace(input, value);
    obligation.values.emplace(input, value);
    obligation.copies.push_back(terms_.variable(terms_.name(input), terms_.sort(input)));
    renamed.emplace(input.id, obligation.copies.back());
  }
  for (const Term literal : implicant(terms_, region, model))
    obligation.cube.push_back(terms_.substitute(literal, renamed));
  obligations_.push_back(std::move(obligation));
  ++stats_.obligations;
  context_.progress.obligations = obligations_.size();
}

/// One query about the path to an error.
TreeIc3::Step TreeIc3::block(const Item& item) {
  if (path_.empty()) path_ = tree_.path_to(item.node);
  if (is_blocked_) return cover_path();
  return obligations_.empty() ? block_first(item) : block_last();
}

TreeIc3::Step TreeIc3::block_first(const Item& item) {
  const SmtResult result = ask(item.node, *item.move, {});
  if (result == SmtResult::Unknown) {
    open_ = !context_.budget.exhausted();
    return Step::Stopped;
  }
  if (result == SmtResult::Sat) {
    push_obligation(tree_.node(item.node).depth, item.move->effect.guard, *item.move);
    return obligations_.back().depth == 0 ? Step::Unsafe : Step::Done;
  }
  ++stats_.paths;
  stats_.longest = std::max<std::uint64_t>(stats_.longest, path_.size());
  is_blocked_ = true;
  next_cover_ = 1;
  return Step::Done;
}

/// The nodes of a path that was blocked have new clauses: the first that is covered now ends it.
TreeIc3::Step TreeIc3::cover_path() {
  NodeId by = kNobody;
  for (; next_cover_ < path_.size() && by == kNobody; ++next_cover_) {
    const auto found = coverer(path_[next_cover_]);
    if (!found) return Step::Stopped;
    by = *found;
  }
  work_.pop_back();
  if (by != kNobody) cover(path_[next_cover_ - 1], by);
  path_.clear();
  is_blocked_ = false;
  return Step::Done;
}

TreeIc3::Step TreeIc3::block_last() {
  const std::uint32_t depth = obligations_.back().depth;
  const NodeId id = path_[depth];
  const CfaMove& move = *tree_.node(id).move;
  std::vector<Term> target;
  for (const Term literal : obligations_.back().cube) target.push_back(before(move, literal));
  const SmtResult result = ask(tree_.node(id).parent, move, target);
  if (result == SmtResult::Unknown) {
    open_ = !context_.budget.exhausted();
    return Step::Stopped;
  }
  if (result == SmtResult::Sat) {
    push_obligation(depth - 1, terms_.and_(move.effect.guard, terms_.and_all(target)), move);
    return depth == 1 ? Step::Unsafe : Step::Done;
  }
  const auto clause = clause_without(id, obligations_.back().cube);
  if (!clause) {
    open_ = !context_.budget.exhausted();
    return Step::Stopped;
  }
  obligations_.pop_back();
  add_clause(id, *clause);
  return Step::Done;
}

bool TreeIc3::has_inputs(Term literal) const {
  const std::vector<Term> variables = terms_.variables_of(std::span(&literal, 1));
  return std::any_of(variables.begin(), variables.end(),
                     [&](Term variable) { return !graph_.position.contains(variable); });
}

/// A formula without inputs that excludes the cube and follows from the node before.
std::optional<Term> TreeIc3::clause_without(NodeId id, const std::vector<Term>& cube) {
  const CfaMove& move = *tree_.node(id).move;
  std::vector<Term> literals = cube, target;
  std::erase_if(literals, [&](Term literal) { return has_inputs(literal); });
  for (const Term literal : literals) target.push_back(before(move, literal));
  if (ask(tree_.node(id).parent, move, target) != SmtResult::Unsat) return interpolant(id, cube);
  generalize(id, literals);
  return terms_.not_(terms_.and_all(literals));
}

std::optional<Term> TreeIc3::interpolant(NodeId id, const std::vector<Term>& cube) {
  const CfaMove& move = *tree_.node(id).move;
  std::vector<Term> a = labels_[tree_.node(id).parent].clauses;
  a.push_back(move.effect.guard);
  const Term region = terms_.and_all(cube);
  Substitution::Map after, back;
  for (const Term variable : terms_.variables_of(std::span(&region, 1))) {
    if (!graph_.position.contains(variable)) continue;
    const Term copy = terms_.variable(terms_.name(variable), terms_.sort(variable));
    after.emplace(variable.id, copy);
    back.emplace(copy.id, variable);
    a.push_back(terms_.equal(copy, before(move, variable)));
  }
  const Term b = terms_.substitute(region, after);
  const auto formula = solvers_.interpolator().interpolant(a, std::span(&b, 1));
  if (!formula) return std::nullopt;
  return terms_.substitute(*formula, back);
}

/// After Unsat: fewer literals that have no predecessor either.
void TreeIc3::generalize(NodeId id, std::vector<Term>& cube) {
  const CfaMove& move = *tree_.node(id).move;
  const std::vector<Term> core = solvers_.solver().core();
  const std::unordered_set<Term> needed(core.begin(), core.end());
  std::erase_if(cube, [&](Term literal) { return !needed.contains(before(move, literal)); });
  for (std::size_t i = 0; config_.drop && i < cube.size();) {
    std::vector<Term> fewer = cube, target;
    fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
    for (const Term literal : fewer) target.push_back(before(move, literal));
    // What was gained so far counts even if time runs out.
    if (ask(tree_.node(id).parent, move, target) == SmtResult::Unsat)
      cube = std::move(fewer);
    else
      ++i;
  }
}

void TreeIc3::add_clause(NodeId id, Term clause) {
  labels_[id].clauses.push_back(clause);
  ++stats_.clauses;
  context_.progress.lemmas = stats_.clauses;
  look_again(tree_.release(id));
}

CfaTrace TreeIc3::trace() const {
  CfaTrace result;
  result.initial = first_state_;
  for (std::size_t i = obligations_.size(); i-- > 0;) {
    const std::uint32_t depth = obligations_[i].depth;
    const CfaMove* move =
        depth + 1 < path_.size() ? tree_.node(path_[depth + 1]).move : work_.back().move;
    result.steps.push_back({move->edge, obligations_[i].values});
  }
  return result;
}

Answer<Cfa> TreeIc3::run() {
  context_.progress.phase = "tree-ic3";
  if (!solvers_.started()) begin();
  while (!work_.empty()) {
    if (context_.budget.exhausted()) return stopped();
    const Item item = work_.back();
    const Step step = item.move == nullptr ? look_at(item.node) : follow(item);
    if (step == Step::Stopped) return stopped();
    if (step == Step::Unsafe) return Unsafe<Cfa>{trace()};
  }
  return Safe<Cfa>{tree_.invariant(cfa_, graph_,
                                   [&](NodeId id) { return terms_.and_all(labels_[id].clauses); })};
}

Unknown TreeIc3::stopped() const {
  if (!open_) return unknown_for(context_.budget.reason(), -1);
  return {Unknown::Reason::Unsupported,
          fmt::format("the solver {} gave up: {}", solvers_.solver().name(),
                      solvers_.solver().reason()),
          -1};
}

}  // namespace cairn::tree_ic3
