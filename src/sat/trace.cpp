// SPDX-License-Identifier: MIT
//
// Telling a ProofTracer where clauses come from.
//
// A derived clause is explained after the fact, from the clause in conflict and the reasons on the
// trail: whatever analyze.cpp did to shorten it, the literals that are not in the clause are
// implied by it. Reasons are visited depth first and named when all that they rest on is named;
// this is the order of LRAT, and read from the end it is a chain of resolutions: every reason comes
// before the clauses that it serves, so it is resolved with after all of them, once.
//
// What becomes known for good is announced as a clause of one literal, at once; later derivations
// use that in place of its reason. Constants are no part of this: no clause that the solver keeps
// has one. Layers, lemmas and temporary clauses are excluded, so that nothing rests at kFactLevel.
#include "sat/trace.h"

#include "base/error.h"
#include "sat/analyze.h"
#include "sat/solver.h"

namespace cairn::sat {

std::size_t BinaryIds::place(std::uint64_t key) const {
  std::size_t at = (key * 0x9E3779B97F4A7C15u) >> 32 & (slots_.size() - 1);
  const Slot* const slots = slots_.data();
  while (slots[at].key != 0 && slots[at].key != key) at = (at + 1) & (slots_.size() - 1);
  return at;
}

void BinaryIds::set(Lit a, Lit b, ClauseId id) {
  if (2 * (used_ + 1) > slots_.size()) grow();
  Slot& slot = slots_[place(key(a, b))];
  if (slot.key == 0) ++used_;
  slot = {key(a, b), id};
}

ClauseId BinaryIds::get(Lit a, Lit b) const {
  return slots_[place(key(a, b))].id;
}

void BinaryIds::grow() {
  std::vector<Slot> old(2 * slots_.size());
  old.swap(slots_);
  for (const Slot& slot : old)
    if (slot.key != 0) slots_[place(slot.key)] = slot;
}

void Solver::set_tracer(ProofTracer* tracer) {
  CAIRN_CHECK(trail_.size() == 1 && pending_domain_.empty() && static_.num_clauses() == 0 &&
              binaries_.unused() && lemmas_.empty() && pending_temporaries_.empty() &&
              stats_.solves == 0);
  trace_.trace = tracer == nullptr ? nullptr : std::make_unique<Trace>(*tracer);
  if (trace_) trace_->units_known = 1;  // variable 0
}

ClauseId Solver::proof_clause() const {
  CAIRN_CHECK(trace_);
  return trace_->proof;
}

ClauseId Solver::id_of(Reason clause, Lit first) const {
  switch (clause.tag()) {
    case Reason::None:
      break;
    case Reason::Binary:
      return trace_->binaries.get(first, Lit::from_code(clause.payload()));
    case Reason::Static:
      return trace_->statics.get(clause.payload());
    case Reason::Layered:
      return trace_->layered.get(clause.payload());
  }
  internal_error(__FILE__, __LINE__, "a literal without reason has no clause");
}

/// A clause of the formula, or a learnt one that is as good, was announced last and is now kept; if
/// it has more than two literals, at `ref`.
void Solver::trace_static(std::span<const Lit> clause, ClauseRef ref) {
  const ClauseId id = trace_->last;
  if (clause.empty())
    trace_->refuted(id);
  else if (clause.size() == 1)
    trace_->set_unit(clause[0].var(), id);
  else if (clause.size() == 2)
    trace_->binaries.set(clause[0], clause[1], id);
  else
    trace_->statics.set(ref, id);
}

/// `normal` is what normalize() left of the clause.
void Solver::trace_given(std::span<const Lit> clause, std::span<const Lit> normal) {
  const ClauseId given = trace_->original(clause);
  if (normal.size() != clause.size()) trace_shortened(given, clause, normal);
}

/// `left` is the clause without literals that are false for good, and perhaps repeated ones.
void Solver::trace_shortened(ClauseId id, std::span<const Lit> clause, std::span<const Lit> left) {
  trace_->begin_marks(num_vars());
  for (const Lit lit : clause) {
    if (lit.is_constant() || !is_fixed(lit.var()) || trace_->is(lit.var(), Trace::Mark::Done))
      continue;
    trace_->set(lit.var(), Trace::Mark::Done);
    trace_->chain.push_back(trace_->unit(lit.var()));
  }
  trace_->chain.push_back(id);
  trace_->derived(left);
}

/// The literals that propagation has found to be true for good since the last time.
void Solver::trace_units() {
  for (std::uint32_t& i = trace_->units_known; i < trail_.size(); ++i) {
    const Lit lit = trail_[i];
    const Reason reason = var_data_[lit.var().index].reason;
    if (reason.tag() == Reason::None) continue;  // has its number
    for_each_literal(reason, lit, [&](Lit other) {
      if (other != lit) trace_->chain.push_back(trace_->unit(other.var()));
    });
    trace_->chain.push_back(id_of(reason, lit));
    trace_->set_unit(lit.var(), trace_->derived({&lit, 1}));
  }
}

/// All literals of the clause are false for good.
void Solver::trace_contradiction(Conflict conflict) {
  for_each_literal(conflict.clause, conflict.first,
                   [&](Lit lit) { trace_->chain.push_back(trace_->unit(lit.var())); });
  trace_->chain.push_back(id_of(conflict.clause, conflict.first));
  trace_->refuted(trace_->derived({}));
}

/// Appends to the chain what makes `root` true, except for what is marked as done. Literals without
/// a reason go, negated, into the trace's clause.
void Solver::trace_reasons(Lit root) {
  Trace& trace = *trace_;
  trace.stack.assign(1, root);
  while (!trace.stack.empty()) {
    const Lit lit = trace.stack.back();
    const Var var = lit.var();
    if (trace.is(var, Trace::Mark::Done)) {
      trace.stack.pop_back();
      continue;
    }
    const VarData data = var_data_.data()[var.index];
    const bool open = trace.is(var, Trace::Mark::Open);
    if (!open && data.level > 0 && data.reason.tag() != Reason::None) {
      trace.set(var, Trace::Mark::Open);
      for_each_literal(data.reason, lit, [&](Lit other) {
        if (other != lit && !trace.is(other.var(), Trace::Mark::Done))
          trace.stack.push_back(~other);
      });
      continue;
    }
    trace.stack.pop_back();
    trace.set(var, Trace::Mark::Done);
    if (open)
      trace.chain.push_back(id_of(data.reason, lit));
    else if (data.level == 0)
      trace.chain.push_back(trace.unit(var));
    else
      trace.clause.push_back(~lit);
  }
}

/// learnt_, as analyze() made it of this conflict.
void Solver::trace_learnt(Conflict conflict) {
  Trace& trace = *trace_;
  trace.begin_marks(num_vars());
  trace.clause.clear();
  for (const Lit lit : learnt_) trace.set(lit.var(), Trace::Mark::Done);
  for (const Lit lit : trace.by_binaries) {
    trace.set(lit.var(), Trace::Mark::Done);
    trace.chain.push_back(trace.binaries.get(learnt_[0], lit));
  }
  trace.by_binaries.clear();
  for_each_literal(conflict.clause, conflict.first, [&](Lit lit) { trace_reasons(~lit); });
  trace.chain.push_back(id_of(conflict.clause, conflict.first));
  CAIRN_CHECK(trace.clause.empty());
  trace.derived(learnt_);
}

/// The core, as analyze_final() found it: either `conflict`, or `failed` is false.
void Solver::trace_final(Conflict conflict, Lit failed) {
  Trace& trace = *trace_;
  trace.begin_marks(num_vars());
  trace.clause.clear();
  if (conflict) {
    for_each_literal(conflict.clause, conflict.first, [&](Lit lit) { trace_reasons(~lit); });
    trace.chain.push_back(id_of(conflict.clause, conflict.first));
  } else if (failed.is_constant()) {
    trace.clause.push_back(~failed);
  } else if (var_data_[failed.var().index].level == 0) {
    trace.proof = trace.unit(failed.var());
    return;
  } else {
    // A reason, or the opposite assumption.
    trace.clause.push_back(~failed);
    trace_reasons(~failed);
  }
  trace.proof = trace.derived(trace.clause);
}

/// A clause of the layered arena is killed.
void Solver::trace_killed(ClauseRef ref) {
  trace_->tracer->delete_clause(trace_->layered.get(ref));
}

/// The collector found the clause to be true for good, or leaves `left` of it. Answers the number
/// of what is left.
ClauseId Solver::trace_collected(const LayeredArena& old, ClauseRef ref, ClauseId id,
                                 bool satisfied, std::span<const Lit> left) {
  if (!satisfied && left.size() == old.size(ref)) return id;
  if (!satisfied) {
    trace_->clause.clear();
    for (std::uint32_t i = 0; i < old.size(ref); ++i) trace_->clause.push_back(old.lit(ref, i));
    trace_shortened(id, trace_->clause, left);
    if (left.empty()) trace_->refuted(trace_->last);
    if (left.size() == 1) trace_->set_unit(left[0].var(), trace_->last);
  }
  trace_->tracer->delete_clause(id);
  return trace_->last;
}

}  // namespace cairn::sat
