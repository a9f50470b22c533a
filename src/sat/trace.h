// SPDX-License-Identifier: MIT
//
// The numbers of a solver's clauses, for proofs (proof.h). They lie beside the clauses, in tables
// that a solver has only while it traces, so that the others pay nothing for them. trace.cpp says
// what is announced and when.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "logic/bit/lit.h"
#include "sat/arena.h"
#include "sat/proof.h"

namespace cairn::sat {

/// Numbers of binary clauses: a hash table with open addressing. Nothing is ever removed from it,
/// as no binary clause is.
class BinaryIds {
 public:
  BinaryIds() : slots_(1024) {}

  /// The later number wins: it is as good as the earlier one.
  void set(Lit a, Lit b, ClauseId id);
  ClauseId get(Lit a, Lit b) const;

 private:
  struct Slot {
    std::uint64_t key = 0;  // 0: free; two literals of variable 0 are no clause
    ClauseId id = kNoClauseId;
  };
  static std::uint64_t key(Lit a, Lit b) {
    return a < b ? std::uint64_t{a.code()} << 32 | b.code()
                 : std::uint64_t{b.code()} << 32 | a.code();
  }
  std::size_t place(std::uint64_t key) const;
  void grow();

  std::vector<Slot> slots_;  // a power of two, at most half of them in use
  std::size_t used_ = 0;
};

/// Numbers of clauses in an arena. Those have at least four words each, so one entry for four words
/// is enough.
class ArenaIds {
 public:
  void set(ClauseRef ref, ClauseId id) {
    if (ids_.size() <= ref / 4) ids_.resize(ref / 4 + 1);
    ids_[ref / 4] = id;
  }
  ClauseId get(ClauseRef ref) const { return ids_.data()[ref / 4]; }
  void swap(ArenaIds& other) { ids_.swap(other.ids_); }

 private:
  std::vector<ClauseId> ids_;
};

/// What a solver that traces has in addition.
struct Trace {
  explicit Trace(ProofTracer& listener) : tracer(&listener) {}

  ClauseId original(std::span<const Lit> lits) {
    tracer->add_original(++last, lits);
    return last;
  }
  /// With the antecedents in `chain`, which is empty afterwards.
  ClauseId derived(std::span<const Lit> lits) {
    tracer->add_derived(++last, lits, chain);
    chain.clear();
    return last;
  }
  ClauseId unit(Var var) const { return units.data()[var.index]; }
  void set_unit(Var var, ClauseId id) {
    if (units.size() <= var.index) units.resize(var.index + 1);
    units[var.index] = id;
  }

  /// Marks of trace.cpp, by variable; forgotten all at once.
  enum class Mark : std::uint32_t { Open = 0, Done = 1 };
  void begin_marks(std::uint32_t num_vars) {
    marks.resize(num_vars);
    stamp += 2;
    if (stamp != 0) return;
    std::fill(marks.begin(), marks.end(), 0);
    stamp = 2;
  }
  void set(Var var, Mark mark) {
    marks.data()[var.index] = stamp + static_cast<std::uint32_t>(mark);
  }
  bool is(Var var, Mark mark) const {
    return marks.data()[var.index] == stamp + static_cast<std::uint32_t>(mark);
  }

  ProofTracer* tracer;
  ClauseId last = kNoClauseId;   ///< announced
  ClauseId empty = kNoClauseId;  ///< the empty clause, if the clauses contradict each other
  /// An empty clause came. The first one counts: who writes the proof down stops there.
  void refuted(ClauseId id) {
    if (empty == kNoClauseId) empty = id;
  }
  ClauseId proof = kNoClauseId;  ///< see Solver::proof_clause()
  ArenaIds statics, layered;
  BinaryIds binaries;
  std::vector<ClauseId> units;    ///< by variable that is known for good
  std::uint32_t units_known = 0;  ///< of the trail at level 0
  std::vector<Lit> by_binaries;   ///< true ones that left learnt_ because its first implies them
  std::vector<ClauseId> chain;    ///< antecedents
  std::vector<Lit> stack, clause;
  std::vector<std::uint32_t> marks;
  std::uint32_t stamp = 0;
};

/// Stays behind when a solver is copied.
struct TraceSlot {
  std::unique_ptr<Trace> trace;

  TraceSlot() = default;
  TraceSlot(const TraceSlot&) {}
  TraceSlot(TraceSlot&&) = default;
  TraceSlot& operator=(const TraceSlot&) {
    trace.reset();
    return *this;
  }
  TraceSlot& operator=(TraceSlot&&) = default;
  explicit operator bool() const { return trace != nullptr; }
  Trace* operator->() const { return trace.get(); }
  Trace& operator*() const { return *trace; }
};

}  // namespace cairn::sat
