// SPDX-License-Identifier: MIT
#include "engine/ic3cfa/moves.h"

#include <algorithm>
#include <map>
#include <utility>

namespace cairn::ic3cfa {
namespace {

/// Conjuncts of a formula, down to what is no conjunction.
void add_conjuncts(const Terms& terms, Term formula, TermCube& cube) {
  std::vector<Term> work{formula};
  while (!work.empty()) {
    const Term term = work.back();
    work.pop_back();
    if (terms.op(term) == Op::And)
      work.insert(work.end(), terms.operands(term).begin(), terms.operands(term).end());
    else if (!terms.is_true(term))
      cube.push_back(term);
  }
}

/// Makes a cube of formulas that are true in a model.
class CubeMaker {
 public:
  CubeMaker(Moves& moves, const Model& model, std::uint32_t literal_nodes)
      : moves_(moves), terms_(moves.terms()), model_(model), literal_nodes_(literal_nodes) {}

  /// Requires a formula that is true in the model.
  void add(Term formula) {
    work_.emplace_back(formula, true);
    while (!work_.empty()) {
      auto [term, truth] = work_.back();
      work_.pop_back();
      if (terms_.op(term) == Op::Not) {
        term = terms_.operands(term)[0];
        truth = !truth;
      }
      if (seen_.insert(term).second) take(term, truth);
    }
  }

  Preimage result() {
    normalize(result_.cube);
    return std::move(result_);
  }

 private:
  bool holds(Term formula) { return model_(formula).as_bool(); }

  void take(Term term, bool truth) {
    const auto operands = terms_.operands(term);
    switch (terms_.op(term)) {
      case Op::And:
      case Op::Or:
        if ((terms_.op(term) == Op::And) == truth) {
          for (const Term part : operands) work_.emplace_back(part, truth);
        } else {
          choose(operands, truth);
        }
        return;
      case Op::Ite: {
        const bool condition = holds(operands[0]);
        result_.exact = false;
        work_.emplace_back(operands[0], condition);
        work_.emplace_back(operands[condition ? 1 : 2], truth);
        return;
      }
      default:
        take_literal(term, truth);
    }
  }

  /// One of the parts that have this truth: the smallest.
  void choose(std::span<const Term> parts, bool truth) {
    Term best = kNoTerm;
    std::uint32_t size = 0xFFFFFFFFu;
    for (const Term part : parts) {
      if (holds(part) != truth) continue;
      const std::uint32_t nodes =
          terms_.node_count(part, 200) + (moves_.has_inputs(part) ? 200 : 0);
      if (nodes < size) {
        best = part;
        size = nodes;
      }
    }
    result_.exact = false;
    work_.emplace_back(best, truth);
  }

  void take_literal(Term term, bool truth) {
    if (terms_.is_value(term)) return;
    if (terms_.node_count(term, literal_nodes_ + 1) > literal_nodes_) {
      const Term simpler = resolve_branches(term);
      if (simpler != term) {
        work_.emplace_back(simpler, truth);
        return;
      }
    }
    if (moves_.has_inputs(term)) {
      const Term fixed = fix_inputs(term);
      if (!terms_.is_value(fixed)) {
        result_.exact = false;
        work_.emplace_back(fixed, truth);
      }
      return;
    }
    result_.cube.push_back(truth ? term : terms_.not_(term));
  }

  Term fix_inputs(Term term) {
    std::unordered_map<std::uint32_t, Term> values;
    for (const Term variable : terms_.variables_of(std::span(&term, 1)))
      if (moves_.has_inputs(variable))
        values.emplace(variable.id, terms_.constant(model_(variable)));
    return terms_.substitute(term, values);
  }

