// SPDX-License-Identifier: MIT
#include "transform/word/system_terms.h"

#include <utility>

#include "base/error.h"

namespace cairn {

std::vector<Term> functions_of(const WordSystem& system) {
  std::vector<Term> result;
  for (const WordState& state : system.states) {
    if (state.init.valid()) result.push_back(state.init);
    if (state.next.valid()) result.push_back(state.next);
  }
  result.insert(result.end(), system.bad.begin(), system.bad.end());
  result.insert(result.end(), system.constraints.begin(), system.constraints.end());
  return result;
}

std::vector<Term> subterms(const Terms& terms, std::span<const Term> roots) {
  std::vector<bool> seen(terms.size(), false);
  std::vector<Term> found;
  const auto reach = [&](Term term) {
    if (seen[term.id]) return;
    seen[term.id] = true;
    found.push_back(term);
  };
  for (const Term root : roots) reach(root);
  for (std::size_t i = 0; i < found.size(); ++i)
    for (const Term operand : terms.operands(found[i])) reach(operand);
  std::sort(found.begin(), found.end());
  return found;
}

Term with_operands(Terms& terms, Term term, std::span<const Term> operands) {
  std::uint32_t parameters[2] = {};
  const unsigned count = parameter_count(terms.op(term));
  for (unsigned i = 0; i < count; ++i) parameters[i] = terms.parameter(term, i);
  const Sort sort = terms.sort(term);
  return terms.make(terms.op(term), operands, std::span(parameters, count), sort);
}

/// Its operands have images.
Term TermTable::rebuild(Term term) {
  const auto parts = terms_.operands(term);
  if (std::all_of(parts.begin(), parts.end(), [&](Term part) { return images_[part.id] == part; }))
    return term;
  std::vector<Term> operands(parts.size());
  std::transform(parts.begin(), parts.end(), operands.begin(),
                 [&](Term part) { return images_[part.id]; });
  return with_operands(terms_, term, operands);
}

Term TermTable::operator()(Term root) {
  CAIRN_CHECK(root.id < images_.size());
  stack_.push_back(root);
  while (!stack_.empty()) {
    const Term term = stack_.back();
    if (has(term)) {
      stack_.pop_back();
      continue;
    }
    const std::size_t size = stack_.size();
    for (const Term operand : terms_.operands(term))
      if (!has(operand)) stack_.push_back(operand);
    if (stack_.size() > size) continue;
    stack_.pop_back();
    images_[term.id] = rebuild(term);
  }
  return images_[root.id];
}

}  // namespace cairn
