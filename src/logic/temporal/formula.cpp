// SPDX-License-Identifier: MIT
#include "logic/temporal/formula.h"

#include <fmt/format.h>

#include <algorithm>

namespace cairn::temporal {
namespace {

bool is_binary(Operator op) {
  return op == Operator::And || op == Operator::Or || op == Operator::Until ||
         op == Operator::Release || op == Operator::Since || op == Operator::Triggered;
}
bool has_operands(Operator op) {
  return op >= Operator::And;
}
Operator dual_of(Operator op) {
  switch (op) {
    case Operator::True:
      return Operator::False;
    case Operator::False:
      return Operator::True;
    case Operator::Atom:
      return Operator::NotAtom;
    case Operator::NotAtom:
      return Operator::Atom;
    case Operator::And:
      return Operator::Or;
    case Operator::Or:
      return Operator::And;
    case Operator::Next:
      return Operator::Next;
    case Operator::Until:
      return Operator::Release;
    case Operator::Release:
      return Operator::Until;
    case Operator::Yesterday:
      return Operator::WeakYesterday;
    case Operator::WeakYesterday:
      return Operator::Yesterday;
    case Operator::Since:
      return Operator::Triggered;
    case Operator::Triggered:
      return Operator::Since;
  }
  return op;
}

}  // namespace

Formulas::Formulas() {
  nodes_ = {{Operator::True}, {Operator::False}};
  facts_.resize(2);
  facts_[0].dual = 1;
  facts_[1].dual = 0;
}

Formulas::Facts Formulas::facts_of(const Node& node) const {
  Facts facts;
  if (!has_operands(node.op)) return facts;
  std::vector<const Facts*> below{&facts_[node.a]};
  if (is_binary(node.op)) below.push_back(&facts_[node.b]);
  for (const Facts* operand : below) {
    facts.is_past = facts.is_past && operand->is_past;
    facts.is_safety = facts.is_safety && operand->is_safety;
    facts.ahead =
        facts.ahead < 0 || operand->ahead < 0 ? -1 : std::max(facts.ahead, operand->ahead);
  }
  switch (node.op) {
    case Operator::And:
    case Operator::Or:
      return facts;
    case Operator::Next:
      facts.is_past = false;
      if (facts.ahead >= 0) facts.ahead = facts.ahead < kMostAhead ? facts.ahead + 1 : -1;
      return facts;
    case Operator::Until:
      facts.is_safety = false;
      [[fallthrough]];
    case Operator::Release:
      facts.is_past = false;
      facts.ahead = -1;
      return facts;
    default:  // of the past
      if (!facts.is_past) facts.ahead = -1;
      return facts;
  }
}

/// A node and its dual are made together, so that negation is a look-up.
Formula Formulas::make(Operator op, std::uint32_t a, std::uint32_t b) {
  const auto find_or_add = [&](const Node& node) {
    const std::uint64_t key = (static_cast<std::uint64_t>(node.a) << 32 | node.b) * 16 +
                              static_cast<std::uint64_t>(node.op);
    std::vector<std::uint32_t>& bucket = index_[key];
    for (const std::uint32_t id : bucket)
      if (nodes_[id].op == node.op && nodes_[id].a == node.a && nodes_[id].b == node.b) return id;
    const auto id = static_cast<std::uint32_t>(nodes_.size());
    nodes_.push_back(node);
    facts_.push_back(facts_of(node));
    bucket.push_back(id);
    return id;
  };
  const std::uint32_t id = find_or_add({op, a, b});
  if (facts_[id].dual == 0xFFFFFFFFu) {
    const bool leaf = !has_operands(op);
    const std::uint32_t dual_a = leaf ? a : facts_[a].dual;
    const std::uint32_t dual_b = leaf || !is_binary(op) ? b : facts_[b].dual;
    std::uint32_t low = dual_a, high = dual_b;
    if ((op == Operator::And || op == Operator::Or) && low > high) std::swap(low, high);
    const std::uint32_t dual = find_or_add({dual_of(op), low, high});
    facts_[id].dual = dual;
    facts_[dual].dual = id;
  }
  return {id};
}

Formula Formulas::not_(Formula f) {
  return {facts_[f.id].dual};
}

Formula Formulas::and_(Formula f, Formula g) {
  if (f == constant(false) || g == constant(false) || not_(f) == g) return constant(false);
  if (f == constant(true) || f == g) return g;
  if (g == constant(true)) return f;
  return make(Operator::And, std::min(f.id, g.id), std::max(f.id, g.id));
}

Formula Formulas::fold(std::vector<Formula> formulas, bool is_and) {
  if (formulas.empty()) return constant(is_and);
  while (formulas.size() > 1) {
    std::vector<Formula> halved;
    for (std::size_t i = 0; i + 1 < formulas.size(); i += 2)
      halved.push_back(is_and ? and_(formulas[i], formulas[i + 1])
                              : or_(formulas[i], formulas[i + 1]));
    if (formulas.size() % 2 == 1) halved.push_back(formulas.back());
    formulas = std::move(halved);
  }
  return formulas.front();
}
Formula Formulas::and_all(std::vector<Formula> formulas) {
  return fold(std::move(formulas), true);
}
Formula Formulas::or_all(std::vector<Formula> formulas) {
  return fold(std::move(formulas), false);
}

Formula Formulas::next(Formula f) {
  if (f.id < 2) return f;
  return make(Operator::Next, f.id, 0);
}
Formula Formulas::until(Formula f, Formula g) {
  if (g.id < 2 || f == constant(false) || f == g) return g;
  // F F g is F g, and F G F g is G F g.
  if (f == constant(true) && node(g).op == Operator::Until && node(g).a == 0) return g;
  return make(Operator::Until, f.id, g.id);
}
Formula Formulas::yesterday(Formula f) {
  if (f == constant(false)) return f;
  return make(Operator::Yesterday, f.id, 0);
}
Formula Formulas::since(Formula f, Formula g) {
  if (g.id < 2 || f == constant(false) || f == g) return g;
  return make(Operator::Since, f.id, g.id);
}

std::string Formulas::text(Formula f, const std::vector<std::string>& names) const {
  // Operands first; a text that has grown too long is left out of those above.
  constexpr std::size_t kMostBytes = 4000;
  std::unordered_map<std::uint32_t, std::string> texts;
  std::vector<std::uint32_t> open{f.id};
  while (!open.empty()) {
    const std::uint32_t id = open.back();
    const Node& node = nodes_[id];
    std::vector<std::uint32_t> missing;
    if (has_operands(node.op)) {
      if (!texts.contains(node.a)) missing.push_back(node.a);
      if (is_binary(node.op) && !texts.contains(node.b)) missing.push_back(node.b);
    }
    if (!missing.empty()) {
      open.insert(open.end(), missing.begin(), missing.end());
      continue;
    }
    open.pop_back();
    const auto sub = [&](std::uint32_t operand) {
      const std::string& found = texts.at(operand);
      return found.size() > kMostBytes ? std::string("...") : found;
    };
    const auto binary = [&](const char* op) {
      return fmt::format("({} {} {})", sub(node.a), op, sub(node.b));
    };
    const auto prefixed = [&](const char* op, std::uint32_t operand) {
      return fmt::format("{} {}", op, sub(operand));
    };
    std::string& text = texts[id];
    switch (node.op) {
      case Operator::True:
        text = "TRUE";
        break;
      case Operator::False:
        text = "FALSE";
        break;
      case Operator::Atom:
        text = names[node.a];
        break;
      case Operator::NotAtom:
        text = fmt::format("!({})", names[node.a]);
        break;
      case Operator::And:
        text = binary("&");
        break;
      case Operator::Or:
        text = binary("|");
        break;
      case Operator::Next:
        text = prefixed("X", node.a);
        break;
      case Operator::Yesterday:
        text = prefixed("Y", node.a);
        break;
      case Operator::WeakYesterday:
        text = prefixed("Z", node.a);
        break;
      case Operator::Until:
        text = node.a == 0 ? prefixed("F", node.b) : binary("U");
        break;
      case Operator::Release:
        text = node.a == 1 ? prefixed("G", node.b) : binary("V");
        break;
      case Operator::Since:
        text = node.a == 0 ? prefixed("O", node.b) : binary("S");
        break;
      case Operator::Triggered:
        text = node.a == 1 ? prefixed("H", node.b) : binary("T");
        break;
    }
  }
  return texts.at(f.id);
}

}  // namespace cairn::temporal