  /// Replaces if-then-else by the branches that the model takes; their conditions become literals.
  Term resolve_branches(Term term) {
    std::map<Term, Term> chosen;  // operands have smaller handles
    std::unordered_set<Term> visited;
    std::vector<Term> stack{term};
    while (!stack.empty()) {
      const Term top = stack.back();
      stack.pop_back();
      if (!visited.insert(top).second) continue;
      const auto operands = terms_.operands(top);
      if (terms_.op(top) == Op::Ite) {
        const bool condition = holds(operands[0]);
        work_.emplace_back(operands[0], condition);
        chosen.emplace(top, operands[condition ? 1 : 2]);
        stack.push_back(operands[condition ? 1 : 2]);
      } else {
        stack.insert(stack.end(), operands.begin(), operands.end());
      }
    }
    if (chosen.empty()) return term;
    result_.exact = false;
    std::unordered_map<std::uint32_t, Term> map;
    for (const auto& [ite, branch] : chosen) map.emplace(ite.id, terms_.substitute(branch, map));
    return terms_.substitute(term, map);
  }

  Moves& moves_;
  Terms& terms_;
  const Model& model_;
  const std::uint32_t literal_nodes_;
  Preimage result_;
  std::vector<std::pair<Term, bool>> work_;
  std::unordered_set<Term> seen_;
};

}  // namespace

Moves::Moves(const Cfa& cfa, const Ic3CfaConfig& config)
    : cfa_(cfa), terms_(*cfa.terms), into_(cfa.locations.size()) {
  for (const CfaInput& input : cfa.inputs) inputs_.insert(input.term);
  for (std::uint32_t edge = 0; edge < cfa.edges.size(); ++edge) {
    const std::vector<CommandRef> ways = split(cfa.edges[edge].command, config.split_limit);
    if (ways.empty())
      add(edge, *cfa.edges[edge].command);
    else
      for (const CommandRef& way : ways) add(edge, *way);
  }
  images_.resize(moves_.size());
}

void Moves::add(std::uint32_t edge, const Command& command) {
  const Effect effect = effect_of(terms_, command);
  if (terms_.is_false(effect.guard)) return;
  Move move;
  move.edge = edge;
  move.source = cfa_.edges[edge].source;
  move.target = cfa_.edges[edge].target;
  move.guard = effect.guard;
  add_conjuncts(terms_, effect.guard, move.assumed);
  normalize(move.assumed);
  for (const auto& [variable, value] : effect.next) move.next.emplace(variable.id, value);
  into_[move.target.index].push_back(size());
  moves_.push_back(std::move(move));
}

Term Moves::image(MoveId id, Term literal) {
  const auto known = images_[id].find(literal);
  if (known != images_[id].end()) return known->second;
  const Term image = terms_.substitute(literal, moves_[id].next);
  images_[id].emplace(literal, image);
  return image;
}

bool Moves::has_inputs(Term term) {
  const auto known = has_inputs_.find(term);
  if (known != has_inputs_.end()) return known->second;
  bool found = false;
  for (const Term variable : terms_.variables_of(std::span(&term, 1)))
    found = found || inputs_.contains(variable);
  has_inputs_.emplace(term, found);
  return found;
}

Term Moves::prime(Term variable) {
  const auto [place, is_new] = primes_.try_emplace(variable.id);
  if (is_new) {
    place->second = terms_.variable(terms_.name(variable) + "'", terms_.sort(variable));
    unprimes_.emplace(place->second.id, variable);
  }
  return place->second;
}

Term Moves::transition(MoveId id) {
  std::vector<Term> parts{moves_[id].guard};
  for (const auto& [variable, value] : moves_[id].next)
    parts.push_back(terms_.equal(prime(Term{variable}), value));
  return terms_.and_all(parts);
}

Term Moves::primed(MoveId id, Term literal) {
  std::unordered_map<std::uint32_t, Term> map;
  for (const auto& [variable, value] : moves_[id].next)
    map.emplace(variable, prime(Term{variable}));
  return terms_.substitute(literal, map);
}

Term Moves::unprimed(Term formula) {
  return terms_.substitute(formula, unprimes_);
}

Preimage preimage(Moves& moves, MoveId id, const TermCube& cube, const Model& model,
                  std::uint32_t literal_nodes) {
  CubeMaker maker(moves, model, literal_nodes);
  maker.add(moves[id].guard);
  for (const Term literal : cube) maker.add(moves.image(id, literal));
  return maker.result();
}

}  // namespace cairn::ic3cfa
