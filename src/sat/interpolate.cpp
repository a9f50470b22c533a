// SPDX-License-Identifier: MIT
#include "sat/interpolate.h"

#include <algorithm>

#include "base/error.h"

namespace cairn::sat {

/// The literals of the clause that a chain has reached.
class Interpolator::Marks {
 public:
  void clear() { ++stamp_; }
  void add(Lit lit) {
    if (lit.code() >= marks_.size()) marks_.resize(2 * std::size_t{lit.code()} + 2, 0);
    marks_[lit.code()] = stamp_;
  }
  void remove(Lit lit) { marks_[lit.code()] = 0; }
  bool has(Lit lit) const { return lit.code() < marks_.size() && marks_[lit.code()] == stamp_; }

 private:
  std::vector<std::uint32_t> marks_;  // by code
  std::uint32_t stamp_ = 0;
};

Interpolator::Interpolator(const ResolutionProof& proof, ClauseId final, const PartOf& part_of,
                           std::span<const PartedAssumption> assumptions) {
  const std::vector<ClauseId> needed = proof.needed(final);
  std::vector<std::uint32_t> node_of(final + 1, 0);
  // Nodes refer to assumptions by address.
  assumed_.reserve(assumptions.size());
  Marks marks;
  for (const ClauseId id : needed) {
    node_of[id] = static_cast<std::uint32_t>(nodes_.size());
    if (proof.is_original(id))
      add_original(proof.clause(id), part_of(id));
    else
      add_chain(proof, id, marks, node_of);
  }
  add_assumptions(proof.clause(final), assumptions);
}

void Interpolator::add_original(std::span<const Lit> literals, Part part) {
  for (const Lit lit : literals) {
    if (lit.is_constant()) continue;
    if (lit.var().index >= extents_.size()) extents_.resize(lit.var().index + 1);
    Extent& extent = extents_[lit.var().index];
    extent.first = std::min(extent.first, part);
    extent.last = std::max(extent.last, part);
  }
  nodes_.push_back(Node{0, 0, literals, part, part});
}

// Under the negation of the derived clause and the units before it, an antecedent has at most one
// literal that is not false, and the clause that the chain has reached has none: if the two have
// opposite literals at all, it is that one. An antecedent without one is not needed.
void Interpolator::add_chain(const ResolutionProof& proof, ClauseId id, Marks& marks,
                             const std::vector<std::uint32_t>& node_of) {
  Node node{0, 0, proof.clause(id), ~Part{0}, 0};
  node.steps_begin = static_cast<std::uint32_t>(steps_.size());
  marks.clear();
  const std::span<const ClauseId> antecedents = proof.antecedents(id);
  for (std::size_t i = antecedents.size(); i-- > 0;) {
    const std::span<const Lit> clause = proof.clause(antecedents[i]);
    Lit pivot = kNoLit;
    for (const Lit lit : clause)
      if (marks.has(~lit)) pivot = lit;
    const bool is_first = i + 1 == antecedents.size();
    if (!is_first && pivot == kNoLit) continue;
    if (!is_first) marks.remove(~pivot);
    for (const Lit lit : clause)
      if (lit != pivot && !lit.is_constant()) marks.add(lit);
    steps_.push_back(Step{node_of[antecedents[i]], pivot});
    node.first = std::min(node.first, nodes_[steps_.back().node].first);
    node.last = std::max(node.last, nodes_[steps_.back().node].last);
  }
  CAIRN_CHECK(steps_.size() < 0xFFFFFFFFu);
  node.steps_end = static_cast<std::uint32_t>(steps_.size());
  nodes_.push_back(node);
}

// The refutation ends with steps that resolve the final clause with the assumptions.
void Interpolator::add_assumptions(std::span<const Lit> final_clause,
                                   std::span<const PartedAssumption> assumptions) {
  const auto add = [&](Lit lit) {
    const auto found = std::find_if(assumptions.begin(), assumptions.end(),
                                    [&](const PartedAssumption& a) { return a.lit == lit; });
    CAIRN_CHECK(found != assumptions.end());
    assumed_.push_back(lit);
    add_original(std::span(&assumed_.back(), 1), found->part);
    return static_cast<std::uint32_t>(nodes_.size() - 1);
  };
  std::vector<Step> chain{Step{static_cast<std::uint32_t>(nodes_.size() - 1), kNoLit}};
  for (const Lit lit : final_clause) {
    if (lit == kFalse) continue;
    if (lit == kTrue) {  // the constant false was assumed: as a clause, the empty one
      chain = {Step{add(~lit), kNoLit}};
      break;
    }
    const bool is_opposite =
        std::find(final_clause.begin(), final_clause.end(), ~lit) != final_clause.end();
    if (is_opposite) {
      chain = {Step{add(lit), kNoLit}};
      chain.push_back(Step{add(~lit), ~lit});
      break;
    }
    if (std::find(assumed_.begin(), assumed_.end(), ~lit) == assumed_.end())
      chain.push_back(Step{add(~lit), ~lit});
  }
  if (chain.size() == 1 && chain[0].node + 1 == nodes_.size()) return;
  Node node{0, 0, {}, ~Part{0}, 0};
  for (const Step& step : chain) {
    node.first = std::min(node.first, nodes_[step.node].first);
    node.last = std::max(node.last, nodes_[step.node].last);
  }
  node.steps_begin = static_cast<std::uint32_t>(steps_.size());
  steps_.insert(steps_.end(), chain.begin(), chain.end());
  node.steps_end = static_cast<std::uint32_t>(steps_.size());
  nodes_.push_back(node);
}

Lit Interpolator::of_one_side(const Node& node, Part cut, InterpolationSystem system, Aig& target,
                              const SharedLiteral& shared) const {
  const bool is_first_side = node.last <= cut;
  const InterpolationSystem with_literals =
      is_first_side ? InterpolationSystem::McMillan : InterpolationSystem::InverseMcMillan;
  Lit some = kFalse;  // of the shared literals is true
  if (system == with_literals)
    for (const Lit lit : node.literals)
      if (!lit.is_constant() && side(lit.var(), cut) == Side::Shared)
        some = target.or_gate(some, shared(lit.var()) ^ lit.negated());
  return is_first_side ? some : ~some;
}

Lit Interpolator::interpolant(Part cut, InterpolationSystem system, Aig& target,
                              const SharedLiteral& shared) const {
  std::vector<bool> wanted(nodes_.size(), false);
  wanted.back() = true;
  for (std::size_t i = nodes_.size(); i-- > 0;) {
    if (!wanted[i] || nodes_[i].is_of_one_side(cut)) continue;
    for (std::uint32_t s = nodes_[i].steps_begin; s < nodes_[i].steps_end; ++s)
      wanted[steps_[s].node] = true;
  }
  std::vector<Lit> partial(nodes_.size());
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    if (!wanted[i]) continue;
    const Node& node = nodes_[i];
    if (node.is_of_one_side(cut)) {
      partial[i] = of_one_side(node, cut, system, target, shared);
      continue;
    }
    Lit result = partial[steps_[node.steps_begin].node];
    for (std::uint32_t s = node.steps_begin + 1; s < node.steps_end; ++s) {
      const Lit other = partial[steps_[s].node], pivot = steps_[s].pivot;
      const Side where = side(pivot.var(), cut);
      if (where == Side::Shared && system == InterpolationSystem::Pudlak)
        result = target.if_then_else(shared(pivot.var()) ^ pivot.negated(), result, other);
      else if (where == Side::A ||
               (where == Side::Shared && system == InterpolationSystem::InverseMcMillan))
        result = target.or_gate(result, other);
      else
        result = target.and_gate(result, other);
    }
    partial[i] = result;
  }
  return partial.back();
}

std::vector<Lit> Interpolator::interpolant_sequence(Part cuts, InterpolationSystem system,
                                                    Aig& target,
                                                    const SharedLiteral& shared) const {
  std::vector<Lit> sequence;
  for (Part cut = 0; cut < cuts; ++cut)
    sequence.push_back(interpolant(cut, system, target, shared));
  return sequence;
}

}  // namespace cairn::sat
