// SPDX-License-Identifier: MIT
#include "sat/backend/minisat.h"

#include "base/error.h"

#ifdef CAIRN_HAS_MINISAT

#include <minisat/core/Solver.h>

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <new>
#include <vector>

namespace cairn {
namespace {

class MinisatSolver final : public IncrementalSolver {
 public:
  explicit MinisatSolver(const Budget& budget) : budget_(budget) {}

  void add_clause(std::span<const int> literals) override {
    guarded([&] {
      take(literals, clause_);
      solver_.addClause_(clause_);
    });
  }
  void add_definition(std::span<const int> literals) override { add_clause(literals); }
  void observe(int literal) override {
    guarded([&] { take(std::span(&literal, 1), clause_); });  // it gives a value to all it knows
  }

  Result solve(std::span<const int> assumptions, int conflict_limit) override {
    Result result = Result::Unknown;
    guarded([&] { result = search(assumptions, conflict_limit); });
    return result;
  }

  bool value(int literal) const override {
    const int var = std::abs(literal) - 1;
    const bool is_true = var < solver_.model.size() && Minisat::toInt(solver_.model[var]) == kTrue;
    return is_true == (literal > 0);
  }
  bool failed(int assumption) const override {
    const auto code = static_cast<std::size_t>(Minisat::toInt(inside(assumption)));
    return code < failed_.size() && failed_[code];
  }

  std::uint64_t num_clauses() const override {
    return static_cast<std::uint64_t>(solver_.nClauses()) +
           static_cast<std::uint64_t>(solver_.nLearnts());
  }
  Effort effort() const override {
    return {solver_.conflicts, solver_.decisions, solver_.propagations, solver_.starts};
  }

 private:
  static constexpr int kTrue = 0, kFalse = 1;  // of MiniSat's lbool, as integers

  static Minisat::Lit inside(int literal) {
    return Minisat::mkLit(std::abs(literal) - 1, literal < 0);
  }
  void take(std::span<const int> literals, Minisat::vec<Minisat::Lit>& to) {
    to.clear();
    for (const int literal : literals) {
      while (solver_.nVars() < std::abs(literal)) solver_.newVar();
      to.push(inside(literal));
    }
  }
  /// MiniSat has an exception of its own for lack of memory.
  template <class Work>
  static void guarded(Work&& work) {
    try {
      work();
    } catch (const Minisat::OutOfMemoryException&) {
      throw std::bad_alloc();
    }
  }

  /// It can't ask the budget in the middle of its search, so it searches in slices.
  Result search(std::span<const int> assumptions, int conflict_limit) {
    constexpr std::int64_t kSlice = 1000;
    for (const Minisat::Lit lit : core_)
      failed_[static_cast<std::size_t>(Minisat::toInt(lit))] = false;
    core_.clear();
    take(assumptions, assumptions_);
    std::int64_t left =
        conflict_limit > 0 ? conflict_limit : std::numeric_limits<std::int64_t>::max();
    for (; left > 0 && !budget_.exhausted(); left -= kSlice) {
      solver_.setConfBudget(std::min(left, kSlice));
      const int answer = Minisat::toInt(solver_.solveLimited(assumptions_));
      if (answer == kTrue) return Result::Satisfiable;
      if (answer != kFalse) continue;
      take_core();
      return Result::Unsatisfiable;
    }
    return Result::Unknown;
  }
  /// It tells the core as a clause: the negations of assumptions.
  void take_core() {
    failed_.resize(2 * static_cast<std::size_t>(solver_.nVars()));
    for (int i = 0; i < solver_.conflict.size(); ++i) {
      const Minisat::Lit lit = ~solver_.conflict[i];
      core_.push_back(lit);
      failed_[static_cast<std::size_t>(Minisat::toInt(lit))] = true;
    }
  }

  const Budget& budget_;
  Minisat::Solver solver_;
  Minisat::vec<Minisat::Lit> clause_, assumptions_;
  std::vector<Minisat::Lit> core_;
  std::vector<bool> failed_;  // by literal
};

}  // namespace

bool has_minisat() {
  return true;
}

std::unique_ptr<IncrementalSolver> make_minisat(const Budget& budget) {
  return std::make_unique<MinisatSolver>(budget);
}

}  // namespace cairn

#else

namespace cairn {

bool has_minisat() {
  return false;
}

std::unique_ptr<IncrementalSolver> make_minisat(const Budget&) {
  internal_error(__FILE__, __LINE__, "this build has no MiniSat");
}

}  // namespace cairn

#endif
