// SPDX-License-Identifier: MIT
#include "run/circuit/lemma_text.h"

#include <fmt/format.h>

#include <algorithm>

namespace cairn {
namespace {

constexpr std::size_t kLongest = 2000;  // bytes of a conjunct

class LemmaWriter {
 public:
  LemmaWriter(const BitSystem& model, const BitInvariant& invariant)
      : model_(model), invariant_(invariant) {}

  std::string write(Lit conjunct) {
    text_.clear();
    add(conjunct, Level::Top, 0);
    return text_.size() > kLongest ? text_ + " ..." : text_;
  }

 private:
  enum class Level { Top, And, Or };

  std::string name_of(Var var) const {
    const std::size_t leaf = var.index - 1;
    const std::size_t inputs = invariant_.num_inputs, latches = invariant_.num_latches;
    if (leaf < inputs) {
      const std::string_view name = model_.names.inputs.get(leaf);
      return name.empty() ? fmt::format("i{}", leaf) : std::string(name);
    }
    const std::size_t state = (leaf - inputs) % (latches + invariant_.auxiliary.size());
    const bool is_later = leaf - inputs != state;
    std::string name = fmt::format("h{}", state - latches);
    if (state < latches) {
      const std::string_view given = model_.names.latches.get(state);
      name = given.empty() ? fmt::format("l{}", state) : std::string(given);
    }
    return is_later ? name + "'" : name;
  }

  /// Operands of the conjunction that `lit` is, with those of its operands.
  void collect(Lit lit, std::vector<Lit>& operands, unsigned depth) const {
    constexpr std::size_t kMostOperands = 400;
    const Aig& aig = invariant_.aig;
    if (lit.negated() || !aig.is_and(lit.var()) || depth > 500 || operands.size() > kMostOperands) {
      operands.push_back(lit);
      return;
    }
    collect(aig.left(lit.var()), operands, depth + 1);
    collect(aig.right(lit.var()), operands, depth + 1);
  }

  void add(Lit lit, Level around, unsigned depth) {
    if (text_.size() > kLongest) return;
    if (lit.is_constant()) {
      text_ += lit == kTrue ? "true" : "false";
      return;
    }
    if (!invariant_.aig.is_and(lit.var())) {
      if (lit.negated()) text_ += '!';
      text_ += name_of(lit.var());
      return;
    }
    if (depth > 50) {
      text_ += "...";
      return;
    }
    // The negation of a conjunction is the disjunction of the negations.
    const Level level = lit.negated() ? Level::Or : Level::And;
    std::vector<Lit> operands;
    collect(lit.negated() ? ~lit : lit, operands, 0);
    std::sort(operands.begin(), operands.end());  // in the order of the circuit
    const bool parentheses = around != Level::Top && around != level;
    if (parentheses) text_ += "(";
    for (std::size_t i = 0; i < operands.size(); ++i) {
      if (i > 0) text_ += level == Level::Or ? " | " : " & ";
      add(operands[i] ^ lit.negated(), level, depth + 1);
    }
    if (parentheses) text_ += ")";
  }

  const BitSystem& model_;
  const BitInvariant& invariant_;
  std::string text_;
};

}  // namespace

std::vector<std::string> lemma_texts(const BitSystem& model, const BitInvariant& invariant) {
  LemmaWriter writer(model, invariant);
  std::vector<std::string> texts;
  for (const Lit conjunct : invariant.conjuncts) texts.push_back(writer.write(conjunct));
  return texts;
}

}  // namespace cairn
