// SPDX-License-Identifier: MIT
#include "logic/bit/cnf.h"

#include <utility>

namespace cairn {

// With x = ~(p & q) and y = ~(r & s):
//   x & y is p xor q            if {r, s} = {~p, ~q},
//   x & y is p ? ~q : ~s        if r = ~p,
// whichever operand of each inner conjunction plays p and r.
Gate recognize_gate(const Aig& aig, Var var) {
  const Lit x = aig.left(var);
  const Lit y = aig.right(var);
  const Gate plain{Gate::Kind::And, {x, y, kNoLit}};
  if (!x.negated() || !y.negated() || !aig.is_and(x.var()) || !aig.is_and(y.var())) return plain;
  Lit p = aig.left(x.var()), q = aig.right(x.var());
  Lit r = aig.left(y.var()), s = aig.right(y.var());
  if ((r == ~p && s == ~q) || (r == ~q && s == ~p)) return {Gate::Kind::Xor, {p, q, kNoLit}};
  if (p == ~s || q == ~s) std::swap(r, s);
  if (q == ~r) std::swap(p, q);
  if (p == ~r) return {Gate::Kind::IfThenElse, {p, ~q, ~s}};
  return plain;
}

/// ~(a & b) & ~(c & ~(~a & ~b)), in any order.
std::optional<std::array<Lit, 3>> recognize_minority(const Aig& aig, Var var) {
  const auto match = [&](Lit both, Lit rest) -> std::optional<std::array<Lit, 3>> {
    if (!both.negated() || !rest.negated() || !aig.is_and(both.var()) || !aig.is_and(rest.var()))
      return std::nullopt;
    const Lit a = aig.left(both.var()), b = aig.right(both.var());
    Lit c = aig.left(rest.var()), some = aig.right(rest.var());
    for (int order = 0; order < 2; ++order, std::swap(c, some)) {
      if (!some.negated() || !aig.is_and(some.var())) continue;
      const Lit p = aig.left(some.var()), q = aig.right(some.var());
      if ((p == ~a && q == ~b) || (p == ~b && q == ~a)) return std::array{a, b, c};
    }
    return std::nullopt;
  };
  if (const auto found = match(aig.left(var), aig.right(var))) return found;
  return match(aig.right(var), aig.left(var));
}

}  // namespace cairn
