// SPDX-License-Identifier: MIT
#include "logic/temporal/ctl.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace cairn::temporal {

CtlFormula CtlFormulas::make(CtlOperator op, std::uint32_t a, std::uint32_t b) {
  const std::uint64_t key =
      (static_cast<std::uint64_t>(a) << 32 | b) * 8 + static_cast<std::uint64_t>(op);
  std::vector<std::uint32_t>& bucket = made_[key];
  for (const std::uint32_t id : bucket)
    if (nodes_[id].op == op && nodes_[id].a == a && nodes_[id].b == b) return {id};
  const auto id = static_cast<std::uint32_t>(nodes_.size());
  nodes_.push_back({op, a, b});
  bucket.push_back(id);
  return {id};
}

CtlFormula CtlFormulas::not_(CtlFormula f) {
  const Node& operand = node(f);
  if (operand.op == CtlOperator::Not) return {operand.a};
  return make(CtlOperator::Not, f.id, 0);
}

CtlFormula CtlFormulas::and_(CtlFormula f, CtlFormula g) {
  if (f == constant(false) || g == constant(false) || not_(f) == g) return constant(false);
  if (f == constant(true) || f == g) return g;
  if (g == constant(true)) return f;
  return make(CtlOperator::And, std::min(f.id, g.id), std::max(f.id, g.id));
}

CtlFormula CtlFormulas::and_all(std::vector<CtlFormula> formulas) {
  if (formulas.empty()) return constant(true);
  while (formulas.size() > 1) {
    std::vector<CtlFormula> halved;
    for (std::size_t i = 0; i + 1 < formulas.size(); i += 2)
      halved.push_back(and_(formulas[i], formulas[i + 1]));
    if (formulas.size() % 2 == 1) halved.push_back(formulas.back());
    formulas = std::move(halved);
  }
  return formulas.front();
}

CtlFormula CtlFormulas::or_all(std::vector<CtlFormula> formulas) {
  for (CtlFormula& formula : formulas) formula = not_(formula);
  return not_(and_all(std::move(formulas)));
}

CtlFormula CtlFormulas::eu(CtlFormula f, CtlFormula g) {
  // EF EF g is EF g.
  if (f == constant(true) && node(g).op == CtlOperator::ExistsUntil && node(g).a == 0) return g;
  return make(CtlOperator::ExistsUntil, f.id, g.id);
}

std::string CtlFormulas::text(CtlFormula f, const std::vector<std::string>& atoms) const {
  constexpr std::size_t kMostBytes = 2000;
  // A formula and its negation; operands first.
  std::unordered_map<std::uint64_t, std::string> texts;
  using Key = std::pair<std::uint32_t, bool>;
  const auto key_of = [](Key key) {
    return static_cast<std::uint64_t>(key.first) * 2 + key.second;
  };
  std::vector<Key> open{{f.id, false}};
  while (!open.empty()) {
    const Key key = open.back();
    const auto [id, negated] = key;
    const Node& n = nodes_[id];
    std::vector<Key> operands;
    const bool opposite = negated && n.op != CtlOperator::ExistsUntil;
    if (n.op == CtlOperator::Not) operands = {{n.a, !negated}};
    if (n.op == CtlOperator::And) operands = {{n.a, negated}, {n.b, negated}};
    if (n.op == CtlOperator::ExistsNext || n.op == CtlOperator::ExistsGlobally)
      operands = {{n.a, opposite}};
    const bool is_finally = n.op == CtlOperator::ExistsUntil && n.a == 0;
    if (is_finally) operands = {{n.b, negated}};
    if (n.op == CtlOperator::ExistsUntil && n.a != 0) operands = {{n.a, false}, {n.b, false}};
    const auto missing = std::ranges::find_if(
        operands, [&](Key operand) { return !texts.contains(key_of(operand)); });
    if (missing != operands.end()) {
      open.push_back(*missing);
      continue;
    }
    open.pop_back();
    const auto sub = [&](std::size_t i) {
      const std::string& found = texts.at(key_of(operands[i]));
      return found.size() > kMostBytes ? std::string("...") : found;
    };
    std::string& text = texts[key_of(key)];
    switch (n.op) {
      case CtlOperator::True:
        text = negated ? "FALSE" : "TRUE";
        break;
      case CtlOperator::Atom:
        text = negated ? fmt::format("!({})", atoms[n.a]) : atoms[n.a];
        break;
      case CtlOperator::Not:
        text = sub(0);
        break;
      case CtlOperator::And:
        text = fmt::format("({} {} {})", sub(0), negated ? "|" : "&", sub(1));
        break;
      case CtlOperator::ExistsNext:
        text = fmt::format("{} {}", negated ? "AX" : "EX", sub(0));
        break;
      case CtlOperator::ExistsGlobally:
        text = fmt::format("{} {}", negated ? "AF" : "EG", sub(0));
        break;
      case CtlOperator::ExistsUntil:
        if (is_finally)
          text = fmt::format("{} {}", negated ? "AG" : "EF", sub(0));
        else
          text = fmt::format("{}E [{} U {}]", negated ? "!" : "", sub(0), sub(1));
        break;
    }
  }
  return texts.at(static_cast<std::uint64_t>(f.id) * 2);
}

}  // namespace cairn::temporal
