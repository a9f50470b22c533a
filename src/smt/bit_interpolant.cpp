// SPDX-License-Identifier: MIT
#include "smt/bit_interpolant.h"

#include <array>
#include <cstdlib>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "base/error.h"
#include "logic/bit/cnf.h"
#include "logic/word/bitblast.h"
#include "sat/interpolate.h"
#include "sat/solver.h"

namespace cairn {
namespace {

/// One side: a graph of its own, so that no gate is shared, and its clauses in the solver.
class Side {
 public:
  Side(const Terms& terms, sat::Solver& solver)
      : solver_(solver), blaster_(terms, aig_), encoder_(aig_) {}

  void bind(Term variable, const std::vector<Var>& shared) {
    Bits bits;
    for (const Var var : shared) {
      bits.push_back(aig_.add_leaf());
      const int number = encoder_.literal(bits.back(), [](std::span<const int>) {});
      variables_.resize(static_cast<std::size_t>(number) + 1, kNoLit);
      variables_.back() = Lit(var);
    }
    blaster_.bind(variable, bits);
  }
  /// False if the formula is false by itself.
  bool add(Term formula) {
    const Lit lit = blaster_.literal(formula);
    if (lit.is_constant()) return lit == kTrue;
    const int root = encoder_.literal(lit, [this](std::span<const int> clause) {
      std::vector<Lit> lits;
      for (const int literal : clause) lits.push_back(image(literal));
      solver_.add_clause(lits);
    });
    solver_.add_clause(std::array{image(root)});
    return true;
  }

 private:
  Lit image(int literal) {
    const auto number = static_cast<std::size_t>(std::abs(literal));
    if (variables_.size() <= number) variables_.resize(number + 1, kNoLit);
    Lit& lit = variables_[number];
    if (lit == kNoLit) lit = Lit(solver_.new_var());
    return lit ^ (literal < 0);
  }

  sat::Solver& solver_;
  Aig aig_;
  BitBlaster blaster_;
  CnfEncoder encoder_;
  std::vector<Lit> variables_;  // by the encoder's number
};

/// Bit `i` of a variable, as a Boolean term.
Term bit_of(Terms& terms, Term variable, std::uint64_t i) {
  const Sort sort = terms.sort(variable);
  const std::uint32_t width = sort.element.bits();
  Term word = variable;
  if (sort.is_array()) word = terms.select(variable, terms.bv(sort.index.size, i / width));
  if (sort.element.kind == SortKind::Bool) return word;
  if (sort.element.kind == SortKind::Float) word = terms.make(Op::FpToBits, {word});
  const auto position = static_cast<std::uint32_t>(i % width);
  return terms.equal(terms.extract(word, position, position), terms.bv(1, 1));
}

/// Requires that the node of `root` is in the graph; `leaves` has the terms of the leaves.
Term term_of(Terms& terms, const Aig& aig, Lit root,
             const std::unordered_map<std::uint32_t, Term>& leaves) {
  std::vector<bool> needed(aig.size(), false);
  needed[root.var().index] = true;
  for (std::uint32_t v = aig.size(); v-- > 1;) {
    if (!needed[v] || !aig.is_and(Var{v})) continue;
    needed[aig.left(Var{v}).var().index] = true;
    needed[aig.right(Var{v}).var().index] = true;
  }
  std::vector<Term> nodes(aig.size(), terms.false_term());
  const auto of_literal = [&](Lit lit) {
    const Term node = nodes[lit.var().index];
    return lit.negated() ? terms.not_(node) : node;
  };
  for (std::uint32_t v = 1; v < aig.size(); ++v) {
    if (!needed[v]) continue;
    nodes[v] = aig.is_and(Var{v})
                   ? terms.and_(of_literal(aig.left(Var{v})), of_literal(aig.right(Var{v})))
                   : leaves.at(v);
  }
  return of_literal(root);
}

std::vector<Term> common_variables(const Terms& terms, std::span<const Term> a,
                                   std::span<const Term> b) {
  const std::vector<Term> of_a = terms.variables_of(a), of_b = terms.variables_of(b);
  const std::unordered_set<Term> in_b(of_b.begin(), of_b.end());
  std::vector<Term> common;
  for (const Term variable : of_a)
    if (in_b.contains(variable)) common.push_back(variable);
  return common;
}

}  // namespace

std::optional<Term> bit_interpolant(Terms& terms, std::span<const Term> a, std::span<const Term> b,
                                    const Budget& budget) {
  for (const auto side : {a, b})
    for (const Term formula : side)
      if (!can_blast(terms, formula)) return std::nullopt;
  sat::ResolutionProof proof;
  sat::Solver solver;
  solver.set_tracer(&proof);
  solver.set_budget(&budget);
  Side left(terms, solver), right(terms, solver);
  struct SharedBit {
    Term variable;
    std::uint64_t bit;
  };
  std::unordered_map<std::uint32_t, SharedBit> shared;  // by variable of the solver
  for (const Term variable : common_variables(terms, a, b)) {
    std::vector<Var> vars(bit_count(terms.sort(variable)));
    for (std::uint64_t i = 0; i < vars.size(); ++i) {
      vars[i] = solver.new_var();
      shared.emplace(vars[i].index, SharedBit{variable, i});
    }
    left.bind(variable, vars);
    right.bind(variable, vars);
  }
  for (const Term formula : a)
    if (!left.add(formula)) return terms.false_term();
  const sat::ClauseId last_of_a = proof.last();
  for (const Term formula : b)
    if (!right.add(formula)) return terms.true_term();
  if (solver.solve({}) != sat::Result::Unsatisfiable) return std::nullopt;

  const sat::Interpolator interpolator(proof, solver.proof_clause(), [&](sat::ClauseId id) {
    return id <= last_of_a ? sat::Part{0} : sat::Part{1};
  });
  Aig target;
  std::unordered_map<std::uint32_t, Lit> leaf_of;
  std::unordered_map<std::uint32_t, Term> leaves;
  const auto leaf = [&](Var var) {
    const auto [place, is_new] = leaf_of.try_emplace(var.index);
    if (is_new) {
      place->second = target.add_leaf();
      const SharedBit& bit = shared.at(var.index);
      leaves.emplace(place->second.var().index, bit_of(terms, bit.variable, bit.bit));
    }
    return place->second;
  };
  const Lit root = interpolator.interpolant(0, sat::InterpolationSystem::McMillan, target, leaf);
  return term_of(terms, target, root, leaves);
}

}  // namespace cairn
