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

namespace cairn::cegar {
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
      tree_(cfa),
      precision_(cfa.locations.size()) {}

Cegar::~Cegar() = default;

void Cegar::add_statistics(Statistics& statistics) const {
  stats_.visit([&](const char* name, std::uint64_t value) { statistics.count(name, value); });
  solvers_.add_statistics(statistics);
}

void Cegar::begin() {
  solvers_.start(cfa_, smt_, context_);
  abstraction_ = std::make_unique<PredicateAbstraction>(terms_, solvers_.solver(),
                                                        config_.abstraction, context_.budget);
  if (graph_.to_error[cfa_.initial.index])
    add_node(tree_.add_root(cfa_.initial), abstraction_->state({}));
}

void Cegar::add_node(NodeId id, AbstractState state) {
  labels_.push_back({std::move(state), precision_[tree_.node(id).at.index].size()});
  ++stats_.nodes;
  schedule({id, nullptr});
}

void Cegar::schedule(Item item) {
  ++scheduled_;
  const bool breadth = config_.search == CegarConfig::Search::Breadth;
  work_.emplace(breadth ? std::int64_t{tree_.node(item.node).depth} : -scheduled_, item);
  context_.progress.obligations = work_.size();
}

/// Nodes whose states together have all states of this one; empty if there are none, no value if
/// the budget ended.
std::optional<std::vector<Cegar::NodeId>> Cegar::coverers(NodeId id) {
  const std::vector<NodeId>& others = tree_.expanded(tree_.node(id).at);
  const std::vector<Term>& conjuncts = labels_[id].state.conjuncts;
  for (const NodeId other : others) {
    const std::vector<Term>& fewer = labels_[other].state.conjuncts;
    if (std::includes(conjuncts.begin(), conjuncts.end(), fewer.begin(), fewer.end()))
      return std::vector{other};
  }
  if (others.empty()) return std::vector<NodeId>{};
  std::vector<Term> assumptions = conjuncts;
  for (const NodeId other : others)
    assumptions.push_back(terms_.not_(labels_[other].state.formula));
  const SmtResult result = solvers_.solver().check(assumptions);
  if (result == SmtResult::Unknown && context_.budget.exhausted()) return std::nullopt;
  if (result != SmtResult::Unsat) return std::vector<NodeId>{};
  const std::vector<Term> core = solvers_.solver().core();
  std::vector<NodeId> result_nodes;
  for (const NodeId other : others)
    if (std::find(core.begin(), core.end(), terms_.not_(labels_[other].state.formula)) !=
        core.end())
      result_nodes.push_back(other);
  // States that contradict themselves are covered by anybody.
  if (result_nodes.empty()) result_nodes.push_back(others.front());
  return result_nodes;
}

/// Covers a node or unrolls it.
Cegar::Step Cegar::look_at(NodeId id) {
  auto covers = coverers(id);
  if (!covers) return Step::Stopped;
  if (!covers->empty()) {
    tree_.cover(id, std::move(*covers));
    ++stats_.covered;
    return Step::Done;
  }
  tree_.expand(id);
  const auto& moves = graph_.moves[tree_.node(id).at.index];
  // Depth first takes the last one first.
  for (std::size_t i = moves.size(); i-- > 0;) schedule({id, &moves[i]});
  return Step::Done;
}

Cegar::Step Cegar::follow(const Item& item) {
  const LocationId target = item.move->target;
  const std::vector<Term>& predicates = precision_[target.index];
  if (!refinement_) {
    auto state = abstraction_->post(labels_[item.node].state, *item.move, predicates);
    if (!state) return Step::Stopped;
    if (terms_.is_false(state->formula)) return Step::Done;
    if (target != cfa_.error) {
      add_node(tree_.add_child(item.node, *item.move), std::move(*state));
      return Step::Done;
    }
  }
  return refine(item);
}

Cegar::Step Cegar::refine(const Item& item) {
  const std::vector<NodeId> nodes = tree_.path_to(item.node);
  if (!refinement_) {
    std::vector<const CfaMove*> moves;
    for (std::size_t i = 1; i < nodes.size(); ++i) moves.push_back(tree_.node(nodes[i]).move);
    moves.push_back(item.move);
    refinement_ = std::make_unique<Refinement>(cfa_, std::move(moves), config_, solvers_.solver(),
                                               solvers_.interpolator(), stats_);
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
    const auto implied = abstraction_->implies(labels_[nodes[pivot]].state, formulas[pivot]);
    if (!implied) return Step::Stopped;
    if (!*implied) break;
  }
  for (std::size_t i = 1; i < nodes.size(); ++i)
    add_predicates(tree_.node(nodes[i]).at, formulas[i]);
  ++stats_.refinements;
  stats_.longest = std::max<std::uint64_t>(stats_.longest, nodes.size());
  // Only a solver that leaves queries open can bring us here.
  if (pivot == nodes.size() ||
      labels_[nodes[pivot]].predicates == precision_[tree_.node(nodes[pivot]).at.index].size()) {
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
  CfaTree::Consequences consequences = tree_.cut_off(pivot);
  for (const NodeId id : consequences.gone) labels_[id] = {};
  std::sort(consequences.waiting.begin(), consequences.waiting.end());
  for (const NodeId id : consequences.waiting) schedule({id, nullptr});
  std::erase_if(work_, [&](const auto& entry) { return tree_.is_gone(entry.second.node); });
  schedule({tree_.node(pivot).parent, tree_.node(pivot).move});
}

Answer<Cfa> Cegar::run() {
  context_.progress.phase = "cegar";
  if (!solvers_.started()) begin();
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
  return Safe<Cfa>{
      tree_.invariant(cfa_, graph_, [&](NodeId id) { return labels_[id].state.formula; })};
}

Unknown Cegar::stopped() const {
  if (context_.budget.exhausted()) return unknown_for(context_.budget.reason(), -1);
  return {Unknown::Reason::Unsupported,
          stuck_ ? std::string("a false counterexample could not be excluded")
                 : fmt::format("the solver {} gave up: {}", solvers_.solver().name(),
                               solvers_.solver().reason()),
          -1};
}

}  // namespace cairn::cegar
