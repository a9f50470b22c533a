// SPDX-License-Identifier: MIT
//
// Formulas of computation tree logic, hash-consed, over the base EX, E[ U ], EG and the Boolean
// operators; the others are made of these:
//   AX f = !EX !f      EF f = E[TRUE U f]      AG f = !EF !f      AF f = !EG !f
//   A[f U g] = !(E[!g U !f & !g] | EG !g)
//
// A formula is read in a state. "E" is about the fair runs from there that never end. An atom is a
// number; whoever makes the formula knows what it stands for.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

namespace cairn::temporal {

/// A handle into CtlFormulas.
struct CtlFormula {
  std::uint32_t id = 0;
  friend bool operator==(CtlFormula, CtlFormula) = default;
};

enum class CtlOperator : std::uint8_t {
  True,
  Atom,
  Not,
  And,
  ExistsNext,
  ExistsUntil,
  ExistsGlobally,
};

/// The pool. Operands have smaller handles than the formulas over them.
class CtlFormulas {
 public:
  struct Node {
    CtlOperator op = CtlOperator::True;
    std::uint32_t a = 0;  ///< an operand's handle, or the number of the atom
    std::uint32_t b = 0;  ///< of And and ExistsUntil
  };

  CtlFormulas() : nodes_(1) {}

  CtlFormula constant(bool value) { return value ? CtlFormula{0} : not_({0}); }
  CtlFormula atom(std::uint32_t number) { return make(CtlOperator::Atom, number, 0); }

  CtlFormula not_(CtlFormula f);
  CtlFormula and_(CtlFormula f, CtlFormula g);
  CtlFormula or_(CtlFormula f, CtlFormula g) { return not_(and_(not_(f), not_(g))); }
  CtlFormula implies(CtlFormula f, CtlFormula g) { return not_(and_(f, not_(g))); }
  CtlFormula iff(CtlFormula f, CtlFormula g) { return and_(implies(f, g), implies(g, f)); }
  /// Balanced: as deep as the logarithm of the number.
  CtlFormula and_all(std::vector<CtlFormula> formulas);
  CtlFormula or_all(std::vector<CtlFormula> formulas);

  CtlFormula ex(CtlFormula f) { return make(CtlOperator::ExistsNext, f.id, 0); }
  CtlFormula eu(CtlFormula f, CtlFormula g);
  CtlFormula eg(CtlFormula f) { return make(CtlOperator::ExistsGlobally, f.id, 0); }
  CtlFormula ef(CtlFormula f) { return eu(constant(true), f); }
  CtlFormula ax(CtlFormula f) { return not_(ex(not_(f))); }
  CtlFormula af(CtlFormula f) { return not_(eg(not_(f))); }
  CtlFormula ag(CtlFormula f) { return not_(ef(not_(f))); }
  CtlFormula au(CtlFormula f, CtlFormula g) {
    return and_(not_(eu(not_(g), and_(not_(f), not_(g)))), not_(eg(not_(g))));
  }

  const Node& node(CtlFormula f) const { return nodes_[f.id]; }
  std::size_t size() const { return nodes_.size(); }

  /// For people, with AG, AF, AX and EF where they are meant; long ones shortened.
  std::string text(CtlFormula f, const std::vector<std::string>& atoms) const;

 private:
  CtlFormula make(CtlOperator op, std::uint32_t a, std::uint32_t b);

  std::vector<Node> nodes_;
  std::unordered_map<std::uint64_t, std::vector<std::uint32_t>> made_;
};

}  // namespace cairn::temporal
