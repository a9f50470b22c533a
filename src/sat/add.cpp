// SPDX-License-Identifier: MIT
//
// How clauses enter the solver, move between layers and leave it.
#include <algorithm>
#include <array>

#include "base/error.h"
#include "sat/script.h"
#include "sat/solver.h"

namespace cairn::sat {

Solver::Solver() {
  new_var();
  add_clause(std::array{kTrue});
}

Var Solver::new_var() {
  if (recorder_.recorder != nullptr) recorder_.recorder->new_var();
  const auto var = num_vars();
  CAIRN_CHECK(var < kNoClause / 2);
  var_data_.emplace_back();
  values_.insert(values_.end(), 2, kOutside);
  fact_support_.emplace_back();
  phase_.push_back(0);
  seen_.push_back(0);
  core_mark_.insert(core_mark_.end(), 2, 0);
  fact_layer_.insert(fact_layer_.end(), 2, LayeredArena::kDead);
  var_layer_.push_back(LayeredArena::kDead);
  is_pinned_.push_back(0);
  complete_.push_back(0);
  cone_size_.push_back(0);
  cost_.push_back(1);
  level_mark_.push_back(0);
  binaries_.resize(2 * (var + 1));
  static_watches_.resize(2 * (var + 1));
  layered_watches_.resize(2 * (var + 1));
  operands_.resize(var + 1);
  definitions_.resize(var + 1);
  binary_definitions_.resize(2 * (var + 1));
  queue_.resize(var + 1);
  return Var{var};
}

void Solver::end_model() {
  if (decision_level() > 0) backtrack(0);
}

/// The clause without duplicates and literals that are false for good; false if it is true for good
/// or a tautology.
bool Solver::normalize(std::span<const Lit> clause, std::vector<Lit>& result) const {
  result.assign(clause.begin(), clause.end());
  std::sort(result.begin(), result.end());
  std::size_t kept = 0;
  Lit previous = kNoLit;
  for (const Lit lit : result) {
    CAIRN_ASSERT(lit.var().index < num_vars());
    if (lit == previous) continue;
    if (previous != kNoLit && lit == ~previous) return false;
    previous = lit;
    if (is_fixed(lit.var())) {
      if (raw_value(lit) == kTrueValue) return false;
      continue;
    }
    result[kept++] = lit;
  }
  result.resize(kept);
  return true;
}

void Solver::add_clause(std::span<const Lit> clause) {
  if (recorder_.recorder != nullptr) recorder_.recorder->add_clause(clause);
  end_model();
  if (clause.size() == 1) {
    if (whole_constraints_) pending_domain_.push_back(clause[0].var());
    if (!clause[0].is_constant()) constrained_.push_back(clause[0].var());
    obligations_of_ = 0;
  } else {
    for (const Lit lit : clause) pending_domain_.push_back(lit.var());
  }
  std::vector<Lit> normal;
  const bool is_new = normalize(clause, normal);
  if (trace_) trace_given(clause, is_new ? normal : clause);
  if (is_new) add_normalized(normal);
}

void Solver::add_definition(Var owner, std::span<const Lit> clause) {
  if (recorder_.recorder != nullptr) recorder_.recorder->add_definition(owner, clause);
  end_model();
  for (const Lit lit : clause) {
    const std::uint32_t operand = lit.var().index;
    if (operand == owner.index || operand == 0) continue;
    const auto known = operands_[owner.index];
    if (std::find(known.begin(), known.end(), operand) == known.end())
      operands_.push(owner.index, operand);
  }
  // A variable that is new is in no cone; otherwise all cones once more, with the new operands.
  if (held_ || is_fixed(owner) || complete_[owner.index] == kAlways) obligations_of_ = 0;
  std::vector<Lit> normal;
  const bool is_new = normalize(clause, normal);
  if (trace_) trace_given(clause, is_new ? normal : clause);
  if (!is_new) return;
  // What is left of a definition of something known is a clause like any other.
  if (is_fixed(owner))
    for (const Lit lit : normal) pending_domain_.push_back(lit.var());
  if (normal.size() > 2) definitions_.push(owner.index, static_.end());
  if (normal.size() == 2) {
    const bool first = normal[0].var() == owner;
    if (first || normal[1].var() == owner)
      binary_definitions_.push(normal[first ? 0 : 1].code(), normal[first ? 1 : 0]);
  }
  add_normalized(normal);
}

void Solver::add_normalized(std::span<const Lit> clause) {
  if (trace_) trace_static(clause, static_.end());
  if (clause.empty()) {
    consistent_ = false;
  } else if (clause.size() == 1) {
    enqueue(clause[0], Reason());
  } else if (clause.size() == 2) {
    binaries_.push((~clause[0]).code(), clause[1]);
    binaries_.push((~clause[1]).code(), clause[0]);
  } else {
    const ClauseRef ref = static_.add(clause);
    static_watches_.push(clause[0].code(), {ref, clause[1]});
    static_watches_.push(clause[1].code(), {ref, clause[0]});
  }
}

void Solver::attach_layered(ClauseRef ref) {
  const Lit a = layered_.lit(ref, 0), b = layered_.lit(ref, 1);
  const Layer layer = layered_.layer(ref);
  layered_watches_.push(a.code(), {ref, b, layer});
  layered_watches_.push(b.code(), {ref, a, layer});
}

/// A variable without definition that occurs in a fact alone can take its value whatever the rest
/// does, so facts about such variables do not enlarge the domain.
void Solver::add_to_layer_domain(Lit lit, Layer layer) {
  const std::uint32_t var = lit.var().index;
  if (layer == kPermanent) {
    pending_domain_.push_back(lit.var());
  } else if (var_layer_[var] < layer) {
    var_layer_[var] = layer;
    const auto index = static_cast<std::size_t>(layer);
    if (layer_vars_.size() <= index) layer_vars_.resize(index + 1);
    layer_vars_[index].push_back(lit.var());
  }
}

void Solver::add_contradiction(Layer layer) {
  contradiction_ = std::max(contradiction_, layer);
  if (layer == kPermanent) consistent_ = false;
}

void Solver::add_fact(Lit lit, Layer layer, LemmaId lemma) {
  if (layer == kPermanent) {
    if (!is_fixed(lit.var()))
      enqueue(lit, Reason());
    else if (raw_value(lit) == kFalseValue)
      consistent_ = false;
    return;
  }
  const auto index = static_cast<std::size_t>(layer);
  if (facts_.size() <= index) facts_.resize(index + 1);
  facts_[index].push_back({lit, lemma});
  // Facts about variables outside the domain are not looked at, so opposite ones must meet here.
  fact_layer_[lit.code()] = std::max(fact_layer_[lit.code()], layer);
  contradiction_ =
      std::max(contradiction_, std::min(fact_layer_[lit.code()], fact_layer_[(~lit).code()]));
}

void Solver::remove_fact(Lit lit, Layer layer, LemmaId lemma) {
  if (layer == kPermanent) return;
  auto& facts = facts_[static_cast<std::size_t>(layer)];
  const auto found = std::find_if(facts.begin(), facts.end(), [&](const Fact& fact) {
    return fact.lit == lit && fact.lemma == lemma;
  });
  if (found == facts.end()) return;
  *found = facts.back();
  facts.pop_back();
}

LemmaId Solver::add_lemma(std::span<const Lit> clause, Layer layer) {
  CAIRN_ASSERT(layer >= 0);
  CAIRN_CHECK(!trace_);
  end_model();
  LemmaId id;
  if (free_lemmas_.empty()) {
    id.index = static_cast<std::uint32_t>(lemmas_.size());
    lemmas_.emplace_back();
  } else {
    id.index = free_lemmas_.back();
    free_lemmas_.pop_back();
  }
  if (recorder_.recorder != nullptr) recorder_.recorder->add_lemma(id, clause, layer);
  LemmaPlace& place = lemmas_[id.index];
  place = {LemmaPlace::State::Satisfied, kNoClause, kFalse, layer};
  std::vector<Lit> normal;
  if (!normalize(clause, normal)) return id;
  if (normal.empty()) {
    place.state = LemmaPlace::State::Empty;
    add_contradiction(layer);
  } else if (normal.size() == 1) {
    place.state = LemmaPlace::State::Fact;
    place.fact = normal[0];
    if (operands_.length(normal[0].var().index) > 0) add_to_layer_domain(normal[0], layer);
    add_fact(normal[0], layer, id);
  } else {
    for (const Lit lit : normal) add_to_layer_domain(lit, layer);
    place.state = LemmaPlace::State::Clause;
    place.clause = layered_.add(normal, LayeredArena::Lemma, false, layer, 0, id.index);
    attach_layered(place.clause);
  }
  return id;
}

void Solver::raise_lemma(LemmaId id, Layer layer) {
  if (recorder_.recorder != nullptr) recorder_.recorder->raise_lemma(id, layer);
  end_model();
  LemmaPlace& place = lemmas_[id.index];
  CAIRN_CHECK(place.state != LemmaPlace::State::Free && layer >= place.layer);
  if (layer == place.layer) return;
  if (place.state == LemmaPlace::State::Fact) {
    remove_fact(place.fact, place.layer, id);
    if (operands_.length(place.fact.var().index) > 0) add_to_layer_domain(place.fact, layer);
    add_fact(place.fact, layer, id);
  } else if (place.state == LemmaPlace::State::Clause) {
    for (std::uint32_t i = 0; i < layered_.size(place.clause); ++i)
      add_to_layer_domain(layered_.lit(place.clause, i), layer);
    layered_.set_layer(place.clause, layer);
    for (std::uint32_t i = 0; i < 2; ++i) {
      const std::uint32_t list = layered_.lit(place.clause, i).code();
      LayeredWatch* watch = layered_watches_.data(list);
      while (watch->clause != place.clause) ++watch;
      watch->layer = layer;
    }
  } else if (place.state == LemmaPlace::State::Empty) {
    add_contradiction(layer);
  }
  place.layer = layer;
}

void Solver::remove_lemma(LemmaId id) {
  if (recorder_.recorder != nullptr) recorder_.recorder->remove_lemma(id);
  end_model();
  LemmaPlace& place = lemmas_[id.index];
  CAIRN_CHECK(place.state != LemmaPlace::State::Free);
  if (place.state == LemmaPlace::State::Fact) remove_fact(place.fact, place.layer, id);
  if (place.state == LemmaPlace::State::Clause) layered_.kill(place.clause);
  place.state = LemmaPlace::State::Free;
  free_lemmas_.push_back(id.index);
}

void Solver::add_temporary(std::span<const Lit> clause) {
  if (recorder_.recorder != nullptr) recorder_.recorder->add_temporary(clause);
  CAIRN_CHECK(!trace_);
  end_model();
  pending_temporaries_.emplace_back(clause.begin(), clause.end());
}

void Solver::set_cost(Var var, std::uint32_t cost) {
  if (recorder_.recorder != nullptr) recorder_.recorder->set_cost(var, cost);
  cost_[var.index] = cost;
}

void Solver::use_whole_constraints() {
  if (recorder_.recorder != nullptr) recorder_.recorder->use_whole_constraints();
  whole_constraints_ = true;
}

void Solver::set_phase(Lit lit) {
  if (recorder_.recorder != nullptr) recorder_.recorder->set_phase(lit);
  phase_[lit.var().index] = lit.negated() ? 0 : 1;
}

std::size_t Solver::memory() const {
  return static_.memory() + layered_.memory() + binaries_.memory() + static_watches_.memory() +
         layered_watches_.memory() + operands_.memory() + definitions_.memory() +
         binary_definitions_.memory() + occurrences_.memory() + queue_.memory() +
         num_vars() * (sizeof(VarData) + sizeof(Support) + sizeof(Layer) + 6 * sizeof(Lit) + 11);
}

}  // namespace cairn::sat
