// SPDX-License-Identifier: MIT
//
// Random scripts: a circuit as definitions, then a mix of everything that solver.h allows.
#include "differential/sat_generator.h"

#include <algorithm>
#include <array>

#include "base/rng.h"
#include "differential/sat_reference.h"

namespace cairn::sat {
namespace {

using Kind = Operation::Kind;

/// A clause for each cube of a cover of the function and of its complement. The cover is made of
/// minterms whose literals are dropped while the rest implies the value (`reduce` percent of the
/// time): what Tseitin and gate elimination give, and all between.
std::vector<Literals> definition_clauses(Lit owner, const Literals& operands, std::uint32_t table,
                                         unsigned reduce, Rng& rng) {
  const auto arity = static_cast<std::uint32_t>(operands.size());
  const auto value = [&](std::uint32_t row) { return ((table >> row) & 1) != 0; };
  std::vector<Literals> clauses;
  for (std::uint32_t row = 0; row < (1u << arity); ++row) {
    std::uint32_t cared = (1u << arity) - 1;
    for (std::uint32_t i = 0; i < arity; ++i) {
      const std::uint32_t without = cared & ~(1u << i);
      bool implied = true;
      for (std::uint32_t other = 0; other < (1u << arity) && implied; ++other)
        implied = (other & without) != (row & without) || value(other) == value(row);
      if (implied && rng.chance(reduce)) cared = without;
    }
    Literals clause{owner ^ !value(row)};
    for (std::uint32_t i = 0; i < arity; ++i)
      if (((cared >> i) & 1) != 0) clause.push_back(operands[i] ^ (((row >> i) & 1) != 0));
    std::sort(clause.begin() + 1, clause.end());
    if (std::find(clauses.begin(), clauses.end(), clause) == clauses.end())
      clauses.push_back(clause);
  }
  return clauses;
}

std::vector<Literals> wide_and(Lit owner, const Literals& operands) {
  std::vector<Literals> clauses;
  Literals last{owner};
  for (const Lit operand : operands) {
    clauses.push_back({~owner, operand});
    last.push_back(~operand);
  }
  clauses.push_back(last);
  return clauses;
}

class Generator {
 public:
  Generator(std::uint64_t seed, Difficulty difficulty)
      : rng_(seed), hard_(difficulty == Difficulty::Hard) {}

  Script generate() {
    const bool dense = hard_ || rng_.chance(20);
    // Some of the hard ones are hard enough for clauses to be forgotten during the search.
    const bool very_hard = hard_ && rng_.chance(20);
    total_ = very_hard ? 230 + rng_.below(40)
             : hard_   ? 50 + rng_.below(200)
             : dense   ? 7 + rng_.below(8)
                       : 1 + rng_.below(12);
    states_.emplace_back(static_cast<std::uint32_t>(total_ + 1));
    const std::uint64_t leaves = very_hard ? total_ - 10
                                 : hard_   ? total_ * (40 + rng_.below(50)) / 100
                                           : 1 + rng_.below(total_);
    const std::uint64_t gates = total_ - leaves;
    const std::uint64_t late = rng_.chance(50) ? 0 : rng_.below(gates + 1) / (hard_ ? 10 : 1);
    if (rng_.chance(15)) script_.add({.kind = Kind::WholeConstraints});
    build_circuit(total_ - late, leaves);
    add_costs();
    num_layers_ = 1 + static_cast<Layer>(rng_.below(5));
    if (dense) add_dense_clauses();
    const std::uint64_t length = very_hard ? 8 : hard_ ? 20 + rng_.below(40) : 4 + rng_.below(50);
    for (std::uint64_t i = 0; i < length; ++i) step();
    add_query();
    return std::move(script_);
  }

 private:
  struct Held {
    Reference::Marks inside;  // empty: nothing is held
    Reference::Marks closed;  // under definitions
    Layer layer = 0;
  };
  struct State {
    explicit State(std::uint32_t num_vars) : reference(num_vars) {}
    Reference reference;
    std::vector<Var> usable;  // operands of later gates
    std::vector<Var> leaves;
    Held held;
    bool temporary_waits = false;
  };

