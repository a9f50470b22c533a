// SPDX-License-Identifier: MIT
//
// The main loop of CDCL [MS08, section 2.2] under assumptions, and when it restarts and reduces.
#include <algorithm>

#include "base/error.h"
#include "sat/script.h"
#include "sat/solver.h"

namespace cairn::sat {
namespace {

/// When a search restarts and when it reduces its learnt clauses. Restarts when these get worse
/// than they used to be, as in Glucose; not before a query has shown to be a hard one.
class Pace {
 public:
  void count_conflict(std::uint32_t glue) {
    ++conflicts_;
    fast_glue_ += (glue - fast_glue_) / 32;
    slow_glue_ += (glue - slow_glue_) / std::min<double>(static_cast<double>(conflicts_), 4096);
  }
  std::uint64_t conflicts() const { return conflicts_; }
  bool is_hard() const { return conflicts_ >= kHard; }

  bool restart_is_due() const {
    return conflicts_ >= next_restart_ && fast_glue_ > kRestartMargin * slow_glue_;
  }
  void count_restart() { next_restart_ = conflicts_ + kRestartInterval; }
  bool reduction_is_due() const { return conflicts_ >= next_reduction_; }
  void count_reduction() {
    next_reduction_ = conflicts_ + kReductionInterval * (++reductions_ + 1);
  }

 private:
  static constexpr std::uint64_t kFirstRestart = 50, kRestartInterval = 30;
  static constexpr double kRestartMargin = 1.1;
  static constexpr std::uint64_t kHard = 300;
  // Conflicts of one query before the first reduction, and by how much the distance grows.
  static constexpr std::uint64_t kFirstReduction = 2000, kReductionInterval = 300;

