// SPDX-License-Identifier: MIT
//
// The variables that a query depends on; solver.h says why the others can be left out.
#include <algorithm>

#include "base/error.h"
#include "sat/script.h"
#include "sat/solver.h"

namespace cairn::sat {
namespace {

/// Failures of an obligation all of whose literals are in every domain.
constexpr std::uint32_t kEager = 0xFFFFFFFFu;
/// How often an obligation may fail to be met by chance before that.
constexpr std::uint64_t kPatience = 5, kQueriesPerFailure = 20;

}  // namespace

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

/// Inserts the cone of `var`, variables that are known for good included; those, unlike in
/// close_domain(), bring their operands along.
void Solver::complete_cone(Var root) {
  const auto visit = [this](Var var) {
    if (var.index == 0 || is_complete(var)) return;
    complete_[var.index] = completion_;
    insert(var);
    cone_.push_back(var);
  };
  cone_.clear();
  visit(root);
  for (std::size_t i = 0; i < cone_.size(); ++i)
    for (const std::uint32_t operand : operands_[cone_[i].index]) visit(Var{operand});
}

void Solver::new_completion() {
  if (++completion_ != kAlways) return;
  for (std::uint32_t& mark : complete_)
    if (mark != kAlways) mark = 0;
  completion_ = 1;
}

void Solver::complete_for_good(Var var) {
  new_completion();
  complete_cone(var);
  for (const Var member : cone_) complete_[member.index] = kAlways;
}

/// What the variables of the cone cost; not more exact than it takes to prefer one to another.
std::uint32_t Solver::cone_size(Var root) {
  constexpr std::size_t kEnough = 1000;
  std::uint32_t& size = cone_size_[root.index];
  if (size != 0) return size;
  ++level_stamp_;  // a mark on variables serves as well as one on levels
  cone_.assign(1, root);
  level_mark_[root.index] = level_stamp_;
  for (std::size_t i = 0; i < cone_.size() && cone_.size() < kEnough; ++i)
    for (const std::uint32_t operand : operands_[cone_[i].index]) {
      if (level_mark_[operand] == level_stamp_ || is_fixed(Var{operand})) continue;
      level_mark_[operand] = level_stamp_;
      cone_.push_back(Var{operand});
    }
  size = 0;
  for (const Var var : cone_) size += cost_[var.index];
  return size;
}

/// The clauses that are left of the constraints, see solver.h. Their choices are those of the
/// smallest cones.
void Solver::find_obligations() {
  obligations_.clear();
  constrained_leaves_.clear();
  std::vector<Var> region;
  std::vector<bool> reached(num_vars(), false);
  const auto reach = [&](Var var) {
    if (!is_fixed(var) || reached[var.index]) return;
    reached[var.index] = true;
    region.push_back(var);
  };
  for (const Var var : constrained_) reach(var);
  for (std::size_t i = 0; i < region.size(); ++i) {
    const Lit positive(region[i]);
    if (operands_.length(region[i].index) == 0)
      constrained_leaves_.push_back(positive ^ (raw_value(positive) == kFalseValue));
    for (const std::uint32_t operand : operands_[region[i].index]) reach(Var{operand});
    for (const ClauseRef ref : definitions_[region[i].index]) {
      bool satisfied = false;
      for (std::uint32_t k = 0; k < static_.size(ref) && !satisfied; ++k) {
        const Lit lit = static_.lit(ref, k);
        satisfied = is_fixed(lit.var()) && raw_value(lit) == kTrueValue;
      }
      if (!satisfied) obligations_.push_back({ref, kNoLit});
    }
  }
  for (Obligation& obligation : obligations_)
    for (std::uint32_t k = 0; k < static_.size(obligation.clause); ++k) {
      const Lit lit = static_.lit(obligation.clause, k);
      if (is_fixed(lit.var())) continue;
      if (obligation.choice == kNoLit || cone_size(lit.var()) < cone_size(obligation.choice.var()))
        obligation.choice = lit;
    }
}

bool Solver::is_obligation(ClauseRef clause) const {
  return std::any_of(
      obligations_.begin(), obligations_.end(),
      [clause](const Obligation& obligation) { return obligation.clause == clause; });
}

bool Solver::is_met(ClauseRef clause) const {
  for (std::uint32_t k = 0; k < static_.size(clause); ++k)
    if (meets(static_.lit(clause, k))) return true;
  return false;
}

/// The value that the definition of `var` computes from its operands, which have theirs. For a
/// variable without definition: what a fact says, or else the phase.
std::uint8_t Solver::computed_value(Var var) const {
  const Lit positive(var);
  if (operands_.length(var.index) == 0) {
    if (layer_ != kPermanent) {
      if (fact_layer_[positive.code()] >= layer_) return kTrueValue;
      if (fact_layer_[(~positive).code()] >= layer_) return kFalseValue;
    }
    return phase_[var.index] != 0 ? kTrueValue : kFalseValue;
  }
  for (const Lit lit : {positive, ~positive})
    for (const Lit other : binary_definitions_[lit.code()])
      if (raw_value(other) == kFalseValue) return lit == positive ? kTrueValue : kFalseValue;
  for (const ClauseRef ref : definitions_[var.index]) {
    Lit own = kNoLit;
    bool forces = true;
    for (std::uint32_t k = 0; k < static_.size(ref) && forces; ++k) {
      const Lit lit = static_.lit(ref, k);
      if (lit.var() == var)
        own = lit;
      else
        forces = raw_value(lit) == kFalseValue;
    }
    if (forces) return own == positive ? kTrueValue : kFalseValue;
  }
  return kUndefValue;  // a clause of the definition was true for good when it came
}

/// Completes the cone of `root` and computes the values of what was not in the domain. Answers
/// whether they agree with what is known for good.
bool Solver::compute_cone(Var root) {
  bool agrees = true;
  stack_vars_.assign(1, root);
  while (!stack_vars_.empty()) {
    const Var var = stack_vars_.back();
    if (is_complete(var) || var.index == 0) {
      stack_vars_.pop_back();
      continue;
    }
    bool ready = true;
    for (const std::uint32_t operand : operands_[var.index])
      if (operand != 0 && !is_complete(Var{operand})) {
        stack_vars_.push_back(Var{operand});
        ready = false;
      }
    if (!ready) continue;
    stack_vars_.pop_back();
    complete_[var.index] = completion_;
    const bool is_new = !in_domain(var);
    insert(var);
    if (!is_new && !is_fixed(var)) continue;
    if (is_fixed(var) && operands_.length(var.index) == 0) continue;
    const std::uint8_t value = computed_value(var);
    if (value == kUndefValue) {
      agrees = false;
    } else if (is_new) {
      enqueue(Lit(var, value == kFalseValue), Reason());
    } else if (value != raw_value(Lit(var))) {
      agrees = false;
    }
  }
  return agrees;
}

/// Every variable of the domain has a value. Answers whether all obligations are met, perhaps by
/// literals whose values are computed now. If not, the domain has grown, and the search has to find
/// other values.
bool Solver::meet_obligations() {
  bool all_met = true;
  for (const Obligation& obligation : obligations_) {
    if (raw_value(obligation.choice) == kTrueValue || is_met(obligation.clause)) continue;
    bool met = false, agrees = true;
    while (!met && agrees) {
      Lit best = kNoLit;
      for (std::uint32_t k = 0; k < static_.size(obligation.clause); ++k) {
        const Lit lit = static_.lit(obligation.clause, k);
        if (raw_value(lit) == kFalseValue || is_complete(lit.var())) continue;
        if (best == kNoLit || cone_size(lit.var()) < cone_size(best.var())) best = lit;
      }
      if (best == kNoLit) break;
      agrees = compute_cone(best.var());
      met = agrees && raw_value(best) == kTrueValue;
    }
    if (met) continue;
    all_met = false;
    std::uint32_t& failures = failures_[obligation.clause];
    if (failures == kEager) continue;
    if (++failures > kPatience + stats_.solves / kQueriesPerFailure) {
      failures = kEager;
      for (std::uint32_t k = 0; k < static_.size(obligation.clause); ++k)
        if (const Var var = static_.lit(obligation.clause, k).var(); !is_fixed(var))
          pending_domain_.push_back(var);
    }
  }
  return all_met;
}

/// The part that belongs to every domain; answers whether it has changed, and the rest is gone.
bool Solver::extend_fixed_domain() {
  if (!consistent_) return false;  // no query is searched for any more
  if (constrained_.empty() && obligations_of_ != 0)
    obligations_of_ = static_cast<std::uint32_t>(trail_.size());
  const bool new_obligations = obligations_of_ != trail_.size();
  if (pending_domain_.empty() && !new_obligations) return false;
  // A held domain must not lose what it has, even if it would no longer be built that large.
  if (held_) held_members_ = domain_;
  const std::size_t kept = new_obligations ? 0 : fixed_domain_;
  for (std::size_t i = kept; i < domain_.size(); ++i)
    if (!is_fixed(domain_[i]))
      values_[2 * domain_[i].index] = values_[2 * domain_[i].index + 1] = kOutside;
  domain_.resize(kept);
  for (const Var var : pending_domain_) {
    if (is_pinned_[var.index] != 0) continue;
    is_pinned_[var.index] = 1;
    pinned_.push_back(var);
    if (!new_obligations) complete_for_good(var);
  }
  pending_domain_.clear();
  if (new_obligations) {
    std::fill(complete_.begin(), complete_.end(), 0);
    for (const Var var : pinned_) complete_for_good(var);
    find_obligations();
    for (const Obligation& obligation : obligations_) complete_for_good(obligation.choice.var());
    obligations_of_ = static_cast<std::uint32_t>(trail_.size());
  }
  fixed_domain_ = static_cast<std::uint32_t>(domain_.size());
  return true;
}

void Solver::build_domain(std::span<const Lit> assumptions, std::span<const Var> variables,
                          Layer layer) {
  new_completion();
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
      const bool obligation = is_obligation(ref);  // stays met
      bool other_holds = false;
      for (std::uint32_t i = 0; i < static_.size(ref) && !other_holds; ++i) {
        const Lit other = Lit::from_code(lits[i]);
        other_holds = other != lit && holds(other) && (!obligation || meets(other));
      }
      if (!other_holds) return false;
    }
  }
  values_[2 * var.index] = values_[2 * var.index + 1] = kUndefValue;
  return true;
}

}  // namespace cairn::sat