  State& state() { return states_[current_]; }
  Reference& reference() { return state().reference; }

  template <class Container>
  const auto& pick(const Container& from) {
    return from[rng_.below(from.size())];
  }

  // ---- The circuit.

  /// Variables first, in one go; gates get theirs in an order that has nothing to do with numbers.
  void build_circuit(std::uint64_t count, std::uint64_t leaves) {
    new_vars(count);
    std::vector<Var> order;
    for (std::uint32_t i = 1; i <= count; ++i) order.push_back(Var{i});
    for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[rng_.below(i)]);
    for (std::size_t i = 0; i < order.size(); ++i) {
      if (i < leaves)
        state().leaves.push_back(order[i]);
      else
        define(order[i]);
      state().usable.push_back(order[i]);
    }
  }

  void add_costs() {
    if (!rng_.chance(30)) return;
    Literals costly;
    for (const Var leaf : state().leaves)
      if (rng_.chance(50)) costly.push_back(Lit(leaf));
    Operation operation{.kind = Kind::Cost};
    operation.number = static_cast<std::uint32_t>(rng_.below(20));
    script_.add(operation, costly);
  }

  void new_vars(std::uint64_t count) {
    if (count == 0) return;
    Operation operation{.kind = Kind::NewVars};
    operation.number = static_cast<std::uint32_t>(count);
    script_.add(operation);
    reference().new_vars(operation.number);
  }

  Literals operands(std::size_t count) {
    Literals chosen;
    for (std::size_t tries = 0; chosen.size() < count && tries < 4 * count; ++tries) {
      const Lit lit(pick(state().usable), rng_.chance(50));
      const auto same = [&](Lit other) { return other.var() == lit.var(); };
      if (std::none_of(chosen.begin(), chosen.end(), same)) chosen.push_back(lit);
    }
    if (!hard_ && rng_.chance(2)) chosen.push_back(rng_.chance(50) ? kTrue : kFalse);
    return chosen;
  }

  void define(Var var) {
    const Lit owner(var, rng_.chance(30));
    std::vector<Literals> clauses;
    const std::uint64_t kind = rng_.below(10);
    if (kind < 3) {
      clauses = wide_and(owner, operands(2));
    } else if (kind < 4) {
      clauses = wide_and(owner, operands(3 + rng_.below(hard_ ? 8 : 3)));
    } else {
      const bool exclusive_or = kind < 6, if_then_else = kind == 6;
      const Literals chosen = operands(exclusive_or   ? 2 + rng_.below(2)
                                       : if_then_else ? 3
                                                      : rng_.below(5));
      std::uint32_t table = static_cast<std::uint32_t>(rng_.next() >> 32);
      if (exclusive_or) table = 0x96696996u;  // the parity of the row's number
      if (if_then_else) table = 0xCACACACAu;
      clauses = definition_clauses(owner, chosen, table, rng_.chance(70) ? 100 : 50, rng_);
    }
    for (const Literals& clause : clauses) {
      Operation operation{.kind = Kind::Definition};
      operation.number = var.index;
      script_.add(operation, clause);
      reference().add_definition(var, clause);
    }
  }

  // ---- Literals and clauses.

  bool held() { return !state().held.inside.empty(); }

  /// In a held domain: of the variables that are marked.
  Lit random_literal(unsigned leaf_percent, const Reference::Marks& marks) {
    const auto& from = rng_.chance(leaf_percent) ? state().leaves : state().usable;
    for (int tries = 0; tries < 50; ++tries) {
      const Var var = pick(from);
      if (!held() || marks[var.index] != 0) return Lit(var, rng_.chance(50));
    }
    return kTrue;
  }
  Lit random_literal(unsigned leaf_percent) {
    return random_literal(leaf_percent, state().held.inside);
  }

  /// Mostly clean; now and then with constants, duplicates and opposite literals.
  Literals random_clause(std::uint64_t size, unsigned leaf_percent) {
    Literals clause;
    for (std::uint64_t i = 0; i < size; ++i) clause.push_back(random_literal(leaf_percent));
    if (!hard_ && rng_.chance(4)) clause.push_back(rng_.chance(20) ? kTrue : kFalse);
    if (!clause.empty() && rng_.chance(3)) clause.push_back(clause[0]);
    if (!clause.empty() && rng_.chance(2)) clause.push_back(~clause[0]);
    return clause;
  }

