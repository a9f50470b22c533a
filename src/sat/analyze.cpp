// SPDX-License-Identifier: MIT
//
// Learning from conflicts: first unique implication points [MS08, section 2.2], recursive
// minimization, and cores over the assumptions.
//
// Every derivation keeps track of its support, the lowest layer among the clauses that it used and
// whether one of them was temporary. Literals that are false at kFactLevel are resolved away, at
// the price of what the facts rest on. Minimization uses a clause only if that leaves the support
// as it is: a slightly longer clause that holds in more layers is worth more than a shorter one.
// In hard queries two things are done as in Glucose: binary clauses of the circuit shorten it
// further, and a clause that is used gets the glue that it has now, if that is smaller.
#include "sat/analyze.h"

#include <algorithm>

#include "base/error.h"

namespace cairn::sat {
namespace {
constexpr std::uint8_t kInClause = 1, kRedundant = 2, kNeeded = 3;
constexpr int kMaxDepth = 500;
constexpr std::size_t kMaxSizeForBinaries = 30;
}  // namespace

void Solver::bump_clause(ClauseRef ref) {
  if (layered_.kind(ref) != LayeredArena::Learnt) return;
  const float activity = layered_.activity(ref) + clause_increment_;
  layered_.set_activity(ref, activity);
  layered_.set_used(ref);
  if (hard_) improve_glue(ref);
  if (activity < 1e20f) return;
  for (const ClauseRef learnt : learnts_)
    layered_.set_activity(learnt, layered_.activity(learnt) * 1e-20f);
  for (const ClauseRef learnt : temporaries_)
    if (layered_.kind(learnt) == LayeredArena::Learnt)
      layered_.set_activity(learnt, layered_.activity(learnt) * 1e-20f);
  clause_increment_ *= 1e-20f;
}

void Solver::improve_glue(ClauseRef ref) {
  const std::uint32_t before = layered_.glue(ref), size = layered_.size(ref);
  const std::uint32_t* const lits = layered_.literals(ref);
  ++level_stamp_;
  std::uint32_t glue = 0;
  for (std::uint32_t i = 0; i < size && glue < before; ++i) {
    const std::size_t level = var_data_.data()[Lit::from_code(lits[i]).var().index].level;
    std::uint32_t& mark = level_mark_[std::min(level, level_mark_.size() - 1)];
    if (mark != level_stamp_) ++glue;
    mark = level_stamp_;
  }
  if (glue == before) return;
  ++stats_.improved_glues;
  layered_.set_glue(ref, glue);
}

/// Makes learnt_, support_ and backjump_ of a conflict at a decision above the assumptions.
void Solver::analyze(Conflict conflict) {
  learnt_.assign(1, kFalse);
  support_ = {};
  const std::uint32_t current = decision_level();
  std::uint32_t open = 0;
  auto position = static_cast<std::uint32_t>(trail_.size());
  Reason clause = conflict.clause;
  Lit uip = conflict.first;
  bool first_clause = true;
  while (true) {
    if (clause.tag() == Reason::Layered) {
      support_.merge(support_of(clause));
      bump_clause(clause.payload());
    }
    for_each_literal(clause, uip, [&](Lit lit) {
      if (!first_clause && lit == uip) return;
      const std::uint32_t var = lit.var().index;
      const std::uint32_t level = var_data_.data()[var].level;
      if (level <= kFactLevel) {
        if (level == kFactLevel) support_.merge(fact_support_[var]);
        return;
      }
      if (seen_.data()[var] != 0) return;
      seen_.data()[var] = kInClause;
      queue_.bump(lit.var());
      if (level == current)
        ++open;
      else
        learnt_.push_back(lit);
    });
    first_clause = false;
    while (seen_.data()[trail_.data()[--position].var().index] == 0) {
    }
    uip = trail_[position];
    seen_[uip.var().index] = 0;
    if (--open == 0) break;
    clause = var_data_[uip.var().index].reason;
  }
  learnt_[0] = ~uip;
  minimize();
  if (hard_) minimize_by_binaries();
  backjump_ = kAssumptionLevel;
  for (std::size_t i = 1; i < learnt_.size(); ++i) {
    const std::uint32_t level = var_data_[learnt_[i].var().index].level;
    if (i > 1 && level <= backjump_) continue;
    backjump_ = level;
    std::swap(learnt_[1], learnt_[i]);
  }
}

void Solver::minimize() {
  ++level_stamp_;
  level_mark_[std::min<std::size_t>(decision_level(), level_mark_.size() - 1)] = level_stamp_;
  cleanup_.assign(learnt_.begin() + 1, learnt_.end());
  for (const Lit lit : cleanup_) {
    const std::size_t level = var_data_[lit.var().index].level;
    level_mark_[std::min(level, level_mark_.size() - 1)] = level_stamp_;
  }
  std::size_t kept = 1;
  for (std::size_t i = 1; i < learnt_.size(); ++i) {
    const Lit lit = learnt_[i];
    const Reason reason = var_data_[lit.var().index].reason;
    if (reason.tag() != Reason::None && is_redundant(lit, 0)) continue;
    learnt_[kept++] = lit;
  }
  stats_.minimized_literals += learnt_.size() - kept;
  learnt_.resize(kept);
  for (const Lit lit : cleanup_) seen_[lit.var().index] = 0;
}

/// A clause (learnt_[0] or x) of the circuit makes ~x in learnt_ superfluous.
void Solver::minimize_by_binaries() {
  const auto implied = binaries_[(~learnt_[0]).code()];
  if (implied.empty() || learnt_.size() > kMaxSizeForBinaries) return;
  for (std::size_t i = 1; i < learnt_.size(); ++i) seen_[learnt_[i].var().index] = kInClause;
  for (const Lit lit : implied) {
    std::uint8_t& seen = seen_.data()[lit.var().index];
    if (seen == kInClause && raw_value(lit) == kTrueValue) seen = kRedundant;
  }
  std::size_t kept = 1;
  for (std::size_t i = 1; i < learnt_.size(); ++i) {
    const Lit lit = learnt_[i];
    std::uint8_t& seen = seen_[lit.var().index];
    if (seen == kInClause)
      learnt_[kept++] = lit;
    else if (trace_)
      trace_->by_binaries.push_back(~lit);
    seen = 0;
  }
  stats_.minimized_literals += learnt_.size() - kept;
  stats_.binary_minimized_literals += learnt_.size() - kept;
  learnt_.resize(kept);
}

/// Whether `lit`, which is false, follows from the other literals of learnt_ being false.
bool Solver::is_redundant(Lit lit, int depth) {
  const std::uint32_t var = lit.var().index;
  const VarData data = var_data_.data()[var];
  if (data.level == 0) return true;
  if (data.level == kFactLevel) return support_.covers(fact_support_[var]);
  if (depth > 0) {
    const std::uint8_t seen = seen_.data()[var];
    if (seen == kInClause || seen == kRedundant) return true;
    if (seen == kNeeded || data.reason.tag() == Reason::None || depth > kMaxDepth) return false;
    const std::size_t level = data.level;
    if (level_mark_[std::min(level, level_mark_.size() - 1)] != level_stamp_) return false;
  }
  bool redundant = data.reason.tag() != Reason::Layered || support_.covers(support_of(data.reason));
  if (redundant) {
    switch (data.reason.tag()) {
      case Reason::Binary:
        redundant = is_redundant(Lit::from_code(data.reason.payload()), depth + 1);
        break;
      case Reason::Static:
      case Reason::Layered: {
        const bool is_static = data.reason.tag() == Reason::Static;
        const ClauseRef ref = data.reason.payload();
        const std::uint32_t size = is_static ? static_.size(ref) : layered_.size(ref);
        const std::uint32_t* lits = is_static ? static_.literals(ref) : layered_.literals(ref);
        for (std::uint32_t i = 0; i < size && redundant; ++i)
          if (lits[i] != (~lit).code())
            redundant = is_redundant(Lit::from_code(lits[i]), depth + 1);
        break;
      }
      case Reason::None:
        redundant = false;
        break;
    }
  }
  if (depth > 0) {
    seen_[var] = redundant ? kRedundant : kNeeded;
    cleanup_.push_back(lit);
  }
  return redundant;
}

std::uint32_t Solver::glue_of(std::span<const Lit> clause) {
  ++level_stamp_;
  std::uint32_t glue = 0;
  for (const Lit lit : clause) {
    const std::size_t level = var_data_[lit.var().index].level;
    std::uint32_t& mark = level_mark_[std::min(level, level_mark_.size() - 1)];
    if (mark != level_stamp_) ++glue;
    mark = level_stamp_;
  }
  return glue;
}

/// Which assumptions are to blame, in core_mark_, and the support of the proof. Either a clause is
/// in conflict at kAssumptionLevel or below, or the assumption `failed` is false.
void Solver::analyze_final(Conflict conflict, Lit failed) {
  if (trace_) trace_final(conflict, failed);
  settle_facts();
  proof_ = {};
  const auto look_at = [&](Lit lit) {
    const std::uint32_t var = lit.var().index;
    const std::uint32_t level = var_data_[var].level;
    if (level == kFactLevel) proof_.merge(fact_support_[var]);
    if (level >= kAssumptionLevel) seen_[var] = kInClause;
  };
  if (conflict) {
    proof_.merge(support_of(conflict.clause));
    for_each_literal(conflict.clause, conflict.first, look_at);
  } else {
    core_mark_[failed.code()] = 1;
    look_at(failed);
  }
  if (decision_level() < kAssumptionLevel) return;
  for (auto i = static_cast<std::uint32_t>(trail_.size()); i > trail_limits_[kFactLevel]; --i) {
    const Lit lit = trail_.data()[i - 1];
    std::uint8_t& seen = seen_.data()[lit.var().index];
    if (seen == 0) continue;
    seen = 0;
    const Reason reason = var_data_.data()[lit.var().index].reason;
    if (reason.tag() == Reason::None) {
      core_mark_[lit.code()] = 1;
      continue;
    }
    proof_.merge(support_of(reason));
    for_each_literal(reason, lit, [&](Lit other) {
      if (other != lit) look_at(other);
    });
  }
}

}  // namespace cairn::sat
