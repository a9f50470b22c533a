// SPDX-License-Identifier: MIT
#include "logic/word/substitution.h"

#include <algorithm>
#include <utility>

#include "base/error.h"

namespace cairn {

Substitution::Substitution(Terms& terms, Map map) : terms_(terms), done_(std::move(map)) {
  for (const auto& [from, to] : done_) {
    CAIRN_CHECK(terms_.sort(Term{from}) == terms_.sort(to));
    least_ = std::min(least_, from);
  }
}

/// Its operands are done.
Term Substitution::rebuild(Term term) {
  const auto parts = terms_.operands(term);
  std::vector<Term> operands(parts.size());
  std::transform(parts.begin(), parts.end(), operands.begin(),
                 [this](Term part) { return known(part); });
  if (std::equal(parts.begin(), parts.end(), operands.begin())) return term;
  std::uint32_t parameters[2] = {};
  const unsigned count = parameter_count(terms_.op(term));
  for (unsigned i = 0; i < count; ++i) parameters[i] = terms_.parameter(term, i);
  return terms_.make(terms_.op(term), operands, std::span(parameters, count), terms_.sort(term));
}

Term Substitution::operator()(Term term) {
  std::vector<std::pair<Term, bool>> stack{{term, false}};
  while (!stack.empty()) {
    const auto [part, entered] = stack.back();
    if (part.id < least_ || done_.contains(part.id)) {
      stack.pop_back();
    } else if (!entered) {
      stack.back().second = true;
      for (const Term operand : terms_.operands(part))
        if (operand.id >= least_ && !done_.contains(operand.id)) stack.emplace_back(operand, false);
    } else {
      stack.pop_back();
      done_.emplace(part.id, rebuild(part));
    }
  }
  return known(term);
}

}  // namespace cairn