  std::uint64_t clause_size() {
    if (hard_) return rng_.chance(5) ? 2 : 3 + rng_.below(3);
    return rng_.chance(1) ? 0 : rng_.chance(20) ? 1 : 2 + rng_.below(3);
  }

  Layer random_layer() {
    return rng_.chance(3) ? kPermanent
                          : static_cast<Layer>(rng_.below(static_cast<std::uint64_t>(num_layers_)));
  }

  void add_lemma(const Literals& clause, Layer layer) {
    Operation operation{.kind = Kind::Lemma};
    operation.number = num_lemmas_++;
    operation.layer = layer;
    script_.add(operation, clause);
    reference().add_lemma(operation.number, clause, layer);
  }

  /// Three literals a clause, near the ratio at which such formulas are hardest, over the layers.
  void add_dense_clauses() {
    const std::vector<Var> from = hard_ ? state().leaves : state().usable;
    const std::uint64_t count =
        from.size() * (hard_ ? 38 + rng_.below(6) : 20 + rng_.below(30)) / 10;
    for (std::uint64_t i = 0; i < count; ++i) {
      Literals clause;
      for (int k = 0; k < 3; ++k) clause.push_back(Lit(pick(from), rng_.chance(50)));
      if (rng_.chance(60))
        add_lemma(clause, random_layer());
      else
        add_clause(clause);
    }
  }

  void add_clause(const Literals& clause) {
    script_.add({.kind = Kind::Clause}, clause);
    reference().add_clause(clause);
  }

  // ---- Lemmas.

  const std::pair<const std::uint32_t, Reference::Lemma>* random_lemma() {
    const auto& lemmas = reference().lemmas();
    if (lemmas.empty()) return nullptr;
    auto it = lemmas.begin();
    std::advance(it, static_cast<std::ptrdiff_t>(rng_.below(lemmas.size())));
    return &*it;
  }

  bool is_inside(const Literals& clause) {
    return !held() || std::all_of(clause.begin(), clause.end(), [&](Lit lit) {
      return state().held.inside[lit.var().index] != 0;
    });
  }

  void raise_lemma() {
    const auto* lemma = random_lemma();
    if (lemma == nullptr || !is_inside(lemma->second.clause)) return;
    Operation operation{.kind = Kind::Raise};
    operation.number = lemma->first;
    operation.layer = std::max(lemma->second.layer, random_layer());
    script_.add(operation);
    reference().raise_lemma(operation.number, operation.layer);
  }

  /// In favour of a part of it: what was learnt from a lemma stays, so others must imply it.
  void replace_lemma() {
    const auto* lemma = random_lemma();
    if (lemma == nullptr || !is_inside(lemma->second.clause)) return;
    Operation removal{.kind = Kind::Remove};
    removal.number = lemma->first;
    Literals part;
    for (const Lit lit : lemma->second.clause)
      if (rng_.chance(80)) part.push_back(lit);
    if (part.empty()) part = lemma->second.clause;
    const Layer layer = std::max(lemma->second.layer, rng_.chance(30) ? random_layer() : 0);
    const bool remove_first = rng_.chance(30);
    if (!remove_first) add_lemma(part, layer);
    script_.add(removal);
    reference().remove_lemma(removal.number);
    if (remove_first) add_lemma(part, layer);
  }

  // ---- Queries.

  void add_temporary() {
    const std::uint64_t size = rng_.chance(1) ? 0 : 1 + rng_.below(4);
    script_.add({.kind = Kind::Temporary}, random_clause(size, 60));
    state().temporary_waits = true;
  }

