// SPDX-License-Identifier: MIT
#include "logic/temporal/evaluate.h"

#include <fmt/format.h>

#include <algorithm>

namespace cairn::temporal {
namespace {

Truth both(Truth a, Truth b) {
  if (a == Truth::False || b == Truth::False) return Truth::False;
  return a == Truth::True && b == Truth::True ? Truth::True : Truth::Unknown;
}
Truth either(Truth a, Truth b) {
  if (a == Truth::True || b == Truth::True) return Truth::True;
  return a == Truth::False && b == Truth::False ? Truth::False : Truth::Unknown;
}
bool is_of_past(Operator op) {
  return op >= Operator::Yesterday;
}
std::vector<std::uint32_t> operands_of(const Formulas::Node& node) {
  switch (node.op) {
    case Operator::True:
    case Operator::False:
    case Operator::Atom:
    case Operator::NotAtom:
      return {};
    case Operator::Next:
    case Operator::Yesterday:
    case Operator::WeakYesterday:
      return {node.a};
    default:
      return {node.a, node.b};
  }
}

}  // namespace

Evaluation::Evaluation(const Formulas& formulas, Formula root, const Run& run)
    : formulas_(formulas), root_(root), run_(run), position_(formulas.size(), 0) {
  std::vector<bool> seen(formulas.size(), false);
  std::vector<std::uint32_t> open{root.id};
  std::size_t past = 0;
  while (!open.empty()) {
    const std::uint32_t id = open.back();
    open.pop_back();
    if (seen[id]) continue;
    seen[id] = true;
    order_.push_back(id);
    past += is_of_past(formulas.node({id}).op) ? 1 : 0;
    for (const std::uint32_t operand : operands_of(formulas.node({id}))) open.push_back(operand);
  }
  std::ranges::sort(order_);
  // Each operator of the past may need one more round of the loop until its values repeat.
  steps_ = run.steps;
  if (run.loop_start) {
    const std::size_t length = run.steps - *run.loop_start;
    steps_ += past * length;
    loop_ = steps_ - length;
  }
  for (const std::uint32_t id : order_) {
    position_[id] = static_cast<std::uint32_t>(values_.size());
    values_.emplace_back(steps_, Truth::Unknown);
    evaluate({id});
  }
}

std::size_t Evaluation::source(std::size_t step) const {
  if (step < run_.steps) return step;
  const std::size_t start = *run_.loop_start;
  return start + (step - start) % (run_.steps - start);
}

void Evaluation::evaluate(Formula formula) {
  const Formulas::Node& node = formulas_.node(formula);
  std::vector<Truth>& value = values_.back();
  const auto operand = [&](std::uint32_t id) -> const std::vector<Truth>& {
    return values_[position_[id]];
  };
  const auto backwards = [&](Truth seed, auto&& step) {
    // Twice around the loop: the seed is what the fixed point begins with.
    Truth next = loop_ ? seed : Truth::Unknown;
    for (int round = 0; round < (loop_ ? 2 : 1); ++round) {
      const std::size_t end = round == 0 && loop_ ? *loop_ : 0;
      for (std::size_t i = steps_; i > end; --i) next = value[i - 1] = step(i - 1, next);
      if (loop_) next = value[*loop_];
    }
  };
  const auto forwards = [&](Truth first, auto&& step) {
    Truth before = first;
    for (std::size_t i = 0; i < steps_; ++i) before = value[i] = step(i, before);
  };
  switch (node.op) {
    case Operator::True:
      std::ranges::fill(value, Truth::True);
      return;
    case Operator::False:
      std::ranges::fill(value, Truth::False);
      return;
    case Operator::Atom:
    case Operator::NotAtom:
      for (std::size_t i = 0; i < steps_; ++i)
        value[i] = run_.atom(node.a, source(i)) == (node.op == Operator::Atom) ? Truth::True
                                                                               : Truth::False;
      return;
    default:
      break;
  }
  const std::vector<Truth>& a = operand(node.a);
  const std::vector<Truth>& b = operands_of(node).size() == 2 ? operand(node.b) : a;
  switch (node.op) {
    case Operator::And:
      for (std::size_t i = 0; i < steps_; ++i) value[i] = both(a[i], b[i]);
      return;
    case Operator::Or:
      for (std::size_t i = 0; i < steps_; ++i) value[i] = either(a[i], b[i]);
      return;
    case Operator::Next:
      for (std::size_t i = 0; i < steps_; ++i)
        value[i] = i + 1 < steps_ ? a[i + 1] : loop_ ? a[*loop_] : Truth::Unknown;
      return;
    case Operator::Until:
      return backwards(Truth::False,
                       [&](std::size_t i, Truth next) { return either(b[i], both(a[i], next)); });
    case Operator::Release:
      return backwards(Truth::True,
                       [&](std::size_t i, Truth next) { return both(b[i], either(a[i], next)); });
    case Operator::Yesterday:
    case Operator::WeakYesterday:
      for (std::size_t i = 0; i < steps_; ++i)
        value[i] = i > 0 ? a[i - 1] : node.op == Operator::Yesterday ? Truth::False : Truth::True;
      return;
    case Operator::Since:
      return forwards(Truth::False,
                      [&](std::size_t i, Truth old) { return either(b[i], both(a[i], old)); });
    case Operator::Triggered:
      return forwards(Truth::True,
                      [&](std::size_t i, Truth old) { return both(b[i], either(a[i], old)); });
    default:
      return;
  }
}

std::vector<std::string> Evaluation::reasons(const std::vector<std::string>& names) const {
  constexpr std::size_t kMostReasons = 12;
  std::vector<std::string> lines;
  struct Open {
    Formula formula;
    std::size_t step;
  };
  std::vector<Open> open{{root_, 0}};
  std::vector<std::pair<std::uint32_t, std::size_t>> seen;
  while (!open.empty() && lines.size() < kMostReasons) {
    const Open last = open.back();
    const Formula formula = last.formula;
    const std::size_t step = last.step;
    open.pop_back();
    if (std::ranges::find(seen, std::pair(formula.id, step)) != seen.end()) continue;
    seen.emplace_back(formula.id, step);
    if (step >= steps_ || at(formula, step) != Truth::False) continue;
    const Formulas::Node& node = formulas_.node(formula);
    const auto say = [&](const std::string& why) {
      lines.push_back(fmt::format("in state {} '{}' is false: {}", source(step) + 1,
                                  formulas_.text(formula, names), why));
    };
    switch (node.op) {
      case Operator::And:
        open.push_back({{at({node.a}, step) == Truth::False ? node.a : node.b}, step});
        break;
      case Operator::Or:
        open.push_back({{node.b}, step});
        open.push_back({{node.a}, step});
        break;
      case Operator::Next: {
        const std::size_t next = step + 1 < steps_ ? step + 1 : loop_.value_or(steps_);
        say(fmt::format("the next state is {}", source(next) + 1));
        open.push_back({{node.a}, next});
        break;
      }
      case Operator::Release: {
        std::size_t at_fault = step;
        while (at_fault + 1 < steps_ && at({node.b}, at_fault) != Truth::False) ++at_fault;
        say(fmt::format("'{}' is false in state {}", formulas_.text({node.b}, names),
                        source(at_fault) + 1));
        open.push_back({{node.b}, at_fault});
        break;
      }
      case Operator::Until: {
        std::size_t end = step;
        while (end < steps_ && at({node.a}, end) != Truth::False) ++end;
        if (end == steps_) {
          say(fmt::format("'{}' is false in all states from here on",
                          formulas_.text({node.b}, names)));
        } else {
          say(fmt::format("'{}' is false up to state {}, in which '{}' is false",
                          formulas_.text({node.b}, names), source(end) + 1,
                          formulas_.text({node.a}, names)));
        }
        break;
      }
      case Operator::Yesterday:
      case Operator::WeakYesterday:
        if (step > 0) open.push_back({{node.a}, step - 1});
        break;
      case Operator::Since:
      case Operator::Triggered:
        say("of the states up to this one");
        break;
      default:
        lines.push_back(fmt::format("in state {} '{}' is false", source(step) + 1,
                                    formulas_.text(formula, names)));
    }
  }
  return lines;
}

}  // namespace cairn::temporal
