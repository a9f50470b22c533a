// SPDX-License-Identifier: MIT
#include "logic/temporal/monitor.h"

#include <optional>
#include <unordered_map>

namespace cairn::temporal {
namespace {

class MonitorBuilder {
 public:
  MonitorBuilder(Formulas& formulas, std::size_t atoms) : formulas_(formulas) {
    for (std::size_t i = 0; i < atoms; ++i) monitor_.atoms.push_back(monitor_.aig.add_leaf().var());
  }

  Monitor build(Formula formula, const MonitorOptions& options) {
    if (formulas_.is_safety(formula)) {
      const Lit bad = violation_of_all(conjuncts_of(formula));
      monitor_.is_safety = !options.always_justice;
      if (monitor_.is_safety)
        monitor_.bad = bad;
      else
        monitor_.justice.push_back(ever(bad));
    } else {
      tableau(formulas_.not_(formula));
    }
    return std::move(monitor_);
  }

 private:
  using Node = Formulas::Node;

  std::vector<Formula> conjuncts_of(Formula formula) const {
    std::vector<Formula> open{formula}, found;
    while (!open.empty()) {
      const Formula f = open.back();
      open.pop_back();
      const Node& node = formulas_.node(f);
      if (node.op == Operator::And) {
        open.push_back({node.a});
        open.push_back({node.b});
      } else {
        found.push_back(f);
      }
    }
    return found;
  }

  // -- Latches.

  Lit add_latch(bool initial) {
    const Lit leaf = monitor_.aig.add_leaf();
    monitor_.latches.push_back({leaf.var(), initial, leaf});
    return leaf;
  }
  void set_next(Lit latch, Lit next) {
    for (std::size_t i = monitor_.latches.size(); i > 0; --i)
      if (monitor_.latches[i - 1].var == latch.var()) {
        monitor_.latches[i - 1].next = next;
        return;
      }
  }
  /// The value one step before; `initial` in the first step.
  Lit delayed(Lit lit, bool initial) {
    if (lit.is_constant() && (lit == kTrue) == initial) return lit;
    const std::uint64_t key = (static_cast<std::uint64_t>(lit.code()) << 1) | (initial ? 1 : 0);
    const auto [found, is_new] = delays_.try_emplace(key, kFalse);
    if (is_new) {
      const Lit latch = add_latch(initial);
      set_next(latch, lit);
      delays_[key] = latch;
      return latch;
    }
    return found->second;
  }
  Lit delayed_by(Lit lit, int steps, bool initial) {
    for (; steps > 0; --steps) lit = delayed(lit, initial);
    return lit;
  }
  Lit ever(Lit lit) {
    const Lit latch = add_latch(false);
    const Lit now = monitor_.aig.or_gate(latch, lit);
    set_next(latch, now);
    return now;
  }
  Lit first() {
    if (!first_) {
      first_ = add_latch(true);
      set_next(*first_, kFalse);
    }
    return *first_;
  }

  // -- Safety.

  /// True in a step if the prefix that ends there violates a formula.
  Lit violation_of_all(const std::vector<Formula>& formulas) {
    Lit bad = kFalse;
    std::vector<Formula> others;
    for (const Formula formula : formulas)
      if (const auto violation = late_violation_of(formula))
        bad = monitor_.aig.or_gate(bad, *violation);
      else
        others.push_back(formula);
    // One automaton for the rest: what is promised may be promised for several of them.
    if (!others.empty())
      bad = monitor_.aig.or_gate(bad, co_safety(formulas_.not_(formulas_.and_all(others))));
    return bad;
  }

  /// Without guesses, if Next alone looks ahead.
  std::optional<Lit> late_violation_of(Formula formula) {
    const Node node = formulas_.node(formula);
    const bool is_global = node.op == Operator::Release && node.a == formulas_.constant(false).id;
    const Formula body = is_global ? Formula{node.b} : formula;
    const int ahead = formulas_.steps_ahead(body);
    if (ahead < 0) return std::nullopt;
    const Lit holds = late(body, ahead);
    const Lit in_time =
        is_global ? delayed_by(kTrue, ahead, false) : delayed_by(first(), ahead, false);
    return monitor_.aig.and_gate(in_time, ~holds);
  }

  /// The value that the formula had `steps` ago; anything in the first steps.
  Lit late(Formula formula, int steps) {
    if (formulas_.is_past(formula)) {
      return delayed_by(value(formula), steps, false);
    }
    const std::uint64_t key = static_cast<std::uint64_t>(formula.id) << 8 | steps;
    if (const auto found = late_.find(key); found != late_.end()) return found->second;
    const Node node = formulas_.node(formula);
    Lit lit = kFalse;
    if (node.op == Operator::Next) {
      lit = late({node.a}, steps - 1);
    } else {
      const Lit a = late({node.a}, steps), b = late({node.b}, steps);
      lit = node.op == Operator::And ? monitor_.aig.and_gate(a, b) : monitor_.aig.or_gate(a, b);
    }
    late_[key] = lit;
    return lit;
  }

