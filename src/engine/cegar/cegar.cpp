// SPDX-License-Identifier: MIT
//
// Lazy abstraction [HJMS02] with predicates from proofs [HJMM04]: the automaton is unrolled into a
// tree whose nodes have a location and a set of states, a combination of the predicates that this
// location has. A node whose states are among those of others at its location is covered and not
// unrolled. When the error location is reached, the path is examined: it is a run, or formulas
// along it exclude it (refinement.h), whose parts become predicates of the locations they belong
// to, of no others. The tree is cut off at the first node that does not imply its formula, and
// grows again from there. When nothing is left to unroll, the disjunction of the states of a
// location's nodes is its invariant.
//
// Why the same path does not come back: the node before the cut implies its formula, so what the
// edge leads to implies the next one, which is made of predicates of that location; Cartesian
// abstraction can say it because conjuncts are predicates as they are, Boolean abstraction because
// it can combine atoms.
//
// Where we differ: edges are large blocks, a covered node may need several others to cover it, and
// answers about edges are remembered over refinements (abstraction.h).
#include "engine/cegar/cegar.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/error.h"
#include "engine/preferred_solver.h"

namespace cairn {
namespace {

/// Boolean subterms that are no combinations of others.
std::vector<Term> atoms_of(const Terms& terms, Term formula) {
  std::vector<Term> result, stack{formula};
  std::map<Term, bool> seen;
  while (!stack.empty()) {
    const Term part = stack.back();
    stack.pop_back();
    if (!std::exchange(seen[part], true)) {
      const Op op = terms.op(part);
      const auto operands = terms.operands(part);
      const bool combines =
          op == Op::Not || op == Op::And || op == Op::Or ||
          ((op == Op::Equal || op == Op::Ite) && terms.sort(operands.back()).is_bool());
      if (combines)
        stack.insert(stack.end(), operands.begin(), operands.end());
      else if (op != Op::Value)
        result.push_back(part);
    }
  }
  std::sort(result.begin(), result.end());
  return result;
}

}  // namespace

Cegar::Cegar(const Cfa& cfa, const CegarConfig& config, const SmtConfig& smt,
             const Context& context)
    : cfa_(cfa),
      config_(config),
      smt_(smt),
      context_(context),
      terms_(*cfa.terms),
      graph_(cfa),
      expanded_(cfa.locations.size()),
      precision_(cfa.locations.size()) {}

Cegar::~Cegar() = default;

void Cegar::add_figures(Figures& figures) const {
  const auto count = [&](const char* name, std::uint64_t value) { figures.count(name, value); };
  stats_.visit(count);
  smt_stats_.visit(count);
  smt_stats_.visit_seconds([&](const char* name, double value) { figures.time(name, value); });
}

void Cegar::begin() {
  solver_ = make_smt_solver(smt_, preferred_solver(cfa_), terms_, context_, smt_stats_);
  if (solver_->name() == "z3")
    other_ = make_smt_solver("cairn", terms_, context_, {0, "", &smt_stats_});
  abstraction_ = std::make_unique<PredicateAbstraction>(terms_, *solver_, config_.abstraction,
                                                        context_.budget);
  if (graph_.to_error[cfa_.initial.index])
    schedule({add_node(cfa_.initial, abstraction_->state({}), 0, nullptr), nullptr});
}

Cegar::NodeId Cegar::add_node(LocationId at, AbstractState state, NodeId parent,
                              const CfaMove* move) {
  const auto id = static_cast<NodeId>(nodes_.size());
  Node node;
  node.at = at;
  node.state = std::move(state);
  node.parent = parent;
  node.move = move;
  node.depth = move == nullptr ? 0 : nodes_[parent].depth + 1;
  node.predicates = precision_[at.index].size();
  nodes_.push_back(std::move(node));
  if (move != nullptr) nodes_[parent].children.push_back(id);
  ++stats_.nodes;
  return id;
}

void Cegar::schedule(Item item) {
  ++scheduled_;
  const bool breadth = config_.search == CegarConfig::Search::Breadth;
  work_.emplace(breadth ? nodes_[item.node].depth : -scheduled_, item);
  context_.progress.obligations = work_.size();
}

/// Nodes whose states together have all states of this one; empty if there are none, no value if
/// the budget ended.
std::optional<std::vector<Cegar::NodeId>> Cegar::coverers(const Node& node) {
  const std::vector<NodeId>& others = expanded_[node.at.index];
  const std::vector<Term>& conjuncts = node.state.conjuncts;
  for (const NodeId other : others) {
    const std::vector<Term>& fewer = nodes_[other].state.conjuncts;
    if (std::includes(conjuncts.begin(), conjuncts.end(), fewer.begin(), fewer.end()))
      return std::vector{other};
  }
  if (others.empty()) return std::vector<NodeId>{};
  std::vector<Term> assumptions = conjuncts;
  for (const NodeId other : others) assumptions.push_back(terms_.not_(nodes_[other].state.formula));
  const SmtResult result = solver_->check(assumptions);
  if (result == SmtResult::Unknown && context_.budget.exhausted()) return std::nullopt;
  if (result != SmtResult::Unsat) return std::vector<NodeId>{};
  const std::vector<Term> core = solver_->core();
  std::vector<NodeId> result_nodes;
  for (const NodeId other : others)
    if (std::find(core.begin(), core.end(), terms_.not_(nodes_[other].state.formula)) != core.end())
      result_nodes.push_back(other);
  // States that contradict themselves are covered by anybody.
  if (result_nodes.empty()) result_nodes.push_back(others.front());
  return result_nodes;
}

/// Covers a node or unrolls it.
Cegar::Step Cegar::look_at(NodeId id) {
  auto covers = coverers(nodes_[id]);
  if (!covers) return Step::Stopped;
  Node& node = nodes_[id];
  if (!covers->empty()) {
    node.status = Node::Status::Covered;
    node.covers = std::move(*covers);
    covered_.insert(id);
    ++stats_.covered;
    return Step::Done;
  }
  node.status = Node::Status::Expanded;
  const LocationId at = node.at;
  expanded_[at.index].push_back(id);
  const auto& moves = graph_.moves[at.index];
  // Depth first takes the last one first.
  for (std::size_t i = moves.size(); i-- > 0;) schedule({id, &moves[i]});
  return Step::Done;
}

Cegar::Step Cegar::follow(const Item& item) {
  const LocationId target = item.move->target;
  const std::vector<Term>& predicates = precision_[target.index];
  if (!refinement_) {
    auto state = abstraction_->post(nodes_[item.node].state, *item.move, predicates);
    if (!state) return Step::Stopped;
    if (terms_.is_false(state->formula)) return Step::Done;
    if (target != cfa_.error) {
      schedule({add_node(target, std::move(*state), item.node, item.move), nullptr});
      return Step::Done;
    }
  }
  return refine(item);
}

/// From the root on.
std::vector<Cegar::NodeId> Cegar::nodes_to(NodeId last) const {
  std::vector<NodeId> path{last};
  while (nodes_[path.back()].move != nullptr) path.push_back(nodes_[path.back()].parent);
  std::reverse(path.begin(), path.end());
  return path;
}

Cegar::Step Cegar::refine(const Item& item) {
  const std::vector<NodeId> nodes = nodes_to(item.node);
  if (!refinement_) {
    std::vector<const CfaMove*> moves;
    for (std::size_t i = 1; i < nodes.size(); ++i) moves.push_back(nodes_[nodes[i]].move);
    moves.push_back(item.move);
    refinement_ = std::make_unique<Refinement>(cfa_, std::move(moves), config_, *solver_,
                                               other_ ? *other_ : *solver_, stats_);
  }
  switch (refinement_->run(context_.budget)) {
    case Refinement::Result::Undecided:
      return Step::Stopped;
    case Refinement::Result::Feasible:
      return Step::Unsafe;
    case Refinement::Result::Excluded:
      break;
  }
  const std::vector<Term>& formulas = refinement_->formulas();
  std::size_t pivot = 1;
  for (; pivot < nodes.size(); ++pivot) {
    const auto implied = abstraction_->implies(nodes_[nodes[pivot]].state, formulas[pivot]);
    if (!implied) return Step::Stopped;
    if (!*implied) break;
  }
  for (std::size_t i = 1; i < nodes.size(); ++i) add_predicates(nodes_[nodes[i]].at, formulas[i]);
  ++stats_.refinements;
  stats_.longest = std::max<std::uint64_t>(stats_.longest, nodes.size());
  // Only a solver that leaves questions open can bring us here.
  if (pivot == nodes.size() ||
      nodes_[nodes[pivot]].predicates == precision_[nodes_[nodes[pivot]].at.index].size()) {
    stuck_ = true;
    return Step::Stopped;
  }
  cut_off(nodes[pivot]);
  refinement_.reset();
  return Step::CutOff;
}

void Cegar::add_predicates(LocationId at, Term formula) {
  std::vector<Term>& predicates = precision_[at.index];
  const bool whole = config_.abstraction == CegarConfig::Abstraction::Cartesian;
  for (Term part : whole ? conjuncts_of(terms_, formula) : atoms_of(terms_, formula)) {
    if (terms_.op(part) == Op::Not) part = terms_.operands(part)[0];
    if (terms_.is_value(part)) continue;
    if (std::find(predicates.begin(), predicates.end(), part) != predicates.end()) continue;
    predicates.push_back(part);
    ++stats_.predicates;
  }
  context_.progress.lemmas = stats_.predicates;
}

/// The node and all below it go; its edge is to be followed again, and whom they covered is to be
/// looked at again.
void Cegar::cut_off(NodeId pivot) {
  std::vector<NodeId> stack{pivot};
  while (!stack.empty()) {
    Node& node = nodes_[stack.back()];
    stack.pop_back();
    if (node.status == Node::Status::Expanded)
      std::erase_if(expanded_[node.at.index], [&](NodeId id) { return &nodes_[id] == &node; });
    node.status = Node::Status::Gone;
    stack.insert(stack.end(), node.children.begin(), node.children.end());
    node.children = {};
    node.state = {};
  }
  std::erase(nodes_[nodes_[pivot].parent].children, pivot);
  const auto is_gone = [&](NodeId id) { return nodes_[id].status == Node::Status::Gone; };
  for (auto id = covered_.begin(); id != covered_.end();) {
    Node& node = nodes_[*id];
    const bool lost = std::any_of(node.covers.begin(), node.covers.end(), is_gone);
    if (!is_gone(*id) && !lost) {
      ++id;
      continue;
    }
    if (!is_gone(*id)) {
      node.status = Node::Status::Waiting;
      schedule({*id, nullptr});
    }
    node.covers.clear();
    id = covered_.erase(id);
  }
  std::erase_if(work_, [&](const auto& entry) { return is_gone(entry.second.node); });
  schedule({nodes_[pivot].parent, nodes_[pivot].move});
}

Answer<Cfa> Cegar::run() {
  context_.progress.phase = "cegar";
  if (!solver_) begin();
  while (!work_.empty()) {
    if (context_.budget.exhausted() || stuck_) return stopped();
    const auto first = work_.begin();
    const Item item = first->second;
    switch (item.move == nullptr ? look_at(item.node) : follow(item)) {
      case Step::Stopped:
        return stopped();
      case Step::Unsafe:
        return Unsafe<Cfa>{refinement_->trace()};
      case Step::Done:
        work_.erase(first);
        break;
      case Step::CutOff:
        break;
    }
  }
  return Safe<Cfa>{invariant()};
}

CfaInvariant Cegar::invariant() const {
  CfaInvariant result = graph_.beside(cfa_);
  for (std::uint32_t l = 0; l < cfa_.locations.size(); ++l) {
    if (LocationId{l} == cfa_.initial || LocationId{l} == cfa_.error) continue;
    if (!graph_.from_initial[l] || !graph_.to_error[l]) continue;
    std::vector<Term> states;
    for (const NodeId id : expanded_[l]) states.push_back(nodes_[id].state.formula);
    result.at[{l}] = terms_.or_all(states);
  }
  return result;
}

Unknown Cegar::stopped() const {
  if (context_.budget.exhausted()) return unknown_for(context_.budget.reason(), -1);
  return {Unknown::Reason::Unsupported,
          stuck_ ? std::string("a false counterexample could not be excluded")
                 : fmt::format("the solver {} gave up: {}", solver_->name(), solver_->reason()),
          -1};
}

}  // namespace cairn