  std::uint64_t conflicts_ = 0, next_restart_ = kFirstRestart;
  std::uint64_t next_reduction_ = kFirstReduction, reductions_ = 0;
  double fast_glue_ = 0, slow_glue_ = 0;  // moving averages
};

}  // namespace

void Solver::set_conflict_limit(std::uint64_t conflicts) {
  if (recorder_.recorder != nullptr) recorder_.recorder->set_conflict_limit(conflicts);
  conflict_limit_ = conflicts;
}

Result Solver::solve(std::span<const Lit> assumptions, Layer layer) {
  ++stats_.solves;
  end_model();
  for (const Lit lit : core_) core_mark_[lit.code()] = 0;
  core_.clear();
  proof_ = {};
  layer_ = layer;
  hard_ = false;
  if (trace_) trace_->proof = kNoClauseId;
  Result result = Result::Unsatisfiable;
  if (begin(assumptions)) result = search(assumptions);
  pending_temporaries_.clear();
  conflict_limit_ = kNoLimit;
  if (result == Result::Unsatisfiable) {
    ++stats_.unsatisfiable;
    if (trace_ && !consistent_) trace_->proof = trace_->empty;
    collect_core(assumptions);
    backtrack(0);
  } else if (result == Result::Satisfiable) {
    ++stats_.satisfiable;
  } else {
    backtrack(0);
  }
  if (recorder_.recorder != nullptr) recorder_.recorder->solve(assumptions, layer, result);
  return result;
}

/// Everything before the search; false if the query is unsatisfiable at once.
bool Solver::begin(std::span<const Lit> assumptions) {
  drop_temporaries();
  if (consistent_) propagate_permanent();
  if (!consistent_) return false;
  if (layer_ <= contradiction_) {
    proof_.layer = contradiction_;
    return false;
  }
  const std::size_t wasted = layered_.wasted();
  if (wasted > 4096 && wasted * 2 > layered_.end()) rebuild_layered();
  if (learnts_.size() > 1000 + static_.num_clauses() / 8) reduce_between();
  const bool rebuild = extend_fixed_domain();
  queue_.clear();
  CAIRN_ASSERT(!held_ || layer_ >= held_layer_);
  if (!held_)
    build_domain(assumptions, {}, layer_);
  else if (rebuild)
    build_domain({}, held_members_, held_layer_);
  stats_.domain_variables += domain_.size();
  std::vector<Lit> normal;
  for (const auto& clause : pending_temporaries_) {
    if (!normalize(clause, normal) || normal.size() == 1) continue;
    if (normal.empty()) {
      proof_.temporary = true;
      return false;
    }
    const ClauseRef ref =
        layered_.add(normal, LayeredArena::Temporary, /*temporary=*/true, kPermanent, 0, 0);
    temporaries_.push_back(ref);
    attach_layered(ref);
  }
  return true;
}

/// Enters kFactLevel: single literals that hold for this query. False on contradiction.
bool Solver::start_facts() {
  if (layer_ <= contradiction_) {
    proof_ = {contradiction_, false};
    return false;
  }
  new_level();
  settled_ = static_cast<std::uint32_t>(trail_.size());
  std::vector<Lit> normal;
  for (const auto& clause : pending_temporaries_)
    if (normalize(clause, normal) && normal.size() <= 1) {
      if (normal.empty()) {
        proof_ = {kPermanent, true};
        return false;
      }
      if (!state_fact(normal[0], {kPermanent, true})) return false;
    }
  if (layer_ != kPermanent) {
    for (auto l = static_cast<std::size_t>(layer_); l < facts_.size(); ++l)
      for (const Fact& fact : facts_[l])
        if (in_domain(fact.lit.var()) && !state_fact(fact.lit, {static_cast<Layer>(l), false}))
          return false;
  }
  return true;
}

bool Solver::state_fact(Lit lit, Support support) {
  const std::uint8_t value = raw_value(lit);
  if (value == kTrueValue) return true;
  if (value == kFalseValue) {
    settle_facts();
    proof_ = support;
    if (var_data_[lit.var().index].level == kFactLevel)
      proof_.merge(fact_support_[lit.var().index]);
    return false;
  }
  enqueue(lit, Reason());
  fact_support_[lit.var().index] = support;
  return true;
}

/// Enters kAssumptionLevel. False if an assumption fails; core and proof are then known.
bool Solver::place_assumptions(std::span<const Lit> assumptions) {
  if (const Conflict conflict = propagate()) {
    analyze_final(conflict, kFalse);
    return false;
  }
  settle_facts();
  new_level();
  for (const Lit lit : assumptions) {
    const std::uint8_t value = raw_value(lit);
    if (value == kTrueValue) continue;
    if (value == kFalseValue) {
      analyze_final({}, lit);
      return false;
    }
    enqueue(lit, Reason());
    if (const Conflict conflict = propagate()) {
      ++stats_.conflicts;
      analyze_final(conflict, kFalse);
      return false;
    }
  }
  return true;
}

void Solver::fill_queue() {
  for (const Var var : domain_)
    if (values_.data()[2 * var.index] == kUndefValue) queue_.push(var);
  queue_.mark_filled();
}

/// The next decision, or kFalse if every variable of the domain has a value.
Lit Solver::decide() {
  if (!queue_.filled()) fill_queue();
  while (true) {
    const Var var = queue_.pop();
    if (var.index == 0) return kFalse;
    if (values_[2 * var.index] == kUndefValue) return Lit(var, phase_[var.index] == 0);
  }
}

/// Adds learnt_ and asserts its first literal.
void Solver::add_learnt() {
  ++stats_.learnt;
  stats_.learnt_literals += learnt_.size();
  const bool permanent = support_.layer == kPermanent && !support_.temporary;
  glue_ = 1;
  if (learnt_.size() == 1) {
    const Lit lit = learnt_[0];
    if (permanent) {
      backtrack(0);
      if (trace_) trace_->set_unit(lit.var(), trace_->last);
      enqueue(lit, Reason());
      propagate_permanent();
      return;
    }
    backtrack(kFactLevel);
    enqueue(lit, Reason());
    fact_support_[lit.var().index] = support_;
    if (!support_.temporary) add_fact(lit, support_.layer, kNoLemma);
    return;
  }
  const std::uint32_t glue = glue_of(learnt_);
  glue_ = glue;
  backtrack(backjump_);
  if (learnt_.size() == 2 && permanent) {
    add_normalized(learnt_);
    enqueue(learnt_[0], Reason(Reason::Binary, learnt_[1].code()));
    return;
  }
  const ClauseRef ref =
      layered_.add(learnt_, LayeredArena::Learnt, support_.temporary, support_.layer, glue, 0);
  layered_.set_activity(ref, clause_increment_);
  (support_.temporary ? temporaries_ : learnts_).push_back(ref);
  if (trace_) trace_->layered.set(ref, trace_->last);
  attach_layered(ref);
  enqueue(learnt_[0], Reason(Reason::Layered, ref));
}

/// Propagate; learn from a conflict and backjump; without one restart, reduce or decide.
Result Solver::search(std::span<const Lit> assumptions) {
  constexpr std::uint32_t kDecisionsPerLook = 1024;  // at the budget
  Pace pace;
  std::uint32_t decisions = 0;
  while (true) {
    if (!enter_query(assumptions)) return Result::Unsatisfiable;
    if (const Conflict conflict = propagate()) {
      ++stats_.conflicts;
      if (decision_level() <= kAssumptionLevel) {
        analyze_final(conflict, kFalse);
        return Result::Unsatisfiable;
      }
      learn(conflict);
      pace.count_conflict(glue_);
      if (pace.conflicts() >= conflict_limit_ || out_of_budget()) return Result::Unknown;
      continue;
    }
    if (pace.reduction_is_due() || pace.restart_is_due()) {
      pace.count_restart();
      restart(pace.is_hard());
    }
    if (pace.reduction_is_due()) {
      pace.count_reduction();
      reduce_and_collect();
      continue;
    }
    if (++decisions % kDecisionsPerLook == 0 && out_of_budget()) return Result::Unknown;
    const Lit decision = decide();
    if (decision != kFalse) {
      ++stats_.decisions;
      new_level();
      enqueue(decision, Reason());
    } else {
      if (meet_obligations()) return Result::Satisfiable;
      ++stats_.domain_growths;
      backtrack(0);
    }
  }
}

/// The levels below decisions, as far as a backjump left them: facts, then assumptions. False if
/// they contradict what is known; core and proof are then known.
bool Solver::enter_query(std::span<const Lit> assumptions) {
  if (!consistent_) return false;
  if (decision_level() == 0 && !start_facts()) return false;
  return decision_level() != kFactLevel || place_assumptions(assumptions);
}

void Solver::learn(Conflict conflict) {
  analyze(conflict);
  if (trace_) trace_learnt(conflict);
  add_learnt();
  queue_.decay();
  clause_increment_ *= 1.0f / 0.99f;
}

void Solver::restart(bool is_hard) {
  ++stats_.restarts;
  hard_ = is_hard;
  if (hard_) queue_.become_exact();
  backtrack(kAssumptionLevel);
}

/// Forgets learnt clauses, and makes room if much of it is theirs.
void Solver::reduce_and_collect() {
  reduce();
  if (layered_.wasted() * 2 <= layered_.end()) return;
  backtrack(0);
  rebuild_layered();
  propagate_permanent();
}

void Solver::collect_core(std::span<const Lit> assumptions) {
  for (const Lit lit : assumptions) {
    if (core_mark_[lit.code()] != 1) continue;
    core_mark_[lit.code()] = 2;  // given twice, listed once
    core_.push_back(lit);
  }
}

}  // namespace cairn::sat