  /// Of a formula without Release: true when all that was promised is kept and nothing more is
  /// promised.
  Lit co_safety(Formula formula) {
    Lit accept = promised(formula);
    for (const Var guess : monitor_.guesses) accept = monitor_.aig.and_gate(accept, ~Lit(guess));
    return accept;
  }

  // -- The tableau.

  void tableau(Formula negated) {
    const Lit alive = promised(negated);
    monitor_.justice.push_back(alive);
    for (const auto& [pending, fulfilled] : untils_)
      monitor_.justice.push_back(monitor_.aig.or_gate(~pending, fulfilled));
  }

  /// The formula is promised for the first step. The literal says that all promises were kept.
  /// Called once.
  Lit promised(Formula formula) {
    Lit kept = monitor_.aig.implies(first(), value(formula));
    for (std::size_t i = 0; i < promises_.size(); ++i)  // grows
      kept = monitor_.aig.and_gate(
          kept, monitor_.aig.implies(promises_[i].pending, value(promises_[i].formula)));
    const Lit latch = add_latch(true);
    const Lit alive = monitor_.aig.and_gate(latch, kept);
    set_next(latch, alive);
    for (std::size_t i = 0; i < promises_.size(); ++i) {
      const Node node = formulas_.node(promises_[i].formula);
      if (node.op == Operator::Until)
        untils_.emplace_back(promises_[i].pending, value(Formula{node.b}));
    }
    return alive;
  }

  /// A guess that the formula holds in the next step.
  Lit promise(Formula formula) {
    const auto found = promise_of_.find(formula.id);
    if (found != promise_of_.end()) return found->second;
    const Lit guess = monitor_.aig.add_leaf();
    monitor_.guesses.push_back(guess.var());
    const Lit pending = add_latch(false);
    set_next(pending, guess);
    promises_.push_back({formula, pending});
    promise_of_[formula.id] = guess;
    return guess;
  }

  /// Whether the formula holds in this step: exact for those of the past, promised for others.
  Lit value(Formula formula) {
    std::vector<std::uint32_t> open{formula.id};
    while (!open.empty()) {
      const std::uint32_t id = open.back();
      if (values_.contains(id)) {
        open.pop_back();
        continue;
      }
      const Node node = formulas_.node({id});
      std::size_t missing = 0;
      for (const std::uint32_t operand : operands_now(node))
        if (!values_.contains(operand)) {
          open.push_back(operand);
          ++missing;
        }
      if (missing > 0) continue;
      open.pop_back();
      values_[id] = value_of_node(Formula{id}, node);
    }
    return values_.at(formula.id);
  }
  static std::vector<std::uint32_t> operands_now(const Node& node) {
    switch (node.op) {
      case Operator::True:
      case Operator::False:
      case Operator::Atom:
      case Operator::NotAtom:
      case Operator::Next:
        return {};
      case Operator::Yesterday:
      case Operator::WeakYesterday:
        return {node.a};
      default:
        return {node.a, node.b};
    }
  }
  Lit value_of_node(Formula formula, const Node& node) {
    Aig& aig = monitor_.aig;
    const auto operand = [&](std::uint32_t id) { return values_.at(id); };
    switch (node.op) {
      case Operator::True:
        return kTrue;
      case Operator::False:
        return kFalse;
      case Operator::Atom:
        return Lit(monitor_.atoms[node.a]);
      case Operator::NotAtom:
        return ~Lit(monitor_.atoms[node.a]);
      case Operator::And:
        return aig.and_gate(operand(node.a), operand(node.b));
      case Operator::Or:
        return aig.or_gate(operand(node.a), operand(node.b));
      case Operator::Next:
        return promise({node.a});
      case Operator::Until:
        return aig.or_gate(operand(node.b), aig.and_gate(operand(node.a), promise(formula)));
      case Operator::Release:
        return aig.and_gate(operand(node.b), aig.or_gate(operand(node.a), promise(formula)));
      case Operator::Yesterday:
        return delayed(operand(node.a), false);
      case Operator::WeakYesterday:
        return delayed(operand(node.a), true);
      case Operator::Since: {
        const Lit before = add_latch(false);
        const Lit now = aig.or_gate(operand(node.b), aig.and_gate(operand(node.a), before));
        set_next(before, now);
        return now;
      }
      case Operator::Triggered: {
        const Lit before = add_latch(true);
        const Lit now = aig.and_gate(operand(node.b), aig.or_gate(operand(node.a), before));
        set_next(before, now);
        return now;
      }
    }
    return kFalse;
  }

  struct Promise {
    Formula formula;
    Lit pending;
  };

  Formulas& formulas_;
  Monitor monitor_;
  std::optional<Lit> first_;
  std::unordered_map<std::uint64_t, Lit> delays_, late_;
  std::unordered_map<std::uint32_t, Lit> values_, promise_of_;
  std::vector<Promise> promises_;
  std::vector<std::pair<Lit, Lit>> untils_;  // pending, fulfilled
};

}  // namespace

Monitor monitor_of(Formulas& formulas, Formula formula, std::size_t atoms,
                   const MonitorOptions& options) {
  return MonitorBuilder(formulas, atoms).build(formula, options);
}

}  // namespace cairn::temporal
