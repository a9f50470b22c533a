// SPDX-License-Identifier: MIT
#include "engine/cfa/guards.h"

#include <algorithm>
#include <iterator>
#include <span>

namespace cairn {
namespace {

/// Conjuncts, by handle.
std::vector<Term> conjuncts(const Terms& terms, Term guard) {
  if (terms.is_true(guard)) return {};
  if (terms.op(guard) != Op::And) return {guard};
  const auto operands = terms.operands(guard);
  std::vector<Term> result(operands.begin(), operands.end());
  std::sort(result.begin(), result.end());
  return result;
}

}  // namespace

CommonGuard split_common(Terms& terms, Term first, Term second) {
  const std::vector<Term> a = conjuncts(terms, first), b = conjuncts(terms, second);
  std::vector<Term> common, only_a, only_b;
  std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(common));
  std::set_difference(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(only_a));
  std::set_difference(b.begin(), b.end(), a.begin(), a.end(), std::back_inserter(only_b));
  return {terms.and_all(common), terms.and_all(only_a), terms.and_all(only_b)};
}

}  // namespace cairn
