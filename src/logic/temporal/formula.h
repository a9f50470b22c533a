// SPDX-License-Identifier: MIT
//
// Formulas of linear temporal logic with past, hash-consed and in negation normal form: negation
// stands at atoms alone, and every operator has its dual. An atom is a number; whoever makes the
// formula knows what it stands for.
//
// A formula is read at a step of a run, which has no end and begins with step 0:
//   X f      f in the next step
//   f U g    g now or later, and f until then           f R g    dual: !(!f U !g)
//   Y f      there is a step before, and f in it        Z f      dual: f in it, if there is one
//   f S g    g now or earlier, and f since then         f T g    dual: !(!f S !g)
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

namespace cairn::temporal {

/// A handle into Formulas.
struct Formula {
  std::uint32_t id = 0;
  friend bool operator==(Formula, Formula) = default;
};

enum class Operator : std::uint8_t {
  True,
  False,
  Atom,
  NotAtom,
  And,
  Or,
  Next,
  Until,
  Release,
  Yesterday,
  WeakYesterday,
  Since,
  Triggered,
};

/// The pool. Operands have smaller handles than the formulas over them. Nothing here recurses over
/// a formula.
class Formulas {
 public:
  struct Node {
    Operator op;
    std::uint32_t a = 0;  ///< an operand's handle, or the number of the atom
    std::uint32_t b = 0;  ///< of binary operators
  };

  Formulas();

  Formula constant(bool value) const { return {value ? 0u : 1u}; }
  Formula atom(std::uint32_t number) { return make(Operator::Atom, number, 0); }

  Formula not_(Formula f);
  Formula and_(Formula f, Formula g);
  Formula or_(Formula f, Formula g) { return not_(and_(not_(f), not_(g))); }
  Formula implies(Formula f, Formula g) { return or_(not_(f), g); }
  Formula iff(Formula f, Formula g) { return or_(and_(f, g), and_(not_(f), not_(g))); }
  /// Balanced: as deep as the logarithm of the number.
  Formula and_all(std::vector<Formula> formulas);
  Formula or_all(std::vector<Formula> formulas);

  Formula next(Formula f);
  Formula until(Formula f, Formula g);
  Formula release(Formula f, Formula g) { return not_(until(not_(f), not_(g))); }
  Formula weak_until(Formula f, Formula g) { return release(g, or_(f, g)); }
  Formula strong_release(Formula f, Formula g) { return until(g, and_(f, g)); }
  Formula finally_(Formula f) { return until(constant(true), f); }
  Formula globally(Formula f) { return release(constant(false), f); }
  Formula yesterday(Formula f);
  Formula weak_yesterday(Formula f) { return not_(yesterday(not_(f))); }
  Formula since(Formula f, Formula g);
  Formula triggered(Formula f, Formula g) { return not_(since(not_(f), not_(g))); }
  Formula once(Formula f) { return since(constant(true), f); }
  Formula historically(Formula f) { return triggered(constant(false), f); }

  const Node& node(Formula f) const { return nodes_[f.id]; }
  std::size_t size() const { return nodes_.size(); }
  /// No operator of the future below.
  bool is_past(Formula f) const { return facts_[f.id].is_past; }
  /// Every violation shows in a finite prefix: no Until below.
  bool is_safety(Formula f) const { return facts_[f.id].is_safety; }
  /// How many steps ahead decide it, if Next is the only operator of the future below, none of the
  /// past stands over it, and there are at most `kMostAhead`; else -1.
  int steps_ahead(Formula f) const { return facts_[f.id].ahead; }
  static constexpr int kMostAhead = 64;

  /// "G (a0 -> ...)", atoms by `names`, in the operators of the normal form.
  std::string text(Formula f, const std::vector<std::string>& names) const;

 private:
  struct Facts {
    bool is_past = true;
    bool is_safety = true;
    int ahead = 0;
    std::uint32_t dual = 0xFFFFFFFFu;
  };
  Formula make(Operator op, std::uint32_t a, std::uint32_t b);
  Facts facts_of(const Node& node) const;
  Formula made_dual(const Node& node) const;
  Formula fold(std::vector<Formula> formulas, bool is_and);

  std::vector<Node> nodes_;
  std::vector<Facts> facts_;
  std::unordered_map<std::uint64_t, std::vector<std::uint32_t>> index_;
};

}  // namespace cairn::temporal
