// SPDX-License-Identifier: MIT
#include "logic/word/substitution.h"

#include <algorithm>
#include <utility>

#include "base/error.h"

namespace cairn {

Substitution::Substitution(Terms& terms, const Map& map) : terms_(terms) {
  for (const auto& [from, to] : map) {
    CAIRN_CHECK(terms_.sort(Term{from}) == terms_.sort(to));
    least_ = std::min(least_, from);
    done_.add(from, to);
  }
}

void Substitution::Images::grow() {
  std::vector<std::pair<std::uint32_t, Term>> old(2 * entries_.size());
  old.swap(entries_);
  for (const auto& entry : old)
    if (entry.second.valid()) entries_[place(entry.first)] = entry;
}

/// Its operands are done.
Term Substitution::rebuild(Term term) {
  const auto parts = terms_.operands(term);
  operands_.clear();
  for (const Term part : parts) operands_.push_back(known(part));
  if (std::equal(parts.begin(), parts.end(), operands_.begin())) return term;
  std::uint32_t parameters[2] = {};
  const unsigned count = parameter_count(terms_.op(term));
  for (unsigned i = 0; i < count; ++i) parameters[i] = terms_.parameter(term, i);
  return terms_.make(terms_.op(term), operands_, std::span(parameters, count), terms_.sort(term));
}

Term Substitution::operator()(Term term) {
  std::vector<std::pair<Term, bool>> stack{{term, false}};
  while (!stack.empty()) {
    const auto [part, entered] = stack.back();
    if (is_done(part)) {
      stack.pop_back();
    } else if (!entered) {
      stack.back().second = true;
      for (const Term operand : terms_.operands(part))
        if (!is_done(operand)) stack.emplace_back(operand, false);
    } else {
      stack.pop_back();
      done_.add(part.id, rebuild(part));
    }
  }
  return known(term);
}

}  // namespace cairn
