// SPDX-License-Identifier: MIT
//
// The variables that a question depends on; solver.h says why the others can be left out.
#include "base/error.h"
#include "sat/script.h"
#include "sat/solver.h"

namespace cairn::sat {

/// Makes `var` a member, unless it is one or its value is known for good.
void Solver::insert(Var var) {
  std::uint8_t* value = values_.data() + 2 * var.index;
  if (value[0] != kOutside) return;
  value[0] = value[1] = kUndefValue;
  domain_.push_back(var);
}

/// Adds what the members from position `from` on are defined by, and so on.
void Solver::close_domain(std::size_t from) {
  for (std::size_t i = from; i < domain_.size(); ++i) {
    const std::uint32_t var = domain_.data()[i].index;
    for (const std::uint32_t operand : operands_[var]) insert(Var{operand});
  }
}

/// The part that belongs to every domain; answers whether it grew, and the rest is gone. Unlike
/// close_domain(), this goes through variables whose value is known for good: that value may be a
/// constraint on its operands.
bool Solver::extend_fixed_domain() {
  if (pending_domain_.empty()) return false;
  // A held domain must not lose what it has, even if it would no longer be built that large.
  if (held_) held_members_.assign(domain_.begin() + fixed_domain_, domain_.end());
  for (std::size_t i = fixed_domain_; i < domain_.size(); ++i)
    if (!is_fixed(domain_[i]))
      values_[2 * domain_[i].index] = values_[2 * domain_[i].index + 1] = kOutside;
  domain_.resize(fixed_domain_);
  while (!pending_domain_.empty()) {
    const Var var = pending_domain_.back();
    pending_domain_.pop_back();
    if (always_in_domain_[var.index] != 0) continue;
    always_in_domain_[var.index] = 1;
    insert(var);
    for (const std::uint32_t operand : operands_[var.index])
      pending_domain_.push_back(Var{operand});
  }
  fixed_domain_ = static_cast<std::uint32_t>(domain_.size());
  return true;
}

void Solver::build_domain(std::span<const Lit> assumptions, std::span<const Var> variables,
                          Layer layer) {
  std::uint8_t* values = values_.data();
  for (std::size_t i = fixed_domain_; i < domain_.size(); ++i) {
    const std::uint32_t var = domain_.data()[i].index;
    if (values[2 * var] == kUndefValue) values[2 * var] = values[2 * var + 1] = kOutside;
  }
  domain_.resize(fixed_domain_);
  if (layer != kPermanent) {
    for (auto l = static_cast<std::size_t>(layer); l < layer_vars_.size(); ++l) {
      auto& vars = layer_vars_[l];
      std::size_t kept = 0;
      for (const Var var : vars) {
        if (var_layer_[var.index] != static_cast<Layer>(l)) continue;  // it is in a higher layer
        vars[kept++] = var;
        insert(var);
      }
      vars.resize(kept);
    }
  }
  for (const Lit lit : assumptions) insert(lit.var());
  for (const Var var : variables) insert(var);
  for (const auto& clause : pending_temporaries_)
    for (const Lit lit : clause) insert(lit.var());
  close_domain(fixed_domain_);
}

void Solver::hold_domain(std::span<const Var> variables, Layer layer) {
  if (recorder_.recorder != nullptr) recorder_.recorder->hold_domain(variables, layer);
  end_model();
  drop_temporaries();
  if (consistent_) propagate_permanent();
  extend_fixed_domain();
  queue_.clear();
  build_domain({}, variables, layer);
  held_ = true;
  held_layer_ = layer;
}

void Solver::release_domain() {
  if (recorder_.recorder != nullptr) recorder_.recorder->release_domain();
  held_ = false;
}

bool Solver::drop_from_model(Var var) {
  if (recorder_.recorder != nullptr) recorder_.recorder->drop_from_model(var);
  const Lit positive(var);
  if (is_fixed(var) || (raw_value(positive) & 2) != 0) return false;
  const Lit lit = positive ^ (raw_value(positive) == kFalseValue);  // the true one
  const auto holds = [this](Lit other) { return (values_.data()[other.code()] & 1) != 0; };
  for (const Lit other : binaries_[(~lit).code()])
    if (!holds(other)) return false;
  if (occurrences_of_ != static_.end()) {
    occurrences_ = Lists<ClauseRef>();
    occurrences_.resize(2 * num_vars());
    for (ClauseRef ref = 0; ref != static_.end(); ref = static_.after(ref))
      for (std::uint32_t i = 0; i < static_.size(ref); ++i)
        occurrences_.push(static_.literals(ref)[i], ref);
    occurrences_of_ = static_.end();
  }
  if (lit.code() < occurrences_.size()) {
    for (const ClauseRef ref : occurrences_[lit.code()]) {
      const std::uint32_t* lits = static_.literals(ref);
      bool other_holds = false;
      for (std::uint32_t i = 0; i < static_.size(ref) && !other_holds; ++i)
        other_holds = lits[i] != lit.code() && holds(Lit::from_code(lits[i]));
      if (!other_holds) return false;
    }
  }
  values_[2 * var.index] = values_[2 * var.index + 1] = kUndefValue;
  return true;
}

}  // namespace cairn::sat
