// SPDX-License-Identifier: MIT
#include "engine/cegar/symbolic_path.h"

#include <utility>

namespace cairn::cegar {

SymbolicPath::SymbolicPath(Terms& terms, std::vector<const CfaMove*> moves)
    : terms_(terms), moves_(std::move(moves)), values_(1) {
  for (const CfaMove* move : moves_) {
    Substitution::Map copies;
    for (const Term input : move->inputs)
      copies.emplace(input.id, terms_.variable(terms_.name(input), terms_.sort(input)));
    Substitution::Map map = values_.back();
    map.insert(copies.begin(), copies.end());
    Substitution now(terms_, map);
    guards_.push_back(now(move->effect.guard));
    Substitution::Map next = values_.back();
    for (const auto& [variable, value] : move->effect.next)
      next.insert_or_assign(variable.id, now(value));
    values_.push_back(std::move(next));
    inputs_.push_back(std::move(copies));
  }
}

Term SymbolicPath::part(std::size_t from, std::size_t end) {
  Term ahead = terms_.true_term();
  for (std::size_t step = end; step-- > from;) {
    const Effect& effect = moves_[step]->effect;
    Substitution::Map next;
    for (const auto& [variable, value] : effect.next) next.emplace(variable.id, value);
    ahead = terms_.and_(effect.guard, terms_.substitute(ahead, next));
    ahead = terms_.substitute(ahead, inputs_[step]);
  }
  return ahead;
}

}  // namespace cairn::cegar
