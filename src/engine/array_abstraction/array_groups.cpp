// SPDX-License-Identifier: MIT
#include "engine/array_abstraction/array_groups.h"

#include <numeric>

#include "base/error.h"
#include "logic/word/bitblast.h"

namespace cairn::word {

ArrayGroups::ArrayGroups(const WordSystem& system, std::uint64_t small_bits)
    : small_bits_(small_bits), parent_(system.terms->size()) {
  std::iota(parent_.begin(), parent_.end(), 0u);
  const Terms& terms = *system.terms;
  std::vector<Term> stack = roots_of(system);
  std::vector<bool> seen(terms.size());
  while (!stack.empty()) {
    const Term term = stack.back();
    stack.pop_back();
    if (seen[term.id]) continue;
    seen[term.id] = true;
    const auto operands = terms.operands(term);
    stack.insert(stack.end(), operands.begin(), operands.end());
    // The term itself, if it is a write or a choice; otherwise the sides of an equality.
    Term first = terms.sort(term).is_array() ? term : kNoTerm;
    if (terms.op(term) == Op::Select) continue;
    for (const Term operand : operands) {
      if (!terms.sort(operand).is_array()) continue;
      if (first.valid()) join(first, operand);
      first = operand;
    }
  }
  for (const WordState& state : system.states)
    for (const Term term : {state.init, state.next})
      if (term.valid() && terms.sort(term) == terms.sort(state.term)) join(state.term, term);
}

bool ArrayGroups::is_large(const Sort& sort) const {
  if (!sort.is_array()) return false;
  const std::uint64_t bits = bit_count(sort);
  return bits == 0 || bits > small_bits_;
}

std::uint32_t ArrayGroups::group(Term array) const {
  CAIRN_CHECK(array.id < parent_.size());
  std::uint32_t root = array.id;
  while (parent_[root] != root) root = parent_[root] = parent_[parent_[root]];
  return root;
}

void ArrayGroups::join(Term a, Term b) {
  parent_[group(a)] = group(b);
}

}  // namespace cairn::word