  void add_query() {
    Operation operation{.kind = Kind::Solve};
    operation.layer = random_layer();
    if (held()) operation.layer = std::max(operation.layer, state().held.layer);
    Literals assumptions;
    for (std::uint64_t i = rng_.below(hard_ ? 12 : 7); i > 0; --i) {
      const Lit lit = random_literal(50, state().held.closed);
      // Contradictions on purpose are enough.
      if (std::find(assumptions.begin(), assumptions.end(), ~lit) == assumptions.end())
        assumptions.push_back(lit);
    }
    if (rng_.chance(3)) assumptions.push_back(rng_.chance(80) ? kTrue : kFalse);
    if (!assumptions.empty() && rng_.chance(4)) assumptions.push_back(pick(assumptions));
    if (!assumptions.empty() && rng_.chance(3)) assumptions.push_back(~pick(assumptions));
    script_.add(operation, assumptions);
    state().temporary_waits = false;
    if (rng_.chance(40)) add_drops();
  }

  void add_drops() {
    Literals variables;
    for (const Var var : rng_.chance(90) ? state().leaves : state().usable)
      if (rng_.chance(60)) variables.push_back(Lit(var));
    script_.add({.kind = Kind::Drop}, variables);
  }

  void hold_or_release() {
    if (held()) {
      script_.add({.kind = Kind::Release});
      state().held = {};
      return;
    }
    if (state().temporary_waits) return;
    Operation operation{.kind = Kind::Hold};
    operation.layer = random_layer();
    Literals variables;
    for (std::uint64_t i = rng_.below(hard_ ? 60 : 9); i > 0; --i)
      variables.push_back(Lit(pick(state().usable)));
    script_.add(operation, variables);
    Reference::Marks inside(total_ + 1, 0);
    inside[0] = 1;
    for (const Lit lit : variables) inside[lit.var().index] = 1;
    Reference::Marks closed = inside;
    reference().close(closed);
    state().held = {inside, closed, operation.layer};
  }

  void copy_or_switch() {
    if (states_.size() < 4 && rng_.chance(60)) {
      script_.add({.kind = Kind::Copy});
      states_.push_back(State(state()));
    }
    Operation operation{.kind = Kind::Use};
    operation.number = static_cast<std::uint32_t>(rng_.below(states_.size()));
    script_.add(operation);
    current_ = operation.number;
  }

  void add_late_gate() {
    if (reference().num_vars() > total_) return;
    const Var var{reference().num_vars()};
    new_vars(1);
    define(var);
    state().usable.push_back(var);
  }

  void step() {
    const std::uint64_t choice = rng_.below(100);
    if (choice < 38) {
      add_query();
    } else if (choice < 60) {
      for (std::uint64_t i = hard_ ? rng_.below(20) : 1; i > 0; --i)
        add_lemma(random_clause(clause_size(), 80), random_layer());
    } else if (choice < 63) {
      // A single literal is a constraint: of its cone, the solver looks only at what it must.
      if (!hard_ || rng_.chance(20))
        add_clause(random_clause(rng_.chance(60) ? 1 : 1 + clause_size(), 30));
    } else if (choice < 73) {
      for (std::uint64_t i = 1 + rng_.below(3); i > 0; --i) add_temporary();
    } else if (choice < 80) {
      raise_lemma();
    } else if (choice < 85) {
      replace_lemma();
    } else if (choice < 87) {
      const Literals lit{random_literal(50)};
      script_.add({.kind = Kind::Phase}, lit);
    } else if (choice < 89) {
      Operation operation{.kind = Kind::ConflictLimit};
      operation.number = static_cast<std::uint32_t>(1 + rng_.below(hard_ ? 5000 : 4));
      script_.add(operation);
    } else if (choice < 94) {
      hold_or_release();
    } else if (choice < 97) {
      copy_or_switch();
    } else {
      add_late_gate();
    }
  }

  Rng rng_;
  const bool hard_;
  Script script_;
  std::vector<State> states_;
  std::uint32_t current_ = 0;
  std::uint32_t num_lemmas_ = 0;
  std::uint64_t total_ = 0;  // variables that there will ever be, without the constant
  Layer num_layers_ = 1;
};

}  // namespace

Script generate_script(std::uint64_t seed, Difficulty difficulty) {
  return Generator(seed, difficulty).generate();
}

}  // namespace cairn::sat
