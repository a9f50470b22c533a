// SPDX-License-Identifier: MIT
//
// Forgetting. Between queries the solver keeps few learnt clauses, those that were active,
// because most queries are tiny and pay for each. Within a hard query it takes many more to
// get through: there forgetting is that of CaDiCaL, where glue and recent use decide and the number
// grows with the square root of the conflicts. Temporary clauses go after their call. The copying
// collector also tells layered clauses what has become known for good.
#include <algorithm>

#include "base/error.h"
#include "sat/solver.h"

namespace cairn::sat {
namespace {
constexpr std::uint32_t kSmallGlue = 2;
}  // namespace

bool Solver::is_locked(ClauseRef ref) const {
  for (std::uint32_t i = 0; i < 2; ++i) {
    const Lit lit = layered_.lit(ref, i);
    if (raw_value(lit) != kTrueValue) continue;
    const Reason reason = var_data_[lit.var().index].reason;
    if (reason.tag() == Reason::Layered && reason.payload() == ref) return true;
  }
  return false;
}

/// Within a query: forgets most of the clauses that were of no use since the last time, those of
/// larger glue first. The rest has another chance.
void Solver::reduce() {
  ++stats_.reductions;
  reduce(learnts_);
  reduce(temporaries_);  // what was learnt with their help
}

void Solver::reduce(std::vector<ClauseRef>& clauses) {
  std::vector<ClauseRef> unused;
  std::size_t kept = 0;
  for (const ClauseRef ref : clauses) {
    if (layered_.kind(ref) != LayeredArena::Learnt || layered_.glue(ref) <= kSmallGlue ||
        layered_.used(ref) || is_locked(ref))
      clauses[kept++] = ref;
    else
      unused.push_back(ref);
    layered_.clear_used(ref);
  }
  clauses.resize(kept);
  std::stable_sort(unused.begin(), unused.end(), [this](ClauseRef a, ClauseRef b) {
    const std::uint32_t glue_a = layered_.glue(a), glue_b = layered_.glue(b);
    return glue_a != glue_b ? glue_a < glue_b : layered_.size(a) < layered_.size(b);
  });
  const std::size_t keep = unused.size() / 4;
  clauses.insert(clauses.end(), unused.begin(), unused.begin() + static_cast<std::ptrdiff_t>(keep));
  for (std::size_t i = keep; i < unused.size(); ++i) forget(unused[i]);
}

/// Keeps the third of the learnt clauses that were of use lately, and those of small glue.
void Solver::reduce_between() {
  ++stats_.reductions;
  std::sort(learnts_.begin(), learnts_.end(), [this](ClauseRef a, ClauseRef b) {
    const bool small_a = layered_.glue(a) <= kSmallGlue, small_b = layered_.glue(b) <= kSmallGlue;
    if (small_a != small_b) return small_a;
    return layered_.activity(a) > layered_.activity(b);
  });
  const std::size_t keep = learnts_.size() / 3;
  std::size_t kept = 0;
  for (std::size_t i = 0; i < learnts_.size(); ++i) {
    const ClauseRef ref = learnts_[i];
    if (i < keep || is_locked(ref))
      learnts_[kept++] = ref;
    else
      forget(ref);
  }
  learnts_.resize(kept);
}

void Solver::forget(ClauseRef ref) {
  if (trace_) trace_killed(ref);
  layered_.kill(ref);
}

void Solver::drop_temporaries() {
  for (const ClauseRef ref : temporaries_) layered_.kill(ref);
  temporaries_.clear();
}

/// At level 0: copies the layered clauses that live, without literals that are false for good, and
/// watches them anew.
void Solver::rebuild_layered() {
  CAIRN_ASSERT(decision_level() == 0);
  ++stats_.collections;
  fixed_seen_ = static_cast<std::uint32_t>(trail_.size());
  LayeredArena fresh;
  fresh.reserve(layered_.end() - layered_.wasted());
  layered_watches_.clear();
  layered_watches_.compact_if_wasteful();
  learnts_.clear();
  temporaries_.clear();
  std::vector<Lit> clause;
  LayeredArena old;
  old.swap(layered_);
  layered_.swap(fresh);
  ArenaIds old_ids;
  if (trace_) old_ids.swap(trace_->layered);
  for (ClauseRef ref = 0; ref != old.end(); ref = old.after(ref)) {
    if (old.is_dead(ref)) continue;
    const LayeredArena::Kind kind = old.kind(ref);
    const Layer layer = old.layer(ref);
    const bool temporary = old.temporary(ref);
    const LemmaId lemma = kind == LayeredArena::Lemma ? LemmaId{old.extra(ref)} : kNoLemma;
    const auto place = [&](LemmaPlace::State state, ClauseRef at, Lit fact) {
      if (lemma == kNoLemma) return;
      lemmas_[lemma.index].state = state;
      lemmas_[lemma.index].clause = at;
      lemmas_[lemma.index].fact = fact;
    };
    clause.clear();
    bool satisfied = false;
    for (std::uint32_t i = 0; i < old.size(ref) && !satisfied; ++i) {
      const Lit lit = old.lit(ref, i);
      if (!is_fixed(lit.var()))
        clause.push_back(lit);
      else
        satisfied = raw_value(lit) == kTrueValue;
    }
    ClauseId id = kNoClauseId;
    if (trace_) id = trace_collected(old, ref, old_ids.get(ref), satisfied, clause);
    if (satisfied) {
      place(LemmaPlace::State::Satisfied, kNoClause, kFalse);
    } else if (clause.size() >= 2) {
      const ClauseRef at =
          layered_.add(clause, kind, temporary, layer, old.glue(ref), old.extra(ref));
      if (old.used(ref)) layered_.set_used(at);
      if (trace_) trace_->layered.set(at, id);
      attach_layered(at);
      place(LemmaPlace::State::Clause, at, kFalse);
      if (temporary)
        temporaries_.push_back(at);
      else if (kind == LayeredArena::Learnt)
        learnts_.push_back(at);
    } else if (temporary) {
      // Stated anew by start_facts() from the clause as it was given, or learnt once more.
    } else if (clause.size() == 1) {
      place(LemmaPlace::State::Fact, kNoClause, clause[0]);
      add_fact(clause[0], layer, lemma);
    } else {
      place(LemmaPlace::State::Empty, kNoClause, kFalse);
      add_contradiction(layer);
    }
  }
}

}  // namespace cairn::sat
